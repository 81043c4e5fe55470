// advice.h - what follows from the cause of a finding: what to look for, in a student's words; the
// slide that explains it; and which of several findings comes first.
#pragma once

#include <stdbool.h>

#include "common/causes.h"

// A sentence, a constant; NULL if there is nothing to say.
const char *advice_for(Cause cause);

// A slide's number; NULL: that of the item or the part.
const char *slide_for(Cause cause);

// 0 comes first. A mistake can be the reason for those of a higher rank: without an order, a thread
// reads what was not written yet, and takes an index from there that is out of bounds.
int cause_rank(Cause cause);
// Whether it can be the reason for a wrong result: a leak cannot.
bool cause_explains(Cause cause);
