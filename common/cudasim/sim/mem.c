// mem.c - device memory: allocations, their bounds and where their bytes are.
//
// Each allocation gets a higher address than the one before. A freed range is used
// again only when no higher addresses are left, so that a use after free is
// recognised; its pages go back to the system at once. Between two allocations is
// a gap of a granule or more that belongs to none. The low bits of an address, as many as differ
// within the allocation, are those that it would have on the GPU (slab.c).
#define _GNU_SOURCE
#include "alloc.h"
#include "host.h"
#include "sim.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    ALIGNMENT = 512,
    GAP = 512,
    LARGE_PAGE = 2 << 20,
    HUGE_FILL = 16 << 20,
    CONTEXT_SPARE = 64 << 20
};
#define MOST_LARGE (1ull << 30) // bytes of an allocation in large pages; of all, 4 times as many

static Alloc **table; // by address, live and dead
static size_t count;
static uint32_t capacity;
static uint8_t *backing;
static uint64_t shared_pinned;
static int shared = -1; // mem_share()
static uint64_t device_top = GLOBAL_BASE + (2 << 20), host_top = HOST_BASE + (2 << 20);
static uint64_t device_end = GLOBAL_END,
                host_end = HOST_END; // end of the gap that new allocations fill
static uint64_t used[MAX_DEVICES], heap_used[MAX_DEVICES], serial;
uint64_t mem_epoch = 1;
uint64_t mem_page_chosen;
unsigned mem_pieces;

uint64_t mem_page(void)
{
    if (!mem_page_chosen)
        mem_page_chosen = (uint64_t)sysconf(_SC_PAGESIZE);
    return mem_page_chosen;
}

static void *reserve_range(uint64_t at, uint64_t bytes, int prot)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    if (at)
        flags |= MAP_FIXED_NOREPLACE;
    void *p = mmap((void *)at, bytes, prot, flags, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (at && (uint64_t)p != at) { // a kernel that does not know the flag
        munmap(p, bytes);
        return NULL;
    }
    return p;
}

int mem_share(uint64_t bytes)
{
    struct rlimit most; // of a file's size: then there is less pinned memory
    if (!getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur < bytes)
        bytes = most.rlim_cur / (2 * mem_page()) * (2 * mem_page());
    shared_pinned = bytes / 2;
    host_end = HOST_BASE + shared_pinned;
    shared = memfd_create("pinned memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (shared >= 0 && (ftruncate(shared, (off_t)bytes) ||
                        fcntl(shared, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))) {
        close(shared);
        shared = -1;
    }
    return shared;
}

static bool map_shared(int kind)
{
    return shared < 0 || mmap((void *)HOST_BASE, HOST_END - HOST_BASE, PROT_READ | PROT_WRITE,
                              kind | MAP_FIXED | MAP_NORESERVE, shared, 0) != MAP_FAILED;
}

bool mem_keep(void) { return map_shared(MAP_PRIVATE); }

int mem_init(void)
{
    if (backing)
        return 0;
    if (!reserve_range(GLOBAL_BASE, HOST_END - GLOBAL_BASE, PROT_NONE) || !map_shared(MAP_SHARED) ||
        !(backing = reserve_range(0, GLOBAL_END - GLOBAL_BASE, PROT_READ | PROT_WRITE))) {
        fprintf(stderr, "cudasim: cannot reserve address space for device memory "
                        "(is there a limit on virtual memory? see ulimit -v)\n");
        return -1;
    }
    return 0;
}

// Index of the first allocation whose address is above `addr`.
static size_t upper(uint64_t addr)
{
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (table[mid]->addr <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static unsigned host_pieces;

static bool is_host_kind(MemKind kind)
{
    return kind == MEM_pinned || kind == MEM_managed || kind == MEM_registered;
}

unsigned mem_host_pieces(void) { return host_pieces; }

static Alloc *insert(Alloc init)
{
    table = array_room(table, (uint32_t)count, &capacity, sizeof *table);
    Alloc *a = must_malloc(1, sizeof *a);
    *a = init;
    a->live = true;
    a->serial = serial++;
    size_t i = upper(a->addr);
    // Live allocations do not overlap.
    assert(i == 0 || !table[i - 1]->live || table[i - 1]->addr + table[i - 1]->size <= a->addr);
    assert(i == count || !table[i]->live || a->addr + a->size <= table[i]->addr);
    memmove(table + i + 1, table + i, (count - i) * sizeof *table);
    table[i] = a;
    count++;
    mem_epoch++;
    host_pieces += is_host_kind(a->kind);
    return a;
}

// Forgets the freed allocations and looks for a gap between the live ones, which reaches
// up to *gap_end.
static uint64_t first_fit(uint64_t lo, uint64_t end, uint64_t size, uint64_t align,
                          uint64_t *gap_end)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (table[i]->live || table[i]->reserved)
            table[n++] = table[i];
        else
            free(table[i]);
    }
    count = n;
    uint64_t at = lo;
    for (size_t i = 0; i <= count; i++) {
        at = (at + align - 1) / align * align;
        uint64_t next = i < count ? table[i]->addr : end;
        if (next >= end)
            next = end;
        if (i < count && table[i]->addr < lo)
            continue;
        if (at + size + GAP <= next) {
            *gap_end = next;
            return at;
        }
        if (next == end)
            break;
        uint64_t after = table[i]->addr + table[i]->size + GAP;
        at = after > at ? after : at; // a reserved range has pieces
    }
    return 0;
}

// The first address from `at` on whose low bits are those of the place on the GPU.
static uint64_t like_card(uint64_t at, const Alloc *a)
{
    uint64_t bytes = ALIGNMENT, last = a->place + (a->size ? a->size : 1) - 1;
    while (bytes < SLAB_BYTES && (a->place ^ last) >= bytes)
        bytes *= 2;
    return at + (a->place - at) % bytes;
}

// Pinned and managed memory ends where its file ends.
static uint64_t host_last(void) { return shared < 0 ? HOST_END : HOST_BASE + shared_pinned; }

// What is free for this kind. Variables and what kernels allocate may lie in the context's share.
static uint64_t device_room(MemKind kind)
{
    uint64_t most = model.global_bytes - model.context_bytes;
    most += kind == MEM_device || kind == MEM_array ? 0 : CONTEXT_SPARE;
    return most > used[device.number] ? most - used[device.number] : 0;
}

// A large allocation is used as a whole, so the system may give large pages at once. Its ends
// share pages with its neighbours, and are left out. Of many gigabytes perhaps little is used:
// there a byte must not take a large page.
static void expect_use(uint8_t *host, uint64_t size, uint64_t in_all)
{
    if (size > MOST_LARGE || in_all > 4 * MOST_LARGE)
        return;
    uintptr_t from = ((uintptr_t)host + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t end = ((uintptr_t)host + size) / LARGE_PAGE * LARGE_PAGE;
    if (end > from)
        madvise((void *)from, end - from, MADV_HUGEPAGE);
}

// Host memory has pages of its own.
static uint64_t host_pages(uint64_t size)
{
    return (size + GAP + mem_page() - 1) / mem_page() * mem_page();
}

// What an allocation takes of the heap of malloc() in kernels.
static uint64_t heap_share(const Alloc *a)
{
    return a->kind == MEM_heap ? (a->size + HEAP_ALIGN - 1) / HEAP_ALIGN * HEAP_ALIGN : 0;
}

Alloc *mem_alloc(uint64_t size, uint64_t align, MemKind kind)
{
    if (mem_init())
        return NULL;
    bool host = kind == MEM_pinned || kind == MEM_managed;
    uint64_t *top = host ? &host_top : &device_top;
    uint64_t lo = host ? HOST_BASE : GLOBAL_BASE, end = host ? host_last() : GLOBAL_END;
    if (align < ALIGNMENT)
        align = ALIGNMENT;
    if (host)
        align = align < mem_page() ? mem_page() : align; // pages of their own: mprotect
    if (kind == MEM_managed && size >= MANAGED_PAGE_BYTES && align < SLAB_BYTES)
        align = size < SLAB_BYTES ? MANAGED_PAGE_BYTES : SLAB_BYTES; // whole pages, whole blocks
    if (size > end - lo || (!host && size > device_room(kind)))
        return NULL;
    uint64_t at = (*top + align - 1) / align * align, *gap_end = host ? &host_end : &device_end;
    Alloc new = {.size = size, .kind = kind, .device = (uint8_t)device.number};
    if (kind == MEM_device || kind == MEM_array) {
        slab_take(&new);
        at = like_card(at, &new);
    }
    if (at + size + GAP > *gap_end && !(at = first_fit(lo, end, size, align, gap_end)))
        return slab_give(&new), NULL;
    *top = at + size + GAP;
    if (host)
        host_process.protect(at, host_pages(size), HOST_reads_and_writes);
    new.addr = at;
    new.host = host ? (uint8_t *)at : backing + (at - GLOBAL_BASE);
    Alloc *a = insert(new);
    if (!host) {
        used[new.device] += size;
        heap_used[new.device] += heap_share(&new);
        expect_use(new.host, size, used[new.device]);
    }
    return a;
}

Alloc *mem_register(uint64_t addr, uint64_t size, uint8_t *host)
{
    return insert((Alloc){.addr = addr,
                          .size = size,
                          .kind = MEM_registered,
                          .host = host,
                          .device = (uint8_t)device.number});
}

// ---- reserved ranges ------------------------------------------------

Alloc *mem_reserve(uint64_t size, uint64_t align)
{
    if (mem_init() || size > GLOBAL_END - GLOBAL_BASE)
        return NULL;
    uint64_t at = (device_top + align - 1) / align * align;
    if (at + size + GAP > device_end &&
        !(at = first_fit(GLOBAL_BASE, GLOBAL_END, size, align, &device_end)))
        return NULL;
    device_top = at + size + GAP;
    Alloc *a = insert((Alloc){.addr = at, .size = size, .kind = MEM_virtual});
    a->live = false;
    a->reserved = true;
    return a;
}

Alloc *mem_map(uint64_t addr, uint64_t size, int fd)
{
    uint8_t *host = backing + (addr - GLOBAL_BASE);
    if (mmap(host, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
        return NULL;
    mem_pieces++;
    return insert((Alloc){.addr = addr, .size = size, .kind = MEM_virtual, .host = host});
}

// The pages are as those of other device memory again.
static void unmap(const Alloc *a)
{
    mem_pieces--;
    mmap(a->host, a->size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

// Virtual memory is of the first device.
void mem_use(int64_t bytes) { used[0] += (uint64_t)bytes; }

uint64_t mem_end(const Alloc *a)
{
    uint64_t end = a->addr + a->size;
    for (; a && a->kind == MEM_virtual; a = mem_find(end))
        end = a->addr + a->size;
    return end;
}

// ---- the end of an allocation ---------------------------------------

// Gives the whole pages in [p, p + n) back to the system; from now on they hold
// zeros. Returns where they start.
static uint64_t give_back(const uint8_t *p, uint64_t n, uint64_t *bytes)
{
    uint64_t page = mem_page(), from = ((uint64_t)p + page - 1) / page * page;
    uint64_t to = ((uint64_t)p + n) / page * page;
    *bytes = from < to ? to - from : 0;
    if (*bytes)
        madvise((void *)from, *bytes,
                shared >= 0 && from >= HOST_BASE && from < HOST_END ? MADV_REMOVE : MADV_DONTNEED);
    return from;
}

const char *mem_freed_by(MemKind kind)
{
    switch (kind) {
    case MEM_device:
    case MEM_managed: return "cudaFree";
    case MEM_array: return "cudaFreeArray";
    case MEM_pinned: return "cudaFreeHost";
    case MEM_registered: return "cudaHostUnregister";
    case MEM_virtual: return "cuMemUnmap";
    default: return NULL;
    }
}

int mem_free(uint64_t addr)
{
    size_t i = upper(addr);
    while (i > 0 && table[i - 1]->addr == addr && !table[i - 1]->live)
        i--;
    if (i == 0 || table[i - 1]->addr != addr)
        return -1;
    Alloc *a = table[i - 1];
    bool host = a->kind == MEM_pinned || a->kind == MEM_managed;
    a->live = false;
    host_pieces -= is_host_kind(a->kind);
    slab_give(a);
    if (host) { // its pages are its own, and the host must not read what it gave back
        uint64_t pages = host_pages(a->size), given;
        give_back(a->host, pages, &given);
        host_process.protect(a->addr, pages, HOST_no_access);
    } else if (a->kind == MEM_virtual) {
        unmap(a);
    } else if (a->kind != MEM_registered) {
        uint64_t pages;
        give_back(a->host, a->size, &pages);
        assert(a->size <= used[a->device]);
        used[a->device] -= a->size;
        heap_used[a->device] -= heap_share(a);
    }
    mem_epoch++;
    return 0;
}

bool mem_revive(Alloc *a)
{
    if (a->live || a->size > device_room(a->kind))
        return false;
    slab_take(a);
    a->live = true;
    used[a->device] += a->size;
    mem_epoch++;
    return true;
}

void mem_zero(const Alloc *a, uint8_t *at, uint64_t n)
{
    uint64_t pages = 0;
    if (n >= HUGE_FILL && a->kind != MEM_registered) {
        uint64_t from = give_back(at, n, &pages);
        memset(at, 0, from - (uint64_t)at);
        n -= from + pages - (uint64_t)at;
        at = (uint8_t *)from + pages;
    }
    memset(at, 0, n);
}

static Alloc *lookup(uint64_t addr, bool live)
{
    for (size_t i = upper(addr); i-- > 0;) {
        Alloc *a = table[i];
        bool range = a->kind == MEM_virtual && a->reserved;
        if (addr - a->addr < (a->size ? a->size : 1) && a->live == live && !range)
            return a;
        if (a->live && a->kind != MEM_registered)
            break; // nothing further down reaches over a live allocation
        if (addr - a->addr > (1ull << 40))
            break;
    }
    return NULL;
}

Alloc *mem_find(uint64_t addr) { return lookup(addr, true); }
Alloc *mem_find_dead(uint64_t addr) { return lookup(addr, false); }

uint64_t mem_room(const Alloc *a)
{
    if (a->kind == MEM_registered)
        return a->size;
    uint64_t granules = (a->size + ALIGNMENT - 1) / ALIGNMENT;
    return (granules ? granules : 1) * ALIGNMENT;
}

Alloc *mem_find_room(uint64_t addr)
{
    Alloc *a = mem_find(addr);
    for (size_t i = upper(addr); !a && i-- > 0 && addr - table[i]->addr < (1ull << 40);)
        if (table[i]->live) { // the next one begins in another granule
            a = table[i];
            return addr - a->addr < mem_room(a) ? a : NULL;
        }
    return a;
}

Alloc *mem_nearest(uint64_t addr)
{
    size_t i = upper(addr);
    Alloc *below = NULL, *above = NULL;
    for (size_t k = i; k-- > 0 && !below;)
        below = table[k]->live ? table[k] : NULL;
    for (size_t k = i; k < count && !above; k++)
        above = table[k]->live ? table[k] : NULL;
    if (!below || !above)
        return below ? below : above;
    uint64_t down = addr - below->addr, up = above->addr - addr;
    down = down > below->size ? down - below->size : 0;
    return down <= up ? below : above;
}

Alloc *mem_next(const Alloc *a)
{
    size_t i = 0;
    if (a) {
        i = upper(a->addr);
        while (i > 0 && table[i - 1] != a)
            i--;
    }
    return i < count ? table[i] : NULL;
}

uint64_t mem_used(void) { return used[device.number]; }
uint64_t mem_heap_used(void) { return heap_used[device.number]; }
uint64_t mem_free_bytes(void) { return device_room(MEM_device); }

uint8_t *mem_host(uint64_t addr, uint64_t n)
{
    Alloc *a = mem_find(addr);
    return a && n <= a->size - (addr - a->addr) ? a->host + (addr - a->addr) : NULL;
}

uint8_t *mem_place(uint64_t addr)
{
    return mem_is_card(addr) ? backing + (addr - GLOBAL_BASE) : (uint8_t *)addr;
}
