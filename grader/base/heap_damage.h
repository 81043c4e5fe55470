// heap_damage.h - why a program has aborted: what glibc says of a damaged heap, a failed assertion,
// or an exception that nobody has caught:
//
//   malloc(): corrupted top size
//   client: FILE:12: void f(int): Assertion `n > 0' failed.
//   terminate called after throwing an instance of 'std::out_of_range'
//     what():  vector::_M_range_check: ...
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Looks for such a line in what a program has printed, and says in a sentence what the program has
// done. False: there is none.
bool heap_damage_read(const char *text, size_t bytes, char *sentence, size_t size);
// The same for the others.
bool abort_read(const char *text, size_t bytes, char *sentence, size_t size);
