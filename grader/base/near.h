// near.h - the name that a person may have meant who has typed another one: "pattern" for
// "patterns", "out of bounds" for "out_of_bounds".
#pragma once

typedef struct {
    const char *typed;
    const char *name; // the nearest one so far; NULL: none is near
    int distance;
} Near;

// Compares one more name.
void near_try(Near *near, const char *name);

// "; did you mean patterns?", or "": good until the next call.
const char *near_question(const Near *near);
