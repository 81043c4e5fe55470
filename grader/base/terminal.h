// terminal.h - how wide the terminal is, and whether it obeys escapes.
#pragma once

#include <stdbool.h>

// The columns of the terminal that a descriptor leads to; 0: it is no terminal, or does not say.
int terminal_columns(int fd);

// Whether escapes (colours, links, a line that is written again) may be sent there: TERM says which
// terminal it is, and "dumb" is one without.
bool terminal_has_escapes(int fd);
// The same where another program writes it to its terminal, and does so for this one.
bool terminal_knows_escapes(void);

// The width of lines for that many columns: what is no terminal gets lines of WIDE.
enum { NARROW = 40, WIDE = 80 };
int line_width(int columns);
