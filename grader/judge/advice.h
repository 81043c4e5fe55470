// advice.h - what to look for after a finding, in a student's words.
#pragma once

#include "common/causes.h"

// A sentence, a constant; NULL if there is nothing to say.
const char *advice_for(Cause cause);
