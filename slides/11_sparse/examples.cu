// examples.cu - the code on the slides of lab 11, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
#include "../examples.h"

// ---- a row ---------------------------------------------------------------------------

static int largest_in_row(const int *start, const int *value, int row)
{
    int largest = 0;
    // BEGIN SLIDE walk
    int begin = start[row], end = start[row + 1]; // the row's piece of the arrays
    for (int k = begin; k < end; k++)
        largest = max(largest, value[k]);
    // END SLIDE walk
    return largest;
}

static void try_rows()
{
    const int start[] = {0, 2, 2, 3, 6}, value[] = {5, 2, 3, 1, 4, 6}; // the picture
    const int want[] = {5, 0, 3, 6};
    for (int row = 0; row < 4; row++)
        expect_equal("row", largest_in_row(start, value, row), want[row]);
}

// ---- shuffles ------------------------------------------------------------------------

__global__ void largest_by_warp(int *out, const int *in, int n)
{
    int lane = threadIdx.x, largest = 0;
    // BEGIN SLIDE warp
    for (int k = lane; k < n; k += 32) // some lanes have one element more
        largest = max(largest, in[k]);
    for (int distance = 16; distance > 0; distance /= 2) // all lanes are here
        largest = max(largest, __shfl_down_sync(ALL_LANES, largest, distance));
    if (lane == 0) // the other lanes have maxima of parts
        *out = largest;
    // END SLIDE warp
}

__global__ void largest_by_group(int *out, const int *in)
{
    int lane = threadIdx.x;
    int largest = in[lane];
    // BEGIN SLIDE groups
    // four groups of 8 lanes, each with a maximum of its own
    for (int distance = 4; distance > 0; distance /= 2)
        largest = max(largest, __shfl_down_sync(ALL_LANES, largest, distance, 8));
    if (lane % 8 == 0)
        out[lane / 8] = largest;
    // END SLIDE groups
}

static void try_shuffles()
{
    int *in = managed<int>(77), *out = managed<int>(5);
    for (int i = 0; i < 77; i++)
        in[i] = i * 29 % 77;
    largest_by_warp<<<1, 32>>>(out, in, 77);
    largest_by_group<<<1, 32>>>(out + 1, in);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_equal("warp", out[0], 76);
    for (int group = 0; group < 4; group++) {
        int want = 0;
        for (int i = 8 * group; i < 8 * group + 8; i++)
            want = max(want, in[i]);
        expect_equal("group", out[1 + group], want);
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- a search ------------------------------------------------------------------------

static int last_not_above(const int *sorted, int n, int key)
{
    // BEGIN SLIDE search
    int low = 0, high = n - 1; // the answer is one of low ... high
    while (low < high) {
        int middle = (low + high + 1) / 2; // never low: so the loop ends
        if (sorted[middle] <= key)
            low = middle;
        else
            high = middle - 1;
    }
    // END SLIDE search
    return low;
}

static void try_search()
{
    const int sorted[] = {0, 3, 3, 3, 8, 9};
    const int want[] = {0, 0, 0, 3, 3, 3, 3, 3, 4, 5, 5};
    for (int key = 0; key <= 10; key++)
        expect_equal("search", last_not_above(sorted, 6, key), want[key]);
}

// ---- tickets -------------------------------------------------------------------------

// Items go to the shelf that they name; first[s] is the first place of shelf s.
__global__ void put_on_shelves(int *place, int *free_place, const int *shelf, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        // BEGIN SLIDE tickets
        int s = shelf[i];
        place[i] = atomicAdd(&free_place[s], 1); // before: the first place of shelf s
        // END SLIDE tickets
    }
}

static void try_tickets()
{
    enum { N = 100 };
    int *shelf = managed<int>(N), *place = managed<int>(N), *free_place = managed<int>(3);
    int first[3] = {0, 34, 67}, taken[N] = {0};
    for (int i = 0; i < N; i++)
        shelf[i] = i % 3;
    memcpy(free_place, first, sizeof first);
    put_on_shelves<<<1, 128>>>(place, free_place, shelf, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        expect(place[i] >= first[shelf[i]] && !taken[place[i]], "place", i);
        taken[place[i]] = 1;
    }
    CUDA_CHECK(cudaFree(shelf));
    CUDA_CHECK(cudaFree(place));
    CUDA_CHECK(cudaFree(free_place));
}

// ---- two arrays ----------------------------------------------------------------------

__global__ void step(int *next, const int *now, int n)
{
    int i = threadIdx.x;
    if (i < n)
        next[i] = now[(i + 1) % n]; // turns the array by one place
}

static void try_turns()
{
    enum { N = 32 };
    int *a = managed<int>(N), *b = managed<int>(N);
    for (int i = 0; i < N; i++)
        a[i] = i;
    // BEGIN SLIDE turns
    for (int round = 0; round < 3; round++) {
        step<<<1, N>>>(b, a, N); // odd steps: from a to b
        step<<<1, N>>>(a, b, N); // even steps: from b to a
    }
    // END SLIDE turns
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect_equal("turns", a[i], (i + 6) % N);
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

int main()
{
    try_rows();
    try_shuffles();
    try_search();
    try_tickets();
    try_turns();
    return mistakes != 0;
}
