// terminal.c - how wide the terminal is.
#include "terminal.h"

#include <sys/ioctl.h>

int terminal_columns(int fd)
{
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int line_width(int columns) { return columns <= 0 ? WIDE : columns < NARROW ? NARROW : columns; }
