// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"
#include "common/contracts/09_clusters.h"

enum {
    COUNTED = 1 << 16, // values of the counted histograms
    ROWS = 4,
    STEPS = 10, // of the counted rows
    LONGEST = CLUSTER_MAX * CLUSTER_BLOCK
};

// ---- cases.c ----------------------------------------------------------------------------

void clusters_draw(CaseList *list, int part);

// ---- fastest.c --------------------------------------------------------------------------

enum { PART_fastest = 7 };

extern const Item clusters_fastest_items[];
extern const Lacking clusters_fastest_lacks[];

// Adds the cases of the part.
void clusters_fastest_draw(CaseList *list);

// ---- wrong.c ----------------------------------------------------------------------------

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void clusters_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
