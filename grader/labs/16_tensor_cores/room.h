// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"
#include "grader/labs/kit.h"

enum {
    PART_place = 1,
    PART_wmma,
    PART_mma,
    PART_ldmatrix,
    PART_stages,
    PART_types,
    PART_bytes,
    PART_wgmma,
    PART_fastest
};

// Sizes of the counted cases: products, and the sides of parts 5, 7 and 9.
enum {
    COUNTED = 64,
    COUNTED_TILES = 32,
    STAGED_M = 128,
    STAGED_K = 1024,
    STAGED_N = 128,
    BYTES_SIDE = 256,
    FAST_SIDE = 512
};

// ---- matrices.c ---------------------------------------------------------------------------

double *tensor_cores_room(size_t n); // for n numbers; the caller frees it
// Adds a matrix of halves to a case, two to a word; returns their values, which the caller frees.
double *tensor_cores_fill_halves(CaseList *list, Case *c, size_t n, Kind kind, const char *name);
// Adds the result c of `count` products; `columns`: b has its columns one behind the other.
void tensor_cores_fill_result(Case *c, const double *a, const double *b, size_t count, size_t m,
                              size_t k, size_t n, bool columns);
// Adds a case: two matrices of halves, any quarters, and their product.
Case *tensor_cores_add_product(CaseList *list, int part, const char *name, int m, int k, int n,
                               Kind kind, unsigned flags);

// ---- cases.c ----------------------------------------------------------------------------

void tensor_cores_draw(CaseList *list, int part);
void tensor_cores_demo(CaseList *list, int part);

// ---- fastest.c --------------------------------------------------------------------------

extern const Item tensor_cores_fastest_items[];
extern const Lacking tensor_cores_fastest_lacks[];
void tensor_cores_fastest_draw(CaseList *list);
void tensor_cores_fastest_demo(CaseList *list);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void tensor_cores_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
