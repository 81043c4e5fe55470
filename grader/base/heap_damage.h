// heap_damage.h - what glibc says before it ends a program whose heap is damaged:
//
//   malloc(): corrupted top size
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Looks for such a line in what a program has printed, and says in a sentence what the program has
// done. False: there is none.
bool heap_damage_read(const char *text, size_t bytes, char *sentence, size_t size);
