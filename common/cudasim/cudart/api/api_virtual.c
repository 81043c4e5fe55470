// api_virtual.c - virtual memory of the driver API: addresses without memory, memory without
// addresses, and what is mapped where. Memory is a file, so that it can be mapped twice. The memory
// management sees a mapping as an allocation as soon as kernels may use it.
#define _GNU_SOURCE
#include "allowance.h"
#include "both/door.h"
#include "context.h"
#include "cudart/clock/timeline.h"
#include "memory.h"

#include "alloc.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct Memory Memory;
struct Memory {
    Memory *next;
    unsigned long long handle;
    size_t bytes;
    int fd;
    unsigned references, mappings;
};

typedef struct Mapping Mapping;
struct Mapping {
    Mapping *next;
    uint64_t at;
    size_t bytes;
    Memory *memory;
    bool access;
};

typedef struct Reservation Reservation;
struct Reservation {
    Reservation *next;
    Alloc *reserved;
};

static Memory *memories;
static Mapping *mappings;
static Reservation *ranges;
static unsigned long long last_handle;

static bool is_multiple(size_t n) { return n && n % GRANULARITY == 0; }

// ---- addresses ------------------------------------------------------

// The range that has these bytes.
static Reservation *range_of(uint64_t at, size_t bytes)
{
    Reservation *r = ranges;
    while (r && (at < r->reserved->addr || at - r->reserved->addr > r->reserved->size ||
                 bytes > r->reserved->size - (at - r->reserved->addr)))
        r = r->next;
    return r;
}

static bool overlaps(const Mapping *m, uint64_t at, size_t bytes)
{
    return at < m->at + m->bytes && m->at < at + bytes;
}

static bool is_mapped(uint64_t at, size_t bytes)
{
    for (Mapping *m = mappings; m; m = m->next)
        if (overlaps(m, at, bytes))
            return true;
    return false;
}

int cudasimReserve(void **p, size_t bytes, size_t align)
{
    ENTER();
    if (!p || !is_multiple(bytes) || (align & (align - 1)))
        LEAVE(cudaErrorInvalidValue);
    Alloc *a = mem_reserve(bytes, align > GRANULARITY ? align : GRANULARITY);
    if (!a)
        LEAVE(cudaErrorMemoryAllocation);
    Reservation *r = must_malloc(1, sizeof *r);
    *r = (Reservation){ranges, a};
    ranges = r;
    *p = (void *)(uintptr_t)a->addr;
    LEAVE(cudaSuccess);
}

int cudasimUnreserve(void *p, size_t bytes)
{
    ENTER();
    Reservation **at = &ranges;
    while (*at && (*at)->reserved->addr != (uintptr_t)p)
        at = &(*at)->next;
    Reservation *r = *at;
    if (!r || r->reserved->size != bytes || is_mapped((uintptr_t)p, bytes))
        LEAVE(cudaErrorInvalidValue);
    r->reserved->reserved = false;
    *at = r->next;
    free(r);
    LEAVE(cudaSuccess);
}

// ---- memory ---------------------------------------------------------

static Memory *memory_of(unsigned long long handle)
{
    Memory *m = memories;
    while (m && (m->handle != handle || !m->references))
        m = m->next;
    return m;
}

static void drop_unused(Memory *m)
{
    Memory **at = &memories;
    if (m->references || m->mappings)
        return;
    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    mem_use(-(int64_t)m->bytes);
    close(m->fd);
    free(m);
}

int cudasimMemory(unsigned long long *handle, size_t bytes)
{
    ENTER_US(COST_MALLOC_US);
    if (!handle || !is_multiple(bytes))
        LEAVE(cudaErrorInvalidValue);
    int fd = bytes <= mem_free_bytes() ? memfd_create("device memory", MFD_CLOEXEC) : -1;
    if (fd < 0 || ftruncate(fd, (off_t)bytes)) {
        if (fd >= 0)
            close(fd);
        LEAVE(cudaErrorMemoryAllocation);
    }
    Memory *m = must_malloc(1, sizeof *m);
    *m = (Memory){memories, ++last_handle, bytes, fd, 1, 0};
    memories = m;
    allowance_take_bytes(1, bytes);
    mem_use((int64_t)bytes);
    *handle = m->handle;
    LEAVE(cudaSuccess);
}

int cudasimMemoryRelease(unsigned long long handle)
{
    ENTER_US(COST_FREE_US);
    Memory *m = memory_of(handle);
    if (!m)
        LEAVE(cudaErrorInvalidValue);
    m->references--;
    drop_unused(m);
    LEAVE(cudaSuccess);
}

// ---- mappings -------------------------------------------------------

int cudasimMap(void *p, size_t bytes, unsigned long long handle)
{
    ENTER();
    uint64_t at = (uintptr_t)p;
    Memory *memory = memory_of(handle);
    if (!memory || at % GRANULARITY || !is_multiple(bytes) || bytes > memory->bytes ||
        !range_of(at, bytes) || is_mapped(at, bytes))
        LEAVE(cudaErrorInvalidValue);
    Mapping *m = must_malloc(1, sizeof *m);
    *m = (Mapping){mappings, at, bytes, memory, false};
    mappings = m;
    memory->mappings++;
    LEAVE(cudaSuccess);
}

// Are these bytes mappings, all of them whole?
static bool are_mappings(uint64_t at, size_t bytes)
{
    size_t covered = 0;
    for (Mapping *m = mappings; m; m = m->next)
        if (overlaps(m, at, bytes)) {
            if (m->at < at || m->at + m->bytes > at + bytes)
                return false;
            covered += m->bytes;
        }
    return bytes && covered == bytes;
}

static bool set_access(Mapping *m, bool access)
{
    if (m->access == access)
        return true;
    m->access = access;
    Alloc *a = access ? mem_map(m->at, m->bytes, m->memory->fd) : mem_find(m->at);
    if (a && access) {
        EACH_HOOK(alloc, (a));
    } else if (a) {
        EACH_HOOK(release, (a));
        mem_free(m->at);
    }
    return a;
}

int cudasimAccess(void *p, size_t bytes, int access)
{
    ENTER();
    bool done = are_mappings((uintptr_t)p, bytes);
    if (!done)
        LEAVE(cudaErrorInvalidValue);
    if (!access)
        timeline_wait_all();
    for (Mapping *m = mappings; m; m = m->next)
        if (overlaps(m, (uintptr_t)p, bytes))
            done &= set_access(m, access);
    LEAVE(done ? cudaSuccess : cudaErrorMemoryAllocation);
}

int cudasimUnmap(void *p, size_t bytes)
{
    ENTER();
    if (!are_mappings((uintptr_t)p, bytes))
        LEAVE(cudaErrorInvalidValue);
    timeline_wait_all();
    for (Mapping **at = &mappings; *at;) {
        Mapping *m = *at;
        if (!overlaps(m, (uintptr_t)p, bytes)) {
            at = &m->next;
            continue;
        }
        set_access(m, false);
        m->memory->mappings--;
        drop_unused(m->memory);
        *at = m->next;
        free(m);
    }
    LEAVE(cudaSuccess);
}

int cudasimMapped(unsigned long long *handle, int *access, const void *p)
{
    ENTER();
    Mapping *m = mappings;
    while (m && !overlaps(m, (uintptr_t)p, 1))
        m = m->next;
    if (!m || (!handle && !access))
        LEAVE(cudaErrorInvalidValue);
    if (handle) {
        *handle = m->memory->handle;
        m->memory->references++;
    }
    if (access)
        *access = m->access;
    LEAVE(cudaSuccess);
}
