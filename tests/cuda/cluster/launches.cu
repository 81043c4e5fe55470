// Shapes of clusters and the special registers; impossible launches; the largest size
// and number of clusters; accesses beyond the cluster.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;

struct Seen {
    unsigned rank, blocks, x, y, z, dx, dy, dz, cx, cy, cz, nx, ny, nz, is_explicit, own, threads;
};

__global__ void look(Seen *out)
{
    __shared__ int v;
    cg::cluster_group c = cg::this_cluster();
    Seen s;
    s.rank = c.block_rank();
    s.blocks = c.num_blocks();
    s.x = c.block_index().x, s.y = c.block_index().y, s.z = c.block_index().z;
    s.dx = c.dim_blocks().x, s.dy = c.dim_blocks().y, s.dz = c.dim_blocks().z;
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(s.cx));
    asm("mov.u32 %0, %%clusterid.y;" : "=r"(s.cy));
    asm("mov.u32 %0, %%clusterid.z;" : "=r"(s.cz));
    asm("mov.u32 %0, %%nclusterid.x;" : "=r"(s.nx));
    asm("mov.u32 %0, %%nclusterid.y;" : "=r"(s.ny));
    asm("mov.u32 %0, %%nclusterid.z;" : "=r"(s.nz));
    asm("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
        : "=r"(s.is_explicit));
    s.own = c.query_shared_rank(&v);
    s.threads = c.num_threads();
    if (threadIdx.x == 0)
        out[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = s;
    c.sync();
}

__global__ void __cluster_dims__(2, 1, 1) fixed_size(int *) {}

static int bad;

static void expect(const char *what, long got, long want)
{
    if (got != want && ++bad < 20)
        printf("%s: %ld, not %ld\n", what, got, want);
}

static cudaError_t launch(dim3 grid, dim3 cluster, Seen *out)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    c.gridDim = grid;
    c.blockDim = 32;
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = cluster.x, a.val.clusterDim.y = cluster.y, a.val.clusterDim.z = cluster.z;
    c.attrs = &a;
    c.numAttrs = cluster.x ? 1 : 0;
    return cudaLaunchKernelEx(&c, look, out);
}

static void shapes(dim3 grid, dim3 cluster)
{
    static Seen s[256];
    Seen *d;
    cudaMalloc(&d, sizeof s);
    expect("launch", launch(grid, cluster, d), cudaSuccess);
    expect("copy", cudaMemcpy(s, d, grid.x * grid.y * grid.z * sizeof *s, cudaMemcpyDeviceToHost), 0);
    bool given = cluster.x != 0;
    if (!given)
        cluster = dim3(1, 1, 1);
    for (unsigned z = 0; z < grid.z; z++)
        for (unsigned y = 0; y < grid.y; y++)
            for (unsigned x = 0; x < grid.x; x++) {
                const Seen *p = &s[(z * grid.y + y) * grid.x + x];
                unsigned rx = x % cluster.x, ry = y % cluster.y, rz = z % cluster.z;
                unsigned rank = (rz * cluster.y + ry) * cluster.x + rx;
                expect("rank", p->rank, rank);
                expect("own", p->own, rank);
                expect("blocks", p->blocks, cluster.x * cluster.y * cluster.z);
                expect("threads", p->threads, 32 * cluster.x * cluster.y * cluster.z);
                expect("x", p->x, rx), expect("y", p->y, ry), expect("z", p->z, rz);
                expect("dx", p->dx, cluster.x), expect("dy", p->dy, cluster.y);
                expect("dz", p->dz, cluster.z);
                expect("cx", p->cx, x / cluster.x), expect("cy", p->cy, y / cluster.y);
                expect("cz", p->cz, z / cluster.z);
                expect("nx", p->nx, grid.x / cluster.x), expect("ny", p->ny, grid.y / cluster.y);
                expect("nz", p->nz, grid.z / cluster.z);
                expect("explicit", p->is_explicit, given);
            }
    cudaFree(d);
}

static void limits()
{
    int n = 0;
    cudaLaunchConfig_t c = {};
    c.gridDim = 16;
    c.blockDim = 256;
    expect("query", cudaOccupancyMaxPotentialClusterSize(&n, look, &c), cudaSuccess);
    expect("largest", n, 8);
    cudaFuncSetAttribute(look, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    expect("query", cudaOccupancyMaxPotentialClusterSize(&n, look, &c), cudaSuccess);
    expect("largest, not portable", n, 16);
    shapes(dim3(16), dim3(16));
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = 4;
    a.val.clusterDim.y = a.val.clusterDim.z = 1;
    c.attrs = &a;
    c.numAttrs = 1;
    expect("query", cudaOccupancyMaxActiveClusters(&n, look, &c), cudaSuccess);
    printf("%s\n", n > 0 ? "some clusters of 4 fit" : "no cluster of 4 fits");
    bad += n <= 0;
}

int main()
{
    shapes(dim3(8), dim3(4));
    shapes(dim3(4, 6), dim3(2, 3));
    shapes(dim3(2, 4, 6), dim3(1, 2, 3));
    shapes(dim3(5, 3), dim3(0));
    shapes(dim3(3, 2), dim3(1, 1, 1));
    limits();
    puts(bad ? "wrong" : "right");
    return bad != 0;
}
