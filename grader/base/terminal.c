// terminal.c - how wide the terminal is, and whether it obeys escapes.
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_columns(int fd)
{
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool terminal_knows_escapes(void)
{
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0;
}

bool terminal_has_escapes(int fd) { return isatty(fd) && terminal_knows_escapes(); }

int line_width(int columns) { return columns <= 0 ? WIDE : columns < NARROW ? NARROW : columns; }
