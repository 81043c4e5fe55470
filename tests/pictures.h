// pictures.h - the pictures of a Markdown text, ![what it shows](file.svg), and a rule: for a
// reader who cannot see the picture, the text says in a sentence or more what the picture shows. A
// title does not.
#pragma once

#include "suite.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PICTURE_WORDS = 8 }; // the shortest sentence that says what is drawn

typedef struct {
    char text[2048]; // in one line
    char file[256];
} Picture;

// The next picture of `*at`; `*at` moves behind it. The text may have several lines.
static inline bool next_picture(const char **at, Picture *p)
{
    const char *begin = strstr(*at, "![");
    const char *end = begin ? strstr(begin, "](") : NULL;
    if (!end)
        return false;
    *at = end + 2;
    begin += 2;
    ck_assert_msg(end - begin < (int)sizeof p->text, "a picture's text is too long: %.60s", begin);
    snprintf(p->text, sizeof p->text, "%.*s", (int)(end - begin), begin);
    snprintf(p->file, sizeof p->file, "%.*s", (int)strcspn(*at, ") \n"), *at);
    for (char *c = p->text; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    return true;
}

static inline int words_of(const char *text)
{
    int words = 0;
    for (bool gap = true; *text; gap = *text++ == ' ')
        words += gap && *text != ' ';
    return words;
}

// Does a text say what its picture shows? At least a sentence, from its first letter to its full
// stop.
static inline bool says_what_it_shows(const char *text)
{
    size_t length = strlen(text);
    return words_of(text) >= PICTURE_WORDS && !islower((unsigned char)text[0]) &&
           text[length - 1] == '.';
}

static inline void check_picture_text(const char *document, const Picture *p)
{
    ck_assert_msg(says_what_it_shows(p->text),
                  "%s: the text of %s is not a sentence that says what the picture shows: \"%s\"",
                  document, p->file, p->text);
}
