// EXPECT streams.questions.stream0: an experiment does not measure what it should
//
// The query comes after the wait of the experiment.
#define ask_stream0 sound_ask_stream0
#define streams_stream0 sound_streams_stream0
#include "../solutions/07_streams/streams.cu"
#undef ask_stream0
#undef streams_stream0

void ask_stream0(int answer[3])
{
    unsigned *device, *pinned;
    cudaStream_t stream[2];
    cudaEvent_t copied, done;
    get_words(&device, &pinned, LONG_WORDS);
    CUDA_CHECK(cudaStreamCreate(&stream[0]));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream[1], cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&copied));
    CUDA_CHECK(cudaEventCreate(&done));
    for (int k = 0; k < 2; k++) {
        CUDA_CHECK(cudaMemcpyAsync(device, pinned, bytes_of(LONG_WORDS),
                                   cudaMemcpyHostToDevice, 0));
        CUDA_CHECK(cudaEventRecord(copied, 0));
        nothing<<<1, 1, 0, stream[k]>>>();
        CUDA_CHECK(cudaEventRecord(done, stream[k]));
        answer[1 + k] = ended_after(done, copied);
        answer[0] = cudaStreamQuery(0) == cudaSuccess;
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    CUDA_CHECK(cudaEventDestroy(copied));
    CUDA_CHECK(cudaEventDestroy(done));
    CUDA_CHECK(cudaStreamDestroy(stream[0]));
    CUDA_CHECK(cudaStreamDestroy(stream[1]));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFreeHost(pinned));
}

extern "C" void streams_stream0(int answer[3])
{
    answer[0] = answer[1] = answer[2] = -1;
    ask_stream0(answer);
}
