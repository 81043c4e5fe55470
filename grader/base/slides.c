// slides.c - finds a slide's title in the decks' sources, so that a report can say what
// the slide is about and not only its number.
#include "slides.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "paths.h"

// Without Markdown's marks: `code`, *stress*, and 2^20^, which becomes 2^20.
static void plain_words(const char *words, size_t length, char *title, size_t size)
{
    size_t n = 0;
    bool raised = false;
    for (const char *p = words; p < words + length && n + 1 < size; p++) {
        if (*p == '^')
            raised = !raised;
        if (!strchr("`*", *p) && (*p != '^' || raised))
            title[n++] = *p;
    }
    while (n && title[n - 1] == ' ')
        n--;
    title[n] = 0;
}

// The heading's words after the number, without attributes such as {.small}.
static bool read_title(const char *deck, const char *number, char *title, size_t size)
{
    char line[512];
    size_t n = strlen(number);
    bool found = false, code = false;
    FILE *f = fopen(deck, "r");
    while (f && !found && fgets(line, sizeof line, f)) {
        code ^= strncmp(line, "```", 3) == 0;
        found = !code && strncmp(line, "## ", 3) == 0 && strncmp(line + 3, number, n) == 0 &&
                line[3 + n] == ' ';
    }
    if (f)
        fclose(f);
    if (!found)
        return false;
    const char *words = line + 3 + n + strspn(line + 3 + n, " ");
    plain_words(words, strcspn(words, "\r\n{"), title, size);
    return true;
}

// The decks whose lab a number names; false: none.
static bool find_decks(const char *number, glob_t *decks)
{
    return strspn(number, "0123456789") == 2 && number[2] == '.' &&
           glob(paths_at("slides/%.2s_*/slides.md", number), 0, NULL, decks) == 0;
}

bool slides_path(const char *number, char *path, size_t size)
{
    glob_t decks;
    if (!find_decks(number, &decks))
        return false;
    const char *end = strrchr(decks.gl_pathv[0], '/'), *name = end;
    while (name > decks.gl_pathv[0] && name[-1] != '/')
        name--;
    snprintf(path, size, "build/slides/%.*s.html#%s", (int)(end - name), name, number + 3);
    globfree(&decks);
    return true;
}

bool slides_title(const char *number, char *title, size_t size)
{
    glob_t decks;
    bool found = false;
    title[0] = 0;
    if (!find_decks(number, &decks))
        return false;
    for (size_t i = 0; i < decks.gl_pathc && !found; i++)
        found = read_title(decks.gl_pathv[i], number, title, size);
    globfree(&decks);
    return found;
}
