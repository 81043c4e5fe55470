// Waiting with a limit: what a thread waits for never comes, and the thread stops when its clock
// says so. It makes no difference which clock that is, and whether the thread sleeps in between.
#include <cstdio>
#include <cstring>

__device__ unsigned long long now(int globaltimer)
{
    unsigned long long t;
    if (globaltimer)
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    else
        t = clock64();
    return t;
}

// A thread waits until *flag is set, but not longer than `limit`. 1: it has waited long enough.
__device__ int wait(volatile int *flag, int globaltimer, int sleep, unsigned long long limit)
{
    unsigned long long start = now(globaltimer);
    while (!*flag) {
        unsigned long long t = now(globaltimer) - start;
        if (t >= limit)
            return t < limit + limit / 4 + 100000 ? 1 : 2;
        if (sleep)
            __nanosleep(200);
    }
    return 0;
}

__global__ void everybody(volatile int *flag, int globaltimer, int sleep, unsigned long long limit,
                          int *result)
{
    result[blockIdx.x * blockDim.x + threadIdx.x] = wait(flag, globaltimer, sleep, limit);
}

// The first block gives up soon, and then sets the flag for which the others wait longer.
__global__ void in_turns(volatile int *flags, int *result)
{
    int first = blockIdx.x == 0;
    int how = wait(flags + first, 1, 0, first ? 1000000 : 2000000);
    if (first) {
        __syncthreads();
        if (threadIdx.x == 0)
            flags[0] = 1;
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = how;
}

// A barrier behind the wait of one warp, and lanes that wait for lanes.
__global__ void at_a_barrier(volatile int *flag, int *result)
{
    int how = threadIdx.x == 5 ? wait(flag, 0, 0, 300000) : 0;
    __syncwarp();
    result[threadIdx.x] = __syncthreads_or(how);
}

// The limit is a number of looks, in the loop itself or around it.
__device__ __noinline__ int is_set(volatile int *flag) { return *flag; }

__global__ void counted(volatile int *flag, int around, int limit, int *result)
{
    int looks = 0;
    if (around)
        while (looks < limit && !is_set(flag))
            looks++;
    else
        for (; looks < limit && !*flag; looks++)
            ;
    result[threadIdx.x] = looks == limit ? 1 : 0;
}

// A count of something else is no limit: the second flag is never set.
__global__ void other_count(volatile int *flags, int *result)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        while (!flags[i])
            sum++;
    }
    *result = sum;
}

// The clock was read, but not in the loop.
__global__ void no_limit(volatile int *flag, int *result)
{
    long long start = clock64();
    while (!*flag)
        ;
    *result = clock64() > start;
}

// The clock is read in the loop, and nobody looks at it.
__global__ void no_look(volatile int *flag, int *result)
{
    long long last = 0;
    while (!*flag)
        last = clock64();
    *result = (int)last;
}

enum { BLOCKS = 3, THREADS = 96 };

static void count(const char *name, const int *result, int n)
{
    int kinds[3] = {0};
    cudaError_t e = cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        kinds[result[i]]++;
    printf("%s: %s, %d set, %d by the limit, %d late\n", name, cudaGetErrorName(e), kinds[0],
           kinds[1], kinds[2]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int *flags, *result;
    cudaMallocManaged(&flags, 8);
    cudaMallocManaged(&result, BLOCKS * THREADS * sizeof(int));
    if (argc > 1) {
        flags[0] = !strcmp(argv[1], "other_count");
        if (!strcmp(argv[1], "no_limit"))
            no_limit<<<1, 1>>>(flags, result);
        else if (flags[0])
            other_count<<<1, 1>>>(flags, result);
        else
            no_look<<<1, 1>>>(flags, result);
        printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    for (int how = 0; how < 4; how++) {
        static const char *const names[] = {"clock64", "globaltimer", "clock64 and nanosleep",
                                            "globaltimer and nanosleep"};
        everybody<<<BLOCKS, THREADS>>>(flags, how & 1, how & 2, 1000000000, result);
        count(names[how], result, BLOCKS * THREADS);
    }
    everybody<<<1, 1>>>(flags, 1, 0, 20000000000, result); // 20 seconds
    count("20 seconds", result, 1);
    in_turns<<<BLOCKS, THREADS>>>(flags, result);
    count("in turns", result, BLOCKS * THREADS);
    flags[0] = 0;
    at_a_barrier<<<1, THREADS>>>(flags, result);
    count("at a barrier", result, THREADS);

    for (int around = 0; around < 2; around++) {
        counted<<<1, THREADS>>>(flags, around, 200000, result);
        count(around ? "counted around" : "counted", result, THREADS);
    }

    // The host sets the flag while the kernel waits, long before the limit.
    everybody<<<1, 32>>>(flags, 1, 0, 60000000000, result);
    cudaStreamQuery(0);
    *(volatile int *)flags = 1;
    count("the host", result, 32);

    // Nobody waits for the kernel: it ends by its clock, and the host sees it.
    flags[0] = 0;
    everybody<<<1, 32>>>(flags, 0, 0, 5000000, result);
    while (cudaStreamQuery(0) == cudaErrorNotReady)
        ;
    count("a query", result, 32);
    return 0;
}
