// terminal.h - how wide the terminal is.
#pragma once

// The columns of the terminal that a descriptor leads to; 0: it is no terminal, or does not say.
int terminal_columns(int fd);
