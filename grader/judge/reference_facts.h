// reference_facts.h - what the solutions did with the public seed, as data.
//
// Before a part is judged, its cases go through the solution (reference.h). A student release has
// no solutions. It has grader/reference.json instead: the digest of each part that the solutions
// have passed. The digest is made of all that the verdict on the solution depends on: the cases
// and the bounds. So a part whose cases or bounds are others than those that were checked is not
// judged. Behind the digest are numbers for each case: what the solution executes (WorkFacts).
// The file holds for one version of the course and one seed.
#pragma once

#include "evidence.h"

typedef struct ReferenceFacts ReferenceFacts;

// Is this tree a release, without solutions?
bool reference_facts_needed(void);

// The facts of this tree. NULL, with the reason, if there are none, or those of another course.
ReferenceFacts *reference_facts_read(const char *path, char *problem, size_t size);
// New ones, to be filled.
ReferenceFacts *reference_facts_new(uint64_t seed);
void reference_facts_free(ReferenceFacts *facts);

uint64_t reference_facts_seed(const ReferenceFacts *facts);

enum { FACT_SIZE = 4096 }; // bytes of the facts of a part: its digest, and its numbers

// The numbers of a part's cases as text, and back. False: the text is something else.
const char *reference_facts_text(const WorkFacts *work, int cases, char *text, size_t size);
bool reference_facts_figures(const char *text, WorkFacts *work, int cases);

// Adds a part that the solution has passed.
void reference_facts_add(ReferenceFacts *facts, const char *lab, const char *part,
                         const char *fact);
bool reference_facts_write(const ReferenceFacts *facts, const char *path);

// Has the solution passed this part, with the same cases and the same bounds? False: the course
// is broken, and no points are lost. `work`, one per case, gets the numbers.
bool reference_facts_hold(const ReferenceFacts *facts, const Lab *lab, const Part *part,
                          const CaseList *list, WorkFacts *work, char *problem, size_t size);

// The digest of a part: its cases and its bounds.
void reference_facts_digest(const Lab *lab, const Part *part, const CaseList *list,
                            char digest[65]);
