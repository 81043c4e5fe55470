// advice.h - what to look for after a finding, in a student's words.
#pragma once

#include <jansson.h>

// A sentence, a constant, on a finding as common/cudasim.h describes it; NULL if none fits.
const char *advice_for(const json_t *finding);
