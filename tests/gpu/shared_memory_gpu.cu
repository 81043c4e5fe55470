// shared_memory_gpu.cu - runs every kernel of lab 02's solution, so that a GPU and the
// simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/shared_memory_gpu \
//       tests/gpu/shared_memory_gpu.cu
//   build/shared_memory_gpu           outputs, a line per launch: part, sizes, a hash of the bytes
//   build/shared_memory_gpu times     medians of event timings, as comma-separated values
//   ncu --csv --metrics ... build/shared_memory_gpu     counters, in the same order
//
// For the simulator build with -arch=compute_90 -code=compute_90 -cudart shared and run it
// as build/cudasim --counters FILE. The inputs are whole numbers small enough for every sum
// to be exact, so the hashes must be equal.
#include "../solutions/02_shared_memory/shared_memory.cu"

#include <string.h>

#include <algorithm>

#include "gpu.h"

// `count` elements on the device: ints, or floats of at most 100, or zeros.
static void *make(size_t count, char kind)
{
    int *data = (int *)calloc(count + 1, sizeof(int)), *device;
    state = count;
    for (size_t i = 0; i < count && kind != '0'; i++) {
        int value = (int)(next_bits() % 201) - 100;
        float real = (float)value;
        memcpy(&data[i], kind == 'i' ? (void *)&value : (void *)&real, sizeof(int));
    }
    CUDA_CHECK(cudaMalloc(&device, (count + 1) * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(device, data, (count + 1) * sizeof(int), cudaMemcpyHostToDevice));
    free(data);
    return device;
}

static uint64_t hash(const void *device, size_t count)
{
    unsigned char *data = (unsigned char *)malloc(count * 4 + 1);
    CUDA_CHECK(cudaMemcpy(data, device, count * 4, cudaMemcpyDeviceToHost));
    uint64_t h = hash_bytes(data, count * 4);
    free(data);
    return h;
}

// x, y, z: n, rounds, block; rows, cols; m, k, n.
static void call(int part, void *out, const void *a, const void *b, int x, int y, int z)
{
    switch (part) {
    case 1: tile_shift((int *)out, (const int *)a, x, y, z); break;
    case 2: tile_transpose((int *)out, (const int *)a, x, y); break;
    case 3: tile_transpose_padded((int *)out, (const int *)a, x, y); break;
    case 4: tile_transpose_swizzled((int *)out, (const int *)a, x, y); break;
    case 5: tile_stencil((float *)out, (const float *)a, x, y); break;
    case 6: tile_product((float *)out, (const float *)a, (const float *)b, x, y, z); break;
    case 7:
        tile_product_registers((float *)out, (const float *)a, (const float *)b, x, y, z);
        break;
    default: tile_read_words((int *)out, x, y); break;
    }
}

typedef struct {
    void *a, *b, *out;
    size_t count; // of out
} Data;

static Data data_for(int part, size_t x, size_t y, size_t z)
{
    size_t a = part == 1 ? x : part <= 7 ? x * y : 1;
    size_t b = part >= 6 && part <= 7 ? y * z : 1;
    size_t out = part == 1 ? x : part <= 5 ? x * y : part <= 7 ? x * z : 32;
    return Data{make(a, part <= 4 ? 'i' : 'f'), make(b, 'f'), make(out, '0'), out};
}

static void drop(Data d)
{
    CUDA_CHECK(cudaFree(d.a));
    CUDA_CHECK(cudaFree(d.b));
    CUDA_CHECK(cudaFree(d.out));
}

static void print_output(int part, int x, int y, int z)
{
    Data d = data_for(part, x, y, z);
    call(part, d.out, d.a, d.b, x, y, z);
    printf("%d,%d,%d,%d,%016llx\n", part, x, y, z, (unsigned long long)hash(d.out, d.count));
    drop(d);
}

// ---- times: the kernels of the solution, and the kernels that they improve -------------

__global__ void transpose_plain(int *out, const int *in, int rows, int cols)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < cols && y < rows)
        out[(size_t)x * rows + y] = in[(size_t)y * cols + x];
}

__global__ void stencil_plain(float *out, const float *in, int rows, int cols)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= cols || y >= rows)
        return;
    auto at = [=](int r, int c) {
        return r >= 0 && r < rows && c >= 0 && c < cols ? in[(size_t)r * cols + c] : 0.0f;
    };
    float near = at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1);
    float far = at(y - 2, x) + at(y + 2, x) + at(y, x - 2) + at(y, x + 2);
    out[(size_t)y * cols + x] = 16.0f * near - far - 60.0f * at(y, x);
}

__global__ void product_plain(float *c, const float *a, const float *b, int m, int k, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= n || y >= m)
        return;
    float sum = 0;
    for (int d = 0; d < k; d++)
        sum += a[(size_t)y * k + d] * b[(size_t)d * n + x];
    c[(size_t)y * n + x] = sum;
}

static void call_plain(int part, void *out, const void *a, const void *b, int x, int y, int z)
{
    dim3 grid(ceil_div(y, 32), ceil_div(x, 8)), block(32, 8);
    dim3 tiles(ceil_div(z, 16), ceil_div(x, 16)), square(16, 16);
    if (part == 2)
        transpose_plain<<<grid, block>>>((int *)out, (const int *)a, x, y);
    else if (part == 5)
        stencil_plain<<<grid, block>>>((float *)out, (const float *)a, x, y);
    else
        product_plain<<<tiles, square>>>((float *)out, (const float *)a, (const float *)b, x, y, z);
}

static void print_time(int part, bool plain, int x, int y, int z)
{
    enum { RUNS = 21 };
    float us[RUNS];
    Data d = data_for(part, x, y, z);
    cudaEvent_t from, to;
    CUDA_CHECK(cudaEventCreate(&from));
    CUDA_CHECK(cudaEventCreate(&to));
    for (int i = 0; i < RUNS; i++) {
        CUDA_CHECK(cudaEventRecord(from));
        (plain ? call_plain : call)(part, d.out, d.a, d.b, x, y, z);
        CUDA_CHECK(cudaEventRecord(to));
        CUDA_CHECK(cudaEventSynchronize(to));
        CUDA_CHECK(cudaEventElapsedTime(&us[i], from, to));
        us[i] *= 1000;
    }
    std::sort(us, us + RUNS);
    printf("%d,%s,%d,%d,%d,%.2f\n", part, plain ? "plain" : "tile", x, y, z, us[RUNS / 2]);
    CUDA_CHECK(cudaEventDestroy(from));
    CUDA_CHECK(cudaEventDestroy(to));
    drop(d);
}

static void times(void)
{
    printf("part,kernel,x,y,z,us\n");
    for (int block = 32; block <= 1024; block *= 2)
        print_time(1, false, 1 << 26, 64, block);
    for (int part = 2; part <= 4; part++)
        print_time(part, false, 16384, 16384, 0);
    print_time(2, true, 16384, 16384, 0);
    print_time(5, false, 16384, 16384, 0);
    print_time(5, true, 16384, 16384, 0);
    for (int part = 6; part <= 7; part++)
        print_time(part, false, 4096, 4096, 4096);
    print_time(6, true, 4096, 4096, 4096);
}

int main(int argc, char **argv)
{
    static const int shift[][3] = {{257, 2, 256}, {1025, 3, 1024}, {997, 300, 96}, {16384, 4, 256}};
    static const int matrix[][2] = {{31, 33}, {5, 257}, {97, 101}, {256, 256}};
    static const int product[][3] = {{33, 31, 65}, {65, 1, 63}, {3, 0, 5}, {128, 128, 128}};
    static const int word[][2] = {{0, 0},  {1, 0},  {2, 0}, {3, 0}, {4, 0},  {8, 0},
                                  {32, 0}, {33, 0}, {1, 1}, {2, 1}, {16, 1}, {17, 1}};
    if (argc > 1 && strcmp(argv[1], "times") == 0) {
        times();
        return 0;
    }
    for (const int *s : shift)
        print_output(1, s[0], s[1], s[2]);
    for (int part = 2; part <= 5; part++)
        for (const int *s : matrix)
            print_output(part, s[0], s[1], 0);
    for (int part = 6; part <= 7; part++)
        for (const int *s : product)
            print_output(part, s[0], s[1], s[2]);
    for (const int *s : word)
        print_output(8, s[0], s[1], 0);
    return 0;
}
