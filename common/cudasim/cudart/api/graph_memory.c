// graph_memory.c - memory that nodes allocate and free. The address belongs to the node from its
// creation on; the memory lives from the node that allocates it to the one that frees it, or to a
// call of the host that does.
#include "graph.h"
#include "memory.h"

#include "alloc.h"

#include <stdlib.h>

static struct {
    GraphMemory **at;
    uint32_t n, room;
} memories;
static unsigned long long reserved, reserved_high, used_high; // bytes

static unsigned long long bytes_used(void)
{
    const unsigned long long piece = GRAPH_MEMORY_PIECE;
    unsigned long long bytes = 0;
    for (uint32_t i = 0; i < memories.n; i++)
        if (memories.at[i]->alloc->live)
            bytes += memories.at[i]->alloc->size;
    return (bytes + piece - 1) / piece * piece;
}

GraphMemory *graph_memory_new(const struct cudaMemAllocNodeParams *p, cudaError_t *e)
{
    const struct cudaMemPoolProps *props = &p->poolProps;
    *e = cudaErrorInvalidValue;
    if (props->allocType != cudaMemAllocationTypePinned || !p->bytesize ||
        props->location.type != cudaMemLocationTypeDevice || !rt_is_device(props->location.id) ||
        props->handleTypes != cudaMemHandleTypeNone)
        return NULL;
    unsigned selected = device_select((unsigned)props->location.id);
    Alloc *a = mem_alloc(p->bytesize, 0, MEM_device);
    device_select(selected);
    *e = a ? cudaSuccess : cudaErrorMemoryAllocation;
    if (!a)
        return NULL;
    a->reserved = true;
    mem_free(a->addr);
    GraphMemory *m = must_malloc(1, sizeof *m);
    *m = (GraphMemory){.refs = 1, .alloc = a, .props = *props};
    memories.at = array_room(memories.at, memories.n, &memories.room, sizeof *memories.at);
    memories.at[memories.n++] = m;
    return m;
}

GraphMemory *graph_memory_find(uint64_t addr)
{
    for (uint32_t i = 0; i < memories.n; i++)
        if (memories.at[i]->alloc->addr == addr)
            return memories.at[i];
    return NULL;
}

// Memory that still lives belongs to the program from now on.
void graph_memory_drop(GraphMemory *m)
{
    if (!m || --m->refs)
        return;
    for (uint32_t i = 0; i < memories.n; i++)
        if (memories.at[i] == m)
            memories.at[i--] = memories.at[--memories.n];
    m->alloc->reserved = false;
    free(m);
}

bool graph_memory_lives(const GraphMemory *m) { return m->alloc->live; }

cudaError_t graph_memory_begins(GraphMemory *m)
{
    Alloc *a = m->alloc;
    if (!mem_revive(a))
        return cudaErrorMemoryAllocation;
    fresh_alloc(a);
    EACH_HOOK(alloc, (a));
    unsigned long long used = bytes_used();
    used_high = used > used_high ? used : used_high;
    reserved = used > reserved ? used : reserved;
    reserved_high = reserved > reserved_high ? reserved : reserved_high;
    return cudaSuccess;
}

unsigned long long *graph_memory_count(enum cudaGraphMemAttributeType attr)
{
    static unsigned long long used;
    used = bytes_used();
    switch (attr) {
    case cudaGraphMemAttrUsedMemCurrent: return &used;
    case cudaGraphMemAttrUsedMemHigh: return &used_high;
    case cudaGraphMemAttrReservedMemCurrent: return &reserved;
    case cudaGraphMemAttrReservedMemHigh: return &reserved_high;
    default: return NULL;
    }
}
