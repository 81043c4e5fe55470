// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum { COUNTED_SIDE = 128 }; // of the counted product

// ---- cases.c ----------------------------------------------------------------------------

void shared_memory_draw(CaseList *list, int part);
void shared_memory_demo(CaseList *list, int part);

// ---- fastest.c --------------------------------------------------------------------------

enum { PART_fastest = 8 };

extern const Item shared_memory_fastest_items[];
extern const Lacking shared_memory_fastest_lacks[];

// Adds the cases of the part, and those that `make run` shows.
void shared_memory_fastest_draw(CaseList *list);
void shared_memory_fastest_demo(CaseList *list);

// ---- program.c --------------------------------------------------------------------------

enum { PART_program = 9 };

extern const Item shared_memory_program_items[];
void shared_memory_program_draw(CaseList *list);
void shared_memory_program_demo(CaseList *list);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void shared_memory_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
