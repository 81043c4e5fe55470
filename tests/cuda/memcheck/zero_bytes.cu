// An allocation of 0 bytes succeeds on an H200, and gives no memory.
// expect: memcheck warning (api_misuse) zero - "the result is a null pointer"
#include <stdlib.h>
extern "C" void cudasimSource(const char *file, int line) __attribute__((weak));
#define AT(call) (cudasimSource(__FILE__, __LINE__), call)

int main()
{
    int *managed = (int *)8, *device = (int *)8;
    if (AT(cudaMallocManaged(&managed, 0)) || managed) // [zero]
        abort();
    if (AT(cudaMalloc(&device, 0)) || device) // as common as an empty array
        abort();
    AT(cudaFree(managed));
    AT(cudaFree(device));
}
