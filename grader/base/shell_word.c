// shell_word.c - a name as one word of a shell's command.
#include "shell_word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "text.h"

static char *quoted_word(const char *name)
{
    char *word = need(malloc(4 * strlen(name) + 3)), *p = word;
    *p++ = '\'';
    for (; *name; name++)
        if (*name == '\'')
            p = stpcpy(p, "'\\''");
        else
            *p++ = *name;
    strcpy(p, "'");
    return word;
}

// The shell drops line ends at the end of what printf prints; a slash after them keeps them.
static char *printed_word(const char *name)
{
    static const char begin[] = "\"$(printf '", end[] = "')\"";
    size_t n = strlen(name);
    char *word = need(malloc(4 * n + sizeof begin + sizeof end + 1)), *p = stpcpy(word, begin);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c == '%') // some shells expand escapes first, and then look for conversions
            p = stpcpy(p, "%%");
        else if (c >= 0x20 && c < 0x7f && !strchr("'\"\\`$!", c))
            *p++ = (char)c;
        else
            p += sprintf(p, "\\%03o", c);
    }
    stpcpy(stpcpy(p, n && name[n - 1] == '\n' ? "/" : ""), end);
    return word;
}

char *text_shell_word(const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_./:,@%+-";
    if (*name && strspn(name, plain) == strlen(name))
        return need(strdup(name));
    return text_is_clean(name) ? quoted_word(name) : printed_word(name);
}
