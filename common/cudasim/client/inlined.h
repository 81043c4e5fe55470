// inlined.h - which calls the compiler has replaced by the function's code, at an address.
#pragma once

#include "bytes.h"

typedef struct {
    Bytes info, abbrev, ranges; // .debug_info, .debug_abbrev, .debug_rnglists
} DebugInfo;

typedef struct {
    uint64_t file; // its number in the unit's table of lines
    uint64_t line;
} InlinedCall;

enum { MOST_INLINED = 64 };

// The calls around the address, from the outermost to the innermost one. Returns how many; -1: the
// address is in no function that is described. Not for two threads at a time.
int inlined_calls(const DebugInfo *debug, uint64_t pc, InlinedCall calls[MOST_INLINED]);
