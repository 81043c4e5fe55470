// last_writer.c - which thread wrote a byte of device memory last.
//
// The cells of shadow memory (shadow.c) hold the writers. racecheck fills in the cells; where
// racecheck is off, this observer does: it stores the writer into the cell of each word, or
// into four cells, one per byte, where only a part of a word is written.
#include "shadow.h"

#include <assert.h>

// The segments of a block's warps: one per warp, because the order does not matter here.
typedef struct {
    uint32_t segment[MAX_WARPS]; // 0: the warp has not written yet
} BlockWriters;

static uint64_t copy_writer; // entry of the kernel's copy that takes place now; 0: none

static void on_launch_begin(Launch *l) { segments_launch(l); }

static void on_launch_resume(Launch *l) { segments_launch(l); }

static void on_block_begin(Block *b)
{
    b->user[last_writer_observer.slot] = must_calloc(1, sizeof(BlockWriters));
}

static void on_block_end(Block *b)
{
    free(b->user[last_writer_observer.slot]);
    b->user[last_writer_observer.slot] = NULL;
}

static uint64_t entry_of_writer(const Warp *w, const Step *s, unsigned lane)
{
    BlockWriters *b = w->block->user[last_writer_observer.slot];
    const Code *code = w->frame->code;
    assert(b);
    uint32_t *segment = &b->segment[w->index];
    if (!*segment)
        *segment = segment_new(w->block->index, w->index);
    return entry(*segment, code_info(code)->first + (uint32_t)(s - code->steps), lane);
}

// ---- writes ---------------------------------------------------------

// n bytes at addr, all in one word.
static void note_part(uint64_t addr, unsigned n, uint64_t writer)
{
    Chunk *c = shadow_chunk(addr);
    uint64_t i = addr % CHUNK_BYTES / 4, *cell = &c->write[i];
    cells_spread(chunk_cells(c), i, 1);
    if (n == 4 && !entry_is_split(*cell)) {
        *cell = writer;
        return;
    }
    if (!entry_is_split(*cell))
        *cell = split_new(*cell, 0, 0);
    for (unsigned k = 0; k < n; k++)
        split_at(*cell)->write[(addr & 3) + k] = writer;
}

static void note_range(uint64_t addr, uint64_t n, uint64_t writer)
{
    for (uint64_t end = addr + n, next; addr < end && mem_is_device(addr); addr = next) {
        next = (addr | 3) + 1;
        next = next < end ? next : end;
        note_part(addr, (unsigned)(next - addr), writer);
    }
}

static void on_access(const Access *a)
{
    if (a->space != SPACE_global || a->kind == ACCESS_load)
        return;
    uint64_t writer = entry_of_writer(a->warp, a->step, 0);
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        note_range(a->addr[l], a->width, writer + l);
    }
}

static void on_host_write(uint64_t addr, uint64_t n)
{
    note_range(addr, n, copy_writer ? copy_writer : entry(HOST_SEGMENT, report_call_line(), 0));
}

// The writer of a kernel's copy is the thread that asks for the copy.
static void on_child_ask(Warp *w, const Step *s, unsigned lane, Child *c)
{
    c->user[last_writer_observer.slot] = (void *)(uintptr_t)entry_of_writer(w, s, lane);
}

static void on_child_begin(Launch *parent, Child *c)
{
    (void)parent;
    if (c->kind == CHILD_copy || c->kind == CHILD_set)
        copy_writer = (uintptr_t)c->user[last_writer_observer.slot];
}

static void on_child_end(Child *c)
{
    (void)c;
    copy_writer = 0;
}

Observer last_writer_observer = {
    .name = "last writer",
    .rank = RANK_last_writer,
    .launch_begin = on_launch_begin,
    .launch_resume = on_launch_resume,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .access = on_access,
    .child_ask = on_child_ask,
    .child_begin = on_child_begin,
    .child_end = on_child_end,
    .host_write = on_host_write,
};

// ---- the question ---------------------------------------------------

enum { PATH_BYTES = sizeof((CudasimWriter *)0)->file };

// It is asked for each element of each output.
static void copy_path(char to[PATH_BYTES], const char *path)
{
    size_t n = path ? strnlen(path, PATH_BYTES - 1) : 0;
    memcpy(to, path ? path : "", n);
    to[n] = 0;
}

static void fill_in_line(CudasimWriter *writer, const Line *at)
{
    copy_path(writer->file, at->file);
    writer->line = at->line;
}

static void fill_in_host(CudasimWriter *writer, uint64_t e)
{
    writer->kind = CUDASIM_WRITER_HOST;
    fill_in_line(writer, line_at(entry_place(e)));
}

static void fill_in_writer(CudasimWriter *writer, uint64_t e, const Owner *o)
{
    uint32_t place = entry_place(e);
    const Line *at = line_at(place_line(place)), *caller = line_at(place_caller(place));
    writer->kind = CUDASIM_WRITER_KERNEL;
    if (at->in_toolkit) { // a library's kernel: the call of the library
        at = line_at(o->host);
        caller = line_at(0);
    }
    fill_in_line(writer, at);
    if (caller->file && caller != at) {
        copy_path(writer->caller_file, caller->file);
        writer->caller = caller->line;
    }
    Dim3 b = block_index(o->grid_dim, o->block);
    Dim3 t = thread_index(o->block_dim, o->warp * WARP_SIZE + entry_lane(e));
    memcpy(writer->block, (unsigned[]){b.x, b.y, b.z}, sizeof writer->block);
    memcpy(writer->thread, (unsigned[]){t.x, t.y, t.z}, sizeof writer->thread);
}

static bool writers_are_known(void)
{
    return hooks_has(&racecheck_observer) || hooks_has(&last_writer_observer);
}

// The entry of the last write to that byte; 0: none.
static uint64_t entry_at(uint64_t addr)
{
    Chunk *c = shadow_look(addr);
    uint64_t i = addr % CHUNK_BYTES / 4;
    if (!c)
        return 0;
    cells_spread(chunk_cells(c), i, 1);
    uint64_t e = c->write[i];
    return entry_is_split(e) ? split_at(e)->write[addr & 3] : e;
}

int observers_last_writer(const void *ptr, CudasimWriter *writer)
{
    uint64_t addr = (uint64_t)ptr;
    memset(writer, 0, sizeof *writer);
    writer->kind = CUDASIM_WRITER_UNKNOWN;
    if (!mem_find(addr))
        return 1;
    if (!mem_is_device(addr) || !writers_are_known())
        return 0;
    uint64_t e = entry_at(addr);
    Owner o;
    if (!e) // the host writes its own memory without an event
        writer->kind = addr < GLOBAL_END ? CUDASIM_WRITER_NONE : CUDASIM_WRITER_UNKNOWN;
    else if (entry_segment(e) == HOST_SEGMENT)
        fill_in_host(writer, e);
    else if (segment_owner(entry_segment(e), &o))
        fill_in_writer(writer, e, &o);
    return 0;
}

// Whether a kernel wrote there whose own line is shown: not one of a library.
static bool has_own_line(uint64_t e)
{
    Owner o;
    return e && entry_segment(e) != HOST_SEGMENT &&
           !line_at(place_line(entry_place(e)))->in_toolkit && segment_owner(entry_segment(e), &o);
}

uint64_t observers_writer_run(const void *ptr, uint64_t step, uint64_t n)
{
    uint64_t addr = (uint64_t)ptr, run = 1;
    const Alloc *a = mem_find(addr);
    if (!a || a->size - (addr - a->addr) < n * step || !mem_is_device(addr) || !writers_are_known())
        return 1;
    uint64_t first = entry_at(addr), known = first;
    bool own = has_own_line(first);
    for (; run < n; run++) {
        uint64_t e = entry_at(addr + run * step);
        if (e == first)
            continue;
        if (!own || entry_place(e) != entry_place(first))
            break;
        if (entry_segment(e) != entry_segment(known) && !has_own_line(e))
            break;
        known = e;
    }
    return run;
}
