// rows.c - rows that are smoothed, for all cases of lab 17.
#include "room.h"

#include <stdio.h>

#include "common/contracts/17_async_copies.h"
#include "grader/labs/17_async_copies/reference.h"

enum { MOST = 1 << 20 };

int32_t *async_copies_fill(CaseList *list, Case *c, size_t n, Kind kind)
{
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, n, "in")->data;
    kit_fill_ints(list, c, in, n, kind, -MOST, MOST);
    return in;
}

void async_copies_add_rows(CaseList *list, int part, int rows, int blocks, Kind kind,
                           unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "rows=%d%s", rows, kit_words(kind));
    if (part != PART_each)
        snprintf(c->name, sizeof c->name, "rows=%d %s=%d%s", rows,
                 part == PART_fastest ? "multiprocessors" : "blocks", blocks, kit_words(kind));
    size_t n = (size_t)rows * ASYNC_ROW;
    KIT_ARGS(c, rows, blocks);
    const int32_t *in = async_copies_fill(list, c, n, kind);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    out->columns = ASYNC_ROW;
    for (size_t r = 0; r < n; r += ASYNC_ROW)
        reference_filtered_row((int32_t *)out->want + r, in + r, reference_smoothing);
    if (part == PART_each)
        c->group = "plain";
    if (rows < blocks && part < PART_each)
        kit_note(c, KIND_idle);
}
