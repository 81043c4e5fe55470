// EXPECT graphs.splitters.safe: Race reported between
// FIRST Race reported between Write access
//
// Where the first element is a splitter, two threads walk.
#define walk_pieces sound_walk_pieces
#define list_splitters sound_list_splitters
#include "../solutions/12_graphs/graphs.cu"
#undef walk_pieces
#undef list_splitters

__global__ void walk_pieces(int *walker, int *place, int *far, int *distance, const int *next,
                            int splitters, int first)
{
    int s = thread_number();
    if (s > splitters)
        return;
    far[s] = s;
    distance[s] = 0;
    int at = s < splitters ? element_of(s, splitters, first) : -1;
    if (at < 0)
        return;
    for (int steps = 0;; steps++) {
        walker[at] = s; // WRONG
        place[at] = steps;
        int after = next[at], there = splitter_at(after, splitters, first);
        if (after == at || there >= 0) {
            far[s] = after == at ? splitters : there;
            distance[s] = after == at ? steps : steps + 1;
            return;
        }
        at = after;
    }
}

extern "C" void list_splitters(int *rank, const int *next, int n, int first)
{
    if (n == 0)
        return;
    int splitters = ceil_div(n, GAP) + 1, slots = splitters + 1;
    int *walker, *place, *far[2], *distance[2];
    size_t words = 2 * (size_t)n + 4 * (size_t)slots;
    CUDA_CHECK(cudaMallocAsync(&walker, words * sizeof *walker, 0));
    place = walker + n;
    for (int k = 0; k < 2; k++) {
        far[k] = place + n + 2 * k * slots;
        distance[k] = far[k] + slots;
    }
    walk_pieces<<<blocks_for(slots), BLOCK>>>(walker, place, far[0], distance[0], next, splitters,
                                              first);
    int now = 0;
    for (int pieces = 1; pieces < slots; pieces *= 2) {
        double_distances<<<blocks_for(slots), BLOCK>>>(distance[1 - now], far[1 - now],
                                                       distance[now], far[now], splitters);
        now = 1 - now;
    }
    finish_ranks<<<blocks_for(n), BLOCK>>>(rank, walker, place, distance[now], n);
    CUDA_CHECK(cudaFreeAsync(walker, 0));
    CUDA_CHECK(cudaGetLastError());
}
