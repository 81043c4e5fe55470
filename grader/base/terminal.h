// terminal.h - how wide the terminal is.
#pragma once

// The columns of the terminal that a descriptor leads to; 0: it is no terminal, or does not say.
int terminal_columns(int fd);

// The width of lines for that many columns: what is no terminal gets lines of WIDE.
enum { NARROW = 40, WIDE = 80 };
int line_width(int columns);
