// programs.h - for tests that compile programs, run them in the simulator, and read their output.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { TEXT = 1 << 18, PATH = 512 }; // the largest file that is read; the longest path

// The exit status of a shell command, or 128 and the signal that ended it.
__attribute__((format(printf, 1, 2))) static inline int run(const char *format, ...)
{
    char command[4 * PATH];
    va_list ap;
    va_start(ap, format);
    vsnprintf(command, sizeof command, format, ap);
    va_end(ap);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A file's text, also in `text`; "" if there is no such file.
static inline char *read_text(const char *path, char text[TEXT])
{
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, TEXT - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    return text;
}

// The rest of the line that begins with "// KEY: ", also in `value`; "" if there is none.
static inline const char *directive(const char *source, const char *key, char value[PATH])
{
    char mark[32];
    int length = snprintf(mark, sizeof mark, "\n// %s: ", key);
    const char *at = strncmp(source, mark + 1, (size_t)length - 1) ? strstr(source, mark) : source;
    *value = 0;
    if (at) {
        at += *at == '\n' ? length : length - 1;
        snprintf(value, PATH, "%.*s", (int)strcspn(at, "\n"), at);
    }
    return value;
}
