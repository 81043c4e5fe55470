// EXPECT full marks
//
// Each warp scans on its own and takes its own room in the queue.
#define search_queue sound_search_queue
#include "../solutions/12_graphs/graphs.cu"
#undef search_queue

__device__ int take_as_warp(Search s, int found)
{
    int lane = threadIdx.x % WARP_SIZE, sum = found, base = 0;
    for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        int before = __shfl_up_sync(ALL, sum, distance);
        sum += lane >= distance ? before : 0;
    }
    if (lane == WARP_SIZE - 1 && sum)
        base = atomicAdd(s.count, sum);
    return __shfl_sync(ALL, base, WARP_SIZE - 1) + sum - found;
}

__global__ void wave_as_warp(Search s, Neighbours g, int count, int depth)
{
    int i = thread_number();
    int v = i < count ? s.queue[depth % 2][i] : 0;
    int begin = i < count ? g.start[v] : 0, end = i < count ? g.start[v + 1] : 0;
    int found = 0;
    for (int e = begin; e < end; e++)
        found += claim(s, g.neighbour[e], v);
    int place = take_as_warp(s, found);
    for (int e = begin; e < end; e++) {
        int w = g.neighbour[e];
        if (look(&s.finder[w]) != v)
            continue;
        put(&s.finder[w], DONE);
        s.level[w] = depth + 1;
        s.queue[(depth + 1) % 2][place++] = w;
    }
}

extern "C" void search_queue(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    for (int depth = 0, count = 1; count > 0; depth++) {
        clear_flag(s.count);
        wave_as_warp<<<blocks_for(count), BLOCK>>>(s, g, count, depth);
        count = ask_for(s.count);
    }
    free_search(s);
}
