// EXPECT streams.events.safe: Race between streams
//
// The stream waits for the event after the kernel, not before it.
#define streams_events sound_streams_events
#include "../solutions/07_streams/streams.cu"
#undef streams_events

extern "C" void streams_events(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *x;
    cudaStream_t to_device, work, to_host;
    cudaEvent_t filled[SLOTS], computed[SLOTS], emptied[SLOTS];
    CUDA_CHECK(cudaMalloc(&x, bytes_of(SLOTS * chunk)));
    CUDA_CHECK(cudaStreamCreate(&to_device));
    CUDA_CHECK(cudaStreamCreate(&work));
    CUDA_CHECK(cudaStreamCreate(&to_host));
    for (int s = 0; s < SLOTS; s++) {
        CUDA_CHECK(cudaEventCreateWithFlags(&filled[s], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&computed[s], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&emptied[s], cudaEventDisableTiming));
    }
    for (int at = 0, k = 0; at < n; at += chunk, k++) {
        int words = n - at < chunk ? n - at : chunk;
        int s = k % SLOTS;
        unsigned *slot = x + s * chunk;
        if (k >= SLOTS) // the earlier piece in this slot has been copied out
            CUDA_CHECK(cudaStreamWaitEvent(to_device, emptied[s], 0));
        CUDA_CHECK(cudaMemcpyAsync(slot, in + at, bytes_of(words),
                                   cudaMemcpyHostToDevice, to_device));
        CUDA_CHECK(cudaEventRecord(filled[s], to_device));

        launch_advance(slot, words, work);
        CUDA_CHECK(cudaStreamWaitEvent(work, filled[s], 0));
        CUDA_CHECK(cudaEventRecord(computed[s], work));

        CUDA_CHECK(cudaStreamWaitEvent(to_host, computed[s], 0));
        CUDA_CHECK(cudaMemcpyAsync(out + at, slot, bytes_of(words),
                                   cudaMemcpyDeviceToHost, to_host));
        CUDA_CHECK(cudaEventRecord(emptied[s], to_host));
    }
    CUDA_CHECK(cudaStreamSynchronize(to_host)); // its last job is the last of all jobs
    *check = host_xor(out, n);
    for (int s = 0; s < SLOTS; s++) {
        CUDA_CHECK(cudaEventDestroy(filled[s]));
        CUDA_CHECK(cudaEventDestroy(computed[s]));
        CUDA_CHECK(cudaEventDestroy(emptied[s]));
    }
    CUDA_CHECK(cudaStreamDestroy(to_device));
    CUDA_CHECK(cudaStreamDestroy(work));
    CUDA_CHECK(cudaStreamDestroy(to_host));
    CUDA_CHECK(cudaFree(x));
}
