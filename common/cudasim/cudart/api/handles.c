// handles.c - one hash table of the pointers that a program may pass to a call: the
// host stubs of kernels, the shadows of variables, and the handles that calls have
// returned. Open addressing; a dropped entry leaves a tombstone behind.
#include "handles.h"

#include "alloc.h"
#include "sim/hooks.h"

#include <stdlib.h>

typedef struct {
    const void *key; // NULL: free; TOMB: dropped
    void *object;
    HandleKind kind;
} HandleEntry;

static const char tomb;
#define TOMB ((const void *)&tomb)

static HandleEntry *entries;
static size_t size, filled; // filled counts tombstones too

static size_t first_place(const void *key, size_t n)
{
    return ((uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15ull >> 20) & (n - 1);
}

static HandleEntry *find_entry(const void *key)
{
    for (size_t i = first_place(key, size);; i = (i + 1) & (size - 1))
        if (!entries[i].key || entries[i].key == key)
            return &entries[i];
}

static void grow_table(void)
{
    size_t live = 0;
    for (size_t i = 0; i < size; i++)
        live += entries[i].key && entries[i].key != TOMB;
    size_t n = 64;
    while (n < 4 * (live + 1))
        n *= 2;
    HandleEntry *old = entries;
    size_t old_size = size;
    entries = must_calloc(n, sizeof *entries);
    size = n;
    filled = live;
    for (size_t i = 0; i < old_size; i++)
        if (old[i].key && old[i].key != TOMB)
            *find_entry(old[i].key) = old[i];
    free(old);
}

// The call that destroys an object of this kind; NULL: no call.
static const char *destroyed_by(HandleKind kind)
{
    switch (kind) {
    case HANDLE_stream: return "cudaStreamDestroy";
    case HANDLE_event: return "cudaEventDestroy";
    case HANDLE_pool: return "cudaMemPoolDestroy";
    case HANDLE_exec: return "cudaGraphExecDestroy";
    default: return NULL;
    }
}

int handle_put(const void *key, HandleKind kind, void *object)
{
    if (!key)
        return -1;
    if (destroyed_by(kind))
        EACH_HOOK(created, (key, destroyed_by(kind)));
    if (2 * (filled + 1) > size)
        grow_table();
    HandleEntry *e = find_entry(key);
    filled += !e->key;
    *e = (HandleEntry){key, object, kind};
    return 0;
}

void handle_drop(const void *key)
{
    if (!key || !size)
        return;
    HandleEntry *e = find_entry(key);
    if (e->key && destroyed_by(e->kind))
        EACH_HOOK(destroyed, (key));
    if (e->key)
        *e = (HandleEntry){TOMB, NULL, HANDLE_none};
}

void handles_forget(HandleKind kind, HandleKind become, bool (*drop)(void *object))
{
    for (size_t i = 0; i < size; i++) {
        HandleEntry *e = &entries[i];
        if (!e->key || e->kind != kind || !drop(e->object))
            continue;
        e->object = NULL;
        e->kind = become;
    }
}

void *handle_get(const void *key, HandleKind kind)
{
    if (!key || !size)
        return NULL;
    HandleEntry *e = find_entry(key);
    return e->key && e->kind == kind ? e->object : NULL;
}

bool handle_is(const void *key, HandleKind kind)
{
    return key && size && find_entry(key)->kind == kind;
}
