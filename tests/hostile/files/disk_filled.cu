// EXPECT patterns.map: 0 points
//
// Fills the disk: 256 MB in small files, wherever it may write.
#include "hostile.h"

static bool try_it(void)
{
    static char block[1 << 20];
    static const char *const folder[] = {".", "/tmp", "/var/tmp", "/dev/shm", OUTSIDE};
    long total = 0;
    for (int f = 0; f < 5; f++)
        for (int i = 0; i < 64; i++) {
            int fd = open(text("%s/fill.%d.%d", folder[f], getpid(), i), O_WRONLY | O_CREAT, 0666);
            for (int k = 0; fd >= 0 && k < 4; k++)
                total += write(fd, block, sizeof block) == sizeof block;
            if (fd >= 0 && f != 4) // what is in OUTSIDE is seen
                unlink(text("%s/fill.%d.%d", folder[f], getpid(), i));
        }
    return total >= 256;
}

EARN_IF(try_it())
