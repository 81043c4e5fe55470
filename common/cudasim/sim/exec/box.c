// box.c - see box.h.
#include "box.h"

#include "alloc.h"

#include <string.h>

// ---- its rows -------------------------------------------------------

static uint32_t slice_bytes(const TensorMap *m) { return m->interleave == 2 ? 32 : 16; }

// Dimensions from this one on have a stride; the one before is within a row.
static unsigned outer(const TensorMap *m) { return m->interleave ? 0 : 1; }

// How many coordinates of dimension k the box has.
static uint32_t count_of(const TensorMap *m, unsigned k)
{
    if (m->interleave && k + 2 == m->rank)
        return 1; // slices of C: see box.h
    return (m->box[k] + (uint32_t)m->step[k] - 1) / (m->step[k] ? m->step[k] : 1);
}

Box box_shape(const TensorMap *m)
{
    Box b = {.nrows = 1,
             .row = m->interleave ? slice_bytes(m) : m->box[0] * element_bytes(m->type),
             .swizzle = (uint8_t)((1 << m->swizzle) - 1),
             .type = m->type,
             .fill_nan = m->fill_nan};
    uint32_t swizzled = m->swizzle && !m->interleave ? (uint32_t)BOX_PIECE << m->swizzle : 0;
    b.pitch = b.row > swizzled ? b.row : swizzled;
    for (unsigned k = outer(m); !m->im2col && k < m->rank; k++)
        b.nrows *= count_of(m, k);
    if (m->im2col)
        b.nrows = m->box[1];
    return b;
}

// The row that begins at these coordinates.
static void set_row(BoxRow *r, const Box *b, const TensorMap *m, const int64_t at[MAX_RANK])
{
    *r = (BoxRow){0};
    for (unsigned k = outer(m); k < m->rank; k++)
        if (at[k] < 0 || (uint64_t)at[k] >= m->size[k])
            return;
    r->addr = m->address;
    for (unsigned k = 1; k < m->rank; k++)
        r->addr += (uint64_t)at[k] * m->stride[k - 1];
    if (m->interleave) {
        r->addr += (uint64_t)at[0] * b->row;
        r->n = b->row;
        return;
    }
    const int64_t bytes = element_bytes(m->type), end = at[0] + m->box[0];
    const int64_t first = at[0] > 0 ? at[0] : 0;
    const int64_t last = end < (int64_t)m->size[0] ? end : (int64_t)m->size[0];
    if (last <= first)
        return;
    r->lead = (uint32_t)((first - at[0]) * bytes);
    r->n = (uint32_t)((last - first) * bytes);
    r->addr += (uint64_t)(first * bytes);
}

static void tiled_rows(Box *b, const TensorMap *m, const int32_t start[MAX_RANK])
{
    uint32_t done[MAX_RANK] = {0};
    for (uint64_t i = 0; i < b->nrows; i++) {
        int64_t at[MAX_RANK] = {0};
        for (unsigned k = 0; k < m->rank; k++)
            at[k] = start[k] + (int64_t)done[k] * m->step[k];
        set_row(&b->rows[i], b, m, at);
        for (unsigned k = outer(m); k < m->rank && ++done[k] == count_of(m, k); k++)
            done[k] = 0;
    }
}

// Pixels one after the other through the box of the map, W first, then H, D and N (PTX ISA
// 5.5.4); the offsets are added to each.
static void pixel_rows(Box *b, const TensorMap *m, const int32_t start[MAX_RANK],
                       const uint32_t offset[MAX_CORNERS])
{
    const unsigned first = outer(m), corners = m->rank - 2u;
    int64_t at[MAX_RANK] = {0}, moved[MAX_RANK];
    for (unsigned k = 0; k < m->rank; k++)
        at[k] = start[k];
    for (uint64_t i = 0; i < b->nrows; i++) {
        memcpy(moved, at, sizeof moved);
        for (unsigned k = 0; k < corners; k++)
            moved[first + k] += offset[k];
        set_row(&b->rows[i], b, m, moved);
        unsigned k = 0;
        for (; k < corners; k++) {
            at[first + k] += m->step[first + k];
            if (at[first + k] < (int64_t)m->size[first + k] + m->upper[k])
                break;
            at[first + k] = m->lower[k];
        }
        if (k == corners)
            at[m->rank - 1] += m->step[m->rank - 1];
    }
}

Box *box_new(const TensorMap *m, const int32_t at[MAX_RANK], const uint32_t offset[MAX_CORNERS])
{
    Box shape = box_shape(m);
    Box *b = must_malloc(1, sizeof *b + shape.nrows * sizeof *b->rows);
    *b = shape;
    b->rows = (BoxRow *)(b + 1);
    if (m->im2col)
        pixel_rows(b, m, at, offset);
    else
        tiled_rows(b, m, at);
    return b;
}

uint64_t box_sectors(const Box *b)
{
    uint64_t sectors = 0;
    for (uint64_t i = 0; i < b->nrows; i++) {
        const BoxRow *r = &b->rows[i];
        sectors += sectors_of(0, r->lead) + sectors_of(r->addr, r->n) +
                   sectors_of(0, b->row - r->lead - r->n);
    }
    return sectors;
}

bool box_holds(const Box *b, uint64_t addr, uint32_t n)
{
    for (uint64_t i = 0; i < b->nrows; i++)
        if (b->rows[i].addr < addr + n && addr < b->rows[i].addr + b->rows[i].n)
            return true;
    return false;
}

// ---- its bytes ------------------------------------------------------

// Outside of the tensor is 0, or a NaN: 0x7ff7 in each 16 bits, whatever the type (measured on an
// H200).
static void fill(const Box *b, uint8_t piece[BOX_PIECE])
{
    for (unsigned i = 0; i < BOX_PIECE; i += 2) {
        piece[i] = b->fill_nan ? 0xf7 : 0;
        piece[i + 1] = b->fill_nan ? 0x7f : 0;
    }
}

// Words become tf32: 10 bits, to nearest even; each NaN is the same. No subnormal is flushed: of an
// H200, the types with FTZ in their names load what those without load.
static void convert(const Box *b, uint8_t piece[BOX_PIECE])
{
    for (unsigned i = 0; b->type >= ELEMENT_tf32 && i < BOX_PIECE; i += 4) {
        uint32_t v;
        memcpy(&v, piece + i, 4);
        if ((v & 0x7fffffff) > 0x7f800000)
            v = 0x7fffe000;
        else if (v << 1 != 0xff000000)
            v = (v + 0xfff + (v >> 13 & 1)) & ~0x1fffu;
        memcpy(piece + i, &v, 4);
    }
}

// The part of a piece that is in the tensor: *from to *to.
static bool inside(const BoxRow *r, uint32_t at, uint32_t *from, uint32_t *to)
{
    const uint32_t end = r->lead + r->n;
    *from = r->lead > at ? r->lead - at : 0;
    *to = end > at + BOX_PIECE ? BOX_PIECE : end > at ? end - at : 0;
    return *from < *to;
}

void box_read(const Box *b, uint64_t i, uint32_t at, uint8_t piece[BOX_PIECE])
{
    const BoxRow *r = &b->rows[i];
    uint32_t from, to;
    bool some = inside(r, at, &from, &to);
    if (!some || to - from < BOX_PIECE)
        fill(b, piece);
    if (!some)
        return;
    uint8_t taken[BOX_PIECE] = {0};
    memcpy(taken + from, r->bytes + (at + from - r->lead), to - from);
    if (b->type >= ELEMENT_f32_ftz)
        convert(b, taken);
    memcpy(piece + from, taken + from, to - from);
}

void box_load(const Box *b, uint8_t *shared, uint64_t start)
{
    for (uint64_t i = 0; i < b->nrows; i++)
        for (uint32_t at = 0; at < b->row; at += BOX_PIECE)
            box_read(b, i, at, shared + (box_place(b, start, i, at) - start));
}

void box_store(const Box *b, const uint8_t *shared, uint64_t start, const Reduction *reduction)
{
    for (uint64_t i = 0; i < b->nrows; i++)
        for (uint32_t at = 0; at < b->row; at += BOX_PIECE) {
            const uint8_t *piece = shared + (box_place(b, start, i, at) - start);
            uint32_t from, to;
            if (!inside(&b->rows[i], at, &from, &to))
                continue;
            uint8_t *dest = b->rows[i].bytes + (at + from - b->rows[i].lead);
            if (!reduction)
                memcpy(dest, piece + from, to - from);
            for (uint32_t k = from; reduction && k < to; k += reduction->bytes)
                reduction->fn(dest + (k - from), piece + k);
        }
}
