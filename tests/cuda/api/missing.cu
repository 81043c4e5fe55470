// STDERR: cudaIpcGetMemHandle is not part of the simulator
// Functions that the simulator does not have print a message and return an error.
#include "api.h"

int main()
{
    cudaIpcMemHandle_t shared;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    SHOW(cudaIpcGetMemHandle(&shared, 0));
    SHOW(cudaIpcGetMemHandle(&shared, 0));
    SHOW(cudaMallocArray(&array, &format, 16));
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
}

/* EXPECT
cudaIpcGetMemHandle(&shared, 0): NotSupported
cudaIpcGetMemHandle(&shared, 0): NotSupported
cudaMallocArray(&array, &format, 16): NotSupported
cudaGetLastError(): NotSupported
cudaGetLastError(): ok
END */
