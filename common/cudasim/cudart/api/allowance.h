// allowance.h - what a graded call may use up besides the instructions of its launches.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// What exceeds the allowance ends the call at once: these do not return then. All but the first
// have the runtime's lock.
void allowance_take_call(void);                           // the program makes a call
void allowance_take_bytes(uint64_t rows, uint64_t bytes); // copied, set or allocated
void allowance_check_time(void);                          // the host's clock has gone on
// Does work that the program declares count? Not outside of a graded call, and not if it is none.
bool allowance_takes_work(double us);
