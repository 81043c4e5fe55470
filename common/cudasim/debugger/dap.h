// dap.h - the Debug Adapter Protocol, for editors.
#pragma once

#include "engine.h"

// ---- dap_values.c: frames and variables, as the protocol wants them ----

// The address of an instruction, as the protocol wants one: of the code, and its number in it.
enum { INST_BITS = 24 };
void dap_code_address(const Code *c, long inst, char text[24]);
struct json_t *dap_source(const char *file);
struct json_t *dap_threads(void);
struct json_t *dap_stack(struct json_t *arguments);
struct json_t *dap_scopes(struct json_t *arguments);
struct json_t *dap_variables(struct json_t *arguments);
struct json_t *dap_set_variable(struct json_t *arguments); // fails as commands do
struct json_t *dap_evaluate(const char *expression, struct json_t *arguments);
long long dap_thread_in_focus(void);
void dap_focus_thread(struct json_t *arguments); // that its threadId names
void dap_forget_values(void);                    // at each stop

// ---- dap_wire.c: messages -------------------------------------------

void dap_lock(sem_t *s); // a process may have been killed while it held the lock
void dap_event(const char *event, struct json_t *body);
void dap_respond(struct json_t *request, struct json_t *body);
void dap_refuse(struct json_t *request, const char *why);
void dap_output(const char *category, const char *text, size_t n);
struct json_t *dap_read(void); // NULL: the client is gone, or has sent nonsense

// ---- dap_breaks.c ---------------------------------------------------

void dap_line_breaks(struct json_t *request, struct json_t *args);
void dap_function_breaks(struct json_t *request, struct json_t *args);
void dap_exception_breaks(struct json_t *request, struct json_t *args);
void dap_data_info(struct json_t *request, struct json_t *args);
void dap_data_breaks(struct json_t *request, struct json_t *args);
void dap_tell_verified(void); // at a stop: of breakpoints whose code has been found meanwhile
void dap_wake_worker(void);

// ---- dap_memory.c: instructions, memory, changes --------------------

void dap_disassemble(struct json_t *request, struct json_t *args);
void dap_read_memory(struct json_t *request, struct json_t *args);

// ---- dap.c ----------------------------------------------------------

extern const DebugFace dap_face;
enum { DAP_POLL_MS = 20 };
void dap_begins(const char *path); // in the tool; NULL: the client names the program
void dap_loop(void);               // as command_loop()
void dap_child_output(void);       // in the program's process, before it starts
bool dap_poll(void);               // in the tool, while the program runs; false: the client ends it
void dap_program(const char **path, char ***argv); // which one the client wants
void dap_program_ended(int status);
