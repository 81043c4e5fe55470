// markers.c - see markers.h.
//
// A directive is found wherever the compiler could see one, whatever comment, raw string or `#if 0`
// is open there: behind the beginning of a line, or behind the end of a comment, come blanks and
// comments, then a # (or %: or ??=), then `line` or a number. A backslash at the end of a physical
// line vanishes anywhere, also inside a word; a line behind one begins no directive.
#include "markers.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

// A logical line, or what is left of it.
typedef struct {
    char *at, *end;
} Text;

// The length of a backslash (or of its trigraph) with the end of its physical line; 0: there is none.
static size_t splice_length(const char *at, const char *end, bool trigraphs)
{
    size_t left = (size_t)(end - at), n = left && *at == '\\' ? 1 : 0;
    if (trigraphs && left >= 3 && memcmp(at, "?\?/", 3) == 0)
        n = 3;
    if (!n)
        return 0;
    while (n < left && at[n] != '\n' && isspace((unsigned char)at[n])) // nvcc allows them
        n++;
    return n < left && at[n] == '\n' ? n + 1 : 0;
}

// The next character; 0: the line ends.
static char peek(Text *t)
{
    for (size_t n; (n = splice_length(t->at, t->end, true));)
        t->at += n;
    return t->at < t->end ? *t->at : 0;
}

static bool accept(Text *t, const char *word)
{
    Text ahead = *t;
    for (; *word; word++, ahead.at++)
        if (peek(&ahead) != *word)
            return false;
    *t = ahead;
    return true;
}

// A comment that ends in this line.
static bool accept_comment(Text *t)
{
    Text ahead = *t;
    if (!accept(&ahead, "/*"))
        return false;
    while (!accept(&ahead, "*/"))
        if (!peek(&ahead))
            return false;
        else
            ahead.at++;
    *t = ahead;
    return true;
}

static void skip_blank(Text *t)
{
    for (;;)
        if (isspace((unsigned char)peek(t)))
            t->at++;
        else if (!accept_comment(t))
            return;
}

static bool is_marker(Text t)
{
    if (!accept(&t, "#") && !accept(&t, "%:") && !accept(&t, "?\?="))
        return false;
    skip_blank(&t);
    if (isdigit((unsigned char)peek(&t)))
        return true;
    return accept(&t, "line") && !isalnum((unsigned char)peek(&t)) && peek(&t) != '_';
}

// A comment that goes on in the next line stays.
static void blank(Text t)
{
    for (Text open; peek(&t);) {
        char *from = t.at;
        open = t;
        if (!accept_comment(&t)) {
            if (accept(&open, "/*"))
                return;
            t.at++;
        }
        for (; from < t.at; from++)
            if (*from != '\n')
                *from = ' ';
    }
}

static void blank_in_line(Text line)
{
    bool may_begin = true; // a directive, here
    while (peek(&line)) {
        Text behind = line;
        if (may_begin) {
            skip_blank(&behind);
            if (is_marker(behind)) {
                blank(behind);
                return;
            }
        }
        may_begin = accept(&line, "*/");
        line.at += !may_begin;
    }
}

static char *logical_end(char *at, char *end)
{
    while (at < end && *at != '\n') {
        size_t n = splice_length(at, end, false);
        at += n ? n : 1;
    }
    return at;
}

void markers_blank(char *text, size_t bytes)
{
    for (char *at = text, *end = text + bytes; at < end; at++) {
        char *line_end = logical_end(at, end);
        blank_in_line((Text){at, line_end});
        at = line_end;
    }
}
