// command.h - commands, as cuda-gdb has them, and what they write.
#pragma once

#include "engine.h"

// ---- show.c: stops, frames, variables -------------------------------

void show_stop(StopReason reason, const char *message);
void show_frame(const Where *at, unsigned level, bool number, bool source);
void show_source(const char *file, int line, int last);
void show_displays(void);
// Writes the variables that the frame sees, `between` them; returns how many there are.
unsigned show_variables(const Where *at, const FrameView *f, bool parameters, const char *between);
void show_switch(const Where *at);
void show_place(const Where *at); // "kernel 0, grid 1, block ..."

// ---- show_cuda.c: info cuda, and the command cuda -------------------

void show_cuda(char *rest);
void focus_command(char *rest); // cuda block 1 thread 5

// ---- show_code.c: instructions, and the lines that they are of -------

void do_disassemble(char *rest);
void show_instructions(unsigned count, const char *rest); // from $pc on
void info_line(char *rest);
void info_source(void);

// ---- command_host.c -------------------------------------------------

void do_thread(char *rest);
void do_shell(char *rest);
void info_host_threads(void);
bool set_as_gdb(char *rest); // false: it is no such setting

// ---- source_age.c ---------------------------------------------------

// A warning, once in a run, if the source is newer than the program; or "".
const char *source_warning(const char *file);

// ---- command_values.c -----------------------------------------------

void do_print(char *rest);
void do_call(char *rest);
void do_whatis(char *rest);
void do_set(char *rest);
void do_x(char *rest);
void do_display(char *rest);
void do_undisplay(char *rest);

// ---- show_info.c ----------------------------------------------------

void show_info(char *rest);

// ---- terminal.c -----------------------------------------------------

typedef enum { TYPED_line, TYPED_end, TYPED_elsewhere } TypedLine;
// elsewhere: there is no terminal, or no library that edits lines.
TypedLine terminal_line(const char *prompt, char *line, size_t size);

// ---- command_breaks.c -----------------------------------------------

// FILE:LINE, LINE, FUNCTION; nothing: the line in focus.
void read_location(const char *text, Breakpoint *b);
void do_break(char *rest);
void do_tbreak(char *rest);
void do_delete(char *rest);
void do_clear(char *rest);
void do_disable(char *rest);
void do_enable(char *rest);
void do_condition(char *rest);
void do_ignore(char *rest);
void do_watch(char *rest);
void do_rwatch(char *rest);
void do_awatch(char *rest);
void do_when(char *rest);

// ---- command.c ------------------------------------------------------

extern const DebugFace command_face;
// Executes one line. False: a move was chosen, or the program is to start or to end.
void command_execute(char *line);
void command_loop(void); // reads lines until the kernel goes on, or the program starts or ends
bool command_quits(void);
bool command_runs(void);
void command_quit(void);
bool command_exists(const char *line);
void command_begin(void); // nothing has been chosen
