// timeline.cu - the timelines of the deck and the assignment, and a check of what they show.
//
//   nvcc -O2 -arch=compute_90 -rdc=true -cudart shared -Icommon -o timeline slides/19_graphs_of_work/timeline.cu -lcudadevrt
//   for p in launches fork; do
//       build/cudasim --timeline-svg labs/19_graphs_of_work/pictures/$p.svg ./timeline $p
//   done
//
// launches: six kernels in a stream, then the same six as a graph. fork: three branches of a graph.
// NVCC: -rdc=true -lcudadevrt
#include "../examples.h"

static int *device;

__device__ void work(int *p, int steps)
{
    for (int i = 0; i < steps; i++)
        *p = (*p * 3) ^ i;
}

// The picture shows their names.
__global__ void in_stream(int *p) { work(p, 1); }
__global__ void in_graph(int *p) { work(p, 1); }
__global__ void first(int *p) { work(p, 500); }
__global__ void branch_a(int *p) { work(p + 1, 2400); }
__global__ void branch_b(int *p) { work(p + 2, 1600); }
__global__ void branch_c(int *p) { work(p + 3, 1000); }
__global__ void last(int *p) { work(p, 500); }

static cudaGraphExec_t end_capture(cudaStream_t stream)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return exec;
}

static cudaGraphExec_t capture_six(cudaStream_t stream)
{
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 6; i++)
        in_graph<<<1, 1, 0, stream>>>(device);
    return end_capture(stream);
}

static cudaGraphExec_t capture_fork(cudaStream_t stream)
{
    cudaStream_t side[2];
    cudaEvent_t event;
    CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    first<<<1, 1, 0, stream>>>(device);
    CUDA_CHECK(cudaEventRecord(event, stream));
    for (int i = 0; i < 2; i++) {
        CUDA_CHECK(cudaStreamCreate(&side[i]));
        CUDA_CHECK(cudaStreamWaitEvent(side[i], event, 0));
    }
    branch_a<<<1, 1, 0, stream>>>(device);
    branch_b<<<1, 1, 0, side[0]>>>(device);
    branch_c<<<1, 1, 0, side[1]>>>(device);
    for (int i = 0; i < 2; i++) {
        CUDA_CHECK(cudaEventRecord(event, side[i]));
        CUDA_CHECK(cudaStreamWaitEvent(stream, event, 0));
    }
    last<<<1, 1, 0, stream>>>(device);
    cudaGraphExec_t exec = end_capture(stream);
    for (int i = 0; i < 2; i++)
        CUDA_CHECK(cudaStreamDestroy(side[i]));
    CUDA_CHECK(cudaEventDestroy(event));
    return exec;
}

int main(int argc, char **argv)
{
    cudaStream_t stream;
    bool fork = argc > 1 && !strcmp(argv[1], "fork");
    CUDA_CHECK(cudaMalloc(&device, 4 * sizeof *device));
    CUDA_CHECK(cudaMemset(device, 0, 4 * sizeof *device));
    CUDA_CHECK(cudaStreamCreate(&stream));
    cudaGraphExec_t exec = fork ? capture_fork(stream) : capture_six(stream);
    CUDA_CHECK(cudaGraphUpload(exec, stream));
    for (int i = 0; i < 6 && !fork; i++)
        in_stream<<<1, 1, 0, stream>>>(device);
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    int words[4], right[4] = {0, 0, 0, 0};
    CUDA_CHECK(cudaMemcpy(words, device, sizeof words, cudaMemcpyDeviceToHost));
    const int steps[4] = {500, 2400, 1600, 1000};
    for (int k = 0; k < 4 && fork; k++)
        for (int again = 0; again < (k ? 1 : 2); again++)
            for (int i = 0; i < steps[k]; i++)
                right[k] = (int)((unsigned)right[k] * 3) ^ i;
    for (int k = 0; k < 4; k++)
        expect_equal("words", words[k], right[k]);
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(device));
    return mistakes != 0;
}
