// STDERR: cudaGraphCreate is not part of the simulator
// Functions that the simulator does not have print a message and return an error.
#include "api.h"

int main()
{
    cudaGraph_t graph;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaMallocArray(&array, &format, 16));
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
}

/* EXPECT
cudaGraphCreate(&graph, 0): NotSupported
cudaGraphCreate(&graph, 0): NotSupported
cudaMallocArray(&array, &format, 16): NotSupported
cudaGetLastError(): NotSupported
cudaGetLastError(): ok
END */
