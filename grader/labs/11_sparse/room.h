// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"
#include "grader/labs/includes.h"

enum {
    PART_threads = 1,
    PART_warps,
    PART_lanes,
    PART_segments,
    PART_dense,
    PART_list,
    PART_step,
    PART_converge
};

// Buffers of parts 1 to 5, of part 6, and of parts 7 and 8. The first one is that whose elements
// the kit counts (kit.h). What is read by an index from another array is last, so that reads past
// its end do not hit other buffers.
enum { IN_column, IN_value, IN_start, OUT_y, IN_x };
enum { IN_from_row, IN_from_column, IN_from_value, OUT_start, OUT_column, OUT_value };
enum { IN_source, IN_links, IN_out, IN_rank, OUT_next };
enum { OUT_steps = IN_rank, OUT_rank };

enum { WARP = 32 };

// ---- cases.c ----------------------------------------------------------------------------

void sparse_draw(CaseList *list, int part);
void sparse_demo(CaseList *list, int part);

// ---- wrong.c ---------------------------------------------------------------------

// What a wrong output looks like: of y or c; of start; of ranks.
void sparse_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
