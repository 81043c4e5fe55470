// runner_memory.h - how much memory the machine's process uses, and how.
#pragma once

#include <stdbool.h>

void prepare_heap(void);
// Device memory and pinned memory have limits of their own. False: the system does not say what is
// in use.
bool limit_memory(void);
