// Kernels that end with an error. Each runs in its own process: the program starts
// itself with a number.
#include <cassert>
#include <cstdlib>

#include "api.h"

__global__ void wild(int *p) { *p = 1; }
__global__ void trap() { __trap(); }
__global__ void assertion(int x) { assert(x == 1); }
__global__ void endless(volatile int *p)
{
    while (*p == 0) {
    }
}

static void run(int which)
{
    int *d;
    cudaMalloc(&d, 16);
    cudaMemset(d, 0, 16);
    switch (which) {
    case 0: LAUNCHED(wild<<<1, 1>>>(d + (1 << 28))); break;
    case 1: LAUNCHED(wild<<<1, 1>>>((int *)((char *)d + 1))); break;
    case 2: LAUNCHED(wild<<<1, 1>>>(&which)); break;
    case 3: LAUNCHED(trap<<<1, 1>>>()); break;
    case 4: LAUNCHED(assertion<<<1, 1>>>(1)); break;
    case 5: LAUNCHED(assertion<<<1, 1>>>(2)); break;
    case 6: LAUNCHED(endless<<<1, 1>>>(d)); break;
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        run(atoi(argv[1]));
        return 0;
    }
    for (int i = 0; i < 7; i++) {
        char command[300];
        snprintf(command, sizeof command, "'%s' %d", argv[0], i);
        fflush(stdout);
        if (system(command))
            printf("%d ended badly\n", i);
    }
}

// CUDASIM: --budget 1000000 --report none
/* EXPECT
wild<<<1, 1>>>(d + (1 << 28)): ok, IllegalAddress
wild<<<1, 1>>>((int *)((char *)d + 1)): ok, MisalignedAddress
wild<<<1, 1>>>(&which): ok, IllegalAddress
trap<<<1, 1>>>(): ok, LaunchFailure
assertion<<<1, 1>>>(1): ok, ok
assertion<<<1, 1>>>(2): ok, Assert
endless<<<1, 1>>>(d): ok, LaunchTimeout
END */
