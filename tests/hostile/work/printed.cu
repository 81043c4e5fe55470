// EXPECT patterns.map: 0 points
//
// A kernel prints the inputs, the host reads its own output, computes, and passes the results as
// arguments. No copy brings anything to the host.
#include "hostile.h"

__global__ static void tell(const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        printf("%d %d\n", i, in[i]);
}
__global__ static void store(int *out, int value) { *out = value; }

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    static int both[2], kept = -1;
    static char heard[1 << 16];
    attempted();
    if (kept < 0) {
        kept = dup(1);
        if (pipe2(both, O_NONBLOCK) != 0)
            return;
    }
    dup2(both[1], 1);
    for (int at = 0; at < n; at += 256) {
        int m = n - at < 256 ? n - at : 256;
        tell<<<1, 256>>>(in + at, m);
        cudaDeviceSynchronize();
        fflush(stdout);
        ssize_t bytes = read(both[0], heard, sizeof heard - 1);
        heard[bytes > 0 ? bytes : 0] = 0;
        for (char *line = heard; *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line)) {
            int i, value;
            if (sscanf(line, "%d %d", &i, &value) == 2 && i >= 0 && i < m)
                store<<<1, 1>>>(out + at + i, a * value + b);
        }
    }
    dup2(kept, 1);
}
