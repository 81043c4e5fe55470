// similar_text.h - what a student has written, as a row of tokens, and which stretches of it two
// students share.
//
// Names, numbers and texts are tokens without a value: other names change nothing, nor do blanks,
// ends of lines and comments. Only lines that the skeleton does not have are tokens.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { STRETCH = 12 }; // tokens: a shorter stretch is alike by chance

typedef struct {
    uint32_t kind;
    int line; // in the text
} SimilarToken;

typedef struct {
    uint64_t hash; // of STRETCH tokens
    int at;        // the first one
} SimilarStretch;

typedef struct {
    char *text; // its own lines, the others blank
    SimilarToken *token;
    int tokens;
    SimilarStretch *stretch; // by hash
    int stretches;
} SimilarText;

// Takes the text over.
void similar_text_read(SimilarText *text, char *own);
void similar_text_free(SimilarText *text);

// Marks the tokens of both that are in a stretch which both have, except stretches that `common`
// (sorted, `commons` of them) has: much of a class writes those. Returns how many of `one`.
int similar_text_compare(const SimilarText *one, const SimilarText *other, const uint64_t *common,
                         int commons, bool *in_one, bool *in_other);
