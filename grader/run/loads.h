// loads.h - objects whose loading does not end: the part that has waited for that tells the others.
#pragma once

#include <stdbool.h>

// From now on this process and those that it forks tell one another.
void loads_share(void);

// The lab's object at this path was ended while it was loaded.
void loads_note_hang(const char *object);
bool loads_hang(const char *object);
