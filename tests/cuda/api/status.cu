// Ends as its argument says: status exit N, fault N, fault_exit N, crash 0.
#include <cstdlib>
#include <unistd.h>

#include "api.h"

__global__ void wild(int *p) { *p = 1; }

int main(int argc, char **argv)
{
    int *d;
    cudaMalloc(&d, 4);
    if (argc < 3)
        return 99;
    int status = atoi(argv[2]);
    if (!strncmp(argv[1], "fault", 5)) {
        wild<<<1, 1>>>(0);
        cudaDeviceSynchronize();
    }
    if (!strcmp(argv[1], "fault_exit"))
        _exit(status);
    if (!strcmp(argv[1], "crash"))
        return *d; // a device pointer, read by the host
    cudaFree(d);
    return status;
}
