// api_memory.c - memory of all kinds: allocation, registration, and what a pointer is. Copies
// are in api_copy.c, pools in api_pool.c.
#include "allowance.h"
#include "context.h"
#include "cudart/clock/timeline.h"
#include "memory.h"
#include "observers/pages.h"
#include "register.h"
#include "streams.h"

#include "sim/host.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PITCH_ALIGN = 512 };

cudaError_t memory_alloc(void **p, size_t size, MemKind kind)
{
    if (!p)
        return cudaErrorInvalidValue;
    *p = NULL;
    if (size == 0)
        return cudaSuccess;
    if (kind == MEM_managed)
        pages_watch();
    Alloc *a = mem_alloc(size, 0, kind);
    if (!a)
        return cudaErrorMemoryAllocation;
    allowance_take_bytes(1, size);
    fresh_alloc(a);
    EACH_HOOK(alloc, (a));
    if (kind == MEM_pinned)
        rt.now += (double)size / COST_PIN_BYTES_US;
    if (rt.single_queue)
        timeline_wait_all(); // on those GPUs allocation was a barrier for all work
    *p = (void *)(uintptr_t)a->addr;
    return cudaSuccess;
}

static void bad_free(const char *call, const void *p)
{
    uint64_t addr = (uintptr_t)p;
    const Alloc *a = mem_find(addr), *dead = a ? NULL : mem_find_dead(addr);
    char text[200];
    bool own = !mem_is_device(addr); // the program's own addresses are others in each run
    int n = own ? snprintf(text, sizeof text, "%s(): ", call)
                : snprintf(text, sizeof text, "%s(%p): ", call, p);
    size_t left = sizeof text - (size_t)n;
    if (dead && dead->addr == addr)
        snprintf(text + n, left, "this memory was freed before");
    else if (a && a->addr == addr && mem_freed_by(a->kind))
        snprintf(text + n, left, "memory of this kind is freed by %s", mem_freed_by(a->kind));
    else if (a)
        snprintf(text + n, left, "byte %llu of an allocation of %llu bytes, not its start",
                 (unsigned long long)(addr - a->addr), (unsigned long long)a->size);
    else
        snprintf(text + n, left, "no allocation starts at this address%s",
                 own ? ": CUDA did not allocate it" : "");
    EACH_HOOK(call_problem, (CALL_mistake, "invalid free", text));
}

Alloc *memory_of_host(uint64_t addr)
{
    Alloc *a = mem_find(addr);
    return a && a->kind != MEM_heap ? a : NULL;
}

// The live allocation that starts at p, of one of the kinds in `kinds`.
static Alloc *allocation(const void *p, unsigned kinds)
{
    Alloc *a = mem_find((uintptr_t)p);
    return a && a->addr == (uintptr_t)p && kinds >> a->kind & 1 ? a : NULL;
}

// The count is what `user` means for device memory.
void memory_counts_in(Alloc *a, unsigned long long *used)
{
    unsigned long long *before = a->kind == MEM_device ? a->user : NULL;
    assert(a->kind == MEM_device || !used);
    if (before) {
        assert(*before >= a->size);
        *before -= a->size;
    }
    if (used)
        *used += a->size;
    if (a->kind == MEM_device)
        a->user = used;
}

cudaError_t memory_release(const char *call, const void *p, unsigned kinds)
{
    if (!p)
        return cudaSuccess;
    Alloc *a = allocation(p, kinds);
    if (!a) {
        bad_free(call, p);
        return cudaErrorInvalidValue;
    }
    EACH_HOOK(release, (a));
    memory_counts_in(a, NULL);
    mem_free(a->addr);
    return cudaSuccess;
}

// Frees everything that the program has allocated on this device and not freed, also in kernels.
void memory_forget(void)
{
    for (Alloc *a = mem_next(NULL); a; a = mem_next(a)) {
        bool own = a->kind == MEM_device || a->kind == MEM_array || a->kind == MEM_heap ||
                   a->kind == MEM_pinned || a->kind == MEM_managed;
        if (!a->live || !own || a->name || a->device != device.number)
            continue;
        EACH_HOOK(release, (a));
        memory_counts_in(a, NULL);
        mem_free(a->addr);
    }
}

// ---- device memory --------------------------------------------------

cudaError_t cudaMalloc(void **p, size_t size)
{
    ENTER_US(COST_MALLOC_US);
    LEAVE(memory_alloc(p, size, MEM_device));
}

// Waits for all work of the device whose memory it is: memory in use must not go away.
static void wait_for_device_of(const void *p)
{
    const Alloc *a = mem_find((uintptr_t)p);
    if (a)
        device_select(a->device);
    timeline_wait_device();
}

cudaError_t cudaFree(void *p)
{
    ENTER_US(COST_FREE_US);
    wait_for_device_of(p);
    cudaError_t dead = rt_waited();
    LEAVE(dead ? dead
               : memory_release(rt_call_name("cudaFree"), p, 1u << MEM_device | 1u << MEM_managed));
}

static cudaError_t alloc_pitch(void **p, size_t *pitch, size_t width, size_t rows)
{
    if (!p || !pitch)
        return cudaErrorInvalidValue;
    *p = NULL;
    *pitch = 0;
    if (!width || !rows)
        return cudaSuccess;
    if (width > SIZE_MAX - PITCH_ALIGN)
        return cudaErrorInvalidValue;
    size_t row = (width + PITCH_ALIGN - 1) / PITCH_ALIGN * PITCH_ALIGN, bytes;
    if (__builtin_mul_overflow(row, rows, &bytes))
        return cudaErrorInvalidValue;
    cudaError_t e = memory_alloc(p, bytes, MEM_device);
    if (!e)
        *pitch = row;
    return e;
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height)
{
    ENTER_US(COST_MALLOC_US);
    LEAVE(alloc_pitch(p, pitch, width, height));
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent)
{
    ENTER_US(COST_MALLOC_US);
    size_t rows;
    if (!p)
        LEAVE(cudaErrorInvalidValue);
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        LEAVE(cudaErrorInvalidValue);
    memset(p, 0, sizeof *p);
    cudaError_t e = alloc_pitch(&p->ptr, &p->pitch, extent.width, rows);
    if (!e) {
        p->xsize = extent.width;
        p->ysize = extent.height;
    }
    LEAVE(e);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    ENTER();
    if (!free_bytes || !total)
        LEAVE(cudaErrorInvalidValue);
    *total = model.global_bytes;
    *free_bytes = mem_free_bytes();
    LEAVE(cudaSuccess);
}

// ---- host and managed memory ----------------------------------------

static cudaError_t alloc_host(void **p, size_t size, unsigned flags)
{
    const unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (flags & ~known)
        return cudaErrorInvalidValue;
    cudaError_t e = memory_alloc(p, size, MEM_pinned);
    if (!e && *p) // with one address space for host and device, all host memory is mapped
        mem_find((uintptr_t)*p)->user = (void *)(uintptr_t)(flags | cudaHostAllocMapped);
    return e;
}

cudaError_t cudaMallocHost(void **p, size_t size)
{
    ENTER_US(COST_PIN_US);
    LEAVE(alloc_host(p, size, 0));
}

cudaError_t cudaHostAlloc(void **p, size_t size, unsigned flags)
{
    ENTER_US(COST_PIN_US);
    LEAVE(alloc_host(p, size, flags));
}

cudaError_t cudaFreeHost(void *p)
{
    ENTER_US(COST_PIN_US);
    timeline_wait_all();
    cudaError_t dead = rt_waited();
    LEAVE(dead ? dead : memory_release(rt_call_name("cudaFreeHost"), p, 1u << MEM_pinned));
}

cudaError_t cudaMallocManaged(void **p, size_t size, unsigned flags)
{
    ENTER_US(COST_MALLOC_US);
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        LEAVE(cudaErrorInvalidValue);
    // The manual says cudaErrorInvalidValue; an H200 returns success, and a null pointer.
    if (!size)
        EACH_HOOK(call_problem, (CALL_suspect, "allocation of 0 bytes",
                                 "cudaMallocManaged of 0 bytes: the result is a null pointer, and "
                                 "other versions of CUDA return cudaErrorInvalidValue"));
    LEAVE(memory_alloc(p, size, MEM_managed));
}

// Addresses that mean something on the device cannot be registered: they would hide its memory.
static bool is_hosts(uint64_t at, uint64_t size)
{
    return at < 1ull << 47 && (at + size <= SHARED_WINDOW || at >= HOST_END);
}

cudaError_t cudaHostRegister(void *p, size_t size, unsigned flags)
{
    ENTER();
    const unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
                           cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (!p || !size || flags & ~known)
        LEAVE(cudaErrorInvalidValue);
    if (size > (size_t)1 << 47) // larger than the address space
        LEAVE(cudaErrorNotSupported);
    if (size / (size_t)sysconf(_SC_PAGESIZE) > (size_t)sysconf(_SC_PHYS_PAGES))
        LEAVE(cudaErrorMemoryAllocation);
    uintptr_t at = (uintptr_t)p;
    if (!is_hosts(at, size) || !host_process.is_mapped(at, size))
        LEAVE(cudaErrorInvalidValue);
    for (const Alloc *a = mem_next(NULL); a; a = mem_next(a))
        if (a->live && a->addr < at + size && at < a->addr + a->size)
            LEAVE(a->kind == MEM_registered ? cudaErrorHostMemoryAlreadyRegistered
                                            : cudaErrorInvalidValue);
    uint8_t *bytes = host_process.share(at, size, flags & cudaHostRegisterReadOnly);
    Alloc *a = bytes ? mem_register(at, size, bytes) : NULL;
    if (a)
        a->user = (void *)(uintptr_t)(flags | cudaHostRegisterMapped);
    if (a && !(flags & cudaHostRegisterReadOnly)) // observers that guard pages make them writable
        EACH_HOOK(alloc, (a));
    LEAVE(a ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaHostUnregister(void *p)
{
    ENTER();
    timeline_wait_all();
    cudaError_t e = rt_waited();
    Alloc *a = e ? NULL : allocation(p, 1u << MEM_registered);
    if (!e && !a)
        e = cudaErrorHostMemoryNotRegistered;
    if (!e) {
        EACH_HOOK(release, (a));
        mem_free((uintptr_t)p);
    }
    LEAVE(e);
}

cudaError_t cudaHostGetDevicePointer(void **p, void *host, unsigned flags)
{
    ENTER();
    Alloc *a = mem_find((uintptr_t)host);
    if (!p || flags || !a || (a->kind != MEM_pinned && a->kind != MEM_registered))
        LEAVE(cudaErrorInvalidValue);
    *p = host;
    LEAVE(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    ENTER();
    Alloc *a = mem_find((uintptr_t)host);
    if (!flags || !a || (a->kind != MEM_pinned && a->kind != MEM_registered))
        LEAVE(cudaErrorInvalidValue);
    *flags = (unsigned)(uintptr_t)a->user;
    LEAVE(cudaSuccess);
}

// ---- what a pointer is ----------------------------------------------

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attr, const void *p)
{
    ENTER_ALWAYS();
    if (!attr)
        LEAVE(cudaErrorInvalidValue);
    memset(attr, 0, sizeof *attr);
    Alloc *a = memory_of_host((uintptr_t)p);
    bool host = a && (a->kind == MEM_pinned || a->kind == MEM_registered || a->kind == MEM_managed);
    attr->type = !a                       ? cudaMemoryTypeUnregistered
                 : a->kind == MEM_managed ? cudaMemoryTypeManaged
                 : host                   ? cudaMemoryTypeHost
                                          : cudaMemoryTypeDevice;
    attr->device = a ? a->device : cudaInvalidDeviceId;
    attr->devicePointer = a ? (void *)(uintptr_t)p : NULL;
    attr->hostPointer = !a || host ? (void *)(uintptr_t)p : NULL;
    LEAVE(cudaSuccess);
}

int cudasimRange(void **base, size_t *bytes, unsigned long long *id, const void *p)
{
    ENTER_ALWAYS();
    Alloc *a = memory_of_host((uintptr_t)p);
    if (!a)
        LEAVE(cudaErrorInvalidValue);
    if (base)
        *base = (void *)(uintptr_t)a->addr;
    if (bytes)
        *bytes = a->size;
    if (id)
        *id = a->serial;
    LEAVE(cudaSuccess);
}

static cudaError_t symbol_address(void **p, const void *symbol)
{
    uint64_t address;
    size_t size;
    cudaError_t e = p ? variable_find(symbol, &address, &size) : cudaErrorInvalidValue;
    if (!e)
        *p = (void *)(uintptr_t)address;
    return e;
}

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    ENTER();
    LEAVE(symbol_address(p, symbol));
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    ENTER();
    uint64_t address;
    LEAVE(size ? variable_find(symbol, &address, size) : cudaErrorInvalidValue);
}
