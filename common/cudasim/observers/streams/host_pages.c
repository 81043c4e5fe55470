// host_pages.c - the host's own loads and stores to memory that jobs use.
//
// The checker sees them only in pinned, managed and registered memory, by page protection: the
// host cannot access pages that unordered jobs write until it has waited, and cannot write
// pages that such jobs read. The first access to a page is judged, byte by byte; then the page
// is free until the next API call. System calls on a protected page fail with EFAULT. Of
// registered memory, only whole pages are protected.
#include "streams.h"

#include "sim/host.h"

enum { CAUGHT = 64 };

typedef struct {
    uint64_t page; // address / PAGE_BYTES
    uint32_t job;
    bool write;
} BusyPage;

static BusyPage *busy; // pages of host memory that jobs have touched
static uint32_t nbusy, size_busy;
static uint64_t *guarded; // numbers of protected pages
static uint32_t nguarded, size_guarded;
static bool stale; // guards must be set anew
static volatile struct {
    uint64_t addr;
    uint32_t record;
    bool write;
    const char *file; // where the host's access is
    int line;
} caught[CAUGHT]; // by on_fault(), which may run in a signal handler
static volatile unsigned ncaught;

void host_pages_use(StreamPage *p, uint64_t addr, uint32_t job, bool write)
{
    if (p->busy[write] == job)
        return;
    p->busy[write] = job;
    busy = array_room(busy, nbusy, &size_busy, sizeof *busy);
    busy[nbusy++] = (BusyPage){addr >> PAGE_SHIFT, job, write};
    stale = true;
}

void host_pages_stale(void) { stale = true; }

static uint32_t host_conflict(uint32_t record)
{
    for (uint32_t r = record; r; r = record_at(r)->next)
        if (record_at(r)->strength != STRENGTH_system && !order_before_host(record_at(r)->job))
            return r;
    return 0;
}

// Protection is of whole pages of this system. A page of the system may hold several of ours.
static void protect_pages(uint64_t first, uint64_t n, HostAccess access)
{
    uint64_t page = mem_page(), from = (first << PAGE_SHIFT) / page * page;
    uint64_t end = (((first + n) << PAGE_SHIFT) + page - 1) / page * page;
    host_process.protect(from, end - from, access);
}

static void open_page(uint64_t addr)
{
    protect_pages(addr >> PAGE_SHIFT, 1, HOST_reads_and_writes);
}

// All of ours in the system's page are free until the next API call. Was one of them guarded?
static bool forget_guards(uint64_t addr)
{
    bool guarded_one = false;
    uint64_t page = mem_page(), from = addr / page * page;
    for (uint64_t at = from; at < from + page; at += PAGE_BYTES) {
        StreamPage *p = page_look(at);
        if (!p)
            continue;
        guarded_one |= p->guard != 0;
        p->guard = 0;
    }
    stale |= guarded_one;
    return guarded_one;
}

static bool on_fault(uint64_t addr, bool write)
{
    StreamPage *p = addr >= HOST_BASE || !mem_is_device(addr) ? page_look(addr) : NULL;
    const Alloc *a = p && !p->guard ? mem_find(addr) : NULL;
    if (a && (a->kind == MEM_pinned || a->kind == MEM_managed)) {
        // Given back meanwhile, by the thread that looks at held work.
        forget_guards(addr);
        open_page(addr);
        return true;
    }
    if (!p)
        return false;
    if (!p->guard) {
        if (!forget_guards(addr)) // no neighbour's either: the program gets its signal
            return false;
        open_page(addr);
        return true;
    }
    uint32_t i = (uint32_t)(addr & (PAGE_BYTES - 1)) / (p->bytes ? 1 : 4);
    uint32_t old = host_conflict(p->cells ? p->cells[i] : p->write);
    if (!old && write)
        old = host_conflict(p->cells ? p->cells[page_cells(p) + i] : p->read);
    if (old && ncaught < CAUGHT) {
        caught[ncaught].addr = addr;
        caught[ncaught].record = old;
        caught[ncaught].write = write;
        const char *file;
        caught[ncaught].line = report_call_place(&file);
        caught[ncaught].file = file;
        ncaught++;
    }
    forget_guards(addr);
    open_page(addr);
    return true;
}

static StreamPage *page_number(uint64_t n) { return page_look(n << PAGE_SHIFT); }

// The machine and the copies may use all pages.
static void unguard(void)
{
    for (size_t i = 0, k; i < nguarded; i = k) {
        for (k = i; k < nguarded && guarded[k] - guarded[i] == k - i; k++)
            page_number(guarded[k])->guard = 0;
        protect_pages(guarded[i], k - i, HOST_reads_and_writes);
    }
    nguarded = 0;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void watch_once(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    host_process.watch(on_fault);
}

static void protect_guarded(uint8_t guard, HostAccess access)
{
    for (size_t i = 0, k; i < nguarded; i = k) {
        for (k = i; k < nguarded && guarded[k] - guarded[i] == k - i &&
                    page_number(guarded[k])->guard == guard;
             k++)
            ;
        if (k > i)
            protect_pages(guarded[i], k - i, access);
        else
            k++;
    }
}

// Guards the pages that jobs use whose end the host does not know.
void host_pages_guard(void)
{
    if (!stale)
        return;
    stale = false;
    unguard();
    size_t kept = 0;
    for (size_t i = 0; i < nbusy; i++) {
        if (order_before_host(busy[i].job))
            continue;
        StreamPage *p = page_number(busy[i].page);
        if (!p->guard) {
            guarded = array_room(guarded, nguarded, &size_guarded, sizeof *guarded);
            guarded[nguarded++] = busy[i].page;
        }
        p->guard = busy[i].write || p->guard == 2 ? 2 : 1;
        busy[kept++] = busy[i];
    }
    nbusy = kept;
    if (!nguarded)
        return;
    watch_once();
    qsort(guarded, nguarded, sizeof *guarded, by_number);
    protect_guarded(1, HOST_reads);
    protect_guarded(2, HOST_no_access); // last: may share a page of the system with others
}

void host_pages_look(uint64_t addr, uint64_t n)
{
    for (uint64_t at = addr; at < addr + n; at += PAGE_BYTES - at % PAGE_BYTES) {
        const StreamPage *p = addr >= HOST_BASE || !mem_is_device(addr) ? page_look(at) : NULL;
        uint32_t cells = p && p->cells ? page_cells(p) : 1, width = PAGE_BYTES / cells;
        uint64_t page = at - at % PAGE_BYTES;
        for (uint32_t i = 0; p && i < cells; i++) {
            uint32_t old = host_conflict(p->cells ? p->cells[i] : p->write);
            uint64_t first = page + (uint64_t)i * width, end = first + width;
            if (old && end > addr && first < addr + n)
                streamcheck_report_unfinished(first < addr ? addr : first, old);
        }
    }
}

void host_pages_give_back(void)
{
    unguard();
    stale = true;
}

void host_pages_release(const Alloc *a)
{
    host_pages_give_back(); // the pages may go
    size_t kept = 0;
    for (size_t i = 0; i < nbusy; i++)
        if ((busy[i].page << PAGE_SHIFT) - a->addr >= a->size)
            busy[kept++] = busy[i];
    nbusy = kept;
}

void host_pages_report(void)
{
    for (unsigned i = 0; i < ncaught; i++)
        streamcheck_report_host(caught[i].addr, caught[i].record, caught[i].write,
                                line_number(caught[i].file, caught[i].line));
    ncaught = 0;
}
