// native.c - writes the code for a run of steps: which values are in which registers of the
// processor, and when they go back to the registers of the warp.
//
// A value of 32 lanes takes two registers of 512 bits (32-bit lanes) or four; a value that is the
// same for all lanes (a constant, a parameter, an index of the block, and what follows from them)
// takes one, and is computed once. A result is stored when its register is needed, at a call, or at
// the end, and not at all if the run overwrites it before.
#include "native.h"
#include "templates.h"

#include "alloc.h"

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef __x86_64__

struct NativeCode {
    uint8_t *memory;
    size_t size, used;
};

enum { CODE_PER_STEP = 192, LEAST_CODE = 16 << 10, MOST_CODE = 1 << 20 };

static const HostOp move_in = {1, 0x66, 0, 0x6f}, move_out = {1, 0x66, 0, 0x7f},
                    spread_32 = {2, 0x66, 0, 0x58}, spread_64 = {2, 0x66, 1, 0x59};

// ---- values in registers --------------------------------------------

static void store_value(Emit *e, Held *h)
{
    unsigned parts = h->lane_bytes * WARP_SIZE / VECTOR_BYTES;
    for (unsigned i = 0; h->dirty && i < parts; i++)
        host_memory(&e->code, move_out, h->v.reg[h->v.n == 1 ? 0 : i], 0, HOST_regs,
                    (int32_t)(h->slot + VECTOR_BYTES * i), VECTOR_BYTES);
    h->dirty = false;
}

static void forget(Emit *e, Held *h)
{
    for (unsigned i = 0; i < h->v.n; i++)
        e->unused |= 1u << h->v.reg[i];
    *h = e->held[--e->nheld];
}

// Registers for n parts, which this step may use. Values that were used last long ago make room.
Parts emit_take(Emit *e, unsigned n)
{
    Parts v = {.n = (uint8_t)n};
    while ((unsigned)__builtin_popcount(e->unused) < n) {
        Held *old = NULL;
        for (Held *h = e->held; h < e->held + e->nheld; h++)
            if (h->used != e->now && (!old || h->used < old->used))
                old = h;
        if (!old) { // cannot be: see VECTORS_FOR_VALUES
            e->code.full = true;
            return v;
        }
        store_value(e, old);
        forget(e, old);
    }
    for (unsigned i = 0; i < n; i++) {
        v.reg[i] = (uint8_t)__builtin_ctz(e->unused);
        e->unused &= e->unused - 1;
    }
    return v;
}

static bool overlaps(const Held *h, uint32_t slot, uint32_t bytes)
{
    return slot < h->slot + h->lane_bytes * WARP_SIZE && h->slot < slot + bytes;
}

// What is held of these bytes of the warp's registers goes to memory, unless all of it is to be
// overwritten, and is forgotten.
static void settle(Emit *e, uint32_t slot, uint32_t bytes, bool overwritten)
{
    for (unsigned i = e->nheld; i-- > 0;) {
        Held *h = &e->held[i];
        if (!overlaps(h, slot, bytes))
            continue;
        bool whole = slot <= h->slot && h->slot + h->lane_bytes * WARP_SIZE <= slot + bytes;
        if (!overwritten || !whole)
            store_value(e, h);
        forget(e, h);
    }
}

static void hold(Emit *e, uint32_t slot, unsigned lane_bytes, Parts v, bool dirty)
{
    if (e->nheld == MOST_HELD) {
        e->code.full = true;
        return;
    }
    e->held[e->nheld++] = (Held){slot, (uint8_t)lane_bytes, dirty, e->now, v};
}

Parts emit_source(Emit *e, uint32_t slot, unsigned lane_bytes)
{
    for (Held *h = e->held; h < e->held + e->nheld; h++)
        if (h->slot == slot && h->lane_bytes == lane_bytes) {
            h->used = e->now;
            return h->v;
        }
    bool constant = slot & SLOT_CONST;
    if (!constant)
        settle(e, slot, lane_bytes * WARP_SIZE, false);
    unsigned parts = constant ? 1 : lane_bytes * WARP_SIZE / VECTOR_BYTES;
    Parts v = emit_take(e, parts);
    for (unsigned i = 0; i < parts; i++)
        host_memory(&e->code, move_in, v.reg[i], 0, constant ? HOST_consts : HOST_regs,
                    (int32_t)((slot & ~SLOT_CONST) + VECTOR_BYTES * i), VECTOR_BYTES);
    hold(e, slot, lane_bytes, v, false);
    return v;
}

void emit_result(Emit *e, uint32_t slot, unsigned lane_bytes, Parts v)
{
    settle(e, slot, lane_bytes * WARP_SIZE, true);
    hold(e, slot, lane_bytes, v, true);
}

void emit_predicate(Emit *e, uint32_t slot, bool write) { settle(e, slot, 4, write); }

// The same value for all lanes, from memory at a register for addresses.
Parts emit_spread(Emit *e, unsigned base, size_t at, unsigned bytes)
{
    Parts v = emit_take(e, 1);
    host_memory(&e->code, bytes == 8 ? spread_64 : spread_32, v.reg[0], 0, base, (int32_t)at,
                bytes);
    return v;
}

// ---- calls ----------------------------------------------------------

static void load_bases(Emit *e)
{
    host_load(&e->code, HOST_regs, HOST_warp, offsetof(Warp, base[0]), 8);
    host_load(&e->code, HOST_consts, HOST_warp, offsetof(Warp, base[1]), 8);
}

static void store_all(Emit *e)
{
    while (e->nheld) {
        store_value(e, &e->held[e->nheld - 1]);
        forget(e, &e->held[e->nheld - 1]);
    }
    e->nan_known = false;
    host_bytes(&e->code, "\xc5\xf8\x77", 3); // vzeroupper
}

static void call_handler(Emit *e, const Step *s)
{
    uint64_t handler;
    memcpy(&handler, &s->exec, sizeof handler);
    store_all(e);
    host_constant(&e->code, HOST_rsi, (uint64_t)s);
    host_constant(&e->code, HOST_rax, handler);
    host_bytes(&e->code, "\xff\xd0\x48\x89\xdf", 5); // call rax; mov rdi, rbx
    load_bases(e);
}

// ---- a run ----------------------------------------------------------

// Leaves, with 0, if the launch has too few parameters: the handler raises the fault.
static void check_parameters(Emit *e, const Step *s, unsigned n)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < n; i++)
        if (template_reads_parameter(&s[i]) && (uint64_t)s[i].imm + s[i].elem > most)
            most = (uint64_t)s[i].imm + s[i].elem;
    if (!most)
        return;
    host_load(&e->code, HOST_rax, HOST_warp, offsetof(Warp, launch), 8);
    host_bytes(&e->code, "\x48\x81\xb8", 3); // cmp qword [rax + ...], ...
    host_word(&e->code, offsetof(Launch, param_bytes), 4);
    host_word(&e->code, most, 4);
    host_bytes(&e->code, "\x73\x03\x31\xc0\xc3", 5); // jae over; xor eax, eax; ret
}

static void write_run(Emit *e, const Step *s, unsigned n, bool calls)
{
    check_parameters(e, s, n);
    if (calls)
        host_bytes(&e->code, "\x53\x48\x89\xfb", 4); // push rbx; mov rbx, rdi
    load_bases(e);
    for (unsigned i = 0; i < n; i++) {
        e->now++;
        if (!template_write(e, &s[i]))
            call_handler(e, &s[i]);
    }
    store_all(e);
    if (calls)
        host_byte(&e->code, 0x5b);                       // pop rbx
    host_bytes(&e->code, "\xb8\x01\x00\x00\x00\xc3", 6); // mov eax, 1; ret
}

static bool processor_can(void)
{
    static int can = -1;
    if (can < 0) {
        __builtin_cpu_init();
        can = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    }
    return can;
}

// Memory that can be written cannot be executed, and the other way round. A system that allows no
// such change gets no compiled code.
static bool make_room(NativeCode **code, uint32_t nsteps)
{
    if (*code)
        return (*code)->memory != NULL;
    size_t size = (size_t)nsteps * CODE_PER_STEP, page = mem_page();
    size = size < LEAST_CODE ? LEAST_CODE : size > MOST_CODE ? MOST_CODE : size;
    NativeCode *c = *code = must_calloc(1, sizeof *c);
    c->size = (size + page - 1) / page * page;
    void *at = mmap(NULL, c->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at != MAP_FAILED && mprotect(at, c->size, PROT_READ | PROT_EXEC) == 0)
        c->memory = at;
    else if (at != MAP_FAILED)
        munmap(at, c->size);
    return c->memory != NULL;
}

NativeFn native_compile(NativeCode **code, uint32_t nsteps, const Step *s, unsigned n)
{
    unsigned known = 0;
    if (!processor_can())
        return NULL;
    for (unsigned i = 0; i < n; i++)
        known += template_has(&s[i]);
    if (2 * known < n || !known || !make_room(code, nsteps))
        return NULL;
    NativeCode *c = *code;
    if (mprotect(c->memory, c->size, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    Emit e = {.code = {c->memory + c->used, c->memory + c->size, false},
              .unused = ~0u << (VECTORS - VECTORS_FOR_VALUES)};
    write_run(&e, s, n, known < n);
    if (mprotect(c->memory, c->size, PROT_READ | PROT_EXEC) != 0)
        abort(); // other runs are in this memory, and it was allowed before
    if (e.code.full)
        return NULL;
    NativeFn fn;
    uint8_t *at = c->memory + c->used;
    memcpy(&fn, &at, sizeof fn);
    c->used = ((size_t)(e.code.at - c->memory) + 15) / 16 * 16;
    return fn;
}

void native_free(NativeCode *code)
{
    if (code && code->memory)
        munmap(code->memory, code->size);
    free(code);
}

#else

NativeFn native_compile(NativeCode **code, uint32_t nsteps, const Step *s, unsigned n)
{
    (void)code, (void)nsteps, (void)s, (void)n;
    return NULL;
}

void native_free(NativeCode *code) { (void)code; }

#endif
