// compare.h - what came out against what was expected.
#pragma once

#include "grader/grader.h"

enum { MAX_SHOWN = 5 }; // mismatches a report lists; never a whole array

typedef struct {
    size_t wrong, total;
    int shown;
    struct {
        size_t index;
        char name[96];          // "out[7]", or the suite's words for it
        char got[32], want[32]; // "nothing" if it was not written
        bool written;
        double error; // |got - want| for floating point, else 0
    } first[MAX_SHOWN];
    char pattern[120];  // what the wrong elements have in common, or ""
    const char *buffer; // its name
    double tolerance;
} Mismatch;

// Is element `i` of `got` right? Its value as text; `size` of at least 32.
bool compare_element(const Buffer *expected, const void *got, size_t i);
void compare_text(const Buffer *expected, const void *values, size_t i, char *text, size_t size);
// Does it still have the bytes that the runner put there?
bool compare_unwritten(const Buffer *expected, const void *got, size_t i);

// ---- printed.c: what a program has printed ----

enum { PRINTED_WORD = 41 }; // bytes of a word that a message shows, with its end

// Its first word; false: there is none.
bool printed_begins(const char *text, char first[PRINTED_WORD]);
// Word by word; blanks and ends of lines do not matter. If it is wrong, why.
bool compare_printed(const char *printed, const char *expected, char *why, size_t size);

// ---- elements.c -----------------------------------------------------------------------------

// What element `i` is called; and the name of a value, NULL if it has none.
void compare_name(const Buffer *expected, size_t i, char *text, size_t size);
const char *compare_value_name(const Buffer *expected, const void *p);
// "got - want = -48 = in[1]", of the first wrong element; false: nothing is worth to be said.
bool compare_difference(const Case *c, const Buffer *expected, const void *got, const Mismatch *m,
                        char *text, size_t size);

// ---- compare.c ------------------------------------------------------------------------------

// True if every element of `got` (of `bytes` bytes) is right. NaN never is.
bool compare_buffer(const Buffer *expected, const void *got, size_t bytes, Mismatch *m);
