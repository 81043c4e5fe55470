// command_host.c - words of cuda-gdb that are about the program on the host, the shell, or how
// values are printed.
#define _GNU_SOURCE
#include "command.h"

#include <signal.h>

void do_thread(char *rest)
{
    Where at;
    if (*rest)
        debug_fail("The host has one thread here. To choose a CUDA thread: cuda block %s thread %s",
                   "(0,0,0)", "(1,0,0)");
    if (!where_focus(&at)) {
        say("[Current thread is 1 (of the host). No CUDA thread is in focus.]\n");
        return;
    }
    say("[Current focus is CUDA ");
    show_place(&at);
    say("]\n");
}

void info_host_threads(void)
{
    say("  Id   Target Id\n* 1    thread of the host, which is not debugged\n"
        "The threads of kernels: info cuda threads.\n");
}

// What it writes is shown as text: under an editor, standard output has another use.
void do_shell(char *rest)
{
    char line[1000];
    if (!*rest)
        debug_fail("shell COMMAND: a command is needed.");
    fflush(NULL);
    void (*reaps)(int) = signal(SIGCHLD, SIG_DFL); // or nobody knows how the command ends
    FILE *f = popen(rest, "r");
    if (!f)
        debug_fail("No shell can be started.");
    while (fgets(line, sizeof line, f))
        say("%s", line);
    int status = pclose(f);
    signal(SIGCHLD, reaps);
    if (status)
        say("The command ended with status %d.\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128);
}

// ---- set print --------------------------------------------------------------------------

// The settings of gdb that students' files of commands have: here they mean nothing.
static const char *const without_meaning[] = {
    "pagination",         "confirm", "width",      "height",  "print", "logging", "style", "cuda",
    "disassembly-flavor", "verbose", "breakpoint", "listsize"};

static void set_elements(const char *value)
{
    char *end;
    unsigned long n = strtoul(value, &end, 0);
    bool none = !strcmp(value, "unlimited") || (end > value && !*end && n == 0);
    if (!none && (end == value || *end || n > MOST_PRINTED))
        debug_fail("set print elements takes 1 to %d, or unlimited, not \"%s\".", MOST_PRINTED,
                   value);
    debug->elements = none ? MOST_PRINTED : (unsigned)n;
}

bool set_as_gdb(char *rest)
{
    char words[MAX_WORDS], *at = words;
    snprintf(words, sizeof words, "%s", rest);
    const char *first = take_word(&at);
    if (strchr(rest, '='))
        return false;
    for (size_t i = 0; *first && i < sizeof without_meaning / sizeof *without_meaning; i++) {
        if (strcmp(first, without_meaning[i]) != 0)
            continue;
        const char *second = take_word(&at);
        if (!strcmp(first, "print") && !strcmp(second, "elements"))
            set_elements(at);
        else if (!strcmp(first, "print") && !strcmp(second, "pretty"))
            say("A value is on one line here; an editor unfolds it.\n");
        return true;
    }
    return false;
}
