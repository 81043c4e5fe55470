// thrust_gpu.cu - runs every function of lab 14's solution and prints a hash of the output, so that
// a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/thrust_gpu tests/gpu/thrust_gpu.cu
//   build/thrust_gpu
#include "../solutions/14_thrust/thrust.cu"

#include "gpu.h"

template <typename T>
static T *managed_ints(int n, int low, int high)
{
    T *p;
    CUDA_CHECK(cudaMallocManaged(&p, (n + 1) * sizeof(T)));
    for (int i = 0; i < n; i++)
        p[i] = (T)(low + (int)(next_bits() % (unsigned)(high - low + 1)));
    return p;
}

static void show(const char *what, int n, const void *data, size_t bytes)
{
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("%-10s %-7d %016llx\n", what, n, (unsigned long long)hash_bytes(data, bytes));
}

static void run_all(int n)
{
    state = n;
    float *v[8];
    for (int k = 0; k < 8; k++)
        v[k] = managed_ints<float>(n, -1024, 1024);
    int *x = managed_ints<int>(n, -30000, 30000), *y = managed_ints<int>(n, -5, 5);
    int *index = managed_ints<int>(n, 0, n - 1), *a = managed_ints<int>(n, 0, 0);
    int *b = managed_ints<int>(n, 0, 0), number;
    long long sum;
    thrust_saxpy(v[7], v[0], 3, n);
    show("saxpy", n, v[7], n * sizeof(float));
    thrust_squares(a, x, n);
    show("squares", n, a, n * sizeof(int));
    thrust_largest(&number, x, n);
    show("largest", n, &number, sizeof number);
    thrust_square_sum(&sum, x, n);
    show("square_sum", n, &sum, sizeof sum);
    thrust_dots(v[6], v[0], v[1], v[2], v[3], v[4], v[5], n);
    show("dots", n, v[6], n * sizeof(float));
    thrust_picked_sum(&sum, x, index, n);
    show("picked", n, &sum, sizeof sum);
    thrust_totals(&number, a, b, y, x, n);
    show("groups", n, a, number * sizeof(int));
    show("totals", n, b, number * sizeof(int));
    thrust_places(&number, a, x, n, 100);
    show("places", n, a, number * sizeof(int));
    distance_thrust(&sum, x, y, n);
    show("thrust", n, &sum, sizeof sum);
    distance_cub(&sum, x, y, n);
    show("cub", n, &sum, sizeof sum);
    distance_by_hand(&sum, x, y, n);
    show("hand", n, &sum, sizeof sum);
}

int main()
{
    run_all(1000);
    run_all(65536);
}
