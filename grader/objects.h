// objects.h - the compiled labs of an order. While nvcc works, the parts can draw their cases.
#pragma once

#include "order.h"

// Returns when all are made, or have failed: Object.state.
void objects_make(GradeOrder *order);

// A process of its own makes them.
void objects_start(GradeOrder *order);
// Ends when that process ends; 0: there is none.
int objects_pipe(void);
// Waits for that process.
void objects_end(void);

// In the test of a part: whether the objects are still being made; and waits until they are there
// and it is the part's turn. Its cases hold so many bytes.
bool objects_are_being_made(void);
void objects_await(size_t bytes);
