// try.cu - runs one part of debugging.cu on a small fixed input, for a debugger or a checker:
//
//   try PART        prints some results beside the right ones
//
// It is a whole CUDA program. Nothing to fill in.
#include "debugging.cu"

enum { N = 1000, ROUNDS = 3, ROWS = 3, COLS = 1000 };

// Memory that both sides can use: then a debugger shows the same words to both.
template <typename T>
static T *room(int count)
{
    T *p;
    CUDA_CHECK(cudaMallocManaged(&p, count * sizeof *p));
    return p;
}

// cudaMalloc: a checker knows the end of such memory.
static int *to_device(const int *from, int count)
{
    int *p;
    CUDA_CHECK(cudaMalloc(&p, count * sizeof *p));
    CUDA_CHECK(cudaMemcpy(p, from, count * sizeof *p, cudaMemcpyHostToDevice));
    return p;
}

static void tell(const char *what, long long got, long long want)
{
    printf("%s: %lld, should be %lld%s\n", what, got, want, got == want ? "" : "   <- wrong");
}

static void try_throws(void)
{
    int player[N], length[N];
    Best *best = room<Best>(N);
    for (int p = 0; p < N; p++)
        best[p] = {0, -1};
    for (int i = 0; i < N; i++) {
        player[i] = i == 507 || i == 807 ? 7 : i; // a throw each; player 7 has three
        length[i] = i == 7 ? 90 : i == 507 ? 50 : 60;
    }
    int *device_player = to_device(player, N), *device_length = to_device(length, N);
    debug_throws(best, device_player, device_length, N, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    tell("longest throw of player 7", best[7].length, 90);
    tell("its number", best[7].first, 7);
    CUDA_CHECK(cudaFree(device_player));
    CUDA_CHECK(cudaFree(device_length));
    CUDA_CHECK(cudaFree(best));
}

static void try_energy(void)
{
    static int in[ROWS * COLS];
    long long *out = room<long long>(ROWS);
    for (int i = 0; i < ROWS * COLS; i++)
        in[i] = i / COLS * 1000 + 1000; // 1000, 2000, 3000 in the three rows
    int *device_in = to_device(in, ROWS * COLS);
    debug_energy(out, device_in, ROWS, COLS);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int r = 0; r < ROWS; r++)
        tell("energy", out[r], 1000000000LL * (r + 1) * (r + 1));
    CUDA_CHECK(cudaFree(device_in));
    CUDA_CHECK(cudaFree(out));
}

static void try_array(int part)
{
    static int in[3 * DEBUG_ROOM];
    int n = part == 7 ? 3 * DEBUG_ROOM : N;
    for (int i = 0; i < n; i++)
        in[i] = part == 1 ? -1 - i : 1000 + i;
    int *device_in = to_device(in, n), *device_out = to_device(in, n);
    static int out[3 * DEBUG_ROOM];
    if (part == 1)
        debug_three_days(device_out, device_in, n);
    if (part == 2)
        debug_fire(device_out, device_in, n, ROUNDS);
    if (part == 3)
        debug_coldest(device_out, device_in, n);
    if (part == 4)
        debug_deviations(device_out, device_in, n);
    if (part == 5)
        debug_trains(device_out, device_in, n);
    if (part == 7)
        debug_list(device_out, device_in, n);
    CUDA_CHECK(cudaMemcpy(out, device_out, n * sizeof *out, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(device_in));
    CUDA_CHECK(cudaFree(device_out));
    if (part == 1)
        tell("the last day", out[n - 1], in[n - 2]);
    if (part == 2)
        tell("tree 25", out[25], in[25 + ROUNDS]);
    if (part == 3)
        tell("coldest day of tile 0", out[0], in[0]);
    if (part == 4)
        tell("element 255", out[255], in[255] - DEBUG_BLOCK * (2000 + 255) / 2);
    if (part == 5)
        tell("element 0", out[0], 3 * in[0] + in[n - 1]);
    if (part == 7)
        tell("element 5", out[5], in[5] - in[0]);
}

int main(int count, char **words)
{
    int part = count > 1 ? atoi(words[1]) : 0;
    if (part < 1 || part > 8) {
        fputs("usage: try PART\n", stderr);
        return 2;
    }
    if (part == 6)
        try_throws();
    else if (part == 8)
        try_energy();
    else
        try_array(part);
    return 0;
}
