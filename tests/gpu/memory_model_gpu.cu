// memory_model_gpu.cu - runs every function of lab 18's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared. Every case runs several times: each time the
// hash must be the same.
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/memory_model_gpu tests/gpu/memory_model_gpu.cu
//   build/memory_model_gpu [TIMES]
//
// ncu lets no kernel run beside the host, which the ring needs: its launches come last, uncounted.
//
// NVCC: -arch=sm_90
// NCU: smsp__inst_executed_op_shared_atom.sum,smsp__inst_executed_op_shared_ld.sum,
// NCU: smsp__inst_executed_op_shared_st.sum,launch__registers_per_thread,
// NCU: sm__maximum_warps_avg_per_active_cycle
// NCU-OPTIONS: --kernel-name regex:post|meet|served|chain|writer|steps|start|work
#include "../solutions/18_memory_model/memory_model.cu"

#include <stdlib.h>

#include <vector>

#include "gpu.h"

static int times = 3;

// Calls f with `n` random ints, on the device or (part 5) of the host, and `bytes` of output, which
// are 0, on the device.
template <typename F>
static void show(const char *what, int n, size_t bytes, F f, bool of_host = false)
{
    std::vector<int> in(n + 1);
    std::vector<unsigned char> out(bytes + 1);
    state = n;
    for (int i = 0; i < n; i++)
        in[i] = (int)(next_bits() % 2001) - 1000;
    int *d_in;
    void *d_out;
    CUDA_CHECK(cudaMalloc(&d_in, in.size() * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_out, out.size()));
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
    unsigned long long first = 0, hash;
    for (int k = 0; k < times; k++) {
        CUDA_CHECK(cudaMemset(d_out, 0, out.size()));
        f(d_out, of_host ? in.data() : d_in);
        CUDA_CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
        hash = hash_bytes(out.data(), bytes);
        if (k == 0)
            first = hash;
        else if (hash != first)
            printf("%s n=%d: run %d differs\n", what, n, k);
    }
    printf("%-9s n=%-6d %016llx\n", what, n, first);
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

// A tree of n nodes in which the parent of node v is (v - 1) / 3, on the device.
static void show_forest(int n, int blocks)
{
    std::vector<int> tree(2 * n + 1);
    int edges = 0, *d_tree;
    for (int v = 0; v < n; v++) {
        tree[v] = edges;
        for (int c = 3 * v + 1; c <= 3 * v + 3 && c < n; c++)
            tree[n + 1 + edges++] = c;
    }
    tree[n] = edges;
    CUDA_CHECK(cudaMalloc(&d_tree, tree.size() * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_tree, tree.data(), tree.size() * sizeof(int), cudaMemcpyHostToDevice));
    show("forest", n, n * sizeof(int), [&](void *out, int *) {
        forest_depths((int *)out, d_tree, d_tree + n + 1, n, 1, blocks);
    });
    CUDA_CHECK(cudaFree(d_tree));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        times = atoi(argv[1]);
    for (int k : {1, 9, MODEL_BLOCKS / 2}) {
        show("messages", k * BLOCK, k * BLOCK * 4,
             [&](void *out, int *in) { pass_messages((int *)out, in, k); });
        show("sums", 2 * k * BLOCK, k * 4,
             [&](void *out, int *in) { pair_sums((int *)out, in, k); });
    }
    for (int n : {1, 65, 1000, MODEL_BLOCKS * BLOCK}) {
        size_t turns = ceil_div(n, BLOCK);
        show("tickets", n, 24 + turns * 4, [&](void *out, int *in) {
            ticket_record((int *)((long long *)out + 3), (long long *)out, in, n);
        });
        show("scan", n, n * 4, [&](void *out, int *in) { chained_scan((int *)out, in, n); });
    }
    for (int readers : {1, 9, MODEL_BLOCKS - 1}) {
        size_t last = readers * ROW * sizeof(int);
        show("rows", 200 * ROW, last + readers * sizeof(int), [&](void *out, int *in) {
            snapshots((int *)out, (int *)out + readers * ROW, in, 200, readers);
        });
    }
    show_forest(2, 3);
    show_forest(3000, MODEL_BLOCKS);
    for (int blocks : {1, 9, int(MODEL_BLOCKS)})
        show("steps", blocks * BLOCK, blocks * BLOCK * 4, [&](void *out, int *in) {
            CUDA_CHECK(cudaMemcpy(out, in, blocks * BLOCK * 4, cudaMemcpyDeviceToDevice));
            neighbour_steps((unsigned *)out, blocks, 20);
        });
    for (int n : {1, 9, 1000})
        show(
            "ring", n, n * 4, [&](void *out, int *in) { ring_sums((int *)out, in, n); }, true);
    return 0;
}
