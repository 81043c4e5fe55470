// exec_tensor_map.c - instructions that change a tensor map in memory, or copy one. PTX
// ISA 9.7.9.28 (tensormap.replace) and 9.7.13 (tensormap.cp_fenceproxy).
#include "fragment.h"
#include "sim/async.h"
#include "tensor_map.h"

enum { PIECE = 32 };

// ---- the 128 bytes as accesses of one lane --------------------------

typedef struct {
    Warp *w;
    const Step *s;
    unsigned lane;
} OneLane;

static bool move_map(OneLane o, AccessKind kind, Space space, uint64_t addr, TensorMap *m)
{
    const AccessForm form = {.space = space, .elem = 8, .nvec = 4};
    uint8_t *image = (uint8_t *)m;
    for (unsigned i = 0; i < sizeof *m; i += PIECE) {
        uint64_t lanes[WARP_SIZE] = {0};
        uint8_t *bytes[WARP_SIZE], value[WARP_SIZE * VALUE_BYTES];
        lanes[o.lane] = addr + i;
        memcpy(value + VALUE_BYTES * o.lane, image + i, PIECE);
        if (!access_given(o.w, o.s, &form, kind, kind == ACCESS_store ? value : NULL, lanes, bytes))
            return false;
        if (kind == ACCESS_store)
            memcpy(bytes[o.lane], image + i, PIECE);
        else
            memcpy(image + i, bytes[o.lane], PIECE);
    }
    device.changes += kind == ACCESS_store;
    return true;
}

static void wrong(OneLane o, FaultKind kind, const char *text)
{
    fault_raise(
        o.w->launch,
        &(Fault){.kind = kind, .warp = o.w, .step = o.s, .mask = 1u << o.lane, .text = text});
}

// ---- tensormap.replace ----------------------------------------------

// What a field of a map becomes; false: not a value that it can have.
typedef bool (*ReplaceFn)(TensorMap *m, unsigned ord, uint64_t value);

static bool set_address(TensorMap *m, unsigned ord, uint64_t v)
{
    (void)ord;
    m->address = v;
    return v % (m->interleave == 2 ? 32 : 16) == 0;
}
static bool set_rank(TensorMap *m, unsigned ord, uint64_t v) // one less
{
    (void)ord;
    m->rank = (uint8_t)(v + 1);
    return v < MAX_RANK;
}
static bool set_box(TensorMap *m, unsigned ord, uint64_t v)
{
    m->box[ord] = (uint16_t)v;
    return v >= 1 && v <= 256;
}
static bool set_size(TensorMap *m, unsigned ord, uint64_t v)
{
    m->size[ord] = v;
    return true;
}
static bool set_stride(TensorMap *m, unsigned ord, uint64_t v)
{
    m->stride[ord < MAX_RANK - 1 ? ord : 0] = v;
    return ord < MAX_RANK - 1 && v % 16 == 0 && v < 1ull << 40;
}
static bool set_step(TensorMap *m, unsigned ord, uint64_t v)
{
    m->step[ord] = (uint8_t)v;
    return v >= 1 && v <= 8;
}
static bool set_type(TensorMap *m, unsigned ord, uint64_t v) // PTX's order is not CUDA's
{
    static const uint8_t types[] = {ELEMENT_u8,      ELEMENT_u16, ELEMENT_u32,  ELEMENT_s32,
                                    ELEMENT_u64,     ELEMENT_s64, ELEMENT_f16,  ELEMENT_f32,
                                    ELEMENT_f32_ftz, ELEMENT_f64, ELEMENT_bf16, ELEMENT_tf32,
                                    ELEMENT_tf32_ftz};
    (void)ord;
    m->type = types[v < ELEMENT_TYPES ? v : 0];
    return v < ELEMENT_TYPES;
}
static bool set_interleave(TensorMap *m, unsigned ord, uint64_t v)
{
    (void)ord;
    m->interleave = (uint8_t)v;
    return v <= 2;
}
static bool set_swizzle(TensorMap *m, unsigned ord, uint64_t v)
{
    (void)ord;
    m->swizzle = (uint8_t)v;
    return v <= 3;
}
static bool set_fill(TensorMap *m, unsigned ord, uint64_t v)
{
    (void)ord;
    m->fill_nan = v;
    return v <= 1;
}

static const struct {
    Mod mod;
    bool by_dimension, constant; // the new value is one
    Type type;
    ReplaceFn fn;
} fields[] = {
    {MOD_global_address, false, false, TYPE_b64, set_address},
    {MOD_rank, false, false, TYPE_b32, set_rank},
    {MOD_box_dim, true, false, TYPE_b32, set_box},
    {MOD_global_dim, true, false, TYPE_b32, set_size},
    {MOD_global_stride, true, false, TYPE_b64, set_stride},
    {MOD_element_stride, true, false, TYPE_b32, set_step},
    {MOD_elemtype, false, true, TYPE_b32, set_type},
    {MOD_interleave_layout, false, true, TYPE_b32, set_interleave},
    {MOD_swizzle_mode, false, true, TYPE_b32, set_swizzle},
    {MOD_fill_mode, false, true, TYPE_b32, set_fill},
};

static void replace_one(OneLane o, uint64_t addr)
{
    const Step *s = o.s;
    const AddressArg *arg = s->extra;
    const unsigned by = fields[s->imm].by_dimension;
    const void *source = slot(o.w, s->src[by]);
    const unsigned ord = by ? (unsigned)s->inst->opnd[1].imm : 0;
    const uint64_t value = fields[s->imm].type == TYPE_b64 ? ((const uint64_t *)source)[o.lane]
                                                           : ((const uint32_t *)source)[o.lane];
    TensorMap m;
    if (!move_map(o, ACCESS_load, (Space)arg->space, addr, &m))
        return;
    if (m.magic != TENSOR_MAP_MAGIC)
        wrong(o, FAULT_illegal,
              "tensormap.replace where there is no map of cuTensorMapEncodeTiled or "
              "cuTensorMapEncodeIm2col");
    else if (!fields[s->imm].fn(&m, ord, value))
        wrong(o, FAULT_illegal, "tensormap.replace with a value that the field cannot have");
    else
        move_map(o, ACCESS_store, (Space)arg->space, addr, &m);
}

static void exec_replace(Warp *w, const Step *s)
{
    uint64_t addr[WARP_SIZE];
    const uint32_t all = w->mask;
    async_addresses(w, s, 0, addr);
    for (uint32_t m = all; m && !w->launch->stop; m &= m - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(m);
        w->mask = m & -m;
        replace_one((OneLane){w, s, lane}, addr[lane]);
    }
    w->mask = all;
}

ExecFn pick_tensormap_replace(const Inst *in, Step *s)
{
    if (!inst_has(in, MOD_tile) || !inst_has(in, MOD_b1024) || in->ntypes != 1)
        return NULL;
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!inst_has(in, fields[i].mod))
            continue;
        const bool by = fields[i].by_dimension;
        const Operand *value = &in->opnd[1 + by];
        s->imm = i;
        return in->nopnd == 2u + by && in->type[0] == fields[i].type &&
                       (!by || (in->opnd[1].kind == OPND_imm && in->opnd[1].imm < MAX_RANK)) &&
                       (value->kind == OPND_imm ||
                        (!fields[i].constant && value->kind == OPND_reg &&
                         type_bytes(value->type) == type_bytes(fields[i].type)))
                   ? exec_replace
                   : NULL;
    }
    return NULL;
}

// ---- tensormap.cp_fenceproxy ----------------------------------------

// The warp copies a map from shared to global memory, and releases it.
static void exec_cp_fenceproxy(Warp *w, const Step *s)
{
    uint64_t to[WARP_SIZE], from[WARP_SIZE];
    if (!warp_together(w, s))
        return;
    async_addresses(w, s, 0, to);
    async_addresses(w, s, 1, from);
    const uint32_t all = w->mask;
    const OneLane o = {w, s, (unsigned)__builtin_ctz(all)};
    TensorMap m;
    w->mask = 1u << o.lane;
    if (move_map(o, ACCESS_load, SPACE_shared, from[o.lane], &m))
        move_map(o, ACCESS_store, SPACE_global, to[o.lane], &m);
    w->mask = all;
    EACH_HOOK(fence, (w, s, w->mask, (Scope)s->scope));
}

ExecFn pick_tensormap_cp_fenceproxy(const Inst *in, Step *s)
{
    (void)s;
    return inst_has(in, MOD_global) && inst_has(in, MOD_shared_cta) &&
                   inst_has(in, MOD_tensormap) && inst_has(in, MOD_release) &&
                   inst_has(in, MOD_aligned) && in->opnd[2].kind == OPND_imm &&
                   in->opnd[2].imm == TENSOR_MAP_BYTES
               ? exec_cp_fenceproxy
               : NULL;
}
