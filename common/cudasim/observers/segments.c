// segments.c - the numbers of segments: which warp did something, and when.
//
// Execution is sequential, so every access gets a number that grows: its segment, a stretch of
// one warp's work between two synchronisations. Segments of all launches are numbered in one
// run. The warps of the last SEGMENT_RING segments are known, and the kernels of the last
// LAUNCHES launches. When the numbers end, they begin again, and the cells are cleared.
#include "shadow.h"

enum { LAUNCHES = 1 << 14 };
#define LAST_SEGMENT 0x70000000u
#define END_OF_NUMBERS 0x7ffffff0u // from here on segments share a number

typedef struct {
    uint32_t first; // its segments are above this
    Dim3 grid, block;
    uint64_t serial;
    const char *kernel, *call;
    uint32_t host; // line of the host's call
} LaunchSegments;

uint32_t segment_last = HOST_SEGMENT;
Segment segment_ring[SEGMENT_RING]; // touched as far as it is used

static LaunchSegments launches[LAUNCHES];
static uint32_t nlaunches;

static void note_launch(const Launch *l, const char *call)
{
    const char *kernel = code_info(l->code)->name;
    launches[nlaunches++ % LAUNCHES] = (LaunchSegments){
        segment_last, l->grid, l->block, l->serial, kernel, call, report_call_line()};
}

void segments_launch(const Launch *l)
{
    if (segment_last > LAST_SEGMENT && !l->child) { // start counting afresh
        shadow_clear_cells();
        segment_last = HOST_SEGMENT;
        nlaunches = 0;
    }
    note_launch(l, NULL);
}

uint32_t segment_new(uint64_t index, unsigned warp)
{
    if (segment_last < END_OF_NUMBERS)
        segment_last++;
    segment_ring[segment_last % SEGMENT_RING] = (Segment){(uint32_t)index, warp};
    return segment_last;
}

uint32_t segment_of_call(uint64_t index, unsigned warp, const Launch *l, const char *call)
{
    note_launch(l, call);
    return segment_new(index, warp);
}

bool segment_owner(uint32_t segment, Owner *o)
{
    if (segment <= HOST_SEGMENT || segment > segment_last || segment_is_old(segment))
        return false;
    uint32_t lo = nlaunches > LAUNCHES ? nlaunches - LAUNCHES : 0, hi = nlaunches;
    uint32_t oldest = lo;
    while (lo < hi) { // the first launch that began after it
        uint32_t mid = lo + (hi - lo) / 2;
        if (launches[mid % LAUNCHES].first < segment)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == oldest)
        return false;
    const LaunchSegments *l = &launches[(lo - 1) % LAUNCHES];
    Segment s = segment_at(segment);
    *o = (Owner){.block = s.block,
                 .warp = s.warp % MAX_WARPS,
                 .copy = s.warp >= MAX_WARPS,
                 .grid_dim = l->grid,
                 .block_dim = l->block,
                 .launch = l->serial,
                 .kernel = l->kernel,
                 .call = l->call,
                 .host = l->host};
    return true;
}
