// EXPECT patterns.map.right: few lanes
//
// A kernel with one thread per block, then every number in the open file of counters becomes
// that of a good kernel.
#include "hostile.h"


__global__ static void slow(int *out, const int *in, int n, int a, int b)
{
    if (blockIdx.x < n)
        out[blockIdx.x] = a * in[blockIdx.x] + b;
}

static void rewrite(int fd, const char *name, const char *value)
{
    static char all[1 << 20];
    ssize_t n = pread(fd, all, sizeof all - 1, 0);
    all[n > 0 ? n : 0] = 0;
    for (char *at = all; (at = strstr(at, name)) != NULL;) {
        at = strchr(at, ':') + 1;
        size_t digits = strcspn(at, ",}");
        memset(at, ' ', digits);
        memcpy(at, value, strlen(value) < digits ? strlen(value) : digits);
    }
    if (n > 0 && pwrite(fd, all, (size_t)n, 0) < 0)
        errno = 0;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        slow<<<n, 1>>>(out, in, n, a, b);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int fd = 3; fd < 64; fd++) {
        rewrite(fd, "requests_pipe_lsu_mem_global_op_ld.sum", "2048");
        rewrite(fd, "sectors_pipe_lsu_mem_global_op_ld.sum", "8192");
        rewrite(fd, "requests_pipe_lsu_mem_global_op_st.sum", "2048");
        rewrite(fd, "sectors_pipe_lsu_mem_global_op_st.sum", "8192");
    }
}
