// launch.c - runs the kernels of any PTX module: two blocks or clusters per kernel, every checker
// on, and a limit on instructions. A launch that api_launch.c refuses is refused here, too. Every
// other launch must end with a fault or a result.
#include "fuzz.h"

#include "common/cudasim/observers/observers.h"
#include "common/cudasim/sim/lower.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 4096, MAX_KERNELS = 8, INSTRUCTIONS = 20000 };

static void set_up(void)
{
    static int done;
    if (done)
        return;
    done = 1;
    if (mem_init() || observers_init("tool=all;counters=/dev/null;report=none"))
        abort();
    device.budget = INSTRUCTIONS;
    device.stack_limit = model.stack_limit;
    device.printf_limit = model.printf_limit;
    device.heap_limit = model.heap_limit;
    device.pending_limit = 8;
}

typedef struct {
    Func *at[MAX_KERNELS];
    unsigned n;
} Kernels;

static void note_kernel(Func *f, void *user)
{
    Kernels *k = user;
    if (f->is_entry && k->n < MAX_KERNELS)
        k->at[k->n++] = f;
}

static uint32_t or_1(uint32_t n) { return n ? n : 1; }

// The number of threads that the kernel needs; otherwise a number that is no multiple of a warp.
static bool block_size(const Func *f, Dim3 *block)
{
    const unsigned *n = f->reqntid[0] ? f->reqntid : f->maxntid;
    *block = n[0] ? (Dim3){n[0], or_1(n[1]), or_1(n[2])} : (Dim3){48, 1, 1};
    return block->x <= 1024 && block->y <= 1024 && block->z <= 64 &&
           (uint64_t)block->x * block->y * block->z <= 1024;
}

static bool cluster_size(const Func *f, Dim3 *cluster)
{
    const unsigned *n = f->reqnctapercluster;
    *cluster = n[0] ? (Dim3){n[0], or_1(n[1]), or_1(n[2])} : (Dim3){1, 1, 1};
    return cluster->x <= 8 && cluster->y <= 8 && cluster->z <= 8 &&
           cluster->x * cluster->y * cluster->z <= 8;
}

// The schedule depends on the input only: a run can be repeated alone.
static void launch(Code *c, bool shuffle)
{
    const Func *f = c->func;
    Launch l = {.code = c, .dynamic_shared = 256, .param_bytes = f->param_bytes};
    if (code_error(c) || f->param_bytes > model.max_params ||
        c->shared_bytes > model.shared_per_block || !block_size(f, &l.block) ||
        !cluster_size(f, &l.cluster))
        return;
    l.grid = (Dim3){2 * l.cluster.x, l.cluster.y, l.cluster.z};
    Alloc *buffer = mem_alloc(BUFFER, 0, MEM_device);
    EACH_HOOK(alloc, (buffer));
    memset(buffer->host, 0, BUFFER);
    EACH_HOOK(host_write, (buffer->addr, BUFFER));
    // Every parameter of 8 bytes is a pointer into the buffer, every other parameter a small
    // number.
    uint8_t *params = calloc(1, f->param_bytes + 16);
    for (unsigned i = 0; i < f->nparams; i++) {
        uint64_t value = f->params[i]->size >= 8 ? buffer->addr + 256 * (i % 8) : 3 + i;
        uint64_t n = f->params[i]->size < 8 ? f->params[i]->size : 8;
        memcpy(params + f->params[i]->offset, &value, n);
    }
    l.params = params;
    device.shuffle = device.reorder = shuffle;
    device.launches = 0;
    fuzz_counts.launches++;
    fuzz_counts.faults += launch_run(&l) != LAUNCH_ok;
    fuzz_counts.instructions += l.executed;
    const char *printed; // not read
    printf_take(&printed);
    free(params);
    EACH_HOOK(release, (buffer));
    mem_free(buffer->addr);
}

// What kernels have allocated.
static void clear_heap(void)
{
    for (const Alloc *a = mem_next(NULL); a; a = mem_next(a))
        if (a->live && a->kind == MEM_heap) {
            EACH_HOOK(release, ((Alloc *)a));
            mem_free(a->addr);
        }
}

void fuzz_launch(const char *text, size_t length)
{
    set_up();
    char error[PTX_ERROR_MAX], *copy = strndup(text, length);
    PtxText ptx = {.text = copy, .length = strlen(copy), .sm = 90, .version = 90};
    Program *p = program_load(&ptx, 1, error);
    free(copy);
    if (!p)
        return;
    fuzz_counts.accepted++;
    Kernels k = {.n = 0};
    program_each_func(p, note_kernel, &k);
    for (unsigned i = 0; i < k.n; i++) {
        Code *c = program_entry(p, k.at[i]->name);
        if (c)
            launch(c, (length + i) & 1);
    }
    clear_heap();
    program_free(p);
}
