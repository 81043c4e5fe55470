// EXPECT streams.events.timing: cudaErrorNotReady
//
// Asks for the events' times before the events are complete.
#define streams_ratio sound_ratio
#include "../solutions/07_streams/streams.cu"
#undef streams_ratio

extern "C" void streams_ratio(float *ratio, unsigned *x, int n, int passes)
{
    cudaEvent_t event[3];
    float one, several;
    for (int e = 0; e < 3; e++)
        CUDA_CHECK(cudaEventCreate(&event[e]));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaEventRecord(event[0], 0));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaEventRecord(event[1], 0));
    for (int p = 0; p < passes; p++)
        launch_advance(x, n, 0);
    CUDA_CHECK(cudaEventRecord(event[2], 0));
    CUDA_CHECK(cudaEventElapsedTime(&one, event[0], event[1]));
    CUDA_CHECK(cudaEventElapsedTime(&several, event[1], event[2]));
    *ratio = several / one;
}
