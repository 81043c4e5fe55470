// dap.c
#include "debug.h"
void dap_loop(void) {}
void dap_stopped(StopReason reason, const char *message)
{
    (void)reason;
    (void)message;
}
void dap_program_ended(int status) { (void)status; }
bool dap_poll(void) { return true; }
void dap_child_output(void) {}
void dap_program(const char **path, char ***argv)
{
    (void)path;
    (void)argv;
}
