// wrap.c - see wrap.h.
#include "wrap.h"

#include <string.h>

#include "lines.h"
#include "text.h"

void wrap_line(Wrapped *w)
{
    fprintf(w->out, "\n%*s", w->indent, "");
    w->column = w->indent;
}

static void print_word(Wrapped *w, const char *word, size_t bytes)
{
    if (w->column + 1 + (int)bytes > WRAP_COLUMNS && w->column > w->indent) {
        wrap_line(w);
    } else if (w->column > w->indent) {
        fputc(' ', w->out);
        w->column++;
    }
    fprintf(w->out, "%.*s", (int)bytes, word);
    w->column += (int)bytes;
}

void wrap_words(Wrapped *w, const char *text)
{
    char clean[MAX_LINE];
    text_clean(clean, sizeof clean, text, strlen(text));
    for (const char *word = clean; *word;) {
        size_t n = strcspn(word, " ");
        if (n)
            print_word(w, word, n);
        word += n + (word[n] == ' ');
    }
}
