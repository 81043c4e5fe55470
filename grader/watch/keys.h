// keys.h - single keys from the terminal, which gets back what it had.
#pragma once

#include <stdbool.h>

// False: input and output are not both a terminal, and there are no keys.
bool keys_begin(void);
// The terminal is as it was before keys_begin(); also called when the program ends.
void keys_end(void);
