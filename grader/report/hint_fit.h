// hint_fit.h - the hint that fits the last attempt: the first item that loses points chooses it.
#pragma once

#include <jansson.h>

#include "grader/grader.h"

typedef struct {
    const Item *item;      // the first one that lost points; NULL: none, or the part is not begun
    const char *message;   // what the grader said of it, in the attempt
    const char *advice[2]; // for a mistake that a checker found, or for what a gate counts; NULL
    const char *slide;     // NULL: the part's
} HintFit;

// `attempt`: the last one at the part, as the history has it, or NULL. The texts are the attempt's.
HintFit hint_fit(const Part *part, const json_t *attempt);
