// answers.c - the answer file that a submission may hold, and when two answers are the same.
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
    char text[512];
    int found = 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    for (int line = 1; !found && fgets(text, sizeof text, f); line++) {
        text[strcspn(text, "#")] = 0;
        char *equals = strchr(text, '=');
        if (!equals)
            continue;
        *equals = 0;
        if (strcmp(trim(text), key) != 0)
            continue;
        snprintf(value, size, "%s", trim(equals + 1));
        found = line;
    }
    fclose(f);
    return found;
}

bool answers_number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end;
}

bool answers_same(const char *got, const char *want)
{
    double g, w;
    if (answers_number(got, &g) && answers_number(want, &w))
        return g == w;
    return strcasecmp(got, want) == 0;
}
