// test_cudart.c - the runtime API from inside: its table of symbols, errors,
// occupancy, handles, options. Programs are in test_cudart_programs.c. Figures marked H200 were
// read off that GPU.
#include "common/cudasim/cudart/clock/state.h"
#include "common/cudasim/cudart/drawing/drawing.h"
#include "common/cudasim/cudart/api/handles.h"

#include "suite.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const symbols[] = {
#define HAVE(name) #name,
#define PART(name, lacks) #name,
#define NONE(name) #name,
#include "common/cudasim/both/symbols.h"
#undef HAVE
#undef PART
#undef NONE
};
enum { NSYMBOLS = sizeof symbols / sizeof *symbols };

// ---- symbols.h ------------------------------------------------------------------

START_TEST(library_exports_every_symbol)
{
    void *lib = dlopen("build/lib/libcudart.so.13", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(lib, "%s", dlerror());
    ck_assert_int_eq(NSYMBOLS, 422);
    for (int i = 0; i < NSYMBOLS; i++)
        ck_assert_msg(dlvsym(lib, symbols[i], "libcudart.so.13"), "no %s", symbols[i]);
    ck_assert_ptr_nonnull(dlsym(lib, "cudasimVersion"));
    ck_assert_ptr_nonnull(dlsym(lib, "cudasimLastWriter"));
    // Nothing else: a program's functions of the same name would replace ours.
    ck_assert_ptr_null(dlsym(lib, "launch_run"));
    ck_assert_ptr_null(dlsym(lib, "rt_enter"));
    dlclose(lib);
}
END_TEST

START_TEST(symbols_are_sorted_and_unique)
{
    for (int i = 1; i < NSYMBOLS; i++)
        ck_assert_msg(strcmp(symbols[i - 1], symbols[i]) < 0, "%s", symbols[i]);
}
END_TEST

// ---- errors -----------------------------------------------------------------------

START_TEST(errors_have_names_and_texts)
{
    ck_assert_str_eq(cudaGetErrorName(cudaSuccess), "cudaSuccess");
    ck_assert_str_eq(cudaGetErrorString(cudaSuccess), "no error");
    ck_assert_str_eq(cudaGetErrorName((cudaError_t)700), "cudaErrorIllegalAddress");
    ck_assert_str_eq(cudaGetErrorName((cudaError_t)9), "cudaErrorInvalidConfiguration");
    ck_assert_str_eq(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
    ck_assert_str_eq(cudaGetErrorString((cudaError_t)-1), "unrecognized error code");
}
END_TEST

START_TEST(launch_statuses_map_to_errors)
{
    ck_assert_int_eq(launch_status_error(LAUNCH_ok), 0);
    ck_assert_int_eq(launch_status_error(LAUNCH_out_of_bounds), 700);
    ck_assert_int_eq(launch_status_error(LAUNCH_timeout), 702);
    ck_assert_int_eq(launch_status_error(LAUNCH_deadlock), 702);
    ck_assert_int_eq(launch_status_error(LAUNCH_assert), 710);
    ck_assert_int_eq(launch_status_error(LAUNCH_address_space), 717);
    ck_assert_int_eq(launch_status_error(LAUNCH_illegal), 715);
    ck_assert_int_eq(launch_status_error(LAUNCH_misaligned), 716);
    ck_assert_int_eq(launch_status_error(LAUNCH_bad_pc), 718);
    ck_assert_int_eq(launch_status_error(LAUNCH_trap), 719);
    ck_assert_int_eq(launch_status_error(LAUNCH_unsupported), 801);
}
END_TEST

// ---- occupancy ----------------------------------------------------------------------

START_TEST(occupancy_follows_the_limits)
{
    static const struct {
        int registers;
        unsigned threads, shared;
        int blocks;
    } cases[] = {
        {4, 32, 0, 32},       // H200: the limit on blocks
        {4, 64, 0, 32},       // H200
        {4, 128, 0, 16},      // H200: the limit on warps
        {10, 32, 16384, 13},  // H200: shared memory, with 1 KB reserved per block
        {10, 256, 16384, 8},  // H200
        {10, 32, 100000, 2},  // H200
        {10, 1024, 16384, 2}, // H200
        {32, 1024, 0, 2},     // 64 warps x 32 x 32 registers: exactly all
        {33, 1024, 0, 1},     // 40 registers when rounded up: 48 warps fit
        {64, 256, 0, 4},
        {128, 256, 0, 2},
        {255, 32, 0, 8},
        {10, 32, 227 * 1024, 1},
        {10, 32, 227 * 1024 + 1, 0},
        {10, 33, 0, 32},
        {10, 1025, 0, 0},
        {10, 0, 0, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        Code c = {.registers = cases[i].registers};
        int got = launch_blocks_per_sm(&c, cases[i].threads, cases[i].shared);
        ck_assert_msg(got == cases[i].blocks, "%d registers, %u threads, %u bytes: %d, not %d",
                      cases[i].registers, cases[i].threads, cases[i].shared, got, cases[i].blocks);
    }
}
END_TEST

// ---- handles --------------------------------------------------------------------------

START_TEST(handles_are_found_until_removed)
{
    static char keys[5000];
    ck_assert_ptr_null(handle_get(&keys[0], HANDLE_event));
    for (int i = 0; i < 5000; i++)
        ck_assert_int_eq(handle_put(&keys[i], i % 2 ? HANDLE_event : HANDLE_stream, &keys[i]), 0);
    for (int i = 0; i < 5000; i += 3)
        handle_drop(&keys[i]);
    for (int i = 0; i < 5000; i++) {
        HandleKind kind = i % 2 ? HANDLE_event : HANDLE_stream;
        HandleKind other = i % 2 ? HANDLE_stream : HANDLE_event;
        ck_assert_ptr_eq(handle_get(&keys[i], kind), i % 3 ? &keys[i] : NULL);
        ck_assert_ptr_null(handle_get(&keys[i], other));
    }
    // Coming and going must not fill the table with graves.
    for (int i = 0; i < 200000; i++) {
        ck_assert_int_eq(handle_put(&keys[0], HANDLE_event, &keys[0]), 0);
        handle_drop(&keys[0]);
    }
    ck_assert_ptr_eq(handle_get(&keys[1], HANDLE_event), &keys[1]);
    ck_assert_int_eq(handle_put(NULL, HANDLE_event, keys), -1);
    ck_assert_ptr_null(handle_get(NULL, HANDLE_event));
}
END_TEST

// ---- memory, without any kernel -----------------------------------------------------------

START_TEST(copies_are_checked_before_they_start)
{
    char *d, h[64], g[64];
    memset(h, 7, sizeof h);
    memset(g, 9, sizeof g);
    ck_assert_int_eq(cudaMalloc((void **)&d, 64), 0);
    ck_assert_int_eq(cudaMemset(d, 1, 64), 0);
    ck_assert_int_eq(cudaMemcpy(d + 32, h, 33, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy2D(d, 32, h, 32, 16, 3, cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(g, d, 64, cudaMemcpyDefault), 0);
    for (int i = 0; i < 64; i++)
        ck_assert_int_eq(g[i], 1);
    // Sizes that overflow must not pass the check.
    ck_assert_int_eq(cudaMemcpy(d + 1, h, SIZE_MAX, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemset2D(d, SIZE_MAX / 2, 0, 1, 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFree(d), 0);
    ck_assert_int_eq(cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
}
END_TEST

START_TEST(allocation_stops_at_the_size_of_the_gpu)
{
    size_t before, after, total;
    void *p, *q;
    ck_assert_int_eq(cudaMemGetInfo(&before, &total), 0);
    ck_assert(before < total && total == model.global_bytes);
    ck_assert_int_eq(cudaMalloc(&p, 100ull << 30), 0);
    ck_assert_int_eq(cudaMemGetInfo(&after, &total), 0);
    ck_assert(before - after == 100ull << 30);
    ck_assert_int_eq(cudaMalloc(&q, 100ull << 30), cudaErrorMemoryAllocation);
    ck_assert_ptr_null(q);
    ck_assert_int_eq(cudaFree(p), 0);
    ck_assert_int_eq(cudaMemGetInfo(&after, &total), 0);
    ck_assert(before == after);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorMemoryAllocation);
}
END_TEST

START_TEST(pools_count_their_bytes)
{
    cudaMemPool_t pool;
    void *p;
    unsigned long long used = 1, threshold = 5;
    ck_assert_int_eq(cudaDeviceGetDefaultMemPool(&pool, 0), 0);
    ck_assert_int_eq(cudaMallocAsync(&p, 1000, NULL), 0);
    ck_assert_int_eq(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), 0);
    ck_assert(used == 1000);
    ck_assert_int_eq(cudaFreeAsync(p, NULL), 0);
    ck_assert_int_eq(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), 0);
    ck_assert(used == 0);
    ck_assert_int_eq(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used), 0);
    ck_assert(used == 1000);
    ck_assert_int_eq(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), 0);
    threshold = 0;
    ck_assert_int_eq(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), 0);
    ck_assert(threshold == 5);
    ck_assert_int_eq(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}
END_TEST

// ---- faults ----------------------------------------------------------------------------------

START_TEST(fault_shows_when_the_host_waits)
{
    void *p;
    ck_assert_int_eq(cudaMalloc(&p, 4), 0);
    rt_lock();
    rt_fault(cudaErrorIllegalAddress);
    rt_unlock();
    ck_assert_int_eq(cudaMalloc(&p, 4), 0);
    ck_assert_int_eq(cudaPeekAtLastError(), 0);
    ck_assert_int_eq(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    ck_assert_int_eq(cudaMalloc(&p, 4), cudaErrorIllegalAddress);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorIllegalAddress);
    ck_assert_int_eq(cudaGetLastError(), 0);
    int n;
    ck_assert_int_eq(cudaGetDevice(&n), 0);
}
END_TEST

// ---- registration with broken input --------------------------------------------------------

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFunction(void **handle, const char *host, char *device_function,
                            const char *name, int thread_limit, uint3 *tid, uint3 *bid, dim3 *block,
                            dim3 *grid, int *warp_size);

START_TEST(broken_fat_binaries_are_errors)
{
    static char stub[3];
    static uint32_t garbage[16] = {1, 2, 3};
    struct {
        uint32_t magic, version;
        void *data, *parts;
    } wrappers[3] = {
        {0x12345678, 1, garbage, NULL}, // not a wrapper
        {0x466243b1, 1, garbage, NULL}, // not a fat binary
        {0x466243b1, 1, NULL, NULL},    // nothing
    };
    for (int i = 0; i < 3; i++) {
        void **h = __cudaRegisterFatBinary(&wrappers[i]);
        __cudaRegisterFunction(h, &stub[i], NULL, "kernel", -1, NULL, NULL, NULL, NULL, NULL);
        cudaError_t e = cudaLaunchKernel(&stub[i], (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL);
        ck_assert_msg(e == cudaErrorInvalidKernelImage || e == cudaErrorNoKernelImageForDevice,
                      "wrapper %d: %s", i, cudaGetErrorName(e));
    }
}
END_TEST

// ---- options -----------------------------------------------------------------------------------

// Each test has its own process, in which the simulator has not started yet.
START_TEST(options_of_runtime_and_machine_are_read)
{
    ck_assert_int_eq(
        setenv("CUDASIM_OPTIONS", "seed=7;queue=single;timeline-text=/dev/null;budget=9", 1), 0);
    ck_assert_int_eq(setenv("CUDA_LAUNCH_BLOCKING", "1", 1), 0);
    ck_assert_int_eq(cudaFree(NULL), cudaSuccess);
    ck_assert(rt.single_queue && rt.launch_blocking && trace_wanted());
    ck_assert_uint_eq(device.seed, 7);
    ck_assert_uint_eq(device.budget, 9);
}
END_TEST

// A wrong option is one line on standard error, and every call fails.
START_TEST(wrong_options_are_one_line)
{
    static const struct {
        const char *options, *line;
    } cases[] = {
        {"seed=7;queue=double", "cudasim: queue=double: must be independent or single\n"},
        {"queue=single;colour=red", "cudasim: no such option: colour\n"},
        {"timeline", "cudasim: option without a value: timeline\n"},
        {"seven;queue=single", "cudasim: option without a value: seven\n"},
    };
    char said[512] = "";
    int ends[2], terminal = dup(2);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(setenv("CUDASIM_OPTIONS", cases[_i].options, 1), 0);
    dup2(ends[1], 2);
    cudaError_t first = cudaFree(NULL), second = cudaDeviceSynchronize();
    dup2(terminal, 2);
    close(ends[1]);
    ck_assert_int_eq(first, cudaErrorInitializationError);
    ck_assert_int_eq(second, cudaErrorInitializationError);
    ck_assert_int_ge(read(ends[0], said, sizeof said - 1), 0);
    ck_assert_str_eq(said, cases[_i].line);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "cudart", library_exports_every_symbol, symbols_are_sorted_and_unique,
                     errors_have_names_and_texts, launch_statuses_map_to_errors,
                     occupancy_follows_the_limits, handles_are_found_until_removed,
                     copies_are_checked_before_they_start, allocation_stops_at_the_size_of_the_gpu,
                     pools_count_their_bytes, fault_shows_when_the_host_waits,
                     broken_fat_binaries_are_errors, options_of_runtime_and_machine_are_read);
    tcase_add_loop_test(t, wrong_options_are_one_line, 0, 4);
}
