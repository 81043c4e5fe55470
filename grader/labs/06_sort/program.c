// program.c - part 9 of lab 06, a program that sorts the lines of a file: its cases, its items, and
// what wrong outputs look like.
#include "grader/suite.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"

const Item sort_program_items[] = {
    ITEM_RIGHT("sorts", "the lines, in the order of their numbers", 3, .group = "sorts"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "00.7"),
    ITEM_RIGHT("files", "bad files and arguments are answered", 2, .group = "files"),
    ITEM_RIGHT("failures", "a CUDA call that fails is answered", 2, .group = "failures",
               .slide = "01.11"),
    ITEMS_END,
};

typedef struct {
    int key;
    int64_t line;
    char text[64];
} FileLine;

// Signed: the order that is wanted. Unsigned: that of a mistake.
static int by_key(const void *a, const void *b)
{
    const FileLine *x = a, *y = b;
    int keys = (x->key > y->key) - (x->key < y->key);
    return keys ? keys : (x->line > y->line) - (x->line < y->line);
}

static char *text_of(const FileLine *line, int n)
{
    char *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    for (int i = 0; i < n; i++)
        fprintf(f, "%s%s", line[i].text,
                i + 1 < n || n % 2 ? "\n" : ""); // the last one may lack it
    fclose(f);
    return text;
}

// Lines with keys from low to high. `same`: of how many lines two have the same key, or 0.
static Case *add_sort(CaseList *list, const char *group, int n, int64_t low, int64_t high,
                      unsigned flags)
{
    static const char *const words[] = {"", " a", " two words", "\tand a tab", " -7", " 3 4"};
    Case *c = case_program(list, flags, group, PROGRAM_FILE);
    FileLine *line = need(calloc((size_t)n + 1, sizeof *line));
    int64_t *order = need(malloc(((size_t)n + 1) * sizeof *order));
    for (int i = 0; i < n; i++) {
        line[i].key = i && draw_int(list, 0, 3) == 0 ? line[draw_int(list, 0, i - 1)].key
                                                     : (int)draw_int(list, low, high);
        line[i].line = i;
        snprintf(line[i].text, sizeof line[i].text, "%d%s #%d", line[i].key,
                 words[draw_int(list, 0, 5)], i);
    }
    if (n > 1 && by_key(&line[0], &line[1]) < 0) { // so that a file is never in order
        line[0].key = (int)high;
        line[1].key = (int)low;
        snprintf(line[0].text, sizeof line[0].text, "%d #0", line[0].key);
        snprintf(line[1].text, sizeof line[1].text, "%d #1", line[1].key);
    }
    char *text = text_of(line, n);
    program_file(c, text);
    free(text);
    qsort(line, (size_t)n, sizeof *line, by_key);
    for (int i = 0; i < n; i++)
        order[i] = line[i].line;
    text = text_of(line, n);
    program_prints_text(c, text, order, (size_t)n);
    snprintf(c->name, sizeof c->name, "%d lines", n);
    free(text);
    free(order);
    free(line);
    return c;
}

static void add_bad_file(CaseList *list, const char *name, const char *text)
{
    Case *c = case_program(list, CASE_CLEAN_ONLY, "files", PROGRAM_FILE);
    snprintf(c->name, sizeof c->name, "%s", name);
    program_file(c, text);
}

static void add_failure(CaseList *list, Fails fails, unsigned which)
{
    program_fails(add_sort(list, "failures", 100, -1000000, 1000000, CASE_CLEAN_ONLY), fails,
                  which);
}

void sort_program_draw(CaseList *list)
{
    static const int sizes[] = {31, 64, 100, 257};
    add_sort(list, "sorts", 0, 0, 0, CASE_TRIVIAL);
    add_sort(list, "sorts", 1, -9, 9, CASE_TRIVIAL);
    add_sort(list, "sorts", 2, 1000, 2000, CASE_TRIVIAL);
    for (size_t i = 0; i < COUNT(sizes); i++)
        add_sort(list, "sorts", sizes[i], i % 2 ? INT32_MIN : 100000, INT32_MAX, 0);
    add_sort(list, "sorts", (int)draw_int(list, 500, 1000), -99999999, 99999999, 0);
    add_sort(list, "sorts", 3001, INT32_MIN, INT32_MAX, CASE_CLEAN_ONLY);
    case_program(list, CASE_CLEAN_ONLY, "files", "");
    case_program(list, CASE_CLEAN_ONLY, "files", "missing.txt");
    program_file(case_program(list, CASE_CLEAN_ONLY, "files", PROGRAM_FILE " 5"), "2 a\n1 b\n");
    add_bad_file(list, "a line without a number", "7 a\nb 8\n");
    add_bad_file(list, "a fraction", "7 a\n2.5 b\n");
    add_bad_file(list, "an empty line", "7 a\n\n3 b\n");
    add_bad_file(list, "a number of 36 bits", "7 a\n-68719476735 b\n");
    add_bad_file(list, "a number of 70 bits", "1180591620717411303424 a");
    add_failure(list, FAILS_alloc, 1);
    add_failure(list, FAILS_launch, 1);
    add_failure(list, FAILS_launch, 5);
    add_failure(list, FAILS_copy, 1);
    add_failure(list, FAILS_copy, 2);
}

void sort_program_demo(CaseList *list)
{
    add_sort(list, "sorts", 1000, -1000000, 1000000, CASE_CLEAN_ONLY | CASE_COUNTED);
}

// ---- what wrong outputs look like -------------------------------------------------------

// The keys of a text, and the number of each line in its file, behind '#'.
static int read_output(const char *text, FileLine *line, int most)
{
    int n = 0;
    for (char *end; n < most; n++) {
        line[n].key = (int)strtol(text, &end, 10);
        const char *number = end == text ? NULL : strchr(end, '#');
        if (!number)
            break;
        line[n].line = strtol(number + 1, &end, 10);
        text = end;
    }
    return n;
}

static bool in_order(const FileLine *line, int n, int (*compare)(const void *, const void *))
{
    for (int i = 1; i < n; i++)
        if (compare(&line[i - 1], &line[i]) > 0)
            return false;
    return true;
}

static int as_unsigned(const void *a, const void *b)
{
    unsigned x = (unsigned)((const FileLine *)a)->key, y = (unsigned)((const FileLine *)b)->key;
    return (x > y) - (x < y);
}

static int by_key_alone(const void *a, const void *b)
{
    int x = ((const FileLine *)a)->key, y = ((const FileLine *)b)->key;
    return (x > y) - (x < y);
}

static int downwards(const void *a, const void *b) { return by_key_alone(b, a); }

static int by_line(const void *a, const void *b)
{
    int64_t x = ((const FileLine *)a)->line, y = ((const FileLine *)b)->line;
    return (x > y) - (x < y);
}

void sort_program_diagnose(const Case *c, const char *printed, Diagnoses *all)
{
    int most = (int)c->program->count;
    FileLine *line = need(calloc((size_t)most + 1, sizeof *line));
    int n = read_output(printed, line, most);
    if (n == most && !in_order(line, n, by_key)) {
        if (in_order(line, n, by_key_alone))
            diagnoses_add(all,
                          "lines with equal numbers have changed places: does the line's number "
                          "decide there?");
        if (in_order(line, n, as_unsigned))
            diagnoses_add(all, "negative numbers come last, as if they had no sign");
        if (in_order(line, n, downwards))
            diagnoses_add(all, "the largest number is first: the order is the other way round");
        if (in_order(line, n, by_line))
            diagnoses_add(all,
                          "the lines are in the order of the file: is what the device has sorted "
                          "copied back?");
    }
    free(line);
}
