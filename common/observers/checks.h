// checks.h - what the observers share: places in the source, findings, counter
// arithmetic, shadow memory, and the clocks of happens-before. One section a
// file. Everything is called from the one thread that simulates.
#pragma once

#include "sim/cost.h"
#include "sim/exec.h"
#include "observers.h"

#include <stdarg.h>

// ---- text.c: a growing piece of text, and JSON strings --------------------------

typedef struct {
    char *at;
    size_t used, size;
} Text;

void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_put(Text *t, const char *s); // as it is
void text_number(Text *t, uint64_t n);
void text_json(Text *t, const char *s); // quoted and escaped
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

// ---- codes.c: where steps are in the source -------------------------------------

// Lines are numbered over all files in the order of their first use; 0 is
// "unknown". Steps are numbered, too: a place is the first number of its code
// plus the step's index. Both numbers stay good when the program is unloaded.
typedef struct {
    char *file; // as nvcc wrote it; NULL if unknown
    int line;
} Line;

typedef struct CodeInfo {
    uint32_t serial;  // of the Code
    const Code *code; // which is there during its launches only
    const Func *func;
    const Step *steps;
    uint32_t nsteps;
    char *name;              // demangled
    uint32_t first;          // place of step 0
    uint32_t *line;          // by step: number of its line
    struct Traffic *traffic; // by step, of this launch (counters.c); NULL until needed
    struct Loops *loops;     // the same, of atomics that are loops
    uint8_t *role;           // by step (counters.c)
    AccessFacts *access;     // by step: what ptxas makes of it; NULL: not asked yet (counters.c)
} CodeInfo;

CodeInfo *code_info_find(const Code *c);
extern CodeInfo *code_info_last; // the one asked for last, nearly always the right one
static inline CodeInfo *code_info(const Code *c)
{
    CodeInfo *i = code_info_last;
    if (__builtin_expect(i && i->serial == c->serial, 1))
        return i;
    return code_info_find(c);
}
uint32_t codes_lines(void); // how many lines are numbered
const Line *line_at(uint32_t number);
uint32_t line_number(const char *file, int line);
uint32_t line_of_step(const Code *c, const Step *s);
CodeInfo *place_code(uint32_t place); // NULL: unknown
uint32_t place_line(uint32_t place);
const char *line_base(uint32_t number); // file name without its folders, "?"

// ---- report.c: findings, as text and as JSON lines --------------------------------

typedef enum { SEVERITY_info, SEVERITY_warning, SEVERITY_error } Severity;

typedef struct Finding {
    const char *tool;
    char *kind;        // short, stable: "out of bounds", "leak", ...
    const char *label; // the kind to show instead, or NULL
    Severity severity;
    char *message;    // one sentence, without the count
    char *detail;     // more lines for the text report, or NULL
    const char *unit; // what count counts in the text: "hazards"
    uint64_t count;
    uint64_t extra; // part of the key
    uint32_t line, other_line;
    bool has_thread, has_other;
    bool other_is_place; // of the other end only the line is known
    Dim3 block, thread, other_block, other_thread;
    char *kernel;       // NULL: belongs to no launch
    char *other_kernel; // of the other end if that was another launch, else NULL
    uint64_t other_launch;
} Finding;

// The finding with this key in the current launch, made if new (then its count
// is 0 and its message NULL, for the caller to fill in). The caller counts.
Finding *finding(const char *tool, const char *kind, uint32_t line, uint32_t other_line,
                 uint64_t extra);
void finding_thread(Finding *f, const Warp *w, unsigned lane);
Dim3 thread_index(Dim3 block, uint32_t linear); // of a block of this shape
Dim3 block_index(Dim3 grid, uint64_t linear);

typedef struct {
    int counters;                                     // descriptor, -1: none
    enum { LINES_all, LINES_host, LINES_none } lines; // of which launches they are counted
    FILE *text;                                       // NULL: none
} Outputs;
extern Outputs outputs;
extern Observer report_observer; // the last in the list: writes out what the others found
extern char report_mark[256];
void report_finish(void);
const Finding *report_first(void); // findings of the current launch, in order; for tests
const Finding *report_next(const Finding *f);

// ---- traffic.c: how much one access moves -----------------------

typedef struct Traffic {
    uint64_t shared, wavefronts, conflicts; // of shared memory: instructions, ...
    uint64_t requests, sectors;             // of global memory
    uint64_t written;                       // sectors if atomics were as PTX says
    uint64_t remote;                        // of other blocks' shared memory: instructions
    uint64_t gone;                          // of shared memory: fused into others
} Traffic;

typedef struct {
    uint32_t wavefronts, conflicts;
} Wavefronts;

// addr: by lane, valid for the lanes in mask, which is not 0. `merge`: loads.
Wavefronts traffic_shared(const uint64_t *addr, uint32_t mask, unsigned width, bool merge);
Wavefronts traffic_shared_atomic(const uint64_t *addr, uint32_t mask, unsigned width);
// One round of a loop around a swap: the lanes that it lets through, at least one.
uint32_t traffic_swap(const uint64_t *addr, uint32_t mask, unsigned width, unsigned *wavefronts);
uint32_t traffic_sectors(const uint64_t *addr, uint32_t mask, unsigned width);
uint32_t traffic_sectors_atomic(const uint64_t *addr, uint32_t mask, unsigned width);

// ---- caches.c: what the caches answer, for virtual time --------------------------------

void caches_begin(const Launch *l);
// `sectors`: as traffic_sectors has counted; `one`: one lane's atomic for all.
void caches_global(const Access *a, uint32_t sectors);
void caches_atomic(const Access *a, uint32_t sectors, bool one);
void caches_local(const Access *a);
void caches_traffic(CostTraffic *sum);
void caches_resume(const CostTraffic *sum); // of a launch that stood still

// ---- counters.c ----------------------------------------------------------------------

extern Observer counters_observer;
// "metrics":{...},"lines":[...] of the launch that has ended.
void counters_json(Text *t, const Launch *l);
void counters_traffic(CostTraffic *sum);
uint64_t counters_value(const char *metric); // of that launch; UINT64_MAX: no such metric

// ---- summary.c -------------------------------------------------------------------------

extern Observer summary_observer;
void summary_print(FILE *f);

// ---- memcheck.c, initcheck.c, synccheck.c, racecheck.c ----------------------------------

extern Observer memcheck_observer; // faults of every kind; see there
void memcheck_enable(bool on);     // leaks and API errors, too
void memcheck_finish(void);
void memcheck_report_calls(bool report); // those that return an error; true at the start
extern Observer initcheck_observer;
extern Observer synccheck_observer;
extern Observer racecheck_observer;
// Without `races` only the last writers are recorded.
void racecheck_enable(bool races);
bool racecheck_enabled(void);

// ---- streamcheck.c: between launches, see streamcheck.h -------------------------------------

extern Observer streamcheck_observer;
bool streamcheck_enable(bool on); // returns it

// ---- shadow.c: what is known of each word of device memory --------------------------------
//
// Global memory is covered by chunks that come into being when something is
// written to them; a word of 4 bytes has a cell: its last write, its last read,
// and the first read before that (since the launch or the block's last barrier).
// An entry of a cell is
//
//   bits 32..62  segment: the stretch of one warp's work between two
//                synchronisations in which it happened; numbers grow
//   bits 7..31   place
//   bit  6       the cell remembers an earlier read, too (last reads); or, of a last write,
//                there are writes among the remembered reads (racecheck.c)
//   bit  5       several lanes of the warp (reads)
//   bits 0..4    lane
//
// and 0 means never. Words that are accessed in parts are split: their cells
// hold SPLIT_TAG | index of four cells, one a byte.

enum {
    CHUNK_BITS = 20,
    CHUNK_BYTES = 1 << CHUNK_BITS,
    CHUNK_WORDS = CHUNK_BYTES / 4,
    CHUNK_COUNT = (int)((HOST_END - GLOBAL_BASE) >> CHUNK_BITS)
};

typedef struct {
    uint64_t write[CHUNK_WORDS], read[CHUNK_WORDS], early[CHUNK_WORDS];
    uint64_t written[CHUNK_BYTES / 64]; // initcheck: one bit a byte
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
// Forgets cells and bits of a range; gives memory back where it can.
void shadow_clear(uint64_t addr, uint64_t n);
void shadow_clear_cells(void);                  // all cells, for a new count of segments
void shadow_written(uint64_t addr, uint64_t n); // sets the bits
void bits_set(uint64_t *bits, uint64_t first, uint64_t n);
void bits_reset(uint64_t *bits, uint64_t first, uint64_t n);
// How many of the n bits from `first` on are not set.
uint64_t bits_missing(const uint64_t *bits, uint64_t first, uint64_t n);

typedef struct {
    uint64_t write[4], read[4], early[4];
} Split;

#define SPLIT_TAG 0x7fffffff00000000ull
#define HOST_SEGMENT 1u // the last write came from the host
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

// Remembers a read `me` of one lane. An older one that is still of interest stays
// behind as the earlier one, unless there is one already: first and last are
// the two that a later write is most likely to conflict with. Whether they came
// one after the other is asked only when there is such a write.
static inline void cell_note_read(uint64_t *read, uint64_t *early, uint64_t me, uint64_t floor)
{
    uint64_t old = *read, first = *early;
    bool live = (int64_t)old > (int64_t)floor, again = !((old ^ me) >> 32);
    bool keep = old & EARLIER && (int64_t)first > (int64_t)floor;
    uint64_t same = (old & (SEVERAL | EARLIER)) | ((old ^ me) & 31 ? SEVERAL : 0);
    *early = live && !again && !keep ? old & ~(uint64_t)EARLIER : first;
    *read = me | (again ? same : live ? EARLIER : 0);
}

uint64_t split_new(uint64_t write, uint64_t read, uint64_t early); // the tagged entry
Split *split_at(uint64_t tagged);
void split_free(uint64_t tagged);

// ---- clocks.c: what is known of other threads' past ----------------------------------------
//
// A clock maps threads to segments: everything the thread did up to then has
// happened before. It names whole blocks, warps or single threads. Clocks are
// never changed once made, and are shared by counting references. Asynchronous
// copies act on their own: those of a warp are the warp's number + MAX_WARPS.
// A block's number has its grid's (grids.c) above bit 32. What whole grids did is
// said by ranges of segments, whoever's they are.

typedef struct {
    uint64_t who;
    uint64_t until;
} ClockEntry;

typedef struct Clock {
    uint32_t refs, n;
    ClockEntry e[];
} Clock;

enum { WHO_BITS = 12, WHO_THREAD = 128 };
#define WHO_RANGE (1ull << 63)
static inline uint64_t who_block(uint64_t block) { return block << WHO_BITS; }
static inline uint64_t who_warp(uint64_t block, unsigned w) { return block << WHO_BITS | (1 + w); }
static inline uint64_t who_thread(uint64_t block, unsigned t)
{
    return block << WHO_BITS | (WHO_THREAD + t);
}

Clock *clock_new(const ClockEntry *e, unsigned n); // entries in order of `who`
Clock *clock_ref(Clock *c);
void clock_drop(Clock **c);
void clock_join(Clock **into, Clock *c); // *into = the later of both, for each thread
uint32_t clock_until(const Clock *c, uint64_t block, unsigned warp, unsigned thread);
void clock_add_range(Clock **c, uint32_t after, uint32_t until); // all segments after+1..until
bool clock_covers(const Clock *c, uint32_t segment);             // does a range?
uint32_t clock_floor(const Clock *c, uint32_t floor); // as far as a range goes on from there
// Says of a grid's many threads that have told something that all of the grid has.
Clock *clock_condense(Clock *c, uint64_t grid, uint32_t after, uint32_t until);

// ---- hb.c: who happened before whom ------------------------------------------------------------

typedef struct {   // what a thread's past was when it executed a fence
    uint32_t time; // 0: no fence yet
    uint32_t block_floor, warp_floor;
    uint8_t scope;
    Clock *block, *warp, *lane;
    Clock *all; // composed of the above when first needed
} Fence;

typedef struct {
    Clock *clock;           // what this lane alone knows
    Clock *seen_cta, *seen; // releases it has read, before a fence makes them count
    Clock *ticket;          // those that its atomics have read
    Fence fence;
    Fence proxy; // fence.proxy.async
} LaneHb;

typedef struct {
    uint32_t segment; // 0: the next access begins one
    uint32_t newest;  // the last one begun
    uint32_t floor;   // up to here all lanes know each other's past
    uint32_t *pair;   // [lane][of lane], NULL until a part of the warp synchronises
    Clock *clock;     // what all lanes know
    uint32_t fresh;   // lanes with a fence that no barrier has passed on yet
    Clock *fenced;    // what they knew, after a barrier of the warp
    LaneHb *lane;     // NULL until a lane knows something by itself
} WarpHb;

typedef struct { // bar.arrive: what those knew who did not wait
    Clock *clock;
    uint32_t mask[MAX_WARPS];
} Arrived;

typedef struct BlockHb {
    struct BlockHb *next; // while unused
    uint64_t index;       // with the grid's number
    uint32_t floor;       // up to here all threads know each other's past
    uint32_t nwarps;
    bool clocks;   // somebody has a clock
    Clock *clock;  // what all threads know
    Clock *fenced; // what all had fenced before a barrier
    Clock *heard;  // blocks whose strong stores its threads have read, fenced or not
    Arrived *arrived[MAX_BARRIERS];
    WarpHb warp[MAX_WARPS];
    uint32_t words; // shared memory: cells, see shadow.c
    uint64_t *write, *read, *early;
    bool split;                // some of them are split
    struct ClusterHb *cluster; // clusters.c; NULL: none, or no barrier of it yet
} BlockHb;

typedef struct {
    uint64_t block; // in its grid
    uint64_t index; // as BlockHb.index
    unsigned warp;
    bool copy;                // not the warp itself, an asynchronous copy that it issued
    Dim3 grid_dim, block_dim; // of its launch
    uint64_t launch;          // its serial number, and the kernel
    const char *kernel;
    const char *call; // not the kernel itself, but this call of it; else NULL
} Owner;

extern uint32_t hb_launch_floor; // everything up to this segment is before this grid
void hb_launch_begin(const Launch *l);
void hb_launch_end(const Launch *l);
void hb_block_begin(BlockHb *b, const Block *block);
void hb_block_end(BlockHb *b);
uint32_t hb_now(void); // the last segment
uint32_t hb_segment_new(BlockHb *b, unsigned warp);
bool hb_owner(uint32_t segment, Owner *o); // false: too long ago
// What a lane that launches a child grid knows now: before its first and last segment.
Clock *hb_ask(BlockHb *b, const Warp *w, unsigned lane, uint32_t first);
// A segment of work that is no grid's, but a call's by this warp of the launch.
uint32_t hb_segment_of(uint64_t index, unsigned warp, const Launch *l, const char *call);
bool hb_clock_knows(const Clock *c, uint32_t segment, unsigned lane);
bool hb_known(uint64_t e); // has the access `e` happened before the current grid?
// What hb_ordered leaves out, since it is seldom so: threads of other grids of the tree
// have told what was before these.
bool hb_ordered_by_others(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e);
// Has the access `e` happened before what `lane` does now?
bool hb_ordered(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e);
// Has a block's read `e` ended before threads of this one write? Fences are not asked for.
bool hb_read_over(const BlockHb *b, uint64_t e);
// The segment of an asynchronous copy that a warp of b has issued, and that has ended for
// all who look at this mbarrier, which is the owner's.
uint32_t hb_copied(const BlockHb *b, unsigned warp, BlockHb *owner, uint64_t barrier);
// fence.proxy.async; has a thread of b executed one since the access `e`, knowing of it?
void hb_proxy_fence(BlockHb *b, unsigned warp, uint32_t mask);
bool hb_proxy_fenced(const BlockHb *b, uint64_t e);
// A strong access takes part in releases and acquires.
void hb_access(BlockHb *b, const Access *a);
void hb_fence(BlockHb *b, unsigned warp, uint32_t mask, Scope scope);
void hb_warp_sync(BlockHb *b, unsigned warp, uint32_t live, uint32_t mask);
void hb_barrier_arrive(BlockHb *b, const BarrierArrive *e);
void hb_barrier_done(BlockHb *b, const Block *block, uint32_t id, const uint32_t *mask_by_warp);
// Joins into *c what `mask` of the warp knows now; and the other way round.
void hb_gather(const BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock **c);
void hb_learn(BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock *c);
// All threads of the block know each other's past.
void hb_whole_block(BlockHb *b);

// ---- grids.c: between the grids of one launch from the host -------------------------------------

typedef enum { GRIDS_same, GRIDS_parent, GRIDS_streams } GridsRelation;

void grids_begin(const Launch *l, uint32_t now);  // a grid; of the host: all is forgotten
uint32_t grids_current(void);                     // its number; 0: launched by the host
uint32_t grids_floor(void);                       // up to here everything is before it
bool grids_know(uint32_t segment, unsigned lane); // is this, of another grid of the tree?
bool grids_know_by(const Clock *c, uint32_t segment, unsigned lane);
uint32_t grids_of(uint32_t segment); // whose it is
// How the current grid stands to the earlier one whose segment that is.
GridsRelation grids_relation(uint32_t segment);
void grids_ask(BlockHb *b, Warp *w, const Step *s, unsigned lane, Child *c);
void grids_child_begin(Launch *parent, Child *c);
void grids_child_end(Child *c);

typedef struct { // a copy or a memset that a kernel asked for, while it takes place
    uint32_t segment, place;
    unsigned lane;
    Dim3 block, thread; // who asked
} GridsCopy;
const GridsCopy *grids_copy(void); // NULL: none takes place

// ---- hazard.c: two accesses that race, in words ----------------------------------------------

typedef struct { // one of the two
    uint32_t line;
    Dim3 block, thread;
    const char *kernel; // NULL: both are of the same launch
    const char *call;   // not the kernel itself, but this call of it; or NULL
    uint64_t launch;
} HazardEnd;

// Fills in the finding's texts and threads; a finding that has them gets new ones.
void hazard_describe(Finding *f, Space space, const char *label, HazardEnd first, HazardEnd second,
                     const char *second_verb, uint64_t addr, bool same_value);
// Then, of one between two grids: which they are, and why nothing orders them.
void hazard_describe_grids(Finding *f, GridsRelation r, HazardEnd first, HazardEnd second);

// ---- transfers.c: copies and memsets in the same cells ----------------------------------------

void transfers_read(uint64_t addr, uint64_t n);
void transfers_write(uint64_t addr, uint64_t n);

// ---- clusters.c: between the blocks of a cluster --------------------------------------

void clusters_begin(BlockHb *h);               // after hb_block_begin, for a block of a cluster
void clusters_end(BlockHb *h, const Block *b); // before hb_block_end
void clusters_arrive(Warp *w, uint32_t mask, bool release);
void clusters_done(const Cluster *c);
void clusters_wait(Warp *w, uint32_t mask);
// An access to the owner's memory by the block of h, whose entry for lane 0 is
// `mine`: the lanes that know of its start. The others are reported.
uint32_t clusters_remote(const Access *a, BlockHb *h, BlockHb *owner, uint64_t mine);
bool clusters_shared(const BlockHb *h); // other blocks have used its shared memory
uint32_t clusters_floor(const BlockHb *h, const BlockHb *owner); // for accesses then
void clusters_fault(const Fault *f);                             // FAULT_exited
// A copy out of the memory of this block has ended, and its segment says so.
void clusters_sent(BlockHb *h, unsigned warp, uint64_t copy);

// ---- proxies.c: bulk copies and the shared memory they use ----------------------------

// A bulk copy of this block reads its shared memory: e has written that byte.
void proxies_read(const Access *a, unsigned lane, uint64_t e, uint64_t addr);
void proxies_lost(const CopyPart *c);
