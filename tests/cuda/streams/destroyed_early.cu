// A stream is destroyed by another thread while a host function runs in it: the stream lives
// until the host function has ended, too.
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<int> stage;

static void CUDART_CB hold(void *)
{
    stage = 1;
    while (stage != 2) // until the stream has been destroyed
        std::this_thread::yield();
}

__global__ void add(int *p, int what) { *p += what; }

int main()
{
    int *p, h = 0;
    cudaStream_t s;
    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    for (int round = 0; round < 20; round++) {
        stage = 0;
        cudaStreamCreate(&s);
        std::thread other([&] {
            while (stage != 1)
                std::this_thread::yield();
            cudaStreamDestroy(s);
            stage = 2;
        });
        add<<<1, 1, 0, s>>>(p, 1);
        cudaStreamSynchronize(s); // nothing is waiting in it any more
        cudaLaunchHostFunc(s, hold, nullptr);
        other.join();
        cudaDeviceSynchronize();
    }
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    return cudaFree(p) != cudaSuccess;
}
