// command.h - what the files of the commands share.
#pragma once

#include "debugger.h"

// ---- command.c -------------------------------------------------------------------------------

char *skip_spaces(char *p);
void get_focus(Where *at, FrameView *f); // of the thread in focus; fails if there is none

// ---- command_breaks.c ------------------------------------------------------------------------

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
