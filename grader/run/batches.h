// batches.h - which cases of a part share a process.
//
// The cases of a batch run one after the other in the same process, while none of them ends it; the
// batches of a run are independent of each other, so they can run at the same time. What a case
// leaves behind (static variables, device memory, an error) meets the next cases of its batch only.
// So batches are part of what a grade is a function of: they follow from the suite's cases, and not
// from the machine, the submission, or a measured time.
#pragma once

#include "cases.h"

// The batch of each case, counted from 0 in the order of their first cases; to be freed.
int *batches_of(const CaseList *list, int *count);

// How much there is to do for a case, in elements of its buffers.
double batch_cost(const Case *c);
