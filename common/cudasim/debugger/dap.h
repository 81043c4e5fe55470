// dap.h - the Debug Adapter Protocol, for editors.
#pragma once

#include "engine.h"

// ---- dap_values.c: frames and variables, as the protocol wants them ----

struct json_t *dap_threads(void);
struct json_t *dap_stack(struct json_t *arguments);
struct json_t *dap_scopes(struct json_t *arguments);
struct json_t *dap_variables(struct json_t *arguments);
struct json_t *dap_evaluate(const char *expression, struct json_t *arguments);
long long dap_thread_in_focus(void);
void dap_focus_thread(struct json_t *arguments); // that its threadId names
void dap_forget_values(void);                    // at each stop

// ---- dap.c ----------------------------------------------------------

extern const DebugFace dap_face;
enum { DAP_POLL_MS = 20 };
void dap_begins(const char *path); // in the tool; NULL: the client names the program
void dap_loop(void);               // as command_loop()
void dap_child_output(void);       // in the program's process, before it starts
bool dap_poll(void);               // in the tool, while the program runs; false: the client ends it
void dap_program(const char **path, char ***argv); // which one the client wants
void dap_program_ended(int status);
