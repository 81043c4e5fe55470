// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    COUNTED = 1 << 16, // elements of the counted maps and scatters
    FEW = 16,          // blocks of part 3's counted case
    SIDE = 256,        // of the counted matrices
    SCENE = 320 * 240  // pixels of the counted blur
};

// ---- cases.c ----------------------------------------------------------------------------

void patterns_draw(CaseList *list, int part);
void patterns_demo(CaseList *list, int part);

// ---- program.c --------------------------------------------------------------------------

enum { PART_program = 9 };

extern const Item patterns_program_items[];
void patterns_program_draw(CaseList *list);
void patterns_program_demo(CaseList *list);
void patterns_program_diagnose(const Case *c, const char *printed, Diagnoses *all);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void patterns_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
