// exec_bulk_tensor.c - cp.async.bulk.tensor, cp.reduce.async.bulk.tensor and their prefetch: a
// thread copies a box of a tensor (box.h), which a tensor map describes. The hooks see the copy in
// pieces, when it is issued.
#include "box.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHARED_ALIGN = 128 };

typedef struct {
    Warp *w;
    const Step *s;
    unsigned lane;
    bool out; // to global memory
    const Reduction *reduction;
    TensorMap map;
    int32_t at[MAX_RANK];
    uint32_t offset[MAX_CORNERS];
    uint64_t shared, barrier; // addresses
} TensorCopy;

// ---- what can be wrong ----------------------------------------------

static bool wrong(const TensorCopy *t, FaultKind kind, const char *text)
{
    fault_raise(t->w->launch, &(Fault){.kind = kind,
                                       .warp = t->w,
                                       .step = t->s,
                                       .mask = 1u << t->lane,
                                       .space = SPACE_shared,
                                       .text = text});
    return false;
}

static unsigned rank_of(const Inst *in)
{
    static const Mod ranks[] = {MOD_d1, MOD_d2, MOD_d3, MOD_d4, MOD_d5};
    for (unsigned i = 0; i < MAX_RANK; i++)
        if (inst_has(in, ranks[i]))
            return i + 1;
    return 0;
}

// A map that nobody has damaged.
static bool is_whole(const TensorMap *m)
{
    bool whole = m->magic == TENSOR_MAP_MAGIC && m->type < ELEMENT_TYPES && m->rank >= 1 &&
                 m->rank <= MAX_RANK && m->interleave <= 2 && m->swizzle <= 3 && m->fill_nan <= 1 &&
                 m->im2col <= 1 && (m->rank >= 3 || !m->im2col);
    for (unsigned k = 0; whole && k < m->rank; k++)
        whole = m->step[k] >= 1 && m->step[k] <= 8 && m->size[k] <= 1ull << 32 &&
                (m->im2col && k ? m->box[1] <= 1024 : m->box[k] >= 1 && m->box[k] <= 256);
    return whole;
}

// By im2col a copy starts in the box that the corners of the map leave; else an H200 ends the
// kernel.
static bool starts_inside(const TensorCopy *t)
{
    const TensorMap *m = &t->map;
    const unsigned first = m->interleave ? 0 : 1;
    for (unsigned k = 0; k + 2 < m->rank; k++) {
        const int64_t at = t->at[first + k], end = (int64_t)m->size[first + k] + m->upper[k];
        char text[160];
        if (at >= m->lower[k] && at < end)
            continue;
        snprintf(text, sizeof text,
                 "a copy in im2col mode that starts at coordinate %lld of dimension %u: the box of "
                 "the map is from %d to %lld",
                 (long long)at, first + k, m->lower[k], (long long)end - 1);
        return wrong(t, FAULT_illegal, text);
    }
    return true;
}

static bool map_fits(const TensorCopy *t)
{
    const TensorMap *m = &t->map;
    const unsigned rank = rank_of(t->s->inst);
    bool columns = inst_has(t->s->inst, MOD_im2col) || inst_has(t->s->inst, MOD_im2col_no_offs);
    char text[160];
    if (!is_whole(m))
        return wrong(t, FAULT_illegal,
                     "the tensor map was not made by cuTensorMapEncodeTiled or "
                     "cuTensorMapEncodeIm2col");
    if (m->rank != rank) {
        snprintf(text, sizeof text, "a tensor copy of %u dimensions by a map of %u", rank, m->rank);
        return wrong(t, FAULT_illegal, text);
    }
    if (m->im2col != columns)
        return wrong(t, FAULT_illegal,
                     columns ? "a copy in im2col mode by a map of cuTensorMapEncodeTiled"
                             : "a copy in tile mode by a map of cuTensorMapEncodeIm2col");
    // Measured on an H200 (tests/gpu/tma_probe.cu), for loads of all types; no manual says this.
    int64_t begin = m->interleave ? 0 : (int64_t)t->at[0] * element_bytes(m->type);
    if (begin % BOX_PIECE) {
        snprintf(text, sizeof text,
                 "coordinate %d of dimension 0 is byte %lld of a row: a tensor copy begins at a "
                 "multiple of 16 bytes",
                 t->at[0], (long long)begin);
        return wrong(t, FAULT_illegal, text);
    }
    if (columns && !starts_inside(t))
        return false;
    for (unsigned k = 0; t->out && k < rank; k++) // PTX ISA 9.7.9.27.1.1
        if (t->at[k] < 0) {
            snprintf(text, sizeof text,
                     "a tensor store that starts at coordinate %d of dimension %u", t->at[k], k);
            return wrong(t, FAULT_illegal, text);
        }
    return true;
}

// Is the box in the shared memory of the block? `start`: its offset there.
static bool box_fits(const TensorCopy *t, const Box *shape, uint64_t start)
{
    const uint32_t room = t->w->launch->shared_bytes;
    char text[200];
    if (shape->row % BOX_PIECE || !shape->nrows)
        return wrong(t, FAULT_illegal, "the rows of the map's box are no multiple of 16 bytes");
    if (start % SHARED_ALIGN) {
        snprintf(text, sizeof text,
                 "a tensor copy at 0x%llx of shared memory, not aligned to 128 bytes",
                 (unsigned long long)start);
        return wrong(t, FAULT_misaligned, text);
    }
    if (start <= room && box_span(shape) <= room - start)
        return true;
    snprintf(text, sizeof text,
             "the box of the tensor map has %llu rows of %u bytes, which do not fit into shared "
             "memory\nfrom 0x%llx on: the block has %u bytes",
             (unsigned long long)shape->nrows, shape->pitch, (unsigned long long)start, room);
    return wrong(t, FAULT_out_of_bounds, text);
}

// ---- the map --------------------------------------------------------

static bool load_map(TensorCopy *t, uint64_t addr, Space space)
{
    Warp *w = t->w;
    const AccessForm form = {.space = space, .elem = 8, .nvec = 4, .async = ASYNC_map};
    if (space == SPACE_local || (space == SPACE_generic && addr - LOCAL_WINDOW < WINDOW_SIZE))
        return wrong(t, FAULT_illegal,
                     "the tensor map is in local memory: a kernel's parameter needs "
                     "const __grid_constant__");
    if (space == SPACE_generic && addr - SHARED_WINDOW < WINDOW_SIZE)
        return wrong(t, FAULT_illegal, "the tensor map is in shared memory");
    if (addr % TENSOR_MAP_ALIGN)
        return wrong(t, FAULT_misaligned, "a tensor map whose address is not aligned to 64 bytes");
    if (space == SPACE_param || (space == SPACE_generic && addr - PARAM_WINDOW < WINDOW_SIZE)) {
        uint64_t at = space == SPACE_param ? addr : addr - PARAM_WINDOW;
        if (at + sizeof t->map > w->launch->param_bytes)
            return wrong(t, FAULT_out_of_bounds,
                         "the tensor map is behind the kernel's parameters");
        memcpy(&t->map, (const uint8_t *)w->launch->params + at, sizeof t->map);
        return true;
    }
    for (unsigned i = 0; i < sizeof t->map; i += SECTOR) {
        uint64_t lanes[WARP_SIZE] = {0};
        uint8_t *bytes[WARP_SIZE];
        lanes[t->lane] = addr + i;
        if (!access_given(w, t->s, &form, ACCESS_load, NULL, lanes, bytes))
            return false;
        memcpy((uint8_t *)&t->map + i, bytes[t->lane], SECTOR);
    }
    return true;
}

// ---- its accesses ---------------------------------------------------

static AccessForm form_of(const TensorCopy *t, AccessKind kind, Space space, unsigned width)
{
    bool reduces = kind == ACCESS_red;
    unsigned elem = reduces ? t->reduction->bytes : width < 8 ? width : 8;
    return (AccessForm){.space = space,
                        .elem = (uint8_t)elem,
                        .nvec = (uint8_t)(width / elem),
                        .order = reduces ? ORDER_relaxed : ORDER_weak,
                        .scope = reduces ? SCOPE_gpu : SCOPE_none,
                        .async = true};
}

static uint8_t *touch(const TensorCopy *t, AccessKind kind, Space space, unsigned width,
                      uint64_t addr, const uint8_t *value)
{
    AccessForm form = form_of(t, kind, space, width);
    uint64_t lanes[WARP_SIZE] = {0};
    uint8_t *bytes[WARP_SIZE], values[WARP_SIZE * VALUE_BYTES];
    lanes[t->lane] = addr;
    if (value)
        memcpy(values + VALUE_BYTES * t->lane, value, width);
    return access_given(t->w, t->s, &form, kind, value ? values : NULL, lanes, bytes)
               ? bytes[t->lane]
               : NULL;
}

// The widest access that is aligned, of what is left.
static unsigned width_at(uint64_t addr, uint32_t left)
{
    unsigned width = SECTOR;
    while (addr % width || width > left)
        width /= 2;
    return width;
}

// A row in global memory, with what is written there: bytes of shared memory before the swizzle.
static bool touch_global(const TensorCopy *t, const Box *b, uint64_t i, const uint8_t *row)
{
    BoxRow *r = &b->rows[i];
    AccessKind kind = !t->out ? ACCESS_load : t->reduction ? ACCESS_red : ACCESS_store;
    for (uint32_t at = 0, width; at < r->n; at += width) {
        width = width_at(r->addr + at, r->n - at);
        uint8_t *bytes = touch(t, kind, SPACE_global, width, r->addr + at,
                               kind == ACCESS_store ? row + r->lead + at : NULL);
        if (!bytes || (at && bytes != r->bytes + at))
            return false; // from one allocation into the next
        if (!at)
            r->bytes = bytes;
    }
    return true;
}

// Both ends of a box: first what is read. `shared`: the address of its end there; `start`: the
// offset, which the swizzle needs.
static bool touch_loaded(const TensorCopy *t, const Box *b, uint64_t shared, uint64_t start)
{
    const Space space = shared - SHARED_WINDOW < WINDOW_SIZE ? SPACE_generic : SPACE_shared;
    for (uint64_t i = 0; i < b->nrows; i++)
        for (uint32_t at = 0; at < b->row; at += BOX_PIECE) {
            uint8_t piece[BOX_PIECE];
            box_read(b, i, at, piece);
            if (!touch(t, ACCESS_store, space, BOX_PIECE,
                       shared + box_place(b, start, i, at) - start, piece))
                return false;
        }
    return true;
}

static bool touch_stored(const TensorCopy *t, const Box *b, uint64_t start)
{
    uint8_t row[256 * 8];
    for (uint64_t i = 0; i < b->nrows; i++) {
        const BoxRow *r = &b->rows[i];
        for (uint32_t at = 0; at < b->row; at += BOX_PIECE) {
            if (at + BOX_PIECE <= r->lead || at >= r->lead + r->n)
                continue; // of which nothing is written
            const uint8_t *piece =
                touch(t, ACCESS_load, SPACE_shared, BOX_PIECE, box_place(b, start, i, at), NULL);
            if (!piece)
                return false;
            memcpy(row + at, piece, BOX_PIECE);
        }
        if (!touch_global(t, b, i, row))
            return false;
    }
    return true;
}

// ---- the copy -------------------------------------------------------

static Copy *begin(const TensorCopy *t, Box *b, Block *home)
{
    Copy *c = copy_new(home, t->w, t->s, t->out ? COPY_bulk_group : COPY_bulk_barrier);
    c->box = b;
    c->reduction = t->reduction;
    c->bytes[t->lane] = c->given[t->lane] = (uint32_t)box_bytes(b);
    c->group[t->lane] = copies_of(t->w->block)->bulk_groups[t->w->index * WARP_SIZE + t->lane];
    return c;
}

static void load_box(const TensorCopy *t, uint64_t shared, uint64_t barrier)
{
    const Box shape = box_shape(&t->map);
    Block *to = window_block(t->w, shared);
    const uint64_t start = shared_offset(t->w, shared);
    if (!to) {
        touch(t, ACCESS_store, SPACE_generic, BOX_PIECE, shared, NULL);
        return;
    }
    if (!box_fits(t, &shape, start))
        return;
    Box *b = box_new(&t->map, t->at, t->offset);
    bool good = true;
    for (uint64_t i = 0; good && i < b->nrows; i++)
        good = touch_global(t, b, i, NULL);
    if (!good || !touch_loaded(t, b, shared, start)) {
        free(b);
        return;
    }
    Copy *c = begin(t, b, to);
    c->to_block = to;
    c->to[t->lane] = to->shared + start;
    c->to_addr[t->lane] = start;
    if (!copy_barrier(c, t->lane, barrier)) {
        copy_drop(c);
        return;
    }
    c->mask = 1u << t->lane;
    copy_mark(c, t->lane);
    EACH_HOOK(copy_brings, (t->w, t->s, box_sectors(b)));
}

// Where a row of the tensor ends in the middle of 16 bytes, an H200 stores all of them: behind the
// row, too.
static void whole_pieces(Box *b)
{
    for (uint64_t i = 0; i < b->nrows; i++) {
        BoxRow *r = &b->rows[i];
        const uint32_t end = (r->lead + r->n + BOX_PIECE - 1) / BOX_PIECE * BOX_PIECE;
        r->n = r->n ? end - r->lead : 0;
    }
}

static void store_box(const TensorCopy *t)
{
    const Box shape = box_shape(&t->map);
    const uint64_t start = shared_offset(t->w, t->shared);
    if (!box_fits(t, &shape, start))
        return;
    Box *b = box_new(&t->map, t->at, t->offset);
    if (!t->reduction)
        whole_pieces(b);
    if (!touch_stored(t, b, start)) {
        free(b);
        return;
    }
    Copy *c = begin(t, b, t->w->block);
    c->from_block = t->w->block;
    c->from[t->lane] = t->w->block->shared + start;
    c->from_addr[t->lane] = start;
    c->mask = 1u << t->lane;
    copy_mark(c, t->lane);
}

static void multicast(const TensorCopy *t, uint32_t blocks)
{
    const uint64_t offset = SHARED_BLOCK - 1;
    for (uint32_t left = blocks & 0xffff; left && !t->w->launch->stop; left &= left - 1) {
        uint64_t base = SHARED_WINDOW + ((uint64_t)__builtin_ctz(left) << SHARED_RANK_SHIFT);
        load_box(t, base + (t->shared & offset), base + (t->barrier & offset));
    }
}

// The type is that of the map, not of the instruction.
static bool find_reduction(TensorCopy *t)
{
    static const uint8_t types[ELEMENT_TYPES] = {
        [ELEMENT_u32] = TYPE_u32,   [ELEMENT_s32] = TYPE_s32,     [ELEMENT_u64] = TYPE_u64,
        [ELEMENT_s64] = TYPE_s64,   [ELEMENT_f16] = TYPE_f16,     [ELEMENT_f32] = TYPE_f32,
        [ELEMENT_bf16] = TYPE_bf16, [ELEMENT_f32_ftz] = TYPE_f32,
    };
    const Inst *in = t->s->inst;
    Type type = (Type)types[t->map.type];
    if (inst_has(in, MOD_and) || inst_has(in, MOD_or) || inst_has(in, MOD_xor))
        type = element_bytes(t->map.type) == 8 ? TYPE_b64 : TYPE_b32;
    bool whole = (type != TYPE_b32 || element_bytes(t->map.type) == 4) &&
                 (type != TYPE_b64 || t->map.type != ELEMENT_s64); // measured on an H200
    t->reduction = type && whole ? reduction_of(in, type) : NULL;
    return t->reduction || wrong(t, FAULT_illegal,
                                 "a tensor reduction that elements of the map's type do not have");
}

static void fill_in(TensorCopy *t, const TensorArgs *a)
{
    for (unsigned k = 0; k < a->coordinates; k++)
        t->at[k] = ((const int32_t *)slot(t->w, a->coordinate[k]))[t->lane];
    for (unsigned k = 0; k < a->offsets; k++)
        t->offset[k] = ((const uint32_t *)slot(t->w, a->offset[k]))[t->lane] & 0xffff;
}

// Does a lower lane store the same box to the same place? CUTLASS lets a whole warp do so.
static bool is_repeated(const Warp *w, const TensorArgs *a, uint64_t addr[3][WARP_SIZE],
                        uint32_t all, unsigned lane)
{
    for (uint32_t m = all & ((1u << lane) - 1); m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        bool same = addr[0][l] == addr[0][lane] && addr[1][l] == addr[1][lane];
        for (unsigned k = 0; same && k < a->coordinates; k++) {
            const uint32_t *v = slot(w, a->coordinate[k]);
            same = v[l] == v[lane];
        }
        if (same)
            return true;
    }
    return false;
}

static void exec_tensor(Warp *w, const Step *s)
{
    const Inst *in = s->inst;
    const TensorArgs *a = s->extra;
    const bool prefetch = in->op == OP_cp_async_bulk_prefetch_tensor;
    const bool out = inst_has(in, MOD_bulk_group),
               reduces = in->op == OP_cp_reduce_async_bulk_tensor;
    const unsigned map = out || prefetch ? 0 : 1;
    uint64_t addr[3][WARP_SIZE] = {{0}};
    uint32_t all = w->mask;
    for (unsigned i = 0; i < a->addresses; i++)
        async_addresses(w, s, i, addr[i]);
    for (uint32_t m = all; m && !w->launch->stop; m &= m - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(m);
        TensorCopy t = {.w = w,
                        .s = s,
                        .lane = lane,
                        .out = out,
                        .shared = addr[1 - map][lane],
                        .barrier = addr[2][lane]};
        if (out && !reduces && is_repeated(w, a, addr, all, lane))
            continue;
        w->mask = m & -m;
        fill_in(&t, a);
        if (!load_map(&t, addr[map][lane], (Space)a->at[map].space) || !map_fits(&t) ||
            (reduces && !find_reduction(&t)) || prefetch)
            continue;
        if (out)
            store_box(&t);
        else if (a->blocks != SLOT_NONE)
            multicast(&t, ((const uint32_t *)slot(w, a->blocks))[lane]);
        else
            load_box(&t, t.shared, t.barrier);
    }
    w->mask = all;
}

// ---- which forms there are ------------------------------------------

static bool is_of_sm90(const Inst *in)
{
    return !inst_has(in, MOD_gather4) && !inst_has(in, MOD_scatter4) &&
           !inst_has(in, MOD_im2col_w) && !inst_has(in, MOD_im2col_w_128) &&
           !inst_has(in, MOD_cta_group_1) && !inst_has(in, MOD_cta_group_2);
}

static bool has_coordinates(const Inst *in, const TensorArgs *a)
{
    const unsigned rank = rank_of(in);
    const bool columns = inst_has(in, MOD_im2col);
    return rank && a->coordinates == rank && is_of_sm90(in) &&
           (!columns || (rank >= 3 && a->offsets == rank - 2)) && (columns || !a->offsets);
}

ExecFn pick_cp_async_bulk_tensor(const Inst *in, Step *s)
{
    const TensorArgs *a = s->extra;
    bool cluster = inst_has(in, MOD_shared_cluster), own = inst_has(in, MOD_shared_cta);
    bool multi = inst_has(in, MOD_multicast), out = inst_has(in, MOD_bulk_group);
    if (!has_coordinates(in, a) || !inst_has(in, MOD_global) || cluster == own)
        return NULL;
    if (out)
        return own && a->addresses == 2 && a->blocks == SLOT_NONE && !inst_has(in, MOD_im2col)
                   ? exec_tensor
                   : NULL;
    return inst_has(in, MOD_complete_tx) && a->addresses == 3 &&
                   !inst_has(in, MOD_im2col_no_offs) && multi == (a->blocks != SLOT_NONE) &&
                   !(multi && own)
               ? exec_tensor
               : NULL;
}

ExecFn pick_cp_reduce_async_bulk_tensor(const Inst *in, Step *s)
{
    return inst_has(in, MOD_bulk_group) ? pick_cp_async_bulk_tensor(in, s) : NULL;
}

ExecFn pick_cp_async_bulk_prefetch_tensor(const Inst *in, Step *s)
{
    const TensorArgs *a = s->extra;
    return has_coordinates(in, a) && inst_has(in, MOD_global) && a->addresses == 1 ? exec_tensor
                                                                                   : NULL;
}
