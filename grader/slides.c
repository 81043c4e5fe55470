// slides.c - finds a slide's title in the decks' sources, so that a report can say what
// the slide is about and not only its number.
#include "slides.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "paths.h"

// The heading's words behind the number, without attributes such as {.small}.
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
    size_t length = strcspn(words, "\r\n{");
    while (length && words[length - 1] == ' ')
        length--;
    snprintf(title, size, "%.*s", (int)length, words);
    return true;
}

bool slides_title(const char *number, char *title, size_t size)
{
    glob_t decks;
    bool found = false;
    title[0] = 0;
    if (strspn(number, "0123456789") != 2 || number[2] != '.')
        return false;
    if (glob(paths_at("slides/%.2s_*/slides.md", number), 0, NULL, &decks) != 0)
        return false;
    for (size_t i = 0; i < decks.gl_pathc && !found; i++)
        found = read_title(decks.gl_pathv[i], number, title, size);
    globfree(&decks);
    return found;
}
