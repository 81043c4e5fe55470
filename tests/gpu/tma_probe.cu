// tma_probe.cu - what tensor copies move, by many maps: dimensions, boxes, swizzles, steps,
// interleave, fills, coordinates, im2col; and which maps the driver refuses. One line per case as
// CSV:
//
//   kind,name,result,model     kind: load, store, reduce, im2col: digests of memory after the copy,
//                              and what the manual says in this program's reading of it (host);
//                              "late": the transaction count did not complete
//   value,type word,result     what becomes of words; the last one is outside of the tensor
//   encode,name,error,model    the CUresult of an encoding, and what the manual says. It says
//                              nothing of some maps: those with no address, a box of 128 KB, a
//                              stride smaller than a row
//
// A line whose result and model differ is a place where the manual was read wrongly, on a GPU;
// in the simulator, a mistake (tests/test_tensor_copies.c). CUDA_ERROR codes: 0 success,
// 1 invalid value.
//
//   nvcc -O2 -std=c++17 -arch=sm_90a -o tma_probe tests/gpu/tma_probe.cu && ./tma_probe
//
// A copy that ends the kernel with an error ends the program, with its number: `tma_probe NUMBER`
// goes on behind that copy. `tma_probe misplaced 0` (1, 2): a load (a store, an im2col load) whose
// first coordinate is not at a multiple of 16 bytes; 3, 4: an im2col load that starts outside of
// its box.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "check.h"
#include "gpu.h"
#include "tma_model.h"

typedef CUresult (*Tiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                          const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                          const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                          CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
typedef CUresult (*Im2col)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                           const cuuint64_t *, const cuuint64_t *, const int *, const int *,
                           cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
static Tiled tiled;
static Im2col im2col;

// ---- on the GPU -----------------------------------------------------

struct Job {
    int rank, at[5], offset[3];
    bool columns;
    uint32_t bytes; // that the mbarrier expects
};

#define LOAD(dims, mode, coords, offsets, ...) \
    asm volatile("cp.async.bulk.tensor." dims ".shared::cluster.global." mode \
                 ".mbarrier::complete_tx::bytes [%0], [%1, " coords "], [%2]" offsets ";" \
                 : \
                 : "r"(to), "l"(map), "r"(bar), __VA_ARGS__ \
                 : "memory")
#define C1 "r"(j.at[0])
#define C2 C1, "r"(j.at[1])
#define C3 C2, "r"(j.at[2])
#define C4 C3, "r"(j.at[3])
#define C5 C4, "r"(j.at[4])
#define O1 "h"((short)j.offset[0])
#define O2 O1, "h"((short)j.offset[1])
#define O3 O2, "h"((short)j.offset[2])

__device__ static void load(uint32_t to, const CUtensorMap *map, uint32_t bar, const Job &j)
{
    switch (j.rank + 10 * j.columns) {
    case 1: LOAD("1d", "tile", "{%3}", "", C1); break;
    case 2: LOAD("2d", "tile", "{%3, %4}", "", C2); break;
    case 3: LOAD("3d", "tile", "{%3, %4, %5}", "", C3); break;
    case 4: LOAD("4d", "tile", "{%3, %4, %5, %6}", "", C4); break;
    case 5: LOAD("5d", "tile", "{%3, %4, %5, %6, %7}", "", C5); break;
    case 13: LOAD("3d", "im2col", "{%3, %4, %5}", ", {%6}", C3, O1); break;
    case 14: LOAD("4d", "im2col", "{%3, %4, %5, %6}", ", {%7, %8}", C4, O2); break;
    default: LOAD("5d", "im2col", "{%3, %4, %5, %6, %7}", ", {%8, %9, %10}", C5, O3);
    }
}

// Fills shared memory with a pattern, loads the box, and copies all of shared memory out.
__global__ void load_box(const __grid_constant__ CUtensorMap map, Job j, uint8_t *out, int *late)
{
    extern __shared__ __align__(1024) uint8_t shared[];
    __shared__ __align__(8) uint64_t barrier;
    const uint32_t to = (uint32_t)__cvta_generic_to_shared(shared);
    const uint32_t bar = (uint32_t)__cvta_generic_to_shared(&barrier);
    for (int i = threadIdx.x; i < ROOM; i += blockDim.x)
        shared[i] = 0xcd;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar),
                     "r"(j.bytes)
                     : "memory");
        load(to, &map, bar, j);
    }
    uint32_t done = 0;
    for (int i = 0; i < PATIENCE && !done; i++)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;"
                     " selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(bar)
                     : "memory");
    if (!done)
        *late = 1;
    for (int i = threadIdx.x; i < ROOM; i += blockDim.x)
        out[i] = shared[i];
}

#define OUT(name, op, dims, coords, ...) \
    asm volatile(name dims ".global.shared::cta" op ".tile.bulk_group [%0, " coords "], [%1];" \
                 : \
                 : "l"(&map), "r"(from), __VA_ARGS__ \
                 : "memory")
#define EACH_RANK(name, op) \
    switch (j.rank) { \
    case 1: OUT(name, op, "1d", "{%2}", C1); break; \
    case 2: OUT(name, op, "2d", "{%2, %3}", C2); break; \
    case 3: OUT(name, op, "3d", "{%2, %3, %4}", C3); break; \
    case 4: OUT(name, op, "4d", "{%2, %3, %4, %5}", C4); break; \
    default: OUT(name, op, "5d", "{%2, %3, %4, %5, %6}", C5); \
    }
#define REDUCE(op) EACH_RANK("cp.reduce.async.bulk.tensor.", op)

// op: 0 store, then the reductions in this order.
static const char *const op_name[] = {"store", "add", "min", "max", "inc",
                                      "dec",   "and", "or",  "xor"};

__global__ void store_box(const __grid_constant__ CUtensorMap map, Job j, const uint8_t *in, int op)
{
    extern __shared__ __align__(1024) uint8_t shared[];
    const uint32_t from = (uint32_t)__cvta_generic_to_shared(shared);
    for (int i = threadIdx.x; i < ROOM; i += blockDim.x)
        shared[i] = in[i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x)
        return;
    switch (op) {
    case 0: EACH_RANK("cp.async.bulk.tensor.", ""); break;
    case 1: REDUCE(".add"); break;
    case 2: REDUCE(".min"); break;
    case 3: REDUCE(".max"); break;
    case 4: REDUCE(".inc"); break;
    case 5: REDUCE(".dec"); break;
    case 6: REDUCE(".and"); break;
    case 7: REDUCE(".or"); break;
    default: REDUCE(".xor");
    }
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// ---- a case ---------------------------------------------------------

static uint8_t *d_tensor, *d_room;
static int *d_late;
static std::vector<uint8_t> tensor(TENSOR), room(ROOM), got(ROOM);

static CUresult encode(const Case &c, CUtensorMap *map)
{
    cuuint64_t strides[4];
    for (int k = 1; k < c.rank; k++)
        strides[k - 1] = stride(c, k);
    if (c.im2col)
        return im2col(map, (CUtensorMapDataType)c.type, (cuuint32_t)c.rank, d_tensor,
                      (const cuuint64_t *)c.size, strides, c.lower, c.upper, c.box[0], c.box[1],
                      c.step, (CUtensorMapInterleave)c.interleave, (CUtensorMapSwizzle)c.swizzle,
                      CU_TENSOR_MAP_L2_PROMOTION_NONE, (CUtensorMapFloatOOBfill)c.fill);
    return tiled(map, (CUtensorMapDataType)c.type, (cuuint32_t)c.rank, d_tensor,
                 (const cuuint64_t *)c.size, strides, c.box, c.step,
                 (CUtensorMapInterleave)c.interleave, (CUtensorMapSwizzle)c.swizzle,
                 CU_TENSOR_MAP_L2_PROMOTION_NONE, (CUtensorMapFloatOOBfill)c.fill);
}

// Small numbers for floats, so that sums are exact; for copies any bits but those of NaN.
static void fill_tensor(std::vector<uint8_t> &to, int type, bool numbers)
{
    for (size_t i = 0; i < to.size(); i += 4) {
        uint32_t v = next_bits();
        if (numbers && type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32) {
            float f = (float)(int)(v % 201) - 100;
            memcpy(&v, &f, 4);
        } else if (numbers && type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16) {
            __half h[2] = {__half((float)(v % 65)), __half((float)(v >> 16) / 65536.0f)};
            memcpy(&v, h, 4);
        } else if (numbers && type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16) {
            __nv_bfloat16 h[2] = {__nv_bfloat16((float)(v % 65)),
                                  __nv_bfloat16((float)(v >> 20 & 63))};
            memcpy(&v, h, 4);
        } else if (type >= 10) {
            v &= (v & 7) ? 0xbfffffff : 0x807fffff;
        }
        memcpy(&to[i], &v, 4);
    }
}

static Job job_of(const Case &c, size_t n)
{
    Job j = {c.rank, {0}, {0}, c.im2col, (uint32_t)(n * (size_t)unit(c))};
    memcpy(j.at, c.at, sizeof j.at);
    memcpy(j.offset, c.offset, sizeof j.offset);
    return j;
}

static int number, first; // of copies; the first one that is made

// Waits for the copy of a row.
static void finish(const char *kind, const char *name)
{
    cudaError_t e = cudaDeviceSynchronize();
    if (e) {
        printf("%s,%s,%s at %d,\n", kind, name, cudaGetErrorName(e), number);
        exit(1);
    }
}

static void run_load(const char *kind, const char *name, const Case &c)
{
    if (number++ < first)
        return;
    alignas(128) CUtensorMap map;
    std::vector<Element> list = elements(c);
    int late = 0;
    fill_tensor(tensor, c.type, false);
    CUresult error = encode(c, &map);
    if (error) {
        printf("%s,%s,error %d,\n", kind, name, (int)error);
        return;
    }
    CHECK(cudaMemcpy(d_tensor, tensor.data(), TENSOR, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_late, 0, sizeof *d_late));
    load_box<<<1, 128, ROOM>>>(map, job_of(c, list.size()), d_room, d_late);
    finish(kind, name);
    CHECK(cudaMemcpy(got.data(), d_room, ROOM, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&late, d_late, sizeof late, cudaMemcpyDeviceToHost));
    memset(room.data(), 0xcd, ROOM);
    model_load(c, list, tensor.data(), room.data());
    printf("%s,%s,%016llx%s,%016llx\n", kind, name,
           (unsigned long long)hash_bytes(got.data(), ROOM), late ? " late" : "",
           (unsigned long long)hash_bytes(room.data(), ROOM));
}

static void run_store(const char *name, const Case &c, int op)
{
    if (number++ < first)
        return;
    alignas(128) CUtensorMap map;
    std::vector<Element> list = elements(c);
    static std::vector<uint8_t> after(TENSOR);
    fill_tensor(tensor, c.type, op > 0);
    fill_tensor(room, c.type, op > 0);
    CUresult error = encode(c, &map);
    const char *kind = op ? "reduce" : "store";
    if (error) {
        printf("%s,%s %s,error %d,\n", kind, name, op_name[op], (int)error);
        return;
    }
    CHECK(cudaMemcpy(d_tensor, tensor.data(), TENSOR, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_room, room.data(), ROOM, cudaMemcpyHostToDevice));
    store_box<<<1, 128, ROOM>>>(map, job_of(c, list.size()), d_room, op);
    finish(kind, name);
    CHECK(cudaMemcpy(after.data(), d_tensor, TENSOR, cudaMemcpyDeviceToHost));
    model_store(c, list, op, tensor.data(), room.data());
    printf("%s,%s %s,%016llx,%016llx\n", kind, name, op_name[op],
           (unsigned long long)hash_bytes(after.data(), TENSOR),
           (unsigned long long)hash_bytes(tensor.data(), TENSOR));
}

// ---- cases ----------------------------------------------------------

static uint32_t below(uint32_t n) { return next_bits() % n; }

// A random map whose box fits; coordinates around the tensor.
static Case random_case(int rank, bool inside)
{
    Case c = {};
    for (;;) {
        c = Case();
        c.type = (int)below(13);
        c.rank = rank;
        c.swizzle = (int)below(4);
        c.fill = c.type >= 6 ? (int)below(2) : 0;
        const uint32_t bytes = (uint32_t)bytes_of(c.type), per_piece = 16 / bytes;
        uint32_t pieces = 1 + below(c.swizzle ? 1u << c.swizzle : 8);
        uint64_t total = TENSOR;
        c.box[0] = pieces * per_piece;
        uint64_t moved = pieces * 16;
        if (c.swizzle && moved < (16u << c.swizzle))
            moved = 16u << c.swizzle;
        for (int k = 0; k < rank; k++) {
            c.size[k] = 1 + below(k ? 12 : 200);
            c.step[k] = 1 + (below(3) ? 0 : below(3));
            if (k)
                c.box[k] = 1 + below(rank > 3 ? 5 : 17);
            c.at[k] = inside ? (int)below(8) : (int)below(24) - 8;
            if (k == 0) // a copy begins at 16 bytes: see misplaced()
                c.at[0] -= c.at[0] % (int)per_piece;
            if (k)
                moved *= count(c, k);
        }
        total = stride(c, rank - 1) * c.size[rank - 1];
        if (c.box[0] <= 256 && moved <= ROOM && total <= TENSOR)
            return c;
    }
}

static Case tile2d(int type, uint32_t w, uint32_t h, int swizzle)
{
    Case c = {};
    c.type = type, c.rank = 2, c.swizzle = swizzle;
    c.size[0] = 96, c.size[1] = 50;
    c.box[0] = w, c.box[1] = h;
    c.step[0] = c.step[1] = 1;
    c.at[0] = 16, c.at[1] = 4;
    return c;
}

static Case interleaved(int rank, int interleave, int swizzle, uint32_t slices)
{
    Case c = {};
    c.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    c.rank = rank, c.interleave = interleave, c.swizzle = swizzle;
    for (int k = 0; k < rank; k++) {
        c.size[k] = 8 - (uint64_t)k, c.box[k] = k == rank - 1 ? 2 : 4;
        c.step[k] = 1, c.at[k] = k == rank - 2 ? 1 : 2;
    }
    c.box[rank - 2] = slices;
    c.box[0] = 8; // the driver wants 16 bytes of elements there, though they are slices
    return c;
}

static Case columns(int rank, int swizzle, uint32_t channels, uint32_t pixels, int step,
                    bool padded)
{
    Case c = {};
    c.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    c.rank = rank, c.swizzle = swizzle, c.im2col = true;
    c.size[0] = 64;
    for (int k = 1; k < rank; k++)
        c.size[k] = rank == 5 ? 6 : 9;
    for (int k = 0; k < rank; k++)
        c.step[k] = k && k < rank - 1 ? (uint32_t)step : 1;
    c.box[0] = channels, c.box[1] = pixels;
    c.at[0] = 8;
    for (int k = 0; k < rank - 2; k++) {
        c.lower[k] = padded ? -1 : 0, c.upper[k] = padded ? -1 : -2;
        c.at[k + 1] = c.lower[k] + (rank == 5 ? 1 : 2) * step; // within the box
        c.offset[k] = k % 2 ? 1 : 2;
    }
    c.at[rank - 1] = 1;
    return c;
}

static void loads(void)
{
    char name[96];
    for (int type = 0; type < 13; type++)
        for (int swizzle = 0; swizzle < 4; swizzle++) {
            Case c = tile2d(type, (swizzle ? 16u << swizzle : 64u) / (uint32_t)bytes_of(type), 20,
                            swizzle);
            snprintf(name, sizeof name, "2d type %d swizzle %d", type, swizzle);
            run_load("load", name, c);
        }
    for (int swizzle = 1; swizzle < 4; swizzle++) {
        Case c = tile2d(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 8, 20, swizzle);
        snprintf(name, sizeof name, "2d row of 16 bytes swizzle %d", swizzle);
        run_load("load", name, c);
    }
    for (int i = 0; i < 200; i++) {
        state = 1000u + (uint64_t)i;
        Case c = random_case(1 + i % 5, false);
        snprintf(name, sizeof name, "random %d of %dd type %d swizzle %d fill %d", i, c.rank,
                 c.type, c.swizzle, c.fill);
        run_load("load", name, c);
    }
    for (int rank = 3; rank <= 5; rank++)
        for (int kind = 0; kind < 6; kind++) {
            Case c = interleaved(rank, kind < 5 ? 1 : 2,
                                 kind < 4    ? kind
                                 : kind == 4 ? 0
                                             : 1,
                                 kind == 4 ? 2 : 1);
            snprintf(name, sizeof name, "%dd interleave %d swizzle %d slices %u", rank,
                     c.interleave, c.swizzle, c.box[rank - 2]);
            run_load("load", name, c);
            c.step[0] = 2, c.at[0] = -2;
            snprintf(name, sizeof name, "%dd interleave %d swizzle %d slices %u step", rank,
                     c.interleave, c.swizzle, c.box[rank - 2]);
            run_load("load", name, c);
        }
    for (int rank = 3; rank <= 5; rank++)
        for (int kind = 0; kind < 16; kind++) {
            int swizzle = kind % 4, step = kind & 4 ? 2 : 1;
            Case c = columns(rank, swizzle, swizzle ? 8u << swizzle : 40, rank == 3 ? 50 : 96, step,
                             kind & 8);
            snprintf(name, sizeof name, "%dd swizzle %d step %d%s", rank, swizzle, step,
                     kind & 8 ? " padded" : "");
            run_load("im2col", name, c);
        }
}

static void stores(void)
{
    char name[96];
    for (int i = 0; i < 100; i++) {
        state = 9000u + (uint64_t)i;
        Case c = random_case(1 + i % 5, true);
        c.fill = 0;
        if (c.type >= 10)
            c.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
        snprintf(name, sizeof name, "random %d of %dd type %d swizzle %d", i, c.rank, c.type,
                 c.swizzle);
        run_store(name, c, 0);
    }
    for (int rank = 3; rank <= 5; rank++) {
        Case c = interleaved(rank, 1, 0, 1);
        snprintf(name, sizeof name, "%dd interleaved", rank);
        run_store(name, c, 0);
    }
    static const uint16_t ops[13] = {// bits: 1 add, 2 min, 3 max, 4 inc, 5 dec, 6 and, 7 or, 8 xor
                                     0, 0, 0x1fe, 0xe, 0x1ce, 0xc, 0xe, 2, 0, 0xe, 0, 0, 0};
    for (int type = 0; type < 13; type++)
        for (int op = 1; op < 9; op++) {
            if (!(ops[type] >> op & 1))
                continue;
            state = (uint64_t)(100 * type + op);
            Case c = tile2d(type, 64u / (uint32_t)bytes_of(type), 20, op % 3);
            c.at[1] = 40; // partly outside
            if (c.swizzle == 1)
                c.box[0] /= 2;
            snprintf(name, sizeof name, "2d type %d", type);
            run_store(name, c, op);
        }
}

// ---- single words ---------------------------------------------------

// What becomes of words of each type, and what is filled in: the second half is outside.
static void values()
{
    static const uint32_t words[] = {0x00000001, 0x80000001, 0x007fffff, 0x00800000,
                                     0x3f800001, 0x3f801000, 0x3f803000, 0xbf801001,
                                     0x7f800000, 0xff800000, 0x7f800001, 0xffc00000,
                                     0x7f7fffff, 0x3f801fff, 0x00400000, 0x80003000};
    for (int type = 0; type < 13; type++) {
        Case c = {};
        alignas(128) CUtensorMap map;
        const uint32_t n = 64 / (uint32_t)bytes_of(type);
        c.type = type, c.rank = 1, c.fill = type >= 6;
        c.size[0] = n, c.box[0] = 2 * n, c.step[0] = 1;
        memcpy(tensor.data(), words, sizeof words);
        CHECK(cudaMemcpy(d_tensor, tensor.data(), TENSOR, cudaMemcpyHostToDevice));
        if (encode(c, &map))
            continue;
        std::vector<Element> list = elements(c);
        load_box<<<1, 128, ROOM>>>(map, job_of(c, list.size()), d_room, d_late);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(got.data(), d_room, ROOM, cudaMemcpyDeviceToHost));
        model_load(c, list, tensor.data(), room.data());
        for (int i = 0; i < 17; i++) {
            uint32_t a, b;
            memcpy(&a, &got[(size_t)i * 4], 4);
            memcpy(&b, &room[(size_t)i * 4], 4);
            printf("value,type %d %08x,%08x,%08x\n", type, i < 16 ? words[i] : 0, a, b);
        }
    }
}

// A copy whose first coordinate is not at 16 bytes of a row, or, by im2col, one that starts outside
// of the box. It ends the program.
static void misplaced(int kind)
{
    static const char *const name[] = {"load", "store", "im2col", "behind the box",
                                       "before the box"};
    alignas(128) CUtensorMap map;
    Case c = kind >= 2 ? columns(4, 0, 32, 64, 1, false)
                       : tile2d(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 32, 16, 0);
    if (kind < 3)
        c.at[0] = 4;
    else
        c.at[1] = kind == 3 ? (int)c.size[1] + c.upper[0] : c.lower[0] - 1;
    CHECK(encode(c, &map) ? cudaErrorInvalidValue : cudaSuccess);
    Job job = job_of(c, elements(c).size());
    if (kind == 1)
        store_box<<<1, 128, ROOM>>>(map, job, d_room, 0);
    else
        load_box<<<1, 128, ROOM>>>(map, job, d_room, d_late);
    printf("misplaced,%s,%s,cudaErrorIllegalInstruction\n", name[kind],
           cudaGetErrorName(cudaDeviceSynchronize()));
}

// ---- maps that the driver refuses -----------------------------------

#define TRY(name, code, change) \
    { \
        Case c = base; \
        alignas(128) CUtensorMap map; \
        change; \
        printf("encode,%s,%d,%d\n", name, (int)encode(c, &map), code); \
    }

static void encodings(void)
{
    const Case base = tile2d(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 32, 16, 0);
    TRY("good", 0, )
    TRY("type 13", 1, c.type = 13)
    TRY("type 14", 1, (c.type = 14, c.size[0] = 128, c.box[0] = 128))
    TRY("type 12", 0, (c.type = 12, c.interleave = 0))
    TRY("rank 0", 1, c.rank = 0)
    TRY("rank 6", 1, c.rank = 6)
    TRY("size 0", 1, c.size[1] = 0)
    TRY("size 2^32", 0, c.size[1] = 1ull << 32)
    TRY("size 2^32 + 1", 1, c.size[1] = (1ull << 32) + 1)
    TRY("stride 8", 1, c.stride[0] = 200)
    TRY("stride smaller than a row", 0, c.stride[0] = 16)
    TRY("stride 2^40", 1, c.stride[0] = 1ull << 40)
    TRY("stride 2^40 - 16", 0, c.stride[0] = (1ull << 40) - 16)
    TRY("box 0", 1, c.box[1] = 0)
    TRY("box 256", 0, c.box[1] = 256)
    TRY("box 257", 1, c.box[1] = 257)
    TRY("row of 24 bytes", 1, c.box[0] = 12)
    TRY("box of 128 KB", 0, (c.box[0] = 256, c.box[1] = 256))
    TRY("step 0", 1, c.step[1] = 0)
    TRY("step 0 of dimension 0", 1, c.step[0] = 0)
    TRY("step 8 of dimension 0", 0, c.step[0] = 8)
    TRY("step 9 of dimension 0", 1, c.step[0] = 9)
    TRY("step 8", 0, c.step[1] = 8)
    TRY("step 9", 1, c.step[1] = 9)
    TRY("interleave of 2 dimensions", 1, c.interleave = 1)
    TRY("interleave 3", 1, c.interleave = 3)
    TRY("swizzle 32 of 64 bytes", 1, c.swizzle = 1)
    TRY("swizzle 64 of 64 bytes", 0, c.swizzle = 2)
    TRY("swizzle 4", 1, c.swizzle = 4)
    TRY("swizzle 5", 1, c.swizzle = 5)
    TRY("swizzle 6", 1, c.swizzle = 6)
    TRY("swizzle 7", 1, c.swizzle = 7)
    TRY("fill 2", 1, c.fill = 2)
    TRY("NaN for integers", 1, (c.type = CU_TENSOR_MAP_DATA_TYPE_UINT16, c.fill = 1))
    TRY("NaN for halves", 0, c.fill = 1)
    TRY("interleave 32 without swizzle 32", 0, c = interleaved(4, 2, 0, 1))
    TRY("interleave of 8 bytes", 1, (c = interleaved(4, 1, 0, 1), c.box[0] = 4))
    TRY("interleave 32 with strides of 16", 1, (c = interleaved(4, 2, 1, 1), c.stride[0] = 336))
    TRY("im2col good", 0, c = columns(4, 0, 32, 64, 1, false))
    TRY("im2col of 2 dimensions", 1, (c = columns(4, 0, 32, 64, 1, false), c.rank = 2))
    TRY("im2col 257 channels", 1, (c = columns(4, 0, 32, 64, 1, false), c.box[0] = 264))
    TRY("im2col 1024 pixels", 0, (c = columns(4, 0, 32, 64, 1, false), c.box[1] = 1024))
    TRY("im2col 1025 pixels", 1, (c = columns(4, 0, 32, 64, 1, false), c.box[1] = 1025))
    TRY("im2col no pixels", 1, (c = columns(4, 0, 32, 64, 1, false), c.box[1] = 0))
    TRY("im2col lower -128 of 4 dimensions", 0,
        (c = columns(4, 0, 32, 64, 1, false), c.lower[0] = -128))
    TRY("im2col lower -129 of 4 dimensions", 1,
        (c = columns(4, 0, 32, 64, 1, false), c.lower[0] = -129))
    TRY("im2col upper 16 of 5 dimensions", 1,
        (c = columns(5, 0, 32, 64, 1, false), c.upper[1] = 16))
    TRY("im2col empty box", 1, (c = columns(4, 0, 32, 64, 1, false), c.upper[0] = -9))
    TRY("im2col row of 24 bytes", 1, (c = columns(4, 0, 32, 64, 1, false), c.box[0] = 12))
    alignas(128) char room128[256];
    cuuint64_t size[2] = {64, 64}, strides[1] = {128};
    cuuint32_t box[2] = {32, 16}, step[2] = {1, 1};
#define CALL(name, code, map, at, a, b, c, d) \
    printf("encode," name ",%d," #code "\n", \
           (int)tiled((CUtensorMap *)(map), CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (void *)(at), a, \
                      b, c, d, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, \
                      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    CALL("map at 64", 0, room128 + 64, d_tensor, size, strides, box, step)
    CALL("map at 32", 0, room128 + 32, d_tensor, size, strides, box, step)
    CALL("map at 16", 0, room128 + 16, d_tensor, size, strides, box, step)
    CALL("map at 8", 0, room128 + 8, d_tensor, size, strides, box, step)
    CALL("no map", 1, NULL, d_tensor, size, strides, box, step)
    CALL("address at 16", 0, room128, d_tensor + 16, size, strides, box, step)
    CALL("address at 8", 1, room128, d_tensor + 8, size, strides, box, step)
    CALL("no address", 0, room128, NULL, size, strides, box, step)
    CALL("no sizes", 1, room128, d_tensor, NULL, strides, box, step)
    CALL("no strides", 1, room128, d_tensor, size, NULL, box, step)
    CALL("no box", 1, room128, d_tensor, size, strides, NULL, step)
    CALL("no steps", 1, room128, d_tensor, size, strides, box, NULL)
}

template <typename F>
static void find(const char *name, F *to)
{
    cudaDriverEntryPointQueryResult result;
    void *p = NULL;
    CHECK(cudaGetDriverEntryPointByVersion(name, &p, 12000, cudaEnableDefault, &result));
    if (result != cudaDriverEntryPointSuccess || !p) {
        fprintf(stderr, "there is no %s\n", name);
        exit(1);
    }
    *to = (F)p;
}

int main(int argc, char **argv)
{
    first = argc == 2 ? atoi(argv[1]) : 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    find("cuTensorMapEncodeTiled", &tiled);
    find("cuTensorMapEncodeIm2col", &im2col);
    CHECK(cudaMalloc(&d_tensor, TENSOR));
    CHECK(cudaMalloc(&d_room, ROOM));
    CHECK(cudaMalloc(&d_late, sizeof *d_late));
    CHECK(cudaFuncSetAttribute(load_box, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM));
    CHECK(cudaFuncSetAttribute(store_box, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM));
    printf("kind,name,result,model\n");
    if (argc > 2) { // "misplaced" KIND
        misplaced(atoi(argv[2]));
        return 0;
    }
    if (!first) {
        encodings();
        values();
    }
    loads();
    stores();
    CHECK(cudaFree(d_tensor));
    CHECK(cudaFree(d_room));
    CHECK(cudaFree(d_late));
    return 0;
}
