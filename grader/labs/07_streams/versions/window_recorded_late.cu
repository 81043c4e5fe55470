// EXPECT streams.questions.window: an experiment does not measure what it should
//
// The first event is recorded behind the second kernel.
#define ask_window sound_ask_window
#define streams_window sound_streams_window
#include "../solutions/07_streams/streams.cu"
#undef ask_window
#undef streams_window

void ask_window(int answer[6])
{
    unsigned *device, *pinned;
    Lane A = {};
    cudaStream_t B;
    cudaEvent_t first, done;
    get_words(&device, &pinned, 3 * WINDOW_WORDS);
    CUDA_CHECK(cudaStreamCreateWithFlags(&A.stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&B, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&first));
    CUDA_CHECK(cudaEventCreate(&done));
    A.n = WINDOW_WORDS;
    A.x = device + 2 * WINDOW_WORDS;
    for (int kind = 0; kind < KINDS; kind++) {
        walk_units(&A, 1);
        walk_units(&A, 1);
        CUDA_CHECK(cudaEventRecord(first, A.stream));
        issue_kind(kind, device, pinned, B);
        CUDA_CHECK(cudaEventRecord(done, B));
        answer[kind] = ended_after(done, first);
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    CUDA_CHECK(cudaEventDestroy(first));
    CUDA_CHECK(cudaEventDestroy(done));
    CUDA_CHECK(cudaStreamDestroy(A.stream));
    CUDA_CHECK(cudaStreamDestroy(B));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFreeHost(pinned));
}

extern "C" void streams_window(int answer[6])
{
    for (int kind = 0; kind < KINDS; kind++)
        answer[kind] = -1;
    ask_window(answer);
}
