// patch.c - applies a patch to the pieces of a file.
//
//   @ push_each                        a change in the piece push_each: lines as in a diff
//    if (i < n && in[i] > limit)
//   -    list[atomicAdd(size, 1)] = i;
//   +    list[i] = i; // WRONG
//   = count                            another text in place of the piece count
//   __global__ void count(...)
//   ...
//
// The lines of a change that are there, ` ` and `-`, must follow each other at one place only of
// all pieces of that name, behind the changes that the piece has already. Comments and space do not
// count: lines without code are passed over.
#include "versions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/regions.h"

enum { MAX_LINES = 4096, LINE = 1024 };

// One change, or one new text.
typedef struct {
    Version *v;
    int number; // 1, 2, ...
    char name[VERSION_NAME];
    const char *lines, *end;
} Hunk;

static bool begins_hunk(const char *line)
{
    return (*line == '@' || *line == '=') && line[1] == ' ';
}

static void fails(const Hunk *hunk, const char *why, const char *line)
{
    snprintf(hunk->v->problem, sizeof hunk->v->problem, "hunk %d, '%s', %s: %.*s", hunk->number,
             hunk->name, why, (int)strcspn(line, "\n"), line);
}

// ---- lines ----------------------------------------------------------------------------------

// The code of a line: its words, with a space between them.
static void code_of(const char *line, char code[LINE])
{
    char copy[LINE];
    const char *at = copy;
    size_t n = 0;
    Lexeme token;
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
    code[0] = '\0';
    while (next_token(&at, &token) && n + token.size + 2 < LINE)
        n += (size_t)sprintf(code + n, "%.*s ", (int)token.size, token.begin);
}

// Whether the line `line` of a hunk is in the file at `at`.
static bool is_there(const char *line, const char *at)
{
    char want[LINE], got[LINE];
    code_of(line + 1, want);
    code_of(at, got);
    return !strcmp(want, got);
}

static bool has_code(const char *line)
{
    char code[LINE];
    code_of(line, code);
    return code[0] != '\0';
}

static const char *next_code(const char *line)
{
    while (*line && !has_code(line))
        line = next_line(line);
    return line;
}

static void write_text(FILE *f, const char *from, const char *to)
{
    fwrite(from, 1, (size_t)(to - from), f);
}

// ---- a change -------------------------------------------------------------------------------

// Whether the hunk's old lines begin with the line `at`.
static bool fits_at(const Hunk *hunk, const char *at)
{
    for (const char *line = hunk->lines; line < hunk->end; line = next_line(line)) {
        if (*line == '+')
            continue;
        at = next_code(at);
        if (!*at || !is_there(line, at))
            return false;
        at = next_line(at);
    }
    return true;
}

// A line of the file that the hunk marks as the mistake.
static void write_kept(FILE *f, const char *line, const char *at)
{
    const char *mark = strstr(line, "// WRONG");
    if (mark && mark < next_line(line))
        fprintf(f, "%.*s %.*s\n", (int)strcspn(at, "\n"), at, (int)strcspn(mark, "\n"), mark);
    else
        write_text(f, at, next_line(at));
}

// Notes in `*done` how much of the text is the change's, and before it.
static char *changed_text(const Hunk *hunk, const char *text, const char *at, size_t *done)
{
    char *out;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    write_text(f, text, at);
    for (const char *line = hunk->lines; line < hunk->end; line = next_line(line)) {
        if (*line == '+') {
            write_text(f, line + 1, next_line(line));
            continue;
        }
        const char *there = next_code(at);
        write_text(f, at, there);
        if (*line != '-')
            write_kept(f, line, there);
        at = next_line(there);
    }
    fflush(f);
    *done = size;
    fputs(at, f);
    fclose(f);
    return out;
}

static void change(const Hunk *hunk, Source *source)
{
    int places = 0, found = 0, word = word_number(hunk->name, strlen(hunk->name));
    const char *place = NULL, *old = hunk->lines;
    while (old < hunk->end && *old == '+')
        old = next_line(old);
    if (old == hunk->end) {
        fails(hunk, "has no line that is in the file", "");
        return;
    }
    for (int i = 0; i < source->count; i++) {
        const char *text = source->piece[i].text + source->piece[i].done;
        if (!words_have(&source->piece[i].defines, word))
            continue;
        for (const char *at = next_code(text); *at; at = next_code(next_line(at)))
            if (fits_at(hunk, at)) {
                places++;
                place = at;
                found = i;
            }
    }
    if (places != 1) {
        fails(hunk, places ? "applies in more than one place" : "does not apply", old);
        return;
    }
    Piece *piece = &source->piece[found];
    piece_set(piece, changed_text(hunk, piece->text, place, &piece->done));
}

// ---- a new text -----------------------------------------------------------------------------

static void replace(const Hunk *hunk, Source *source)
{
    int found = -1, word = word_number(hunk->name, strlen(hunk->name));
    for (int i = 0; i < source->count; i++) {
        if (!words_have(&source->piece[i].defines, word))
            continue;
        if (found >= 0) {
            fails(hunk, "applies in more than one place", source->piece[i].text);
            return;
        }
        found = i;
    }
    if (found < 0)
        fails(hunk, "does not apply", "there is no such piece");
    else
        piece_set(&source->piece[found], strndup(hunk->lines, (size_t)(hunk->end - hunk->lines)));
}

// ---- all of a patch -------------------------------------------------------------------------

void patch_apply(Version *v, const char *patch, Source *source)
{
    Hunk hunk = {.v = v};
    const char *line = patch;
    while (*line && !begins_hunk(line))
        line = next_line(line);
    while (*line && !v->problem[0]) {
        bool changes = *line == '@';
        hunk.number++;
        snprintf(hunk.name, sizeof hunk.name, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
        line = hunk.lines = next_line(line);
        while (*line && !begins_hunk(line)) {
            if (changes && !strchr(" +-", *line))
                fails(&hunk, "has a line that begins with none of ' ', '+', '-'", line);
            line = next_line(line);
        }
        hunk.end = line;
        if (v->problem[0])
            return;
        if (changes)
            change(&hunk, source);
        else
            replace(&hunk, source);
    }
    if (!hunk.number && !v->answers)
        snprintf(v->problem, sizeof v->problem, "the patch changes nothing");
}
