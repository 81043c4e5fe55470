// html.h - a page: one file, without a script and without a network.
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *f;
    char *text;
    size_t size;
} HtmlPage;

// Begins a page in memory. Its title is its heading, too.
FILE *html_begin(HtmlPage *page, const char *title);
// Writes the page to a file, whose folder is made, and to another one, unless that is NULL. False,
// with errno.
bool html_end(HtmlPage *page, const char *path, const char *copy);

// A text of somebody: clean (text.h), and without the characters of HTML. NULL: nothing.
void html_put(FILE *f, const char *text);
