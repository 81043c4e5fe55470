// device.c - the modelled GPU: every limit and size in one table, the state of
// the devices, and how many blocks of a kernel a multiprocessor holds.
//
// The figures are those of an H200 (cc 9.0) as CUDA 13.0 reports them.
#include "hooks.h"
#include "sim.h"

Model model = {
    .name = "NVIDIA H200 (cudasim)",
    .cc_major = 9,
    .cc_minor = 0,
    .multiprocessors = 132,
    .warps_per_sm = 64,
    .threads_per_sm = 2048,
    .blocks_per_sm = 32,
    .registers_per_sm = 65536,
    .registers_per_block = 65536,
    .registers_per_thread = 255,
    .shared_per_sm = 228 * 1024,
    .shared_per_block = 48 * 1024,
    .shared_per_block_optin = 227 * 1024,
    .shared_reserved = 1024,
    .global_bytes = 150109880320,
    .context_bytes = OWN_CONTEXT_BYTES,
    .l2_bytes = 60 * 1024 * 1024,
    .const_bytes = 64 * 1024,
    .max_threads_per_block = 1024,
    .max_block = {1024, 1024, 64},
    .max_grid = {2147483647, 65535, 65535},
    .max_params = 32764,
    .clock_khz = 1980000,
    .memory_clock_khz = 3201000,
    .bus_bits = 6016,
    .copy_engines = 3,
    .stack_limit = 1024,
    .printf_limit = 8650752,
    .heap_limit = 8388608,
    .pending_limit = 2048,
    .max_cluster = 8,
    .max_cluster_nonportable = 16,
    .local_limit = 512 * 1024,
    .devices = 1,
};

Device device = {
    .hooks = &hooks_all,
    .stack_limit = 1024,
    .printf_limit = 8650752,
    .heap_limit = 8388608,
    .pending_limit = 2048,
    .jobs_from = 4 << 20,  // then it pays to start processes
    .compile_after = 1000, // then compiling has paid for itself
};

// ---- several devices ------------------------------------------------

typedef struct {
    size_t stack, printf, heap, pending;
    bool heap_used, printf_used;
} DeviceLimits;

static void take_limits(DeviceLimits l)
{
    device.stack_limit = l.stack;
    device.printf_limit = l.printf;
    device.heap_limit = l.heap;
    device.pending_limit = l.pending;
    device.heap_used = l.heap_used;
    device.printf_used = l.printf_used;
}

unsigned device_select(unsigned number)
{
    static DeviceLimits limits[MAX_DEVICES]; // of the others
    unsigned before = device.number;
    if (number == before)
        return before;
    limits[before] = (DeviceLimits){device.stack_limit,   device.printf_limit, device.heap_limit,
                                    device.pending_limit, device.heap_used,    device.printf_used};
    if (limits[number].stack)
        take_limits(limits[number]);
    else
        take_limits((DeviceLimits){model.stack_limit, model.printf_limit, model.heap_limit,
                                   model.pending_limit, false, false});
    device.number = number;
    mem_epoch++; // what kernels have found accessible
    return before;
}

bool device_reaches(const Alloc *a)
{
    if (a->device == device.number || a->kind == MEM_pinned || a->kind == MEM_managed ||
        a->kind == MEM_registered)
        return true;
    return a->pooled ? a->peers >> device.number & 1 : device.peers[device.number] >> a->device & 1;
}

// ---- occupancy ------------------------------------------------------

// How the hardware hands out registers and shared memory.
enum {
    REGISTER_UNIT = 8,        // registers of one thread, rounded up to this
    WARP_REGISTER_UNIT = 256, // of one warp
    WARP_UNIT = 4,            // warps of a block: one for each scheduler
    SHARED_UNIT = 128
};

static uint32_t round_up_to(uint32_t n, uint32_t unit) { return (n + unit - 1) / unit * unit; }

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// The smaller one, and what sets it.
static void limit(Occupancy *o, uint32_t blocks, const char *by)
{
    if (blocks < o->blocks)
        *o = (Occupancy){blocks, by};
}

Occupancy launch_occupancy(const Code *c, uint32_t threads, uint32_t shared_bytes)
{
    Occupancy o = {0, "threads of a block"};
    if (threads == 0 || threads > (uint32_t)model.max_threads_per_block)
        return o;
    uint32_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    o = (Occupancy){(uint32_t)model.blocks_per_sm, "blocks"};
    limit(&o, (uint32_t)model.warps_per_sm / warps, "warps");

    uint32_t registers = c->registers > 0 ? (uint32_t)c->registers : 1;
    registers = least(registers, (uint32_t)model.registers_per_thread);
    uint32_t per_warp =
        round_up_to(round_up_to(registers, REGISTER_UNIT) * WARP_SIZE, WARP_REGISTER_UNIT);
    uint32_t fitting = (uint32_t)model.registers_per_sm / per_warp / WARP_UNIT * WARP_UNIT;
    // Our count is an estimate. The compiler would have used fewer rather than
    // make a kernel that cannot be launched.
    uint32_t by_registers = fitting / warps;
    limit(&o, by_registers ? by_registers : 1, "registers");

    uint32_t shared = round_up_to(shared_bytes + (uint32_t)model.shared_reserved, SHARED_UNIT);
    bool fits = shared_bytes <= model.shared_per_block_optin;
    limit(&o, fits ? (uint32_t)model.shared_per_sm / shared : 0, "shared memory");
    return o;
}

int launch_blocks_per_sm(const Code *c, uint32_t threads, uint32_t shared_bytes)
{
    return (int)launch_occupancy(c, threads, shared_bytes).blocks;
}
