// wrap.h - text for a terminal in lines of at most 80 columns.
#pragma once

#include <stdio.h>

enum { WRAP_COLUMNS = 80 };

typedef struct {
    FILE *out;
    int indent; // of all lines but the first
    int column; // where the next character comes
} Wrapped;

// Prints words, made safe (text.h). A word that does not fit begins a line.
void wrap_words(Wrapped *w, const char *text);
// The next word begins a line.
void wrap_line(Wrapped *w);
