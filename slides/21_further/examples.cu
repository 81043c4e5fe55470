// examples.cu - the code on the slides beyond the labs, as a program that checks what the slides
// say. Returns 0 if everything is right, and prints what is not. With the argument `sine`
// it prints the figures of the plot instead, in the form of sine.csv.
#include <cooperative_groups.h>
#include <math.h>

#include "../examples.h"

namespace cg = cooperative_groups;

enum { BLOCK = 128 };

// `got` is the value that was found instead.
static void expect_got(bool right, const char *what, double got)
{
    if (!right && may_print())
        printf("%s: %g\n", what, got);
}

static void finish(void)
{
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// ---- intrinsics ---------------------------------------------------------------------------

__global__ void sines(float *exact, float *fast, const float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE intrinsic
    exact[i] = sinf(x[i]);  // dozens of instructions, more for large x
    fast[i] = __sinf(x[i]); // two: the special function unit has a sine
    // END SLIDE intrinsic
}

// The largest absolute error for 4096 x between `low` and 2 * low.
static void sine_error(float low, double *exact, double *fast)
{
    enum { N = 4096 };
    float *x = managed<float>(N), *a = managed<float>(N), *b = managed<float>(N);
    for (int i = 0; i < N; i++)
        x[i] = low + low * i / N;
    sines<<<N / BLOCK, BLOCK>>>(a, b, x);
    finish();
    *exact = *fast = 0;
    for (int i = 0; i < N; i++) {
        *exact = fmax(*exact, fabs(a[i] - sin(x[i])));
        *fast = fmax(*fast, fabs(b[i] - sin(x[i])));
    }
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

static void print_sine(void)
{
    printf("# from,sinf,__sinf\n");
    for (int k = -4; k <= 16; k++) {
        double exact, fast;
        sine_error(ldexpf(1, k), &exact, &fast);
        printf("%g,%.3g,%.3g\n", ldexp(1, k), exact, fast);
    }
}

static void check_sine(void)
{
    double exact, fast;
    sine_error(1, &exact, &fast);
    expect_got(exact < 1.2e-7, "error of sinf between 1 and 2", exact);
    expect_got(fast < 4e-7, "error of __sinf between 1 and 2", fast);
    sine_error(1024, &exact, &fast);
    expect_got(exact < 1.2e-7, "error of sinf between 1024 and 2048", exact);
    expect_got(fast > 1e-5, "error of __sinf between 1024 and 2048", fast);
}

// ---- a barrier of the whole grid ----------------------------------------------------------

// BEGIN SLIDE grid
// Each cell becomes the mean of its neighbours, `steps` times, in one launch. The ends stay.
__global__ void diffuse(float *now, float *next, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int s = 0; s < steps; s++) {
        for (int i = 1 + grid.thread_rank(); i < n - 1; i += grid.num_threads())
            next[i] = (now[i - 1] + now[i + 1]) / 2;
        grid.sync(); // all blocks
        float *old = now; now = next; next = old;
    }
}
// END SLIDE grid

static void check_grid(void)
{
    int n = 1000, steps = 5, blocks;
    float *now = managed<float>(n), *next = managed<float>(n), want[2][1000] = {};
    now[500] = next[0] = want[0][500] = 32;
    next[0] = 0;
    // BEGIN SLIDE cooperative
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, diffuse, BLOCK, 0));
    void *arguments[] = {&now, &next, &n, &steps};  // at most blocks * multiprocessors:
    CUDA_CHECK(cudaLaunchCooperativeKernel((const void *)diffuse, 4, BLOCK, arguments));
    // END SLIDE cooperative
    finish();
    for (int s = 0; s < steps; s++)
        for (int i = 1; i < n - 1; i++)
            want[(s + 1) % 2][i] = (want[s % 2][i - 1] + want[s % 2][i + 1]) / 2;
    for (int i = 0; i < n; i++)
        expect_got(next[i] == want[1][i], "diffusion", next[i]);
    expect_got(blocks > 0, "blocks per multiprocessor", blocks);
    CUDA_CHECK(cudaFree(now));
    CUDA_CHECK(cudaFree(next));
}

int main(int argc, char **)
{
    if (argc > 1) {
        print_sine();
        return 0;
    }
    check_sine();
    check_grid();
    return mistakes > 0;
}
