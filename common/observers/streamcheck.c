// streamcheck.c - work in different streams, and the host, on the same bytes:
// two accesses, at least one of them a write, that nothing orders.
//
// The API layer tells of every job (a kernel, a copy, a memset, an event record):
// its stream, and which jobs it follows by stream order, default-stream rules and
// events. Each job has a vector clock, by stream; so has the host, which
// advances when it waits. A job knows all that the host knew when it was issued.
//
// Global memory is covered by pages of 4 KB. A page that one job filled as a
// whole is described by two words: the last write and the reads since then.
// Others have two such words for each 4 bytes, or for each byte when somebody
// touched less. A word is the number of a record: who (job) and where (place);
// reads by several unordered jobs are a record that lists them. Records of a job
// are numbered in one run, so that two comparisons tell nearly always that
// there is nothing to see: records before `floor` are ordered before the current
// job, those from `mine` on are its own.
//
// The host's own loads and stores are seen only in pinned and managed memory, by
// page protection: pages that unordered jobs wrote are taken away from the host
// until it has waited, pages that they read cannot be written. The first access
// to a page is judged, byte by byte, and gives the page back until the next API
// call. System calls on such a page fail with EFAULT. Of memory that the program
// has registered, only pages that lie in it as a whole are taken away.
//
// While a program has had no stream beside the default one only pinned and
// managed memory is followed. All host threads count as one. Atomic (or volatile)
// accesses by two kernels are no race; those whose scope is the system (volatile ones,
// too) are none with the host either, for that may be a flag. Data handed over by
// flags, between running kernels or from a kernel to the host, would be reported wrongly.
#include "findings.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum {
    PAGE_SHIFT = 12,
    PAGE = 1 << PAGE_SHIFT,
    CHUNK_PAGES = 256,
    WORDS = PAGE / 4,
    CHUNKS = (int)((HOST_END - GLOBAL_BASE) >> PAGE_SHIFT) / CHUNK_PAGES,
    CACHE = 1024,
    EVENTS = 64
};

typedef struct {
    uint32_t *cells;      // writes, then reads; NULL: the page is uniform
    uint32_t write, read; // of a uniform page
    uint32_t busy[2];     // last job that read, wrote it (host memory only)
    bool bytes;           // a cell a byte, not a word
    uint8_t guard;        // 0; 1: the host must not write; 2: nor read
} Page;

typedef enum { WEAK, STRONG, SYSTEM } Strength; // of the scope of the GPU, or of the system

typedef struct {
    uint32_t job, place;
    uint32_t next; // of a set: the other reads; 0: none
    uint8_t strength;
} Record;

typedef struct {
    unsigned stream;
    uint64_t id;
    const char *stream_name;
    uint32_t seq;            // in its stream
    uint32_t first;          // its first record
    uint32_t *clock, nclock; // by stream: up to here all is before this job's end
    char *what;
    uint64_t launch;
    bool is_kernel;
    uint32_t source; // line of the host's call, if it was told
} Job;

static Page *chunks[CHUNKS];
static Record *records;
static uint32_t nrecords = 1, size_records;
static Job *jobs;
static uint32_t size_jobs;
static struct {
    uint32_t *job, n, size; // by seq - 1
} * streams;
static unsigned nstreams;
static uint32_t *host_clock;
static bool several;   // there are streams beside the default one
static Alloc *ignored; // the barrier of cooperative grids

static uint32_t current, floor_, mine; // the job whose effects happen now
static struct {
    uint32_t place, record;
    bool write;
    uint8_t strength;
} cache[CACHE];
static uint32_t joined_from, joined_with, joined; // the last set that was made

typedef struct { // memory that the program has registered: anywhere
    uint64_t addr, size;
    Page *pages; // from the one that holds addr
} Region;
static Region *regions;
static unsigned nregions;

typedef struct {
    uint64_t page; // address / PAGE
    uint32_t job;
    bool write;
} Busy;
static Busy *busy; // pages of host memory that jobs have touched
static size_t nbusy, size_busy;
static uint64_t *guarded; // pages that are taken away from the host
static size_t nguarded, size_guarded;
static bool stale; // guards must be set anew
static volatile struct {
    uint64_t addr;
    uint32_t record;
    bool write;
} caught[EVENTS]; // by the signal handler
static volatile unsigned ncaught;
static struct sigaction old_action;

static void *grow(void *p, size_t n, size_t *size, size_t bytes)
{
    if (n < *size)
        return p;
    *size = *size ? 2 * *size : 256;
    p = realloc(p, *size * bytes);
    if (!p) {
        fprintf(stderr, "cudasim: out of memory\n");
        abort();
    }
    return p;
}

static void *grow32(void *p, uint32_t n, uint32_t *size, size_t bytes)
{
    size_t s = *size;
    p = grow(p, n, &s, bytes);
    *size = (uint32_t)s;
    return p;
}

// ---- who is before whom ------------------------------------------------------------------

static void on_stream_begin(unsigned index)
{
    if (index < nstreams)
        return;
    streams = realloc(streams, (index + 1) * sizeof *streams);
    host_clock = realloc(host_clock, (index + 1) * sizeof *host_clock);
    if (!streams || !host_clock)
        abort();
    memset(streams + nstreams, 0, (index + 1 - nstreams) * sizeof *streams);
    memset(host_clock + nstreams, 0, (index + 1 - nstreams) * sizeof *host_clock);
    nstreams = index + 1;
    several = nstreams > 1;
}

static void join(uint32_t *clock, uint32_t n, const uint32_t *other, uint32_t m)
{
    for (uint32_t i = 0; i < n && i < m; i++)
        if (clock[i] < other[i])
            clock[i] = other[i];
}

static void on_job_issue(uint32_t number, unsigned stream, uint64_t id, const char *name)
{
    on_stream_begin(stream);
    jobs = grow32(jobs, number, &size_jobs, sizeof *jobs);
    uint32_t n = nstreams;
    Job *j = &jobs[number];
    *j = (Job){.stream = stream,
               .id = id,
               .stream_name = name,
               .first = nrecords,
               .nclock = n,
               .clock = must_calloc(n, sizeof *j->clock)};
    streams[stream].job = grow32(streams[stream].job, streams[stream].n, &streams[stream].size,
                                 sizeof *streams[stream].job);
    streams[stream].job[streams[stream].n++] = number;
    j->seq = streams[stream].n;
    join(j->clock, n, host_clock, n);
    j->clock[stream] = j->seq;
}

static void on_job_after(uint32_t job, uint32_t earlier)
{
    join(jobs[job].clock, jobs[job].nclock, jobs[earlier].clock, jobs[earlier].nclock);
}

static bool job_before(uint32_t a, const uint32_t *clock, uint32_t n)
{
    const Job *j = &jobs[a];
    return j->stream < n && clock[j->stream] >= j->seq;
}

// The first record of the jobs that are not ordered before this clock.
static uint32_t first_unordered(const uint32_t *clock, uint32_t n)
{
    uint32_t first = UINT32_MAX;
    for (unsigned s = 0; s < nstreams; s++) {
        uint32_t known = s < n ? clock[s] : 0;
        if (known < streams[s].n && jobs[streams[s].job[known]].first < first)
            first = jobs[streams[s].job[known]].first;
    }
    return first;
}

static void on_host_waited(uint32_t job)
{
    join(host_clock, nstreams, jobs[job].clock, jobs[job].nclock);
    stale = true;
}

static void on_host_sync(void)
{
    for (unsigned s = 0; s < nstreams; s++)
        host_clock[s] = streams[s].n;
    stale = true;
}

// ---- reports ----------------------------------------------------------------------------

static char *describe(uint32_t job)
{
    const Job *j = &jobs[job];
    char stream[60], launch[40] = "";
    if (j->stream_name)
        snprintf(stream, sizeof stream, "%s", j->stream_name);
    else
        snprintf(stream, sizeof stream, "stream %llu", (unsigned long long)j->id);
    if (j->is_kernel)
        snprintf(launch, sizeof launch, "launch %llu, ", (unsigned long long)j->launch);
    return text_format("%s (%s%s)", j->what ? j->what : "work", launch, stream);
}

static uint64_t hash(const char *s)
{
    uint64_t h = 0xcbf29ce484222325ull;
    for (; s && *s; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001b3ull;
    return h;
}

// A kernel's line, or that of the call which issued the copy.
static uint32_t line_of(uint32_t job, uint32_t place)
{
    uint32_t line = place_line(place);
    return line ? line : jobs[job].source;
}

static char *where(uint64_t addr, uint32_t record)
{
    const Alloc *a = mem_find(addr);
    uint32_t line = line_of(records[record].job, records[record].place);
    char *place = text_format("%s%s%s", line ? ".\nThe earlier access is in " : "",
                              line ? line_base(line) : "", line ? ":" : "");
    char number[16] = "";
    if (line)
        snprintf(number, sizeof number, "%d", line_at(line)->line);
    char *text = a ? text_format("At 0x%llx, byte %llu of %s%s of %llu bytes%s%s",
                                 (unsigned long long)addr, (unsigned long long)(addr - a->addr),
                                 a->name ? "variable " : "an allocation", a->name ? a->name : "",
                                 (unsigned long long)a->size, place, number)
                   : text_format("At 0x%llx%s%s", (unsigned long long)addr, place, number);
    free(place);
    return text;
}

static bool is_to_host(const Job *j)
{
    static const char way[] = "copy to host";
    return !j->is_kernel && !strncmp(j->what, way, sizeof way - 1);
}

static Cause cause_of(const Job *earlier, const Job *later, bool later_writes)
{
    bool copies = later_writes && is_to_host(earlier) && is_to_host(later);
    return copies ? CAUSE_stream_host_copies : CAUSE_stream_race;
}

static void report_race(uint64_t addr, uint32_t old, bool old_writes, uint32_t place, bool writes)
{
    uint32_t other = records[old].job;
    const Job *a = &jobs[other], *b = &jobs[current];
    Finding *f = finding("streamcheck", "race between streams", line_of(current, place),
                         line_of(other, records[old].place), hash(a->what) * 31 + hash(b->what));
    if (f->count++)
        return;
    char *first = describe(other), *second = describe(current);
    const char *verb = !strcmp(b->what, "cudaFreeAsync") ? "frees" : writes ? "writes" : "reads";
    f->message = text_format("Race between streams: %s %s what %s %s, and nothing orders them",
                             second, verb, first, old_writes ? "writes" : "reads");
    f->cause = cause_of(a, b, writes);
    f->detail = where(addr, old);
    f->has_other = f->other_line != 0;
    f->other_is_place = true;
    free(first);
    free(second);
}

static void report_host(uint64_t addr, uint32_t record, bool write)
{
    uint32_t job = records[record].job;
    Finding *f = finding("streamcheck", "host access before synchronisation",
                         line_of(job, records[record].place), 0, hash(jobs[job].what) + write);
    if (f->count++)
        return;
    char *text = describe(job);
    f->message = text_format("The host %s memory that %s uses, and has not waited for it",
                             write ? "writes" : "reads", text);
    f->cause = CAUSE_stream_host;
    f->detail = where(addr, record);
    free(text);
}

static void report_caught(void)
{
    for (unsigned i = 0; i < ncaught; i++)
        report_host(caught[i].addr, caught[i].record, caught[i].write);
    ncaught = 0;
}

// ---- pages ----------------------------------------------------------------------------

static Region *region_of(uint64_t addr)
{
    for (unsigned i = 0; i < nregions; i++)
        if (addr - (regions[i].addr & ~(uint64_t)(PAGE - 1)) <
            ((regions[i].addr + regions[i].size + PAGE - 1) & ~(uint64_t)(PAGE - 1)) -
                (regions[i].addr & ~(uint64_t)(PAGE - 1)))
            return &regions[i];
    return NULL;
}

static Page *region_page(uint64_t addr)
{
    const Region *r = region_of(addr);
    return r ? &r->pages[(addr >> PAGE_SHIFT) - (r->addr >> PAGE_SHIFT)] : NULL;
}

static Page *page_look(uint64_t addr)
{
    if (!mem_is_device(addr))
        return region_page(addr);
    Page *c = chunks[(addr - GLOBAL_BASE) >> PAGE_SHIFT >> 8];
    return c ? &c[(addr - GLOBAL_BASE) >> PAGE_SHIFT & (CHUNK_PAGES - 1)] : NULL;
}

static Page *page_at(uint64_t addr)
{
    if (!mem_is_device(addr))
        return region_page(addr);
    Page **c = &chunks[(addr - GLOBAL_BASE) >> PAGE_SHIFT >> 8];
    if (!*c && !(*c = must_calloc(CHUNK_PAGES, sizeof **c)))
        abort();
    return &(*c)[(addr - GLOBAL_BASE) >> PAGE_SHIFT & (CHUNK_PAGES - 1)];
}

static uint32_t page_cells(const Page *p) { return p->bytes ? PAGE : WORDS; }

// Gives the page cells, one a byte if `bytes`.
static void split(Page *p, bool bytes)
{
    if (p->cells && (p->bytes || !bytes))
        return;
    uint32_t n = bytes ? PAGE : WORDS, *cells = malloc(2 * n * sizeof *cells);
    if (!cells)
        abort();
    for (uint32_t i = 0; i < n; i++) {
        cells[i] = p->cells ? p->cells[i / 4] : p->write;
        cells[n + i] = p->cells ? p->cells[WORDS + i / 4] : p->read;
    }
    free(p->cells);
    p->cells = cells;
    p->bytes = bytes;
}

static void unify(Page *p)
{
    free(p->cells);
    p->cells = NULL;
    p->bytes = false;
}

// ---- records ---------------------------------------------------------------------------

static uint32_t new_record(uint32_t job, uint32_t place, Strength strength, uint32_t next)
{
    records = grow32(records, nrecords, &size_records, sizeof *records);
    records[nrecords] = (Record){job, place, next, (uint8_t)strength};
    return nrecords++;
}

static uint32_t record_of(uint32_t place, bool write, Strength strength)
{
    unsigned k = (place * 6 + 3 * write + strength) % CACHE;
    if (cache[k].record < mine || cache[k].place != place || cache[k].write != write ||
        cache[k].strength != strength) {
        cache[k].record = new_record(current, place, strength, 0);
        cache[k].place = place;
        cache[k].write = write;
        cache[k].strength = (uint8_t)strength;
    }
    return cache[k].record;
}

// The reads of `old` that still matter, and this one.
static uint32_t add_read(uint32_t old, uint32_t record)
{
    if (old < floor_)
        return record;
    if (joined_from == old && joined_with == record)
        return joined;
    uint32_t set = 0;
    for (uint32_t r = old; r; r = records[r].next)
        if (!job_before(records[r].job, jobs[current].clock, jobs[current].nclock))
            set = new_record(records[r].job, records[r].place, records[r].strength, set);
    joined_from = old;
    joined_with = record;
    return joined = new_record(current, records[record].place, records[record].strength, set);
}

// ---- accesses -------------------------------------------------------------------------

static inline bool interesting(uint32_t old) { return old >= floor_ && old < mine; }

static void compare(uint64_t addr, uint32_t old, bool old_writes, uint32_t record, bool writes)
{
    for (uint32_t r = old; r; r = records[r].next)
        if (!(records[r].strength && records[record].strength) &&
            !job_before(records[r].job, jobs[current].clock, jobs[current].nclock))
            report_race(addr, r, old_writes, records[record].place, writes);
}

static inline void touch_cell(uint32_t *w, uint32_t *r, uint64_t addr, uint32_t record, bool write)
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

static void note_busy(Page *p, uint64_t addr, bool write)
{
    if (p->busy[write] == current)
        return;
    p->busy[write] = current;
    busy = grow(busy, nbusy, &size_busy, sizeof *busy);
    busy[nbusy++] = (Busy){addr >> PAGE_SHIFT, current, write};
    stale = true;
}

// Does a region hold all of the page?
static bool holds_page(uint64_t addr)
{
    const Region *r = region_of(addr);
    uint64_t page = addr & ~(uint64_t)(PAGE - 1);
    return r && page >= r->addr && page + PAGE <= r->addr + r->size;
}

static void touch(uint64_t addr, uint64_t n, uint32_t record, bool write)
{
    while (n) {
        uint64_t at = addr & (PAGE - 1), m = PAGE - at < n ? PAGE - at : n;
        Page *p = page_at(addr);
        if (!p)
            return; // the end of a region
        if (!mem_is_device(addr) ? holds_page(addr) : addr >= HOST_BASE)
            note_busy(p, addr, write);
        if (m == PAGE && !p->cells) {
            touch_cell(&p->write, &p->read, addr, record, write);
        } else {
            split(p, p->bytes || (at | m) & 3);
            uint32_t count = page_cells(p), shift = p->bytes ? 0 : 2;
            for (uint32_t i = (uint32_t)at >> shift; i < (at + m) >> shift; i++)
                touch_cell(&p->cells[i], &p->cells[count + i],
                           (addr & ~(uint64_t)(PAGE - 1)) + (i << shift), record, write);
            if (m == PAGE && write) {
                unify(p);
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

static inline bool followed(uint64_t addr)
{
    return (several && addr >= GLOBAL_BASE && addr < HOST_END) ||
           (addr >= HOST_BASE && addr < HOST_END) || (nregions && is_registered(addr));
}

static void on_access(const Access *a)
{
    if (!current || a->space != SPACE_global)
        return;
    unsigned first = (unsigned)__builtin_ctz(a->mask);
    if (!followed(a->addr[first]) || (ignored && a->addr[first] - ignored->addr < ignored->size))
        return;
    bool write = a->kind != ACCESS_load;
    Strength strength = a->order == ORDER_weak || a->scope < SCOPE_gpu ? WEAK
                        : a->scope == SCOPE_sys                        ? SYSTEM
                                                                       : STRONG;
    uint32_t record = record_of(code_info(a->warp->frame->code)->first + a->index, write, strength);
    if (a->pattern == PATTERN_contiguous) {
        touch(a->addr[first], (uint64_t)__builtin_popcount(a->mask) * a->width, record, write);
    } else if (a->pattern == PATTERN_uniform) {
        touch(a->addr[first], a->width, record, write);
    } else {
        for (uint32_t m = a->mask; m; m &= m - 1) {
            uint64_t addr = a->addr[__builtin_ctz(m)];
            if (followed(addr))
                touch(addr, a->width, record, write);
        }
    }
}

static void touch_range(uint64_t addr, uint64_t n, bool write)
{
    if (current && n && followed(addr) && followed(addr + n - 1))
        touch(addr, n, record_of(0, write, false), write);
}

static void on_host_read(uint64_t addr, uint64_t n) { touch_range(addr, n, false); }
static void on_host_write(uint64_t addr, uint64_t n) { touch_range(addr, n, true); }

static void on_launch_begin(Launch *l)
{
    if (!current || l->parent)
        return;
    jobs[current].is_kernel = true;
    jobs[current].launch = l->serial;
}

static void on_alloc(Alloc *a)
{
    if (a->name && !strcmp(a->name, "barrier of the grid"))
        ignored = a;
    if (a->kind != MEM_registered)
        return;
    regions = realloc(regions, (nregions + 1) * sizeof *regions);
    uint64_t first = a->addr >> PAGE_SHIFT, last = (a->addr + a->size - 1) >> PAGE_SHIFT;
    Page *pages = must_calloc(last - first + 1, sizeof *pages);
    if (!regions || !pages)
        abort();
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
            unify(&r->pages[k]);
        free(r->pages);
        *r = regions[--nregions];
        return;
    }
}

static void unguard_all(void);

static void on_release(Alloc *a)
{
    if (!mem_is_device(a->addr) && !is_registered(a->addr))
        return;
    unguard_all(); // the pages may go
    size_t kept = 0;
    for (size_t i = 0; i < nbusy; i++)
        if ((busy[i].page << PAGE_SHIFT) - a->addr >= a->size)
            busy[kept++] = busy[i];
    nbusy = kept;
    if (a->kind == MEM_registered) {
        forget_region(a);
        return;
    }
    for (uint64_t at = a->addr & ~(uint64_t)(PAGE - 1); at < a->addr + a->size; at += PAGE) {
        Page *p = page_look(at);
        if (!p)
            continue;
        if (at < a->addr || at + PAGE > a->addr + a->size) { // shared with a neighbour
            split(p, p->bytes);
            uint32_t n = page_cells(p), width = PAGE / n;
            for (uint32_t i = 0; i < n; i++)
                if (at + i * width - a->addr < a->size)
                    p->cells[i] = p->cells[n + i] = 0;
        } else {
            unify(p);
            p->write = p->read = 0;
        }
    }
}

// ---- the host's own accesses ---------------------------------------------------------------

static uint32_t host_conflict(uint32_t record)
{
    for (uint32_t r = record; r; r = records[r].next)
        if (records[r].strength != SYSTEM && !job_before(records[r].job, host_clock, nstreams))
            return r;
    return 0;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    uint64_t addr = (uint64_t)info->si_addr;
    Page *p = addr >= HOST_BASE || !mem_is_device(addr) ? page_look(addr) : NULL;
    const Alloc *a = p && !p->guard ? mem_find(addr) : NULL;
    if (a && (a->kind == MEM_pinned || a->kind == MEM_managed)) {
        // Given back meanwhile, by the thread that stands in for the GPU.
        mprotect((void *)(addr & ~(uint64_t)(PAGE - 1)), PAGE, PROT_READ | PROT_WRITE);
        return;
    }
    if (!p || !p->guard) { // not ours: as if we were not here
        sigaction(number, &old_action, NULL);
        return;
    }
    bool write = p->guard == 1;
#ifdef __x86_64__
    write = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
#endif
    uint32_t i = (uint32_t)(addr & (PAGE - 1)) / (p->bytes ? 1 : 4);
    uint32_t old = host_conflict(p->cells ? p->cells[i] : p->write);
    if (!old && write)
        old = host_conflict(p->cells ? p->cells[page_cells(p) + i] : p->read);
    if (old && ncaught < EVENTS) {
        caught[ncaught].addr = addr;
        caught[ncaught].record = old;
        caught[ncaught].write = write;
        ncaught++;
    }
    mprotect((void *)(addr & ~(uint64_t)(PAGE - 1)), PAGE, PROT_READ | PROT_WRITE);
    p->guard = 0;
    stale = true;
}

static Page *page_number(uint64_t n) { return page_look(n << PAGE_SHIFT); }

// The machine and the copies may use all of it.
static void unguard(void)
{
    for (size_t i = 0, k; i < nguarded; i = k) {
        for (k = i; k < nguarded && guarded[k] - guarded[i] == k - i; k++)
            page_number(guarded[k])->guard = 0;
        mprotect((void *)(guarded[i] << PAGE_SHIFT), (k - i) << PAGE_SHIFT, PROT_READ | PROT_WRITE);
    }
    nguarded = 0;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void catch_signals(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, &old_action);
}

// Guards the pages that jobs use of which the host does not know the end.
static void on_machine_rests(void)
{
    if (current || !stale)
        return;
    stale = false;
    unguard();
    size_t kept = 0;
    for (size_t i = 0; i < nbusy; i++) {
        if (job_before(busy[i].job, host_clock, nstreams))
            continue;
        Page *p = page_number(busy[i].page);
        if (!p->guard) {
            guarded = grow(guarded, nguarded, &size_guarded, sizeof *guarded);
            guarded[nguarded++] = busy[i].page;
        }
        p->guard = busy[i].write || p->guard == 2 ? 2 : 1;
        busy[kept++] = busy[i];
    }
    nbusy = kept;
    if (!nguarded)
        return;
    catch_signals();
    qsort(guarded, nguarded, sizeof *guarded, by_number);
    for (size_t i = 0, k; i < nguarded; i = k) {
        uint8_t guard = page_number(guarded[i])->guard;
        for (k = i; k < nguarded && guarded[k] - guarded[i] == k - i &&
                    page_number(guarded[k])->guard == guard;
             k++)
            ;
        mprotect((void *)(guarded[i] << PAGE_SHIFT), (k - i) << PAGE_SHIFT,
                 guard == 2 ? PROT_NONE : PROT_READ);
    }
}

static void unguard_all(void)
{
    unguard();
    stale = true;
}

static void on_machine_works(void)
{
    unguard_all();
    report_caught();
}

static void on_call_begin(const char *call)
{
    (void)call;
    report_caught();
}

// ---- which job it is ---------------------------------------------------------------------------

static void on_job_begin(uint32_t job, const char *what)
{
    on_machine_works();
    current = job;
    Job *j = &jobs[job];
    j->what = must_strdup(what);
    j->source = report_call_line();
    j->first = mine = nrecords;
    floor_ = first_unordered(j->clock, j->nclock);
    if (floor_ > mine)
        floor_ = mine;
    joined_from = 0;
}

static void on_job_resume(uint32_t job)
{
    on_machine_works();
    current = job;
    const Job *j = &jobs[job];
    mine = nrecords; // others have come in between
    floor_ = first_unordered(j->clock, j->nclock);
    if (floor_ > mine)
        floor_ = mine;
    joined_from = 0;
}

static void on_job_end(void) { current = 0; }

Observer streamcheck_observer = {
    .name = "streamcheck",
    .rank = RANK_checker,
    .launch_begin = on_launch_begin,
    .access = on_access,
    .alloc = on_alloc,
    .release = on_release,
    .host_read = on_host_read,
    .host_write = on_host_write,
    .call_begin = on_call_begin,
    .machine_works = on_machine_works,
    .machine_rests = on_machine_rests,
    .stream_begin = on_stream_begin,
    .job_issue = on_job_issue,
    .job_after = on_job_after,
    .job_begin = on_job_begin,
    .job_resume = on_job_resume,
    .job_end = on_job_end,
    .job_owns = on_host_write,
    .host_waited = on_host_waited,
    .host_sync = on_host_sync,
};
