// copy.c - copies and memsets of regions in one, two or three dimensions.
//
// Every byte is checked before the first is moved: a region that leaves its
// allocation is cudaErrorInvalidValue. Observers get an event for each row. Where the direction
// of a copy says "device", the memory must be accessible to the device; where it says "host",
// any memory is right, and the address decides.
#include "copy.h"

#include "alloc.h"
#include "allowance.h"
#include "array.h"
#include "capture.h"
#include "cost_table.h"
#include "cudart/clock/held.h"
#include "cudart/clock/timeline.h"
#include "cudart/drawing/drawing.h"
#include "memory.h"
#include "paging.h"
#include "sim/cost.h"
#include "sim/host.h"
#include "streams.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint8_t *bytes;     // the first byte, at the simulator's own address; NULL: it has none
    const Alloc *alloc; // NULL: plain host memory
} Side;

static bool on_device(const Side *s) { return s->alloc && mem_is_card(s->alloc->addr); }

static bool is_empty(Extent n) { return !n.width || !n.height || !n.depth; }

// Bytes from the first to the last; false if that overflows.
static bool bytes_spanned(CopyRegion r, Extent n, size_t *bytes)
{
    size_t rows, slices;
    return !__builtin_mul_overflow(r.pitch, n.height - 1, &rows) &&
           !__builtin_mul_overflow(r.slice, n.depth - 1, &slices) &&
           !__builtin_add_overflow(rows, slices, bytes) &&
           !__builtin_add_overflow(*bytes, n.width, bytes);
}

static void complain(const char *what, uint64_t at, size_t bytes)
{
    const Alloc *a = mem_find(at), *dead = a ? NULL : mem_find_dead(at);
    char text[200];
    if (dead)
        snprintf(text, sizeof text,
                 "%s: 0x%llx is in memory of %llu bytes that has been freed before the copy", what,
                 (unsigned long long)at, (unsigned long long)dead->size);
    else if (a && a->kind == MEM_heap)
        snprintf(text, sizeof text,
                 "%s: a kernel has allocated the memory at 0x%llx, and only kernels can use it",
                 what, (unsigned long long)at);
    else if (a)
        snprintf(text, sizeof text,
                 "%s: %zu bytes at 0x%llx end %llu bytes after an allocation "
                 "of %llu bytes at 0x%llx",
                 what, bytes, (unsigned long long)at,
                 (unsigned long long)(at + bytes - a->addr - a->size), (unsigned long long)a->size,
                 (unsigned long long)a->addr);
    else if (mem_is_device(at))
        snprintf(text, sizeof text, "%s: no allocation contains 0x%llx", what,
                 (unsigned long long)at);
    else // the program's own addresses are others in each run
        snprintf(text, sizeof text,
                 "%s: no allocation of CUDA is there: is it a pointer to host memory?", what);
    EACH_HOOK(call_problem, (CALL_mistake, "copy out of bounds", text));
}

// Finds the memory behind a region. The bounds of plain host memory are unknown: the program
// must be right.
static cudaError_t find_side(const char *what, CopyRegion r, Extent n, Side *out)
{
    size_t bytes;
    uint64_t at = (uintptr_t)r.at;
    if (!r.at || !bytes_spanned(r, n, &bytes))
        return cudaErrorInvalidValue;
    Alloc *a = memory_of_host(at);
    if (r.own || (!a && !mem_is_device(at))) {
        *out = (Side){.bytes = r.own ? r.at : NULL};
        return cudaSuccess;
    }
    if (!a || bytes > mem_end(a) - at) {
        complain(what, at, bytes);
        return cudaErrorInvalidValue;
    }
    *out = (Side){.bytes = a->host + (at - a->addr), .alloc = a};
    return cudaSuccess;
}

static void move_rows(CopyRegion dst, const Side *to, CopyRegion src, const Side *from, Extent n)
{
    for (size_t z = 0; z < n.depth; z++) {
        for (size_t y = 0; y < n.height; y++) {
            size_t d = z * dst.slice + y * dst.pitch, s = z * src.slice + y * src.pitch;
            if (from->alloc)
                EACH_HOOK(host_read, ((uintptr_t)src.at + s, n.width));
            if (to->alloc)
                EACH_HOOK(host_write, ((uintptr_t)dst.at + d, n.width));
            EACH_HOOK(copy, ((uintptr_t)dst.at + d, (uintptr_t)src.at + s, n.width));
            uint64_t dst_at = (uintptr_t)dst.at + d, src_at = (uintptr_t)src.at + s;
            if (to->bytes && from->bytes)
                memmove(to->bytes + d, from->bytes + s, n.width);
            else if (to->bytes)
                host_process.read(to->bytes + d, src_at, n.width);
            else if (from->bytes)
                host_process.write(dst_at, from->bytes + s, n.width);
            else
                host_process.move(dst_at, src_at, n.width);
        }
    }
}

static CopyWay way_of(const Side *to, const Side *from)
{
    if (on_device(to) && on_device(from))
        return to->alloc->device == from->alloc->device ? COPY_on_device : COPY_to_peer;
    if (on_device(to))
        return from->alloc ? COPY_to_device : COPY_to_device_paged;
    return !on_device(from) ? COPY_on_host : to->alloc ? COPY_to_host : COPY_to_host_paged;
}

static cudaError_t check_kind(const Side *to, const Side *from, enum cudaMemcpyKind kind)
{
    bool dst_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool src_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    bool to_host = dst_device && !to->alloc;
    if (to_host || (src_device && !from->alloc)) {
        EACH_HOOK(
            call_problem,
            (CALL_mistake, "wrong copy direction",
             to_host ? "the direction says that the destination is on the device, but its address "
                       "is host memory"
                     : "the direction says that the source is on the device, but its address is "
                       "host memory"));
        return cudaErrorInvalidValue;
    }
    // If both are addresses that CUDA knows, CUDA ignores the direction.
    if (kind == cudaMemcpyHostToDevice && on_device(from))
        EACH_HOOK(call_problem, (CALL_suspect, "wrong copy direction",
                                 "the direction says that the source is on the host, but its "
                                 "address is device memory; the address decides"));
    if (kind == cudaMemcpyDeviceToHost && on_device(to))
        EACH_HOOK(call_problem, (CALL_suspect, "wrong copy direction",
                                 "the direction says that the destination is on the host, but "
                                 "its address is device memory; the address decides"));
    return cudaSuccess;
}

// Bytes per microsecond.
static const double copy_rate[] = {
    [COPY_to_device] = COST_COPY_H2D,       [COPY_to_host] = COST_COPY_D2H,
    [COPY_on_host] = COST_COPY_HOST,        [COPY_to_device_paged] = COST_COPY_PAGED,
    [COPY_to_host_paged] = COST_COPY_PAGED,
};

static const char *const way_name[] = {
    [COPY_to_device] = "copy to device",
    [COPY_to_host] = "copy to host",
    [COPY_on_device] = "copy on device",
    [COPY_to_peer] = "copy to peer",
    [COPY_on_host] = "copy on host",
    [COPY_to_device_paged] = "copy to device (pageable)",
    [COPY_to_host_paged] = "copy to host (pageable)",
};

// Through the link if one of the two devices may access the other's memory, else through the host's
// memory.
static double peer_copy_us(unsigned denied, double bytes)
{
    if (denied == 2)
        return COST_PEER_STAGED_US + bytes / COST_PEER_STAGED;
    return COST_PEER_US + bytes / (model.pcie ? COST_PEER_PCIE : COST_PEER_NVLINK);
}

// Work on device memory alone uses one multiprocessor for each 64 KB.
#define BYTES_A_UNIT 65536.0

static void describe_wide(Job *j, double us)
{
    rt.now += COST_WIDE_CALL_US - (j->kind == JOB_set ? COST_RECORD_CALL_US : COST_COPY_CALL_US);
    j->units = (double)j->bytes / BYTES_A_UNIT + 0.1;
    if (j->units > model.multiprocessors)
        j->units = model.multiprocessors;
    j->us = COST_WIDE_US + us;
    j->memory = us / j->us;
}

static void describe_set(Job *j)
{
    double bytes = (double)j->bytes;
    j->us = COST_INLINE_US;
    j->units = 0.1;
    if (bytes > COST_INLINE_BYTES)
        describe_wide(j, bytes / COST_SET_BYTES_US);
}

static void describe_copy(Job *j, size_t bytes)
{
    double both = 2.0 * (double)bytes, first = COST_COPY_US;
    j->bytes = bytes;
    if (trace_wanted())
        j->name = must_strdup(way_name[j->way]);
    if (j->way == COPY_on_device) {
        double l2 = both / COST_COPY_L2_BYTES_US;
        describe_wide(j, fmax(l2, both * cost_l2_misses(both) / cost_dram_bytes_us));
        return;
    }
    if (j->way == COPY_to_peer) {
        j->us = peer_copy_us(j->denied, (double)bytes);
        return;
    }
    if (j->way == COPY_to_host_paged)
        first = COST_PAGED_BACK_US;
    else if (j->way == COPY_to_device_paged && (double)bytes <= COST_STAGE_BYTES)
        first = COST_INLINE_US;
    else if (j->way == COPY_to_device && (double)bytes <= COST_INLINE_BYTES)
        first = COST_INLINE_PINNED_US;
    bool uncached = j->way == COPY_to_device_paged && (double)bytes > COST_HOST_CACHE;
    j->us = first + (double)bytes / (uncached ? COST_COPY_UNCACHED : copy_rate[j->way]);
}

// Does the call return only when the copy is done? As NVIDIA's "API
// synchronization behavior" says, by the kind of memory:
//
//                       cudaMemcpy         cudaMemcpyAsync
//   pinned <-> device   yes                no
//   device -> pageable  yes                yes
//   pageable -> device  yes                until all is staged: at once up to 64 KB,
//                                          else before the last 64 KB arrive
//   device -> device    no                 no (also between two devices)
//   host -> host        yes                yes
static bool host_waits(CopyWay way, Waiting waiting)
{
    switch (way) {
    case COPY_on_device:
    case COPY_to_peer: return false;
    case COPY_to_device:
    case COPY_to_host:
    case COPY_to_device_paged: return waiting == HOST_WAITS;
    default: return true;
    }
}

// Pageable memory to the device, while the host goes on: the bytes that cannot be staged
// at once are a job of their own, which the host waits for. Returns how many are left.
static size_t stage_first(Stream *s, size_t bytes)
{
    size_t last = (size_t)COST_STAGE_BYTES;
    if (bytes > last) {
        Job *j = job_new(s, JOB_copy);
        j->way = COPY_to_device_paged;
        describe_copy(j, bytes - last);
        job_issue(job_ref(j));
        timeline_wait(j);
        job_drop(&j);
        bytes = last;
    }
    rt.now += (double)bytes / COST_STAGE_BYTES_US;
    return bytes;
}

typedef struct {
    Stream *stream;
    CopyRegion dst, src;
    Extent n;
    Side to, from;
    CopyWay way;
    Waiting waiting;
    uint8_t *staged; // what was read of pageable memory when the copy was issued, or NULL
} CopyWork;

static size_t size_of(Extent n) { return n.width * n.height * n.depth; }

// What follows in the stream waits for a job.
static void follow(Stream *s, Job *earlier)
{
    Job *j = job_new(s, JOB_mark);
    job_after(j, earlier);
    job_issue(j);
}

// A copy between devices in a default stream comes after the work of both devices and before all
// that follows there, as if it were in both default streams.
static void join_streams(const CopyWork *c, Stream *s)
{
    const unsigned ends[2] = {c->from.alloc->device, c->to.alloc->device};
    for (int i = 0; i < 2; i++) {
        Stream *other = rt.legacy[ends[i]];
        if (other == s)
            continue;
        Job *all = stream_mark(other);
        follow(s, all);
        job_drop(&all);
    }
}

static bool is_managed(const Side *s) { return s->alloc && s->alloc->kind == MEM_managed; }

// A copy between managed memory and memory of the device is one on the device, for which pages
// come.
static void move_pages(const CopyWork *c, Job *j)
{
    const Side *to = &c->to, *from = &c->from;
    bool one_row = c->n.height == 1 && c->n.depth == 1;
    if (!pages_move() || !one_row || (!is_managed(to) && !is_managed(from)) ||
        (!is_managed(to) && !on_device(to)) || (!is_managed(from) && !on_device(from)))
        return;
    j->us = COST_WIDE_US + 2.0 * (double)c->n.width / COST_COPY_L2_BYTES_US;
    if (is_managed(from))
        paging_of_copy(j, (uintptr_t)c->src.at, c->n.width, false);
    if (is_managed(to))
        paging_of_copy(j, (uintptr_t)c->dst.at, c->n.width, true);
}

// Moves the bytes, and issues the job. Returns a reference.
static Job *execute_copy(const CopyWork *c, size_t bytes)
{
    bool joins = c->way == COPY_to_peer && stream_is_legacy(c->stream);
    if (joins)
        join_streams(c, c->stream);
    Job *j = job_new(c->stream, JOB_copy);
    j->way = c->way;
    if (c->way == COPY_to_peer) {
        j->from = c->from.alloc->device;
        j->to = c->to.alloc->device;
        j->denied = 2 - (device.peers[j->from] >> j->to & 1) - (device.peers[j->to] >> j->from & 1);
    }
    bool to_host = c->way == COPY_to_host || c->way == COPY_to_host_paged;
    allowance_take_bytes(c->n.height * c->n.depth, size_of(c->n));
    EACH_HOOK(job_begin, (j->number, to_host ? WORK_copy_to_host : WORK_copy, way_name[c->way]));
    if (!rt_pending())
        move_rows(c->dst, &c->to, c->src, &c->from, c->n);
    EACH_HOOK(job_end, ());
    describe_copy(j, bytes);
    move_pages(c, j);
    job_issue(job_ref(j));
    for (unsigned d = 0; joins && d < (unsigned)model.devices; d++)
        if (rt.legacy[d] != c->stream && (d == j->from || d == j->to))
            follow(rt.legacy[d], j);
    return j;
}

static cudaError_t copy_now(const CopyWork *c)
{
    size_t bytes = size_of(c->n);
    bool at_once = (double)bytes <= COST_STAGE_BYTES;
    if (c->way == COPY_to_device_paged && (c->waiting == HOST_GOES_ON || at_once))
        bytes = stage_first(c->stream, bytes);
    Job *j = execute_copy(c, bytes);
    bool waits = host_waits(c->way, c->waiting);
    if (waits)
        timeline_wait(j);
    job_drop(&j);
    return waits && c->waiting == HOST_WAITS ? rt_waited() : cudaSuccess;
}

// ---- a copy that comes behind held work -----------------------------

// When the call returns, the host may change the bytes of a small copy from pageable memory.
static void stage(CopyWork *c)
{
    c->staged = must_malloc(size_of(c->n), 1);
    CopyRegion to = {c->staged, c->n.width, c->n.width * c->n.height, true};
    move_rows(to, &(Side){.bytes = c->staged}, c->src, &c->from, c->n);
    c->src = to;
}

static cudaError_t go_on_with_copy(void *args, const HeldWork *held)
{
    (void)held;
    CopyWork *c = args;
    // The memory can have changed since the copy was issued.
    cudaError_t e = find_side("copy to", c->dst, c->n, &c->to);
    if (!e)
        e = find_side("copy from", c->src, c->n, &c->from);
    if (!e) {
        Job *j = execute_copy(c, size_of(c->n));
        job_drop(&j);
    }
    free(c->staged);
    return e;
}

static cudaError_t copy_behind_held(CopyWork *c)
{
    bool waits = host_waits(c->way, c->waiting);
    if (c->way == COPY_to_device_paged && !waits) {
        waits = size_of(c->n) > (size_t)COST_STAGE_BYTES;
        if (!waits)
            stage(c);
    }
    if (waits)
        held_finish_before(c->stream);
    if (!held_before(c->stream))
        return copy_now(c);
    hold(c->stream, false, go_on_with_copy, c, sizeof *c);
    return cudaSuccess;
}

// ---- all copies -----------------------------------------------------

static cudaError_t find_sides(CopyWork *c, enum cudaMemcpyKind kind)
{
    cudaError_t e = find_side("copy to", c->dst, c->n, &c->to);
    if (!e)
        e = find_side("copy from", c->src, c->n, &c->from);
    if (!e)
        e = check_kind(&c->to, &c->from, kind);
    if (!e)
        c->way = way_of(&c->to, &c->from);
    return e;
}

bool copy_corner(struct cudaPitchedPtr p, struct cudaPos pos, struct cudaExtent n, CopyRegion *out)
{
    *out = (CopyRegion){.at = p.ptr, .pitch = p.pitch, .slice = p.pitch * p.ysize};
    if (p.ptr)
        out->at = (void *)((uintptr_t)p.ptr + pos.z * out->slice + pos.y * p.pitch + pos.x);
    return n.width <= p.pitch && pos.x <= p.pitch - n.width;
}

// One side of a copy of `n` bytes.
static cudaError_t corner_of(cudaArray_const_t array, struct cudaPitchedPtr p, struct cudaPos pos,
                             struct cudaExtent n, CopyRegion *out)
{
    uint64_t at;
    if (!array)
        return copy_corner(p, pos, n, out) ? cudaSuccess : cudaErrorInvalidPitchValue;
    const DeviceArray *a = array_find(array);
    const unsigned texel = a ? texel_bytes(a->image.format) : 1;
    if (!a || p.ptr || pos.x > UINT32_MAX)
        return cudaErrorInvalidValue;
    const ImageLevel *l = array_part(a, pos.x * texel, pos.y, pos.z, n, &at);
    if (!l)
        return cudaErrorInvalidValue;
    *out = (CopyRegion){.at = (void *)(uintptr_t)at, .pitch = l->pitch, .slice = l->slice};
    return cudaSuccess;
}

cudaError_t copy_corners(const struct cudaMemcpy3DParms *p, CopyRegion *dst, CopyRegion *src,
                         Extent *n)
{
    const DeviceArray *a = array_find(p->srcArray), *b = array_find(p->dstArray);
    const unsigned texel = a ? texel_bytes(a->image.format) : b ? texel_bytes(b->image.format) : 1;
    struct cudaExtent bytes = p->extent;
    if (bytes.width > SIZE_MAX / texel || (a && b && texel_bytes(b->image.format) != texel))
        return cudaErrorInvalidValue;
    bytes.width *= texel;
    *n = (Extent){bytes.width, bytes.height, bytes.depth};
    cudaError_t e = corner_of(p->dstArray, p->dstPtr, p->dstPos, bytes, dst);
    return e ? e : corner_of(p->srcArray, p->srcPtr, p->srcPos, bytes, src);
}

static cudaError_t work_of_node(const struct cudaMemcpy3DParms *p, CopyWork *c)
{
    if ((unsigned)p->kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    *c = (CopyWork){.n = {p->extent.width, p->extent.height, p->extent.depth},
                    .waiting = HOST_GOES_ON};
    if (is_empty(c->n))
        return cudaSuccess;
    cudaError_t e = copy_corners(p, &c->dst, &c->src, &c->n);
    return e ? e : find_sides(c, p->kind);
}

// Memory of a graph lives only while the graph runs.
static bool is_of_graph(const void *p)
{
    const Alloc *a = mem_find_dead((uintptr_t)p);
    return a && a->reserved && !mem_find((uintptr_t)p);
}

cudaError_t copy_node_check(const struct cudaMemcpy3DParms *p)
{
    CopyWork c;
    if (is_of_graph(p->srcPtr.ptr) || is_of_graph(p->dstPtr.ptr))
        return cudaSuccess;
    return work_of_node(p, &c);
}

static cudaError_t capture_copy(StreamCapture *c, CopyRegion dst, CopyRegion src, Extent n,
                                enum cudaMemcpyKind kind)
{
    size_t dpitch = dst.pitch ? dst.pitch : n.width, spitch = src.pitch ? src.pitch : n.width;
    struct cudaMemcpy3DParms p = {
        .srcPtr = {src.at, spitch, n.width, src.slice ? src.slice / spitch : n.height},
        .dstPtr = {dst.at, dpitch, n.width, dst.slice ? dst.slice / dpitch : n.height},
        .extent = {n.width, n.height, n.depth},
        .kind = kind};
    cudaError_t e = copy_node_check(&p);
    if (e)
        return e;
    WorkNode *node = node_new(cudaGraphNodeTypeMemcpy);
    node->copy = p;
    capture_add(c, node, false);
    return cudaSuccess;
}

cudaError_t copy_region(CopyRegion dst, CopyRegion src, Extent n, enum cudaMemcpyKind kind,
                        cudaStream_t stream, Waiting waiting)
{
    CopyWork c = {stream_find(stream), dst, src, n, .waiting = waiting};
    StreamCapture *capture;
    if ((unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!c.stream)
        return cudaErrorInvalidResourceHandle;
    cudaError_t e = capture_work(c.stream, &capture);
    if (e || is_empty(n))
        return e;
    if (capture)
        return capture_copy(capture, dst, src, n, kind);
    e = find_sides(&c, kind);
    if (e)
        return e;
    return held_before(c.stream) ? copy_behind_held(&c) : copy_now(&c);
}

int copy_node_way(const struct cudaMemcpy3DParms *p)
{
    CopyWork c;
    bool known = !is_of_graph(p->srcPtr.ptr) && !is_of_graph(p->dstPtr.ptr);
    return known && !work_of_node(p, &c) ? (int)c.way : -1;
}

cudaError_t copy_node(const struct cudaMemcpy3DParms *p, Stream *s)
{
    CopyWork c;
    cudaError_t e = work_of_node(p, &c);
    c.stream = s;
    if (e || is_empty(c.n))
        return e;
    if (held_before(s)) {
        hold(s, false, go_on_with_copy, &c, sizeof c);
        return cudaSuccess;
    }
    Job *j = execute_copy(&c, size_of(c.n));
    job_drop(&j);
    return cudaSuccess;
}

// ---- memset ---------------------------------------------------------

typedef struct {
    Stream *stream;
    CopyRegion r;
    Extent n;                // bytes
    unsigned value, element; // bytes of the value
} FillWork;

static void fill_row(const FillWork *f, const Side *to, uint8_t *row)
{
    if (f->element == 1 && f->value & 0xff)
        memset(row, (int)f->value, f->n.width);
    else if (f->element == 1)
        mem_zero(to->alloc, row, f->n.width);
    for (size_t i = 0; f->element > 1 && i < f->n.width; i += f->element)
        memcpy(row + i, &f->value, f->element);
}

// A memset is work of its stream's device.
static bool can_fill(const Side *to)
{
    if (!to->alloc || device_reaches(to->alloc))
        return to->alloc;
    EACH_HOOK(call_problem, (CALL_mistake, "memset of another device's memory",
                             "memset: the memory is of another device than the stream, and peer "
                             "access is not enabled"));
    return false;
}

static cudaError_t execute_fill(const FillWork *f, Waiting waiting)
{
    CopyRegion r = f->r;
    Extent n = f->n;
    Side to;
    cudaError_t e = find_side("memset", r, n, &to);
    if (e)
        return e;
    if (!can_fill(&to))
        return cudaErrorInvalidValue;
    allowance_take_bytes(n.height * n.depth, size_of(n));
    Job *j = job_new(f->stream, JOB_set);
    EACH_HOOK(job_begin, (j->number, WORK_set, "memset"));
    for (size_t z = 0; z < n.depth && !rt_pending(); z++) {
        for (size_t y = 0; y < n.height; y++) {
            size_t at = z * r.slice + y * r.pitch;
            EACH_HOOK(host_write, ((uintptr_t)r.at + at, n.width));
            fill_row(f, &to, to.bytes + at);
        }
    }
    EACH_HOOK(job_end, ());
    j->bytes = size_of(n);
    describe_set(j);
    if (pages_move() && is_managed(&to) && n.height == 1 && n.depth == 1)
        paging_of_copy(j, (uintptr_t)r.at, n.width, true);
    if (trace_wanted())
        j->name = must_strdup("memset");
    job_issue(job_ref(j));
    bool waits = waiting == HOST_WAITS && !on_device(&to); // not for device memory
    if (waits)
        timeline_wait(j);
    job_drop(&j);
    return waits ? rt_waited() : cudaSuccess;
}

static cudaError_t go_on_with_fill(void *args, const HeldWork *held)
{
    (void)held;
    return execute_fill(args, HOST_GOES_ON);
}

static cudaError_t fill_behind_held(const FillWork *f, Waiting waiting)
{
    Side to;
    cudaError_t e = find_side("memset", f->r, f->n, &to);
    if (e || !can_fill(&to)) // this call returns its errors, not a later one
        return e ? e : cudaErrorInvalidValue;
    if (waiting == HOST_WAITS && !on_device(&to))
        held_finish_before(f->stream);
    if (!held_before(f->stream))
        return execute_fill(f, waiting);
    hold(f->stream, false, go_on_with_fill, f, sizeof *f);
    return cudaSuccess;
}

cudaError_t fill_region(CopyRegion r, unsigned value, unsigned element, Extent n,
                        cudaStream_t stream, Waiting waiting)
{
    Stream *s = stream_find(stream);
    StreamCapture *capture;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    cudaError_t e = capture_work(s, &capture);
    if (e || is_empty(n))
        return e;
    value &= element == 4 ? UINT32_MAX : (1u << 8 * element) - 1;
    FillWork f = {s, r, n, value, element};
    if (!capture)
        return held_before(s) ? fill_behind_held(&f, waiting) : execute_fill(&f, waiting);
    for (size_t z = 0; z < n.depth && !e; z++) { // a node has two dimensions
        struct cudaMemsetParams p = {(char *)r.at + z * r.slice, r.pitch, value, element,
                                     n.width / element,          n.height};
        e = fill_node_check(&p);
        if (e)
            break;
        WorkNode *node = node_new(cudaGraphNodeTypeMemset);
        node->set = p;
        capture_add(capture, node, false);
    }
    return e;
}

static FillWork fill_of_node(const struct cudaMemsetParams *p, Stream *s)
{
    return (FillWork){s,
                      {.at = p->dst, .pitch = p->pitch},
                      {p->width * p->elementSize, p->height, 1},
                      p->value,
                      p->elementSize};
}

cudaError_t fill_node_check(const struct cudaMemsetParams *p)
{
    FillWork f = fill_of_node(p, NULL);
    Side to;
    bool right = p->dst && p->width && p->height &&
                 (p->elementSize == 1 || p->elementSize == 2 || p->elementSize == 4) &&
                 p->width <= SIZE_MAX / 4 && (uintptr_t)p->dst % p->elementSize == 0 &&
                 (p->height == 1 || (p->pitch >= f.n.width && p->pitch % p->elementSize == 0)) &&
                 (p->elementSize == 4 || p->value >> 8 * p->elementSize == 0);
    if (!right)
        return cudaErrorInvalidValue;
    if (is_of_graph(p->dst))
        return cudaSuccess;
    cudaError_t e = find_side("memset", f.r, f.n, &to);
    return e || to.alloc ? e : cudaErrorInvalidValue;
}

cudaError_t fill_node(const struct cudaMemsetParams *p, Stream *s)
{
    FillWork f = fill_of_node(p, s);
    return held_before(s) ? fill_behind_held(&f, HOST_GOES_ON) : execute_fill(&f, HOST_GOES_ON);
}

cudaError_t copy_view(const void **own, const void *src, size_t n)
{
    Side from;
    cudaError_t e = find_side("copy from", (CopyRegion){.at = (void *)(uintptr_t)src},
                              (Extent){n, 1, 1}, &from);
    *own = e ? NULL : from.bytes;
    return e || from.bytes ? e : cudaErrorInvalidValue;
}
