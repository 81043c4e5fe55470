// EXPECT patterns.map: 0 points
//
// Maps every open file again, fills it with bytes, and goes on with calls.
#include "hostile.h"


extern "C" void map_each(int *out, const int *, int n, int, int)
{
    attempted();
    for (int round = 0; round < 256; round++) {
        for (int fd = 3; fd < 256; fd++) {
            struct stat st;
            if (fstat(fd, &st) != 0 || st.st_size == 0)
                continue;
            size_t bytes = st.st_size < 1 << 20 ? (size_t)st.st_size : 1 << 20;
            void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
            if (p != MAP_FAILED) {
                memset(p, round, bytes);
                munmap(p, bytes);
            }
        }
        if (n > 0 && round % 64 == 0)
            cudaMemset(out, 0, (size_t)n * 4);
    }
}
