// origins.h - did kernels compute the results, or the host?
#pragma once

#include "case_verdict.h"

// Blames the case if the host has computed, or could have.
void verdict_of_origins(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result);
