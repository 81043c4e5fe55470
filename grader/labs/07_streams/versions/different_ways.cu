// EXPECT full marks
//
// The same in other ways: three streams with their own memory, events that are used once, a
// wait by queries, other good orders of issue.
#define streams_three sound_three
#define streams_events sound_events
#define streams_pinned sound_pinned
#define streams_order sound_order
#include "../solutions/07_streams/streams.cu"
#undef streams_three
#undef streams_events
#undef streams_pinned
#undef streams_order
#include "../grader/labs/07_streams/versions/order.h"

// Three streams, memory for one piece each: the stream's order keeps it.
extern "C" void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    enum { MINE = 3 };
    unsigned *x;
    cudaStream_t stream[MINE];
    CUDA_CHECK(cudaMalloc(&x, bytes_of(MINE * chunk)));
    for (int s = 0; s < MINE; s++)
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
    for (int at = 0, s = 0; at < n; at += chunk, s = (s + 1) % MINE) {
        int words = n - at < chunk ? n - at : chunk;
        unsigned *piece = x + s * chunk;
        CUDA_CHECK(cudaMemcpyAsync(piece, in + at, bytes_of(words), cudaMemcpyDefault, stream[s]));
        launch_advance(piece, words, stream[s]);
        CUDA_CHECK(cudaMemcpyAsync(out + at, piece, bytes_of(words), cudaMemcpyDefault, stream[s]));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    *check = host_xor(out, n);
    CUDA_CHECK(cudaFree(x));
    for (int s = 0; s < MINE; s++)
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
}

// One event for every step of every piece, and four slots if there is room.
extern "C" void streams_events(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    enum { ROOM = 4 };
    unsigned *x;
    cudaStream_t stream[3];
    int pieces = (int)(((long long)n + chunk - 1) / chunk);
    cudaEvent_t *event = (cudaEvent_t *)malloc((3 * pieces + 1) * sizeof *event);
    CUDA_CHECK(cudaMalloc(&x, bytes_of(ROOM * chunk)));
    for (int s = 0; s < 3; s++)
        CUDA_CHECK(cudaStreamCreate(&stream[s]));
    for (int k = 0; k < pieces; k++) {
        int at = k * chunk, words = n - at < chunk ? n - at : chunk;
        unsigned *slot = x + k % ROOM * chunk;
        cudaEvent_t *mine = event + 3 * k;
        for (int s = 0; s < 3; s++)
            CUDA_CHECK(cudaEventCreateWithFlags(&mine[s], cudaEventDisableTiming));
        if (k >= ROOM)
            CUDA_CHECK(cudaStreamWaitEvent(stream[0], event[3 * (k - ROOM) + 2], 0));
        CUDA_CHECK(cudaMemcpyAsync(slot, in + at, bytes_of(words), cudaMemcpyHostToDevice, stream[0]));
        CUDA_CHECK(cudaEventRecord(mine[0], stream[0]));
        CUDA_CHECK(cudaStreamWaitEvent(stream[1], mine[0], 0));
        launch_advance(slot, words, stream[1]);
        CUDA_CHECK(cudaEventRecord(mine[1], stream[1]));
        CUDA_CHECK(cudaStreamWaitEvent(stream[2], mine[1], 0));
        CUDA_CHECK(cudaMemcpyAsync(out + at, slot, bytes_of(words), cudaMemcpyDeviceToHost, stream[2]));
        CUDA_CHECK(cudaEventRecord(mine[2], stream[2]));
    }
    if (pieces)
        CUDA_CHECK(cudaEventSynchronize(event[3 * pieces - 1]));
    *check = host_xor(out, n);
    for (int e = 0; e < 3 * pieces; e++)
        CUDA_CHECK(cudaEventDestroy(event[e]));
    free(event);
    CUDA_CHECK(cudaFree(x));
    for (int s = 0; s < 3; s++)
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
}

// The host queries instead of waiting.
extern "C" void streams_pinned(unsigned *data, int n, int rounds)
{
    unsigned *x, *pinned;
    cudaEvent_t back;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaHostAlloc(&pinned, bytes_of(n), cudaHostAllocDefault));
    CUDA_CHECK(cudaEventCreateWithFlags(&back, cudaEventDisableTiming));
    memcpy(pinned, data, bytes_of(n));
    for (int round = 0; round < rounds; round++) {
        CUDA_CHECK(cudaMemcpy(x, pinned, bytes_of(n), cudaMemcpyHostToDevice));
        launch_advance(x, n, 0);
        CUDA_CHECK(cudaMemcpyAsync(pinned, x, bytes_of(n), cudaMemcpyDeviceToHost, 0));
        CUDA_CHECK(cudaEventRecord(back, 0));
        while (cudaEventQuery(back) == cudaErrorNotReady) {
        }
        host_mark(pinned, n, round);
    }
    memcpy(data, pinned, bytes_of(n));
    CUDA_CHECK(cudaEventDestroy(back));
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(x));
}

static bool wrong_order(int which, const Lane *lane)
{
    const Lane *A = &lane[0], *B = &lane[1], *C = &lane[2];
    if (which == 'a') {
        copy_in(A);
        copy_second(A);
        merge(A);
        copy_out(B);
        copy_out(A);
    } else if (which == 'b') {
        walk_units(B, 1);
        walk_units(A, 1);
        walk_units(B, 1);
        walk_units(A, 1);
    } else if (which == 'c') {
        walk_units(B, 1);
        walk_units(A, 2);
        walk_units(B, 2);
        walk_units(A, 1);
    } else {
        const Lane *order[] = {C, A, B};
        for (const Lane *l : order)
            copy_in(l);
        for (const Lane *l : order) {
            half_pass(l);
            copy_out(l);
        }
    }
    return true;
}
