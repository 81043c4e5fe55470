// machine_code.cu - is compiled without PTX.
#include <cuda_runtime.h>

__global__ void nothing() {}

int main()
{
    nothing<<<1, 1>>>();
    return cudaGetLastError();
}
