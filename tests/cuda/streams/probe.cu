// The times of calls, copies and waits on a GPU: the source of the constants in
// common/cudasim/cost_table.h that are marked [micro]. Medians of many; lines of "name value
// unit". In the simulator the program prints the values of the table, by cudasimTime.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <vector>

__global__ void nothing() {}
__global__ void spin(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles) {
    }
}
__global__ void chase(const unsigned *next, unsigned steps, unsigned *out)
{
    unsigned i = 0;
    long long start = clock64();
    for (unsigned k = 0; k < steps; k++)
        i = next[i];
    out[0] = i;
    out[1] = (unsigned)((clock64() - start) / steps);
}

static double (*simulated)();

static double now()
{
    if (simulated)
        return simulated();
    auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

template <class F> static void measure(const char *name, F f, int times = 101)
{
    std::vector<double> us;
    for (int i = 0; i < times; i++) {
        cudaDeviceSynchronize();
        double t = now();
        f();
        us.push_back(now() - t);
    }
    std::sort(us.begin(), us.end());
    printf("%-24s %9.2f us\n", name, us[times / 2]);
}

static void latency(const char *name, unsigned words, unsigned stride, unsigned steps)
{
    std::vector<unsigned> next(words);
    for (unsigned i = 0; i < words; i++)
        next[i] = (i + stride) % words;
    unsigned *d, *out, result[2];
    cudaMalloc(&d, 4ull * words);
    cudaMalloc(&out, 8);
    cudaMemcpy(d, next.data(), 4ull * words, cudaMemcpyHostToDevice);
    if (words <= 1u << 22) // into the second-level cache
        chase<<<1, 1>>>(d, steps, out);
    chase<<<1, 1>>>(d, steps, out);
    cudaMemcpy(result, out, 8, cudaMemcpyDeviceToHost);
    printf("%-24s %9u cycles\n", name, result[1]);
    cudaFree(d);
    cudaFree(out);
}

int main()
{
    simulated = (double (*)())dlsym(RTLD_DEFAULT, "cudasimTime");
    cudaStream_t s, t;
    cudaEvent_t e, f;
    char *d, *h;
    void *p;
    float ms;
    enum { MB = 1 << 20 };
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    cudaEventCreate(&f);
    cudaMalloc(&d, 16 * MB);
    cudaMallocHost(&h, 16 * MB);
    nothing<<<1, 1, 0, s>>>();
    measure("launch call", [&] { nothing<<<1, 1, 0, s>>>(); });
    measure("launch and wait", [&] { nothing<<<1, 1, 0, s>>>(); cudaStreamSynchronize(s); });
    measure("copy call, 4 KB", [&] { cudaMemcpyAsync(d, h, 4096, cudaMemcpyDefault, s); });
    measure("copy and wait, 4 B", [&] {
        cudaMemcpyAsync(d, h, 4, cudaMemcpyDefault, s);
        cudaStreamSynchronize(s);
    });
    measure("memset call", [&] { cudaMemsetAsync(d, 0, 4096, s); });
    measure("event record call", [&] { cudaEventRecord(e, s); });
    measure("event query call", [&] { cudaEventQuery(e); });
    measure("stream query call", [&] { cudaStreamQuery(s); });
    measure("wait event call", [&] { cudaStreamWaitEvent(t, e, 0); });
    measure("malloc 1 MB", [&] { cudaMalloc(&p, MB); }, 31);
    measure("malloc and free 1 MB", [&] { cudaMalloc(&p, MB); cudaFree(p); }, 31);
    measure("malloc async, free async", [&] { cudaMallocAsync(&p, MB, s); cudaFreeAsync(p, s); });
    measure("malloc host, 64 KB", [&] { cudaMallocHost(&p, MB / 16); cudaFreeHost(p); }, 31);
    measure("malloc host, 16 MB", [&] { cudaMallocHost(&p, 16 * MB); cudaFreeHost(p); }, 31);
    measure("host function and wait", [&] {
        cudaLaunchHostFunc(s, [](void *) {}, 0);
        cudaStreamSynchronize(s);
    });
    const size_t sizes[] = {4, 65536, MB, 16 * MB};
    for (size_t n : sizes) {
        std::vector<float> to, from, set;
        for (int i = 0; i < 31; i++) {
            for (int way = 0; way < 3; way++) {
                spin<<<1, 1, 0, s>>>(100000); // so that the events are there in time
                cudaEventRecord(e, s);
                if (way == 0)
                    cudaMemcpyAsync(d, h, n, cudaMemcpyDefault, s);
                else if (way == 1)
                    cudaMemcpyAsync(h, d, n, cudaMemcpyDefault, s);
                else
                    cudaMemsetAsync(d, 0, n, s);
                cudaEventRecord(f, s);
                cudaStreamSynchronize(s);
                cudaEventElapsedTime(&ms, e, f);
                (way == 0 ? to : way == 1 ? from : set).push_back(ms * 1000);
            }
        }
        std::sort(to.begin(), to.end());
        std::sort(from.begin(), from.end());
        std::sort(set.begin(), set.end());
        printf("copy to device, %8zu B %9.2f us\ncopy to host, %8zu B   %9.2f us\n"
               "memset, %8zu B         %9.2f us\n", n, to[15], n, from[15], n, set[15]);
    }
    latency("load latency, 8 MB", 1u << 21, 4099, 20000);
    latency("load latency, 256 MB", 1u << 26, 1048583, 20000);
}
