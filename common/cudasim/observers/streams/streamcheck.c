// streamcheck.c - work in different streams, and the host, on the same bytes:
// two accesses, at least one of them a write, that nothing orders (order.c).
//
// Global memory is covered by pages of 4 KB. A page that one job filled as a whole is
// described by two words: the last write and the reads since then. Other pages have two such
// words for each 4 bytes, or for each byte when a job touched less. A word is the number of a
// record: the job and the place; reads by several unordered jobs are a record that lists them.
// Records of a job are numbered in one run, so that two comparisons nearly always tell that
// there is nothing to see: records before `first_unordered` are ordered before the current
// job, those from `mine` on are its own.
//
// While a program has had no stream except the default one, only pinned and managed memory is
// followed. All host threads count as one. Atomic (or volatile) accesses by two kernels are no
// race; those whose scope is the system (volatile ones, too) are none with the host either,
// for they may be a flag. Data handed over by flags, between running kernels or from a kernel
// to the host, would be reported wrongly.
#include "streams.h"

enum {
    CHUNK_PAGES = 256,
    CHUNKS = (int)((HOST_END - GLOBAL_BASE) >> PAGE_SHIFT) / CHUNK_PAGES,
    CACHE = 1024
};

typedef struct { // memory that the program has registered: anywhere
    uint64_t addr, size;
    StreamPage *pages; // from the one that holds addr
} Region;

static StreamPage *chunks[CHUNKS];
static Region *regions;
static unsigned nregions;
static AccessRecord *records;
static uint32_t nrecords = 1, size_records;
static Alloc *ignored[MAX_DEVICES]; // the barriers of cooperative grids

static uint32_t current_job; // the job that works now; 0: none
static bool early;           // and the warp has not waited yet for the job that it may overlap
static uint32_t first_unordered, mine; // records: see above
static struct {
    uint32_t place, record;
    bool write;
    uint8_t strength;
} cache[CACHE];
static uint32_t joined_from, joined_with, joined; // the last set that was made

const AccessRecord *record_at(uint32_t record) { return &records[record]; }

// ---- reports --------------------------------------------------------

// The name of a kernel of a library may have thousands of characters: "thrust::...::copy<...>".
static char *short_name(const char *name)
{
    enum { LONGEST = 80 };
    if (strlen(name) <= LONGEST)
        return must_strdup(name);
    name += strncmp(name, "void ", 5) ? 0 : 5;
    size_t n = strcspn(name, "<("), first = strcspn(name, ":<("), last = n;
    while (last > first && name[last - 1] != ':')
        last--;
    return text_format("%.*s%s%.*s%s", (int)first, name, last > first ? "::...::" : "",
                       (int)(n - last), name + last, name[n] == '<' ? "<...>" : "");
}

// A launch has the line that issued it, too: in the kernel itself nothing is wrong.
static char *job_text(uint32_t job)
{
    const StreamJob *j = order_job(job);
    const Line *issued = line_at(j->source);
    char stream[60], of[20] = "", launch[360] = "", place[300];
    if (model.devices > 1)
        snprintf(of, sizeof of, "device %u, ", j->device);
    if (j->stream_name)
        snprintf(stream, sizeof stream, "%s%s", of, j->stream_name);
    else
        snprintf(stream, sizeof stream, "%sstream %llu", of, (unsigned long long)j->id);
    if (j->work == WORK_kernel)
        snprintf(launch, sizeof launch, "launch %llu%s%s, ", (unsigned long long)j->launch,
                 issued->line ? " at " : "",
                 issued->line ? line_text(j->source, place, sizeof place) : "");
    char *what = short_name(j->what ? j->what : "work");
    char *text = text_format("%s (%s%s)", what, launch, stream);
    free(what);
    return text;
}

// The line in the kernel, if that is the program's own, or of the call that issued it.
static uint32_t line_of(uint32_t job, uint32_t place)
{
    uint32_t line = place_line(place), issued = order_job(job)->source;
    return line && !(issued && line_at(line)->in_toolkit) ? line : issued;
}

static char *where_text(uint64_t addr, uint32_t record)
{
    const Alloc *a = mem_find(addr);
    uint32_t line = line_of(records[record].job, records[record].place);
    char place[300] = "";
    const char *in = line ? ".\nThe earlier access is in " : "";
    if (line)
        line_text(line, place, sizeof place);
    char *text = a ? text_format("At 0x%llx, byte %llu of %s%s of %llu bytes%s%s",
                                 (unsigned long long)addr, (unsigned long long)(addr - a->addr),
                                 a->name ? "variable " : "an allocation", a->name ? a->name : "",
                                 (unsigned long long)a->size, in, place)
                   : text_format("At 0x%llx%s%s", (unsigned long long)addr, in, place);
    return text;
}

// What an event has to do with the missing order, as one more line; free it.
static char *event_text(uint32_t old, uint8_t strength, uint32_t job)
{
    uint32_t earlier = records[old].job;
    const EventWait *w = order_useless_wait(earlier, job);
    char place[64] = "";
    if (records[old].strength && strength)
        return must_strdup("\nBetween devices the scope must be the system: atomicAdd_system(), "
                           "cuda::thread_scope_system");
    if (order_before(earlier, job, false))
        return must_strdup("\nIts launch lets it begin before the kernel in front of it has ended: "
                           "cudaGridDependencySynchronize() comes later, or is missing");
    if (!w)
        return must_strdup("");
    if (w->line)
        line_text(w->line, place, sizeof place);
    return text_format("\ncudaStreamWaitEvent()%s%s %s", *place ? " in " : "", place,
                       w->job ? "does not wait for it: its event was recorded before it"
                              : "did not wait: its event had not been recorded yet");
}

static Cause cause_of_conflict(const StreamJob *earlier, const StreamJob *later, bool later_writes)
{
    bool copies =
        later_writes && earlier->work == WORK_copy_to_host && later->work == WORK_copy_to_host;
    return copies ? CAUSE_stream_host_copies : CAUSE_stream_race;
}

static void report_race(uint64_t addr, uint32_t old, bool old_writes, uint32_t new, bool writes)
{
    uint32_t other = records[old].job, place = records[new].place;
    const StreamJob *a = order_job(other), *b = order_job(current_job);
    Finding *f = finding("streamcheck", "race between streams", line_of(current_job, place),
                         line_of(other, records[old].place),
                         fnv_text(FNV_START, a->what) * 31 + fnv_text(FNV_START, b->what));
    if (f->count++)
        return;
    char *first = job_text(other), *second = job_text(current_job);
    const char *verb = b->work == WORK_free ? "frees" : writes ? "writes" : "reads";
    bool narrow = records[old].strength && records[new].strength; // of two devices
    f->message = text_format("Race between streams: %s %s what %s %s, and %s", second, verb, first,
                             old_writes ? "writes" : "reads",
                             narrow ? "the scope of an atomic operation is one device only"
                                    : "nothing orders them");
    f->cause = cause_of_conflict(a, b, writes);
    char *where = where_text(addr, old),
         *event = event_text(old, records[new].strength, current_job);
    f->detail = text_format("%s%s", where, event);
    free(where);
    free(event);
    f->has_other = f->other_line != 0;
    f->other_is_place = true;
    f->word = addr;
    f->side[0] = second;
    f->side[1] = first;
    f->does[0] = verb;
    f->does[1] = old_writes ? "writes" : "reads";
}

void streamcheck_report_host(uint64_t addr, uint32_t record, bool write, uint32_t line)
{
    uint32_t job = records[record].job;
    Finding *f = finding("streamcheck", "host access before synchronisation",
                         line_of(job, records[record].place), line,
                         fnv_text(FNV_START, order_job(job)->what) + write);
    if (f->count++)
        return;
    char *text = job_text(job);
    f->message = text_format("The host %s memory that %s uses, without waiting for it",
                             write ? "writes" : "reads", text);
    f->cause = CAUSE_stream_host;
    char *where = where_text(addr, record), place[300] = "";
    if (line)
        line_text(line, place, sizeof place);
    f->detail = text_format("%s%s%s", where, line ? ".\nThe access of the host is in " : "", place);
    f->has_other = line != 0;
    f->other_is_place = true;
    f->word = addr;
    f->side[0] = text;
    f->side[1] = must_strdup("the host");
    f->does[0] = "uses";
    f->does[1] = write ? "writes" : "reads";
    free(where);
}

void streamcheck_report_unfinished(uint64_t addr, uint32_t record)
{
    uint32_t job = records[record].job;
    Finding *f =
        finding("streamcheck", "return before synchronisation", line_of(job, records[record].place),
                0, fnv_text(FNV_START, order_job(job)->what));
    if (f->count++)
        return;
    char *text = job_text(job);
    f->message = text_format("The function returns without waiting for %s, which writes its "
                             "results",
                             text);
    f->cause = CAUSE_unfinished;
    const Alloc *a = mem_find(addr);
    if (a)
        f->detail = text_format("byte %llu of an allocation of %llu bytes may be written later",
                                (unsigned long long)(addr - a->addr), (unsigned long long)a->size);
    free(text);
}

// ---- pages ----------------------------------------------------------

static Region *region_of(uint64_t addr)
{
    for (unsigned i = 0; i < nregions; i++)
        if (addr - (regions[i].addr & ~(uint64_t)(PAGE_BYTES - 1)) <
            ((regions[i].addr + regions[i].size + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1)) -
                (regions[i].addr & ~(uint64_t)(PAGE_BYTES - 1)))
            return &regions[i];
    return NULL;
}

static StreamPage *region_page(uint64_t addr)
{
    const Region *r = region_of(addr);
    return r ? &r->pages[(addr >> PAGE_SHIFT) - (r->addr >> PAGE_SHIFT)] : NULL;
}

StreamPage *page_look(uint64_t addr)
{
    if (!mem_is_device(addr))
        return region_page(addr);
    StreamPage *c = chunks[(addr - GLOBAL_BASE) >> PAGE_SHIFT >> 8];
    return c ? &c[(addr - GLOBAL_BASE) >> PAGE_SHIFT & (CHUNK_PAGES - 1)] : NULL;
}

static StreamPage *page_at(uint64_t addr)
{
    if (!mem_is_device(addr))
        return region_page(addr);
    StreamPage **c = &chunks[(addr - GLOBAL_BASE) >> PAGE_SHIFT >> 8];
    if (!*c)
        *c = must_calloc(CHUNK_PAGES, sizeof **c);
    return &(*c)[(addr - GLOBAL_BASE) >> PAGE_SHIFT & (CHUNK_PAGES - 1)];
}

// Gives the page cells, one per byte if `bytes`.
static void split_page(StreamPage *p, bool bytes)
{
    if (p->cells && (p->bytes || !bytes))
        return;
    uint32_t n = bytes ? PAGE_BYTES : PAGE_WORDS, *cells = must_malloc(2 * n, sizeof *cells);
    for (uint32_t i = 0; i < n; i++) {
        cells[i] = p->cells ? p->cells[i / 4] : p->write;
        cells[n + i] = p->cells ? p->cells[PAGE_WORDS + i / 4] : p->read;
    }
    free(p->cells);
    p->cells = cells;
    p->bytes = bytes;
}

static void unify_page(StreamPage *p)
{
    free(p->cells);
    p->cells = NULL;
    p->bytes = false;
}

// ---- records --------------------------------------------------------

static uint32_t new_record(uint32_t job, uint32_t place, Strength strength, uint32_t next)
{
    records = array_room(records, nrecords, &size_records, sizeof *records);
    records[nrecords] = (AccessRecord){job, place, next, (uint8_t)strength};
    return nrecords++;
}

static uint32_t record_of(uint32_t place, bool write, Strength strength)
{
    unsigned k = (place * 6 + 3 * write + strength) % CACHE;
    if (cache[k].record < mine || cache[k].place != place || cache[k].write != write ||
        cache[k].strength != strength) {
        cache[k].record = new_record(current_job, place, strength, 0);
        cache[k].place = place;
        cache[k].write = write;
        cache[k].strength = (uint8_t)strength;
    }
    return cache[k].record;
}

// The reads of `old` that still matter, and this one.
static uint32_t add_read(uint32_t old, uint32_t record)
{
    if (old < first_unordered)
        return record;
    if (joined_from == old && joined_with == record)
        return joined;
    uint32_t set = 0;
    for (uint32_t r = old; r; r = records[r].next)
        if (!order_before(records[r].job, current_job, early))
            set = new_record(records[r].job, records[r].place, records[r].strength, set);
    joined_from = old;
    joined_with = record;
    return joined = new_record(current_job, records[record].place, records[record].strength, set);
}

// ---- accesses -------------------------------------------------------

static inline bool interesting(uint32_t old) { return old >= first_unordered && old < mine; }

// Two accesses that may take place at the same time: each in a scope that has both.
static bool are_atomic(const AccessRecord *a, const AccessRecord *b)
{
    bool far = order_job(a->job)->device != order_job(b->job)->device;
    Strength least = far ? STRENGTH_system : STRENGTH_strong;
    return a->strength >= least && b->strength >= least;
}

static void compare(uint64_t addr, uint32_t old, bool old_writes, uint32_t record, bool writes)
{
    for (uint32_t r = old; r; r = records[r].next)
        if (!are_atomic(&records[r], &records[record]) &&
            !order_before(records[r].job, current_job, early))
            report_race(addr, r, old_writes, record, writes);
}

static inline void note_access(uint32_t *w, uint32_t *r, uint64_t addr, uint32_t record, bool write)
{
    if (interesting(*w))
        compare(addr, *w, true, record, write);
    if (!write) {
        if (*r < mine)
            *r = add_read(*r, record);
        return;
    }
    if (interesting(*r))
        compare(addr, *r, false, record, true);
    *w = record;
    *r = 0;
}

// Does a registered region hold all of the system's page?
static bool holds_page(uint64_t addr)
{
    const Region *r = region_of(addr);
    uint64_t bytes = mem_page(), page = addr / bytes * bytes;
    return r && page >= r->addr && page + bytes <= r->addr + r->size;
}

static void touch_bytes(uint64_t addr, uint64_t n, uint32_t record, bool write)
{
    while (n) {
        uint64_t at = addr & (PAGE_BYTES - 1), m = PAGE_BYTES - at < n ? PAGE_BYTES - at : n;
        StreamPage *p = page_at(addr);
        if (!p)
            return; // the end of a region
        if (!mem_is_device(addr) ? holds_page(addr) : addr >= HOST_BASE)
            host_pages_use(p, addr, current_job, write);
        if (m == PAGE_BYTES && !p->cells) {
            note_access(&p->write, &p->read, addr, record, write);
        } else {
            split_page(p, p->bytes || (at | m) & 3);
            uint32_t count = page_cells(p), shift = p->bytes ? 0 : 2;
            for (uint32_t i = (uint32_t)at >> shift; i < (at + m) >> shift; i++)
                note_access(&p->cells[i], &p->cells[count + i],
                            (addr & ~(uint64_t)(PAGE_BYTES - 1)) + (i << shift), record, write);
            if (m == PAGE_BYTES && write) {
                unify_page(p);
                p->write = record;
                p->read = 0;
            }
        }
        addr += m;
        n -= m;
    }
}

static bool is_registered(uint64_t addr)
{
    const Region *r = mem_is_device(addr) ? NULL : region_of(addr);
    return r && addr - r->addr < r->size;
}

static inline bool is_followed(uint64_t addr)
{
    return (order_several() && addr >= GLOBAL_BASE && addr < HOST_END) ||
           (addr >= HOST_BASE && addr < HOST_END) || (nregions && is_registered(addr));
}

static void on_access(const Access *a)
{
    if (!current_job || a->space != SPACE_global)
        return;
    unsigned first = (unsigned)__builtin_ctz(a->mask);
    const Alloc *barrier = ignored[device.number];
    if (!is_followed(a->addr[first]) || (barrier && a->addr[first] - barrier->addr < barrier->size))
        return;
    early = order_job(current_job)->early && !a->warp->grid_waited;
    bool write = a->kind != ACCESS_load;
    Strength strength = a->order == ORDER_weak || a->scope < SCOPE_gpu ? STRENGTH_weak
                        : a->scope == SCOPE_sys                        ? STRENGTH_system
                                                                       : STRENGTH_strong;
    uint32_t record = record_of(code_info(a->warp->frame->code)->first + a->index, write, strength);
    if (a->pattern == PATTERN_contiguous) {
        touch_bytes(a->addr[first], (uint64_t)__builtin_popcount(a->mask) * a->width, record,
                    write);
    } else if (a->pattern == PATTERN_uniform) {
        touch_bytes(a->addr[first], a->width, record, write);
    } else {
        for (uint32_t m = a->mask; m; m &= m - 1) {
            uint64_t addr = a->addr[__builtin_ctz(m)];
            if (is_followed(addr))
                touch_bytes(addr, a->width, record, write);
        }
    }
}

static void touch_range(uint64_t addr, uint64_t n, bool write)
{
    if (current_job && n && is_followed(addr) && is_followed(addr + n - 1))
        touch_bytes(addr, n, record_of(0, write, false), write);
}

static void on_host_read(uint64_t addr, uint64_t n) { touch_range(addr, n, false); }
static void on_host_write(uint64_t addr, uint64_t n) { touch_range(addr, n, true); }

// ---- memory that comes and goes -------------------------------------

static void on_launch_begin(Launch *l)
{
    if (!current_job || l->parent)
        return;
    order_job(current_job)->launch = l->serial;
}

static void on_alloc(Alloc *a)
{
    if (a->grid_barrier)
        ignored[a->device] = a;
    if (a->kind != MEM_registered)
        return;
    regions = must_realloc(regions, nregions + 1, sizeof *regions);
    uint64_t first = a->addr >> PAGE_SHIFT, last = (a->addr + a->size - 1) >> PAGE_SHIFT;
    StreamPage *pages = must_calloc(last - first + 1, sizeof *pages);
    regions[nregions++] = (Region){a->addr, a->size, pages};
}

static void forget_region(const Alloc *a)
{
    for (unsigned i = 0; i < nregions; i++) {
        Region *r = &regions[i];
        if (r->addr != a->addr)
            continue;
        uint64_t first = r->addr >> PAGE_SHIFT, last = (r->addr + r->size - 1) >> PAGE_SHIFT;
        for (uint64_t k = 0; k <= last - first; k++)
            unify_page(&r->pages[k]);
        free(r->pages);
        *r = regions[--nregions];
        return;
    }
}

static void on_release(Alloc *a)
{
    if (!mem_is_device(a->addr) && !is_registered(a->addr))
        return;
    host_pages_release(a);
    if (a->kind == MEM_registered) {
        forget_region(a);
        return;
    }
    for (uint64_t at = a->addr & ~(uint64_t)(PAGE_BYTES - 1); at < a->addr + a->size;
         at += PAGE_BYTES) {
        StreamPage *p = page_look(at);
        if (!p)
            continue;
        if (at < a->addr || at + PAGE_BYTES > a->addr + a->size) { // shared with a neighbour
            split_page(p, p->bytes);
            uint32_t n = page_cells(p), width = PAGE_BYTES / n;
            for (uint32_t i = 0; i < n; i++)
                if (at + i * width - a->addr < a->size)
                    p->cells[i] = p->cells[n + i] = 0;
        } else {
            unify_page(p);
            p->write = p->read = 0;
        }
    }
}

// ---- the current job ------------------------------------------------

static void on_machine_works(void)
{
    host_pages_give_back();
    host_pages_report();
}

static void on_job_begin(uint32_t job, JobWork work, const char *what)
{
    on_machine_works();
    current_job = job;
    StreamJob *j = order_job(job);
    j->work = work;
    j->what = must_strdup(what);
    j->source = report_call_line();
    j->first = mine = nrecords;
    first_unordered = order_first_unordered(job);
    if (first_unordered > mine)
        first_unordered = mine;
    joined_from = 0;
}

static void on_job_resume(uint32_t job)
{
    on_machine_works();
    current_job = job;
    mine = nrecords; // other jobs have made records meanwhile
    first_unordered = order_first_unordered(job);
    if (first_unordered > mine)
        first_unordered = mine;
    joined_from = 0;
}

static void on_job_end(void)
{
    current_job = 0;
    early = false;
}

// Threads that meet one that has waited know what it knows.
static void on_barrier_done(Block *b, uint32_t id, const uint32_t *mask_by_warp)
{
    (void)id;
    bool waited = false;
    if (!current_job || !order_job(current_job)->early)
        return;
    for (uint32_t i = 0; i < b->nwarps; i++)
        waited |= mask_by_warp[i] && b->warps[i]->grid_waited;
    for (uint32_t i = 0; i < b->nwarps && waited; i++)
        b->warps[i]->grid_waited |= mask_by_warp[i] != 0;
}

// ---- events that go to the other files ------------------------------

static void on_job_issue(uint32_t job, unsigned stream, uint64_t id, const char *name)
{
    order_job_issue(job, stream, id, name, nrecords);
}

static void on_host_waited(uint32_t job)
{
    order_host_waited(job);
    host_pages_stale();
}

static void on_host_sync(unsigned device)
{
    order_host_sync(device);
    host_pages_stale();
}

static void on_machine_rests(void)
{
    if (!current_job)
        host_pages_guard();
}

static void on_call_begin(const char *call)
{
    (void)call;
    host_pages_report();
}

Observer streamcheck_observer = {
    .name = "streamcheck",
    .rank = RANK_streamcheck,
    .launch_begin = on_launch_begin,
    .access = on_access,
    .barrier_done = on_barrier_done,
    .alloc = on_alloc,
    .release = on_release,
    .host_read = on_host_read,
    .host_write = on_host_write,
    .call_begin = on_call_begin,
    .machine_works = on_machine_works,
    .machine_rests = on_machine_rests,
    .stream_begin = order_stream_begin,
    .job_issue = on_job_issue,
    .job_after = order_job_after,
    .job_early = order_job_early,
    .job_begin = on_job_begin,
    .job_resume = on_job_resume,
    .job_end = on_job_end,
    .job_owns = on_host_write,
    .stream_waits = order_stream_waits,
    .host_waited = on_host_waited,
    .host_sync = on_host_sync,
    .function_result = host_pages_look,
};
