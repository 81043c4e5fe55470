// loads.h - what loading an object has shown: the part that has seen it tells the others.
#pragma once

#include <stdbool.h>

// From now on this process and those that it forks tell one another.
void loads_share(void);

// The lab's object at this path was ended while it was loaded.
void loads_note_hang(const char *object);
bool loads_hang(const char *object);

// Its PTX has been read as a whole, and has no mistake.
void loads_note_good(const char *object);
bool loads_are_good(const char *object);
