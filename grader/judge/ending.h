// ending.h - how a case's call ended.
#pragma once

#include "case_verdict.h"

// The verdict stays "right" if the call came back without an error, and launched a kernel where
// that is needed.
void verdict_of_ending(CaseVerdict *verdict, const RunFacts *run, const Case *c,
                       const Result *result);

// Adds what the checkers found in the case's launches: that says where.
void verdict_tell_findings(CaseVerdict *verdict, const RunFacts *run, const Result *result);
