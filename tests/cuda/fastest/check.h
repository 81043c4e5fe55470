// check.h - what the programs of this folder share. Each one includes a solution for speed that no
// part is graded with, and compares the results. They run as those of the slides do
// (test_slide_programs.c): in order and shuffled, with all checkers.
#pragma once

#define ALL_LANES mask_of_the_slides // a solution has its own
#include "slides/examples.h"
#undef ALL_LANES

static inline int draw(int n)
{
    static unsigned state = 1;
    return (int)((state = state * 1664525u + 1013904223u) >> 8) % n;
}
