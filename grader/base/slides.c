// slides.c - finds a slide's title in the decks' sources, so that a report can say what
// the slide is about and not only its number.
#include "slides.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
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

// A slide, as its deck's source has it: "04.7", its title, and "04_reduction".
typedef struct {
    char number[16], title[256], deck[64];
} Slide;
static Slide *slides; // of all decks, in their order; read once
static int slide_count;

// A heading: the words after the number, without attributes such as {.small}.
static void read_heading(const char *line, const char *deck)
{
    size_t n = strcspn(line, " \r\n");
    const char *words = line + n + strspn(line + n, " ");
    Slide s = {.number = ""};
    if (line[n] != ' ' || n >= sizeof s.number)
        return;
    memcpy(s.number, line, n);
    snprintf(s.deck, sizeof s.deck, "%s", deck);
    plain_words(words, strcspn(words, "\r\n{"), s.title, sizeof s.title);
    slides = need(realloc(slides, ((size_t)slide_count + 1) * sizeof *slides));
    slides[slide_count++] = s;
}

static void read_deck(const char *path)
{
    char line[512], deck[64];
    const char *name = path + strlen(paths_at("slides/"));
    snprintf(deck, sizeof deck, "%.*s", (int)strcspn(name, "/"), name);
    bool code = false;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        code ^= strncmp(line, "```", 3) == 0;
        if (!code && strncmp(line, "## ", 3) == 0 && strncmp(line + 3, deck, 2) == 0 &&
            line[5] == '.')
            read_heading(line + 3, deck);
    }
    if (f)
        fclose(f);
}

// NULL: no deck has it.
static const Slide *find_slide(const char *number)
{
    glob_t decks;
    if (!slides && glob(paths_at("slides/[0-9][0-9]_*/slides.md"), 0, NULL, &decks) == 0) {
        for (size_t i = 0; i < decks.gl_pathc; i++)
            read_deck(decks.gl_pathv[i]);
        globfree(&decks);
    }
    for (int i = 0; i < slide_count; i++)
        if (strcmp(slides[i].number, number) == 0)
            return &slides[i];
    return NULL;
}

bool slides_path(const char *number, char *path, size_t size)
{
    const Slide *s = find_slide(number);
    if (s)
        snprintf(path, size, "build/slides/%s.html#%s", s->deck, number + 3);
    return s;
}

bool slides_title(const char *number, char *title, size_t size)
{
    const Slide *s = find_slide(number);
    snprintf(title, size, "%s", s ? s->title : "");
    return s;
}
