// line_table.h - which line of the program an address of its code belongs to.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MAX_PLACE_TEXT = 240 };

typedef struct {
    char text[MAX_PLACE_TEXT]; // a file; or, with line 0, function and offset
    int line;
    bool between; // the code is not the program's, but its caller may be
} CodePlace;

// `function`: where the function begins that has the code. Not for two threads at a time.
void code_place(uint64_t pc, uint64_t function, CodePlace *place);
