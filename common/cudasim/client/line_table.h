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
// The line of the program that has called the function which was inlined at code_place(); line 0:
// none was.
void code_caller(uint64_t pc, CodePlace *place);
// The module that has this code is not the program's: it calls the program.
void code_is_between(uint64_t pc);
