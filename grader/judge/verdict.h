// verdict.h - is a case right? From what one run brought back, compared with what is expected.
#pragma once

#include "case_verdict.h"

// The verdict starts as all 0, "right". The first failure stays, but the first checked run
// adds what it knows about a failure of the clean run.
void verdict_of_run(CaseVerdict *verdict, const RunFacts *run, const Case *c, const Result *result);
