// answers.c - the answer file that a submission may hold, and when two answers are the same.
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/files.h"
#include "grader/base/text.h"

enum { MAX_ANSWERS = 1 << 16 }; // bytes of an answer file

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t n = strlen(text);
    while (n && strchr(" \t\r\n", text[n - 1]))
        text[--n] = 0;
    return text;
}

int answers_read(const char *path, const char *key, char *value, size_t size)
{
    char *text, *rest;
    size_t bytes;
    int found = 0, number = 0;
    if (file_read(path, MAX_ANSWERS, &text, &bytes) != FILE_read)
        return -1;
    for (size_t i = 0; i < bytes; i++)
        if (!text[i])
            text[i] = ' '; // a byte 0 does not end the file
    for (char *line = text + text_mark(text, bytes); !found && line && *line; line = rest) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = 0;
        number++;
        line[strcspn(line, "#")] = 0;
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        *equals = 0;
        if (strcmp(trim(line), key) != 0)
            continue;
        snprintf(value, size, "%s", trim(equals + 1));
        found = number;
    }
    free(text);
    return found;
}

bool answers_number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end;
}

static bool same_word(const char *got, const char *want)
{
    double g, w;
    if (answers_number(got, &g) && answers_number(want, &w))
        return g == w;
    return strcasecmp(got, want) == 0;
}

bool answers_same(const char *got, const char *want)
{
    static const char between[] = " or ";
    const char *next = strstr(want, between);
    for (; next; next = strstr(want, between)) {
        char first[64];
        snprintf(first, sizeof first, "%.*s", (int)(next - want), want);
        if (same_word(got, first))
            return true;
        want = next + strlen(between);
    }
    return same_word(got, want);
}
