// terminal.c - a line that a user types: with libreadline, where it is installed, lines can be
// edited, and the arrow keys find earlier ones, which the processes of a session share.
#include "command.h"

#include <dlfcn.h>

static char *(*readline)(const char *prompt);
static void (*add_history)(const char *line);

static bool has_readline(void)
{
    static bool tried;
    static const char *const names[] = {"libreadline.so.8", "libreadline.so.7", "libedit.so.2"};
    for (size_t i = 0; !tried && !readline && i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW);
        if (!library)
            continue;
        *(void **)&readline = dlsym(library, "readline");
        *(void **)&add_history = dlsym(library, "add_history");
    }
    for (uint32_t i = 0; !tried && readline && add_history && i < MAX_HISTORY; i++) {
        const char *line = debug->history[(debug->nhistory + i) % MAX_HISTORY];
        if (*line)
            add_history(line);
    }
    tried = true;
    return readline && add_history;
}

static void remember(const char *line)
{
    snprintf(debug->history[debug->nhistory++ % MAX_HISTORY], MAX_WORDS, "%s", line);
    add_history(line);
}

TypedLine terminal_line(const char *prompt, char *line, size_t size)
{
    if (!debug->terminal || !has_readline())
        return TYPED_elsewhere;
    char *typed = readline(prompt);
    if (!typed)
        return TYPED_end;
    snprintf(line, size, "%s", typed);
    if (*typed)
        remember(typed);
    free(typed);
    return TYPED_line;
}
