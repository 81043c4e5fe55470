// EXPECT full marks
//
// Part 5b with a wait after the warm-up, and four events.
#define streams_ratio sound_streams_ratio
#include "../solutions/07_streams/streams.cu"
#undef streams_ratio

extern "C" void streams_ratio(float *ratio, unsigned *x, int n, int passes)
{
    cudaEvent_t event[4];
    float one, several;
    for (int e = 0; e < 4; e++)
        CUDA_CHECK(cudaEventCreate(&event[e]));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(event[0], 0));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaEventRecord(event[1], 0));
    CUDA_CHECK(cudaEventSynchronize(event[1]));
    CUDA_CHECK(cudaEventRecord(event[3], 0));
    for (int p = 0; p < passes; p++)
        launch_advance(x, n, 0);
    CUDA_CHECK(cudaEventRecord(event[2], 0));
    CUDA_CHECK(cudaEventSynchronize(event[2])); // the other events are before this one
    CUDA_CHECK(cudaEventElapsedTime(&one, event[0], event[1]));
    CUDA_CHECK(cudaEventElapsedTime(&several, event[3], event[2]));
    *ratio = several / one;
    for (int e = 0; e < 4; e++)
        CUDA_CHECK(cudaEventDestroy(event[e]));
}
