// reference.h - does the solution itself pass?
#pragma once

#include "evidence.h"

// Runs the cases through the reference's object, clean, or remembers that the
// same files did it before. False, with the reason, if it is wrong or misses a
// gate: then the course is broken, and no points are lost for it.
// `work`, one per case, gets what it executes.
bool reference_holds(const EvidenceSetup *setup, const char *object, const CaseList *list,
                     WorkFacts *work, char *problem, size_t size);

// Where the submission is the solution itself, and no outcome is remembered: its evidence, if it is
// right, with which the reference holds as well. Else NULL.
Evidence *reference_is_graded(const EvidenceSetup *setup, const char *object, const CaseList *list,
                              WorkFacts *work);

// A hash of simulator, runner and this program. It takes a moment, once: a process that calls this
// before it forks spares others the work.
uint64_t reference_machine(const char *lib);

enum { REFERENCE_RUN = -1 }; // the number of its run, for EvidenceSetup.progress

// Whether this evidence is that of a right solution.
bool reference_is_right(const EvidenceSetup *setup, const Evidence *e, char *problem, size_t size);
