// shadow.h - what is known of each word of device memory; and segments, the numbers by which
// cells name the accessing warp. Used by racecheck, initcheck and the last writer.
#pragma once

#include "observers/bits.h"
#include "observers/findings.h"

// ---- shadow.c: what is known of each word of device memory ----------
//
// Global memory is covered by chunks, which are made at the first write. A word of 4 bytes has
// a cell: its last write, its last read, and an earlier read (since the launch began, or since
// the block's last barrier).
// An entry of a cell is
//
//   bits 32..62  segment: the stretch of one warp's work between two
//                synchronisations in which it happened; numbers grow
//   bits 7..31   place
//   bit  6       of a last read: the cell remembers an earlier read, too;
//                of a last write: there are writes among the remembered reads (racecheck.c)
//   bit  5       several lanes of the warp (reads)
//   bits 0..4    lane
//
// and 0 means never. Words that are accessed in parts are split: their cells hold
// SPLIT_TAG | index of four cells, one per byte.
//
// 32 words are a row. While only whole warps access it, side by side, one cell stands for all of
// its words: that of word 0. Any other access spreads the row out over the cells of its words.

enum {
    CHUNK_BITS = 20,
    CHUNK_BYTES = 1 << CHUNK_BITS,
    CHUNK_WORDS = CHUNK_BYTES / 4,
    CHUNK_COUNT = (int)((HOST_END - GLOBAL_BASE) >> CHUNK_BITS)
};

enum { ROW_WORDS = 32, ROW_BYTES = 4 * ROW_WORDS };

typedef struct {
    uint64_t write, read, early; // of word 0; word i is of the lane that is i >> shift higher
    uint8_t shift;               // each lane has accessed 1 << shift words
    bool spread;                 // the cells of the words hold what is known
} Row;

typedef struct { // of some memory; a cell by word, and rows
    uint64_t *write, *read, *early;
    Row *row;
} Cells;

void row_spread(Cells c, uint64_t row);
// What the cells of words first..first+n-1 hold counts from now on.
static inline void cells_spread(Cells c, uint64_t first, uint64_t n)
{
    for (uint64_t r = first / ROW_WORDS; r <= (first + n - 1) / ROW_WORDS; r++)
        if (!c.row[r].spread)
            row_spread(c, r);
}

typedef struct {
    uint64_t write[CHUNK_WORDS], read[CHUNK_WORDS], early[CHUNK_WORDS];
    Row row[CHUNK_WORDS / ROW_WORDS];
    uint64_t written[CHUNK_BYTES / 64]; // initcheck: one bit per byte
} Chunk;

extern Chunk *shadow_table[CHUNK_COUNT];
Chunk *shadow_make(uint64_t addr);
static inline Chunk *shadow_chunk(uint64_t addr)
{
    Chunk *c = shadow_table[(addr - GLOBAL_BASE) >> CHUNK_BITS];
    return __builtin_expect(c != NULL, 1) ? c : shadow_make(addr);
}
static inline Chunk *shadow_look(uint64_t addr) // NULL: nothing known
{
    return mem_is_device(addr) ? shadow_table[(addr - GLOBAL_BASE) >> CHUNK_BITS] : NULL;
}
static inline Cells chunk_cells(Chunk *c) { return (Cells){c->write, c->read, c->early, c->row}; }
// shadow_observer (findings.h) clears cells and bits of memory that begins or ends its life.
void shadow_clear_cells(void);                  // all cells, when segments are numbered anew
void shadow_written(uint64_t addr, uint64_t n); // sets the bits

typedef struct {
    uint64_t write[4], read[4], early[4];
} Split;

#define SPLIT_TAG 0x7fffffff00000000ull
#define HOST_SEGMENT 1u // the last write came from the host; its place is the line of the call
#define SEVERAL 32u
#define EARLIER 64u
#define PLACE_BITS (0x1ffffffull << 7)

static inline uint64_t entry(uint32_t segment, uint32_t place, unsigned lane)
{
    return (uint64_t)segment << 32 | ((uint64_t)place << 7 & PLACE_BITS) | lane;
}
static inline uint32_t entry_segment(uint64_t e) { return (uint32_t)(e >> 32); }
static inline uint32_t entry_place(uint64_t e) { return (uint32_t)e >> 7; }
static inline unsigned entry_lane(uint64_t e) { return e & 31; }
static inline bool entry_is_split(uint64_t e) { return e >= SPLIT_TAG; }

// Remembers the read `me` of one lane. An older read that still counts becomes the earlier
// read, unless the cell has one: the first and the last read are the most likely ones to
// conflict with a later write. Their order is looked at only when there is such a write. While
// there is none, its place has the read of another lane of the same segment, so that the lane that
// has read last can be told who else has.
static inline void cell_note_read(uint64_t *read, uint64_t *early, uint64_t me, uint64_t floor)
{
    uint64_t old = *read, kept = *early, first = kept, last = me;
    bool same_segment = !((old ^ me) >> 32), other_lane = (old ^ me) & 31;
    bool counts = (int64_t)old > (int64_t)floor; // the last read
    bool earlier = old & EARLIER && (int64_t)kept > (int64_t)floor;
    if (same_segment) { // the other lane's place is `early`, unless an earlier read has it
        first = other_lane && !(old & EARLIER) ? old & ~(uint64_t)(EARLIER | SEVERAL) : kept;
        last = me | (old & (SEVERAL | EARLIER)) | (other_lane ? SEVERAL : 0);
    } else if (counts) { // the last read becomes the earlier one
        first = earlier ? kept : old & ~(uint64_t)EARLIER;
        last = me | EARLIER;
    }               // else there is nothing to remember
    *early = first; // always stored: a run of words is vector code
    *read = last;
}

uint64_t split_new(uint64_t write, uint64_t read, uint64_t early); // the tagged entry
Split *split_at(uint64_t tagged);
void split_free(uint64_t tagged);

// ---- segments.c: the numbers of segments, and their owners ----------

typedef struct {
    uint32_t block; // in its grid
    uint32_t warp;  // MAX_WARPS + w: an asynchronous copy of warp w
} Segment;

enum { SEGMENT_RING = 1 << 23 };
extern uint32_t segment_last; // the newest
extern Segment segment_ring[SEGMENT_RING];

// Older than all segments that are known.
static inline bool segment_is_old(uint32_t n) { return segment_last - n >= SEGMENT_RING; }
static inline Segment segment_at(uint32_t n) { return segment_ring[n % SEGMENT_RING]; }

void segments_launch(const Launch *l);               // a launch begins or goes on
uint32_t segment_new(uint64_t index, unsigned warp); // of a block with this index
// A segment of a call by this warp of the launch: cudaMemcpyAsync, ...
uint32_t segment_of_call(uint64_t index, unsigned warp, const Launch *l, const char *call);

typedef struct {
    uint64_t block; // in its grid
    unsigned warp;
    bool copy;                // an asynchronous copy of the warp, not the warp itself
    Dim3 grid_dim, block_dim; // of its launch
    uint64_t launch;          // its serial number, and the kernel
    const char *kernel;
    const char *call; // NULL, or the call of the kernel that did it
    uint32_t host;    // line of the host's call that led to the launch; 0: not known
} Owner;
bool segment_owner(uint32_t segment, Owner *o); // false: not known, or no longer
