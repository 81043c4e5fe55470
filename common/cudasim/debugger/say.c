// say.c - what the user reads, and the words of a line that the user types.
#define _GNU_SOURCE
#include "session.h"

#include <ctype.h>
#include <stdarg.h>

Text *said;

void say(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (said) {
        char *text = NULL;
        if (vasprintf(&text, format, ap) >= 0)
            text_put(said, text);
        free(text);
    } else {
        vprintf(format, ap);
    }
    va_end(ap);
}

char *skip_spaces(char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

char *take_word(char **rest)
{
    char *word = *rest = skip_spaces(*rest);
    char *end = word;
    while (*end && !isspace((unsigned char)*end))
        end++;
    if (*end)
        *end++ = 0;
    *rest = skip_spaces(end);
    return word;
}

// "(1,2,3)", "1,2" or "1": what is missing is 0.
Dim3 take_dim(char **rest, bool *any)
{
    char *p = skip_spaces(*rest), *end;
    bool open = *p == '(';
    uint32_t n[3] = {0};
    *any = false;
    p += open;
    for (int i = 0; i < 3; i++) {
        p = skip_spaces(p);
        n[i] = (uint32_t)strtoul(p, &end, 0);
        if (end == p)
            break;
        *any = true;
        p = skip_spaces(end);
        if (*p != ',')
            break;
        p++;
    }
    if (open && *p == ')')
        p++;
    *rest = skip_spaces(p);
    return (Dim3){n[0], n[1], n[2]};
}
