// STDERR: cudaIpcGetMemHandle is not part of the simulator
// Functions that the simulator does not have print a message and return an error.
#include "api.h"

int main()
{
    cudaIpcMemHandle_t shared;
    SHOW(cudaIpcGetMemHandle(&shared, 0));
    SHOW(cudaIpcGetMemHandle(&shared, 0));
    SHOW(cudaGraphicsUnregisterResource(0));
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
}

/* EXPECT
cudaIpcGetMemHandle(&shared, 0): NotSupported
cudaIpcGetMemHandle(&shared, 0): NotSupported
cudaGraphicsUnregisterResource(0): NotSupported
cudaGetLastError(): NotSupported
cudaGetLastError(): ok
END */
