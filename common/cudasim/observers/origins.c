// origins.c - where the results of a call come from: for the grader, which wants kernels to
// compute them.
//
// The host cannot compute what it has not seen. So this observer counts the bytes of device
// memory that the host has received when the last result is written: copies to the host, and what
// kernels and copies write to memory that the host can read (pinned, managed, registered). A word
// of such memory counts once each time that the host can have read it in between: after a call of
// the API, after a pause of the kernel, and after a load of the kernel that can wait for the host.
// Where the program has a second thread, that thread can read at any time: then each store counts.
//
// Times depend on data, too. So answers of the clock count (cudart/api/told.c), and so does the end
// of a kernel that has waited for the host, since the host knows for which of its words.
//
// Bytes of device memory that a copy has brought from the host are marked. The mark goes with
// copies from device to device; a store of a kernel and a memset remove it. So a result that the
// host has written is known, whether it was copied there directly or not.
//
// Of results in the host's memory, the bytes are known that copies from the device or kernels have
// written, and that are still the same at the end: those of kernels as they were when the launch
// ended. The host has made the others.
//
// And it counts what kernels load from each buffer, and store to it.
#include "bits.h"
#include "findings.h"
#include "origins.h"
#include "sim/host.h"

#include <stdlib.h>
#include <sys/mman.h>

// ---- the buffers ----------------------------------------------------

typedef struct {
    uint64_t addr, bytes;
    bool result;
    // Of a result in the host's memory: who wrote each byte last (Delivery), and what was written.
    uint8_t *delivery, *copy;
    uint64_t first, end; // the bytes that kernels have stored since the last launch ended
} Watched;

enum { DELIVERY_none, DELIVERY_copy, DELIVERY_kernel };
enum { SECTOR = 32 }; // bytes

static Watched watched[CUDASIM_BUFFERS];
static int nwatched;
static CudasimOrigins facts;
static uint64_t received;       // bytes that the host has received so far
static CudasimTransfer largest; // the place where it received most of them

static int buffer_of(uint64_t addr)
{
    for (int b = 0; b < nwatched; b++)
        if (addr - watched[b].addr < watched[b].bytes)
            return b;
    return -1;
}

// What the host has received until now may be in this result.
static void note_result(int b)
{
    if (b < 0 || !watched[b].result || facts.received == received)
        return;
    facts.received = received;
    facts.largest = largest;
}

// Calls note_result for the buffers that [addr, addr + n) touches.
static void note_results(uint64_t addr, uint64_t n)
{
    for (int b = 0; b < nwatched; b++)
        if (addr < watched[b].addr + watched[b].bytes && watched[b].addr < addr + n)
            note_result(b);
}

// ---- marks: bytes that came from the host ---------------------------

enum { MARK_BITS = 20, MARK_BYTES = 1 << MARK_BITS };
// A bit for each byte; NULL: none of these bytes.
static uint64_t *marks[(HOST_END - GLOBAL_BASE) >> MARK_BITS];
static size_t marks_first = SIZE_MAX, marks_last; // of those that are not NULL
static bool any_marks;

static bool in_device_memory(uint64_t addr) { return addr >= GLOBAL_BASE && addr < GLOBAL_END; }

static uint64_t *marks_of(uint64_t addr, bool make)
{
    size_t i = (addr - GLOBAL_BASE) >> MARK_BITS;
    if (!marks[i] && make) {
        marks[i] = must_calloc(MARK_BYTES / 64, sizeof *marks[i]);
        marks_first = i < marks_first ? i : marks_first;
        marks_last = i > marks_last ? i : marks_last;
    }
    return marks[i];
}

// How many of the n bytes from addr on have the same marks_of().
static uint64_t marks_piece(uint64_t addr, uint64_t n)
{
    uint64_t room = MARK_BYTES - addr % MARK_BYTES;
    return n < room ? n : room;
}

static void marks_set(uint64_t addr, uint64_t n, bool on)
{
    any_marks |= on;
    for (uint64_t piece; n && in_device_memory(addr); addr += piece, n -= piece) {
        piece = marks_piece(addr, n);
        uint64_t *m = marks_of(addr, on);
        if (m && on)
            bits_set(m, addr % MARK_BYTES, piece);
        else if (m)
            bits_reset(m, addr % MARK_BYTES, piece);
    }
}

static uint64_t marks_count(uint64_t addr, uint64_t n)
{
    uint64_t count = 0;
    for (uint64_t piece; any_marks && n && in_device_memory(addr); addr += piece, n -= piece) {
        piece = marks_piece(addr, n);
        const uint64_t *m = marks_of(addr, false);
        count += m ? piece - bits_missing(m, addr % MARK_BYTES, piece) : 0;
    }
    return count;
}

uint64_t origins_sent(uint64_t addr, uint64_t n) { return marks_count(addr, n); }

static bool has_mark(uint64_t addr) { return marks_count(addr, 1) != 0; }

// How far the first mark from addr on is; there is one.
static uint64_t marks_find(uint64_t addr)
{
    uint64_t at = 0;
    while (!marks_count(addr + at, 64))
        at += 64;
    while (!has_mark(addr + at))
        at++;
    return at;
}

// As memmove does: from the end where the regions overlap that way.
static void marks_copy(uint64_t to, uint64_t from, uint64_t n)
{
    uint64_t marked = marks_count(from, n);
    if (marked == 0 || marked == n) { // nearly always
        marks_set(to, n, marked != 0);
        return;
    }
    for (uint64_t k = 0; k < n; k++) {
        uint64_t i = to > from ? n - 1 - k : k;
        marks_set(to + i, 1, has_mark(from + i));
    }
}

static void marks_clear(void)
{
    for (size_t i = marks_first; i <= marks_last; i++) {
        free(marks[i]);
        marks[i] = NULL;
    }
    marks_first = SIZE_MAX;
    marks_last = 0;
    any_marks = false;
}

// ---- what the host receives -----------------------------------------

static struct {
    const char *file;
    int line;
} place; // of the host's next call

enum { END_BITS = 32 };       // that the end of a kernel tells which has waited for the host
static const Launch *resumed; // the launch that goes on, if it has waited for the host
static enum { LOOKS_unknown, LOOKS_not, LOOKS_on } looks_on; // the host, during this launch
static unsigned told_bits;                                   // that are no whole byte yet

static CudasimTransfer transfer; // what one place has received, call after call
static char call[40];            // that is made now
static uint32_t epoch;           // grows when the host can have read
static struct {
    uint64_t *word; // address / 4; 0: free
    uint32_t *seen; // epoch of its last write
    uint32_t count, size;
} visible; // words of the host's memory that were written on the device

static void receive(uint64_t bytes, const char *file, int line)
{
    if (file != transfer.file_name || line != transfer.line || strcmp(call, transfer.call)) {
        transfer = (CudasimTransfer){.file_name = file, .line = line};
        memcpy(transfer.call, call, sizeof call);
    }
    received += bytes;
    transfer.bytes += bytes;
    if (transfer.bytes > largest.bytes)
        largest = transfer;
}

// Answers are counted in bits.
static void on_host_told(unsigned bits)
{
    if (!nwatched)
        return;
    told_bits += bits;
    facts.told += bits;
    if (told_bits >= 8)
        receive(told_bits / 8, place.file, place.line);
    told_bits %= 8;
}

static uint32_t visible_find(uint64_t word)
{
    uint32_t i = (uint32_t)(word * 0x9e3779b97f4a7c15ull >> 32) & (visible.size - 1);
    while (visible.word[i] && visible.word[i] != word)
        i = (i + 1) & (visible.size - 1);
    return i;
}

bool origins_stored(uint64_t addr) { return visible.size && visible.word[visible_find(addr / 4)]; }

static void visible_grow(void)
{
    uint64_t *word = visible.word;
    uint32_t *seen = visible.seen, size = visible.size;
    visible.size = size ? 2 * size : 1024;
    visible.word = must_calloc(visible.size, sizeof *word);
    visible.seen = must_calloc(visible.size, sizeof *seen);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t at = word[i] ? visible_find(word[i]) : 0;
        if (word[i]) {
            visible.word[at] = word[i];
            visible.seen[at] = seen[i];
        }
    }
    free(word);
    free(seen);
}

static void visible_write(uint64_t addr, uint64_t n, const char *file, int line)
{
    for (uint64_t word = addr / 4; word <= (addr + n - 1) / 4; word++) {
        if (2 * visible.count >= visible.size)
            visible_grow();
        uint32_t i = visible_find(word);
        if (visible.word[i] && visible.seen[i] == epoch)
            continue;
        visible.count += !visible.word[i];
        visible.word[i] = word;
        visible.seen[i] = epoch;
        receive(4, file, line);
    }
}

static void visible_clear(void)
{
    free(visible.word);
    free(visible.seen);
    memset(&visible, 0, sizeof visible);
}

// ---- results in the host's memory -----------------------------------

static int host_result(uint64_t addr)
{
    int b = buffer_of(addr);
    return b >= 0 && watched[b].delivery ? b : -1;
}

// n bytes at `to` are written by a copy from the device, which holds `from`.
static void deliver(uint64_t to, uint64_t from, uint64_t n)
{
    int b = host_result(to);
    const uint8_t *bytes = b < 0 ? NULL : mem_host(from, n);
    if (!bytes)
        return;
    uint64_t at = to - watched[b].addr, room = watched[b].bytes - at;
    n = n < room ? n : room;
    memcpy(watched[b].copy + at, bytes, n);
    memset(watched[b].delivery + at, DELIVERY_copy, n);
    bool sent = marks_count(from, n) != 0; // what the host has sent comes back
    for (uint64_t i = 0; sent && i < n; i++)
        if (has_mark(from + i))
            watched[b].delivery[at + i] = DELIVERY_none;
}

static void deliver_store(uint64_t addr, uint64_t n)
{
    int b = host_result(addr);
    if (b < 0 || addr - watched[b].addr + n > watched[b].bytes)
        return;
    Watched *w = &watched[b];
    uint64_t at = addr - w->addr;
    memset(w->delivery + at, DELIVERY_kernel, n);
    w->first = w->end && w->first < at ? w->first : at;
    w->end = w->end > at + n ? w->end : at + n;
}

// What kernels have stored, before the host can write there.
static void keep_stored(Watched *w)
{
    const uint8_t *now = w->end ? mem_host(w->addr, w->bytes) : NULL;
    for (uint64_t i = w->first; now && i < w->end; i++)
        if (w->delivery[i] == DELIVERY_kernel)
            w->copy[i] = now[i];
    w->first = w->end = 0;
}

static uint64_t count_delivered(const Watched *w, const uint8_t *now)
{
    uint64_t n = 0;
    for (uint64_t i = 0; w->delivery && now && i < w->bytes; i++)
        n += w->delivery[i] != DELIVERY_none && w->copy[i] == now[i];
    return n;
}

// ---- events ---------------------------------------------------------

static void on_call_place(const char *file, int line)
{
    place.file = file;
    place.line = line;
}

static void on_call_begin(const char *name)
{
    epoch++;
    snprintf(call, sizeof call, "%s", name);
}

static void on_pause(Launch *l)
{
    (void)l;
    epoch++;
}

// The host's code runs at the same time as the rest of this launch.
static void on_resume(Launch *l)
{
    epoch++;
    resumed = l;
    looks_on = LOOKS_on;
}

static void on_launch_end(Launch *l)
{
    if (l == resumed)
        on_host_told(END_BITS);
    resumed = NULL;
    looks_on = LOOKS_unknown;
    for (int b = 0; b < nwatched; b++)
        if (watched[b].delivery)
            keep_stored(&watched[b]);
}

static void add_stored(const Access *a, int b, uint64_t bytes)
{
    facts.buffer[b].stored += bytes;
    if (a->warp->block->launch->parent)
        facts.buffer[b].by_children += bytes;
}

// One lane's bytes.
static void count_lane(const Access *a, uint64_t addr)
{
    int b = buffer_of(addr);
    if (a->kind != ACCESS_load) {
        if (any_marks)
            marks_set(addr, a->width, false);
        note_result(b);
        if (b >= 0)
            add_stored(a, b, a->width);
    }
    if (a->kind != ACCESS_store && b >= 0)
        facts.buffer[b].loaded += a->width;
}

// The common case: all lanes in a row, in one buffer.
static bool count_run(const Access *a)
{
    if (a->pattern != PATTERN_contiguous)
        return false;
    unsigned first = (unsigned)__builtin_ctz(a->mask), last = 31 - (unsigned)__builtin_clz(a->mask);
    int b = buffer_of(a->addr[first]);
    uint64_t bytes = (uint64_t)a->width * (unsigned)__builtin_popcount(a->mask);
    if (b != buffer_of(a->addr[last]))
        return false;
    if (any_marks && a->kind != ACCESS_load)
        marks_set(a->addr[first], bytes, false);
    if (b < 0)
        return true;
    if (a->kind != ACCESS_load) {
        note_result(b);
        add_stored(a, b, bytes);
    }
    if (a->kind != ACCESS_store)
        facts.buffer[b].loaded += bytes;
    return true;
}

// Can the host read at any time, while this launch runs?
static bool host_looks_on(void)
{
    if (looks_on == LOOKS_unknown)
        looks_on = host_has_more_threads() ? LOOKS_on : LOOKS_not;
    return looks_on == LOOKS_on;
}

// An access to memory that the host can read.
static void count_visible(const Access *a)
{
    epoch += host_looks_on();
    if (a->kind == ACCESS_load) {
        epoch += a->order > ORDER_weak;
        return;
    }
    const Line *at = line_at(line_of_step(a->warp->frame->code, a->step));
    for (uint32_t m = a->mask; m; m &= m - 1) {
        visible_write(a->addr[__builtin_ctz(m)], a->width, at->file, at->line);
        deliver_store(a->addr[__builtin_ctz(m)], a->width);
    }
}

static void on_access(const Access *a)
{
    if (a->space != SPACE_global || !nwatched)
        return;
    if (!in_device_memory(a->addr[__builtin_ctz(a->mask)]))
        count_visible(a);
    else if (!count_run(a))
        for (uint32_t m = a->mask; m; m &= m - 1)
            count_lane(a, a->addr[__builtin_ctz(m)]);
}

// A memset, or a copy: then on_copy follows.
static void on_host_write(uint64_t addr, uint64_t n)
{
    if (!nwatched)
        return;
    if (any_marks)
        marks_set(addr, n, false);
    note_results(addr, n);
}

static CudasimTransfer this_call(void)
{
    CudasimTransfer t = {.file_name = place.file, .line = place.line};
    memcpy(t.call, call, sizeof call);
    return t;
}

static void note_writer(uint64_t addr)
{
    int b = buffer_of(addr);
    if (b >= 0 && watched[b].result)
        facts.writer = this_call();
}

// Rows of a copy come one by one. A host that copies single elements decides where each one goes.
static void note_piece(uint64_t n)
{
    if (n >= SECTOR)
        return;
    if (facts.placed++ % 64 == 0)
        facts.placer = this_call();
}

static void on_copy(uint64_t to, uint64_t from, uint64_t n)
{
    bool to_device = in_device_memory(to), from_device = in_device_memory(from);
    int b = buffer_of(from);
    if (!nwatched)
        return;
    if (b >= 0)
        facts.buffer[b].copied += n;
    if (to_device && from_device) {
        marks_copy(to, from, n);
        note_piece(n);
    } else if (to_device) {
        marks_set(to, n, true);
        note_writer(to);
    } else if (from_device) {
        receive(n, place.file, place.line);
        deliver(to, from, n);
    }
}

static void on_release(Alloc *a)
{
    if (any_marks)
        marks_set(a->addr, a->size, false);
}

static Observer origins_observer = {
    .name = "origins",
    .rank = RANK_origins,
    .access = on_access,
    .launch_end = on_launch_end,
    .launch_pause = on_pause,
    .launch_resume = on_resume,
    .host_write = on_host_write,
    .copy = on_copy,
    .release = on_release,
    .call_place = on_call_place,
    .call_begin = on_call_begin,
    .host_told = on_host_told,
};

// ---- the questions --------------------------------------------------

static Watched watch_buffer(const CudasimBuffer *buffer)
{
    Watched w = {(uint64_t)buffer->ptr, buffer->bytes, buffer->result != 0, NULL, NULL, 0, 0};
    if (w.result && w.bytes && !in_device_memory(w.addr)) {
        w.delivery = must_calloc(w.bytes, 1);
        w.copy = must_calloc(w.bytes, 1);
    }
    return w;
}

void observers_watch(const CudasimBuffer *buffers, int n)
{
    hooks_add(&origins_observer);
    marks_clear();
    visible_clear();
    received = 0;
    told_bits = 0;
    facts = (CudasimOrigins){0};
    largest = transfer = (CudasimTransfer){0};
    for (int b = 0; b < nwatched; b++) {
        free(watched[b].delivery);
        free(watched[b].copy);
    }
    nwatched = n < CUDASIM_BUFFERS ? n : CUDASIM_BUFFERS;
    for (int b = 0; b < nwatched; b++)
        watched[b] = watch_buffer(&buffers[b]);
}

static bool any_result_on_device(void)
{
    for (int b = 0; b < nwatched; b++)
        if (watched[b].result && watched[b].bytes && !watched[b].delivery)
            return true;
    return false;
}

static void copy_name(CudasimTransfer *t)
{
    snprintf(t->file, sizeof t->file, "%s", t->file_name ? t->file_name : "");
    t->file_name = NULL;
}

void observers_origins(CudasimOrigins *origins, const void *const *contents)
{
    for (int b = 0; b < nwatched; b++) {
        CudasimBufferOrigin *o = &facts.buffer[b];
        o->delivered = count_delivered(&watched[b], contents[b]);
        o->from_host = marks_count(watched[b].addr, watched[b].bytes);
        o->first_from_host = o->from_host ? marks_find(watched[b].addr) : 0;
    }
    facts.received_in_all = received;
    if (!any_result_on_device())
        facts.largest = largest;
    *origins = facts;
    copy_name(&origins->largest);
    copy_name(&origins->writer);
    copy_name(&origins->placer);
}
