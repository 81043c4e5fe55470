// calls.c - how cases call the functions of lab 50; see grader/calls.h.
#include "common/contracts/50_twice.h"
#include "grader/calls.h"

CALLS(50_twice) { CALL(1, NULL, twice, out(1), in(0), arg(0)); }
