// race.h - racecheck: what threads know of each other's past, and what a conflict is. One
// section per file, from the clocks up.
#pragma once

#include "observers/shadow.h"

// ---- clocks.c: what is known of other threads' past -----------------
//
// A clock maps threads to segments: everything that the thread did up to that segment has
// happened before. An entry is of a whole block, a warp or a single thread. Clocks never
// change, and are shared by counting references. Asynchronous copies have entries of their
// own: those of warp w are number w + MAX_WARPS; the relaxed operations on mbarriers have, too:
// w + 2 * MAX_WARPS. A block's number has the number of its grid
// (grids.c) above bit 32. The work of whole grids is a range of segments, without threads.

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
static inline uint64_t who_counted(uint64_t block, unsigned w)
{
    return who_warp(block, w + 2 * MAX_WARPS);
}
static inline uint64_t who_thread(uint64_t block, unsigned t)
{
    return block << WHO_BITS | (WHO_THREAD + t);
}

Clock *clock_new(const ClockEntry *e, unsigned n); // entries in order of `who`
Clock *clock_ref(Clock *c);
void clock_drop(Clock **c);
void clock_join(Clock **into, Clock *c); // *into = the later of both, for each thread
uint32_t clock_until(const Clock *c, uint64_t block, unsigned warp, unsigned thread);
bool clock_knows_who(const Clock *c, uint64_t who, uint32_t segment);
void clock_add_range(Clock **c, uint32_t after, uint32_t until); // all segments after+1..until
bool clock_covers(const Clock *c, uint32_t segment);             // does a range?
uint32_t clock_floor(const Clock *c,
                     uint32_t floor); // the end of the range that goes on from there
// Replaces many entries of one grid by the whole grid.
Clock *clock_condense(Clock *c, uint64_t grid, uint32_t after, uint32_t until);

// ---- hb.c: which accesses happened before which ---------------------

typedef struct {   // what a thread's past was when it executed a fence
    uint32_t time; // 0: no fence yet
    uint32_t block_floor, warp_floor;
    uint8_t scope;
    Clock *block, *warp, *lane;
    Clock *all; // composed of the above when first needed
} Fence;

typedef struct {
    Clock *clock;           // what this lane alone knows
    Clock *seen_cta, *seen; // releases that it has read: they count after a fence
    Clock *ticket;          // the releases that its atomics have read
    Fence fence;
    Fence proxy; // fence.proxy.async
    Fence map;   // fence.proxy.tensormap::generic.acquire
} LaneHb;

typedef struct {
    uint32_t segment; // 0: the next access begins one
    uint32_t newest;  // the last one begun
    uint32_t floor;   // up to here all lanes know each other's past
    uint32_t *pair;   // [lane][of lane], NULL until a part of the warp synchronises
    Clock *clock;     // what all lanes know
    uint32_t fresh;   // lanes with a fence that no barrier has passed on yet
    Clock *fenced;    // the knowledge of such lanes, after a barrier of the warp
    LaneHb *lane;     // NULL until a lane knows something by itself
} WarpHb;

typedef struct { // bar.arrive: the knowledge of threads that do not wait
    Clock *clock;
    uint32_t mask[MAX_WARPS];
} Arrived;

typedef struct BlockHb {
    struct BlockHb *next; // while unused
    uint64_t index;       // with the grid's number
    uint32_t floor;       // up to here all threads know each other's past
    uint32_t nwarps;
    bool clocks;   // the block, or a warp or lane of it, has a clock
    Clock *clock;  // what all threads know
    Clock *fenced; // what all had fenced before a barrier
    Clock *heard;  // blocks whose strong stores its threads have read, fenced or not
    Arrived *arrived[MAX_BARRIERS];
    WarpHb warp[MAX_WARPS];
    uint32_t words; // of shared memory, and their cells
    Cells cells;
    bool split;                // some of them are split
    struct ClusterHb *cluster; // clusters.c; NULL: none, or no barrier of it yet
    struct Products *products; // products.c; NULL: no wgmma yet
} BlockHb;

typedef struct { // the copy or memset of a kernel that takes place now
    uint32_t segment, place;
    unsigned lane;
    Dim3 block, thread; // that asked for it
} GridsCopy;

// The tree of grids that begins with a launch from the host: see grids.c.
typedef struct {
    struct TreeGrid *grids; // by number
    uint32_t ngrids, size_grids;
    uint32_t current; // the grid that runs
    uint32_t found;   // the last answer of grids_of()
    struct StreamPoint *points;
    uint32_t npoints, size_points;
    GridsCopy copy; // that takes place now
} GridTree;

// Strongly written locations that carry a release, a hash table: see releases.c.
typedef struct {
    struct Location *at;
    uint32_t n, size;
} Locations;

// Segments of other launches, which ran while this launch stood still: after+1..until.
typedef struct {
    uint32_t after, until;
} LaunchPause;

// What racecheck keeps of a launch from the host and of all grids that its kernels launch: in
// Launch.user of the launch from the host.
typedef struct {
    uint32_t floor;     // everything up to this segment is before the current grid
    uint32_t paused_at; // the newest segment when the launch was put aside
    LaunchPause *pauses;
    uint32_t npauses;
    GridTree tree;
    Locations released;
} LaunchHb;

extern LaunchHb *hb_launch; // to which the events belong now; never NULL
void hb_launch_begin(Launch *l);
void hb_launch_end(Launch *l);
// The launch stands still, with all that is known of it, and goes on.
void hb_launch_pause(Launch *l);
void hb_launch_resume(Launch *l);
// Is the segment of a launch that ran during a pause of this one? racecheck does not judge the
// order of two such launches; streamcheck does.
bool hb_is_other_launch(uint32_t segment);
void hb_block_begin(BlockHb *b, const Block *block);
void hb_block_end(BlockHb *b);
uint32_t hb_segment_new(BlockHb *b, unsigned warp);
bool hb_is_of_block(uint32_t segment, const BlockHb *b);
// What a lane that launches a child grid knows now: before its first and last segment.
Clock *hb_ask(BlockHb *b, const Warp *w, unsigned lane, uint32_t first);
bool hb_clock_knows(const Clock *c, uint32_t segment, unsigned lane);
bool hb_known(uint64_t e); // has the access `e` happened before the current grid?
// The rare case that hb_ordered leaves out: the order comes from threads of other grids of
// the tree, which have handed on the past of their grid.
bool hb_ordered_by_others(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e);
// Has the access `e` happened before what `lane` does now?
bool hb_ordered(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e);
// Is `e`, a relaxed operation on an mbarrier, part of a phase for which `lane` has waited? It then
// came before, but nothing else that its thread did.
bool hb_counted(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e);
// Has the read `e` of a block ended before threads of this block write? Fences are ignored.
bool hb_read_over(const BlockHb *b, uint64_t e);
// fence.proxy.async; has a thread of b that knows of the access `e` executed one since?
void hb_proxy_fence(BlockHb *b, unsigned warp, uint32_t mask, bool of_map);
bool hb_proxy_fenced(const BlockHb *b, uint64_t e, bool of_map);
void hb_fence(BlockHb *b, unsigned warp, uint32_t mask, Scope scope);
// What a lane knows now, without references of its own; what lanes knew at a fence that they
// executed together, as a clock.
Fence hb_present(const BlockHb *b, unsigned warp, unsigned lane);
Clock *hb_compose(const BlockHb *b, unsigned warp, uint32_t lanes, const Fence *f);
LaneHb *hb_lanes(BlockHb *b, unsigned warp); // of the warp, made when needed
// Joins into *c what lanes of the warp knew at fences since its last barrier.
void hb_collect_fences(BlockHb *b, unsigned warp, Clock **c);

static inline BlockHb *block_hb(const Block *b) { return b->user[racecheck_observer.slot]; }

// ---- releases.c: what strong writes hand on -------------------------

// A strong access takes part in releases and acquires.
void releases_access(BlockHb *b, const Access *a);
// A relaxed operation on an mbarrier, alone in its segment, that a phase waits for.
void releases_counted(BlockHb *b, const Access *a);
// The segment of an asynchronous copy of a warp of b. The copy has ended for all threads that
// wait at this mbarrier of the owner.
uint32_t releases_copied(const BlockHb *b, unsigned warp, BlockHb *owner, uint64_t barrier);
void releases_forget(void);
// Another grid of the tree follows: what was released in global memory stays.
void releases_keep(void);

// ---- barriers.c: what barriers hand on ------------------------------

void barriers_warp_sync(BlockHb *b, unsigned warp, uint32_t live, uint32_t mask);
void barriers_arrive(BlockHb *b, const BarrierArrive *e);
void barriers_done(BlockHb *b, const Block *block, uint32_t id, const uint32_t *mask_by_warp);
// Joins into *c what `mask` of the warp knows now; and the other way round.
void barriers_gather(const BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock **c);
void barriers_learn(BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock *c);
// All threads of the block know each other's past.
void barriers_whole_block(BlockHb *b);

// ---- products.c: what the end of a product hands on in its warpgroup ----

void products_commit(Warp *w, uint32_t group);
void products_wait(Warp *w, uint32_t groups);
void products_end(BlockHb *b);

// ---- grids.c: between the grids of one launch from the host ---------

typedef enum { GRIDS_same, GRIDS_parent, GRIDS_streams } GridsRelation;

void grids_begin(const Launch *l, uint32_t now);  // of a launch from the host: the first one
void grids_forget(void);                          // the tree has ended
uint32_t grids_current(void);                     // its number; 0: launched by the host
uint32_t grids_floor(void);                       // up to here everything is before it
uint32_t grids_first(void);                       // its segments are above this
bool grids_know(uint32_t segment, unsigned lane); // the same, of another grid of the tree
bool grids_know_by(const Clock *c, uint32_t segment, unsigned lane);
uint32_t grids_of(uint32_t segment); // the number of its grid
// The relation of the current grid to the earlier grid of this segment.
GridsRelation grids_relation(uint32_t segment);
void grids_ask(BlockHb *b, Warp *w, const Step *s, unsigned lane, Child *c);
void grids_child_begin(Launch *parent, Child *c);
void grids_child_end(Child *c);

const GridsCopy *grids_copy(void); // NULL: none takes place now

// ---- hazard.c: two accesses that race, in words ---------------------

typedef enum { HAZARD_raw, HAZARD_war, HAZARD_waw } Hazard; // read after write, ...

typedef struct { // one of the two
    uint32_t line;
    Dim3 block, thread;
    const char *kernel; // NULL: both are of the same launch
    const char *call;   // NULL, or the call of the kernel that made the access
    uint64_t launch;
} HazardEnd;

// Fills in the texts and threads of the finding; older ones are replaced. `note`: ends the detail.
void hazard_describe(Finding *f, Space space, Hazard hazard, HazardEnd first, HazardEnd second,
                     const char *second_verb, uint64_t addr, const char *note);
// Then, for a race between two grids: adds the grids, and why nothing orders them.
void hazard_describe_grids(Finding *f, GridsRelation r, HazardEnd first, HazardEnd second);

// ---- same_values.c: threads that write the same value ---------------

// The thread of the entry e has written these bytes, as another thread has that nothing orders.
void same_values_note(uint64_t addr, const uint8_t *value, unsigned n, uint64_t e);
bool same_values_wrote(uint64_t addr, const uint8_t *value, unsigned n, uint64_t e);
void same_values_forget(void);

// ---- updates.c: updates by a load and a store, both strong ----------

typedef struct RaceAccess RaceAccess;

void updates_load(const RaceAccess *x); // of words that its lanes will update
// Is what another thread has stored lost when this lane stores? *other: a lane of the same
// instruction that stores to the same word; -1: the thread that wrote the word last, if nothing
// orders its write before this one.
bool updates_lost(const RaceAccess *x, unsigned lane, int *other);
void updates_forget(void);

// ---- transfers.c: copies and memsets in the same cells --------------

void transfers_read(uint64_t addr, uint64_t n);
void transfers_write(uint64_t addr, uint64_t n);

// ---- clusters.c: between the blocks of a cluster --------------------

void clusters_begin(BlockHb *h);               // after hb_block_begin, for a block of a cluster
void clusters_end(BlockHb *h, const Block *b); // before hb_block_end
void clusters_arrive(Warp *w, uint32_t mask, bool release);
void clusters_done(Cluster *c);
void clusters_wait(Warp *w, uint32_t mask);
// The block of h accesses the owner's memory; `mine` is the entry of lane 0. Returns the lanes
// that know of the owner's start; the others are reported.
uint32_t clusters_remote(const Access *a, BlockHb *h, BlockHb *owner, uint64_t mine);
bool clusters_shared(const BlockHb *h); // have other blocks used its shared memory?
uint32_t clusters_floor(const BlockHb *h, const BlockHb *owner); // for accesses then
void clusters_fault(const Fault *f);                             // FAULT_exited
// A copy out of the memory of this block has ended; `copy` is its entry.
void clusters_sent(BlockHb *h, unsigned warp, uint64_t copy);

// ---- proxies.c: bulk copies and the shared memory they use ----------

// A bulk copy of this block reads a byte of its shared memory that the access e has written.
void proxies_read(const Access *a, unsigned lane, uint64_t e, uint64_t addr);
void proxies_map(const Access *a, unsigned lane, uint64_t e, uint64_t addr);
void proxies_lost(const CopyPart *c);

// ---- reports.c: a race becomes a finding ----------------------------

// An access that is compared with those before it.
struct RaceAccess {
    const Access *a;
    BlockHb *b;
    BlockHb *owner; // of shared memory: mostly b
    unsigned warp;
    uint32_t place;
    uint64_t floor; // entries up to here cannot race
    uint64_t mine;  // the entry of lane 0
    bool write;     // stores and atomics
    bool update;    // an update of which one is lost (updates.c)
};

// An entry without its place: thread and segment.
#define WHO (~PLACE_BITS)
// In a last write: there are writes among the remembered reads. (In a last read the same bit is
// EARLIER.)
#define HIDES 64u

// ---- runs.c: the accesses of a warp that lie side by side -----------

// The cells of the n words from addr: word i of *c and those behind. false: not all are of this
// memory.
bool words_of(const RaceAccess *x, uint64_t addr, unsigned n, Cells *c, uint64_t *i);
// Compares the access with those before it, and notes it; false: that needs a look at each lane,
// and nothing is noted.
bool runs_touch(const RaceAccess *x);

// Bytes at..at+n-1 of `lane` race with the earlier access `e`.
void hazard_report(const RaceAccess *x, unsigned lane, uint64_t e, bool earlier_write, unsigned at,
                   unsigned n);
