// keys.c - single keys from the terminal, which gets back what it had.
#include "keys.h"

#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static bool changed, registered;

bool keys_begin(void)
{
    if (!isatty(0) || !isatty(1) || tcgetattr(0, &before))
        return false;
    struct termios now = before;
    now.c_lflag &= ~(tcflag_t)(ICANON | ECHO); // Ctrl-C and Ctrl-Z stay what they are
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    if (!registered)
        atexit(keys_end);
    registered = true;
    changed = tcsetattr(0, TCSANOW, &now) == 0;
    return changed;
}

void keys_end(void)
{
    if (changed)
        tcsetattr(0, TCSANOW, &before);
    changed = false;
}
