// moved.h - what a launch has moved so far, for counters.c and parts.c.
#pragma once

#include "counters.h"

// Copies of 16 bytes per lane: a sector of global memory, where it goes in shared memory, and which
// of the 16 bytes are copied.
typedef struct {
    uint64_t block, source;
    uint32_t place, phase;
    uint16_t warp, pieces;
} SectorCopy;
enum { UNDER_WAY = 1 << 12 };

// What one cp.async has moved so far: see count_copy().
typedef struct {
    const Traffic *of; // the step, NULL: none
    uint64_t addr[WARP_SIZE];
    uint32_t mask, sectors;
    SectorCopy *under_way; // by a hash
} CopyMoved;

// The row that a bulk copy moves: where its next piece is.
typedef struct {
    const Step *step;
    uint64_t next;
} BulkRow;
enum { REQUEST_BYTES = 512 }; // of 32 lanes, 16 bytes each

// The sectors that one texture fetch has read: its texels come as accesses one after the other.
typedef struct {
    uint64_t sector[1024];
    unsigned n, part;
} Footprint;

// What a launch has moved.
typedef struct {
    Moved *moved; // by CodeInfo.number
    uint32_t nmoved;
    CopyMoved copy;
    struct {
        Traffic *of; // the step of the last strong load,
        Traffic before;
    } look;
    BulkRow row;
    Footprint footprint;
    Shares shares;
    Caches *caches; // NULL: times are not asked for
    Chains *chains; // NULL: no compare-and-swap
    Handed *handed; // NULL: not asked for
} LaunchMoved;

// ---- moved.c --------------------------------------------------------

extern LaunchMoved *moved_now;   // of the launch that runs
Moved *moved_begin(CodeInfo *c); // of a function: nothing yet

// ---- parts.c: blocks in other processes -----------------------------

extern const struct JobParts counters_parts;
