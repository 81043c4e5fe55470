// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    PART_doubling = 1,
    PART_splitters,
    PART_edges,
    PART_vertices,
    PART_queue,
    PART_warps,
    PART_switching,
    PART_rounds
};

// Buffers of parts 1 and 2, of part 3, and of parts 4 to 8.
enum { LIST_next, LIST_rank };
enum { EDGES_to, EDGES_from, EDGES_level };
enum { SEARCH_neighbour, SEARCH_start, SEARCH_level };

enum {
    RANKED = 1 << 14, // elements of the counted list
    SIDE = 64 // of the counted grid, which has 2 * SIDE - 2 waves with vertices after wave 0
};

// ---- cases.c ----------------------------------------------------------------------------

void graphs_draw(CaseList *list, int part);
void graphs_demo(CaseList *list, int part);

// ---- wrong.c -----------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void graphs_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
