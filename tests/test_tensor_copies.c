// test_tensor_copies.c - copies of boxes of tensors: each case of tests/gpu/tma_probe.cu moves what
// the manual says; the wrong programs of tests/cuda/tma get their findings, the right ones none.
#include "suite.h"

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/tensor_copies"

static void compile(const char *name, const char *source)
{
    char program[PATH];
    snprintf(program, sizeof program, BUILT "/%s", name);
    run("mkdir -p " BUILT);
    ck_assert_msg(!compile_cuda(program,
                                "-w -O2 -lineinfo -std=c++17 -cudart shared "
                                "-gencode arch=compute_90a,code=compute_90a %s",
                                source),
                  "%s does not compile: see %s.log", source, program);
}

START_TEST(boxes_have_the_bytes_of_the_manual)
{
    static char text[TEXT];
    compile("tma_probe", "tests/gpu/tma_probe.cu");
    ck_assert_int_eq(run("build/cudasim " BUILT "/tma_probe > " BUILT "/tma_probe.csv"), 0);
    read_text(BUILT "/tma_probe.csv", text);
    unsigned rows = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *model = strrchr(line, ',');
        ck_assert_ptr_nonnull(model);
        *model++ = '\0';
        const char *result = strrchr(line, ',') + 1;
        if (!strcmp(model, "model"))
            continue;
        ck_assert_msg(!strcmp(result, model), "%s, and not %s", line, model);
        rows++;
    }
    ck_assert_uint_ge(rows, 500);
}
END_TEST

// A load, a store, a load by im2col, whose first coordinate is at 8 bytes of a row; and two by
// im2col that start outside of their box.
START_TEST(a_copy_begins_at_16_bytes_and_in_its_box)
{
    static char text[TEXT];
    static const char *const says[] = {"coordinate 4 of dimension 0 is byte 8 of a row",
                                       "coordinate 4 of dimension 0 is byte 8 of a row",
                                       "coordinate 4 of dimension 0 is byte 8 of a row",
                                       "starts at coordinate 7 of dimension 1: the box of the map "
                                       "is from 0 to 6",
                                       "starts at coordinate -1 of dimension 1"};
    compile("tma_probe", "tests/gpu/tma_probe.cu");
    for (int kind = 0; kind < 5; kind++) {
        run("build/cudasim --tool memcheck " BUILT "/tma_probe misplaced %d > " BUILT
            "/misplaced 2>&1",
            kind);
        read_text(BUILT "/misplaced", text);
        ck_assert_ptr_nonnull(strstr(text, says[kind]));
        ck_assert_ptr_nonnull(strstr(text, ",cudaErrorIllegalInstruction,cudaErrorIllegalInst"));
    }
}
END_TEST

static const struct {
    int mistake;
    const char *says;
} mistakes[] = {
    {0, "ERROR SUMMARY: 0 errors"},
    {0, "3072 of 3072 right"},
    {1, "has not been written by any thread"},    // read before the wait
    {2, "RAW hazard at __shared__ address 0x80"}, // a stage that others still read
    {3, "the bulk copy reads through the async proxy"},
    {4, "the program has not waited for the asynchronous copy"}, // an older phase
    {5, "its mbarrier still expects 0 arrivals and 16 bytes"},
    {6, "its mbarrier has got 16 bytes more than expect_tx told it"},
    {6, "block (0,0,0) warps 0 to 1 lanes 0xffffffff spins at"},
    {7, "a tensor copy at 0x10 of shared memory, not aligned to 128 bytes"},
    {8, "WAR hazard at __shared__ address 0x1080; the program has not waited for the asynchronous"},
    {9, "nobody has begun this phase. Is a phase waited for twice"},
    {10, "128 rows of 128 bytes, which do not fit into shared memory"},
    {11, "a tensor copy of 2 dimensions by a map of 1"},
    {12, "Invalid __global__ read of size 32 bytes"},
    {13, "a kernel's parameter needs const __grid_constant__"},
    {14, "the tensor map was not made by cuTensorMapEncodeTiled"},
};

START_TEST(mistakes_are_found)
{
    static char text[TEXT];
    compile("mistakes", "tests/cuda/tma/mistakes.cu");
    run("build/cudasim --tool all " BUILT "/mistakes %d > " BUILT "/mistakes.out 2>&1",
        mistakes[_i].mistake);
    read_text(BUILT "/mistakes.out", text);
    ck_assert_msg(strstr(text, mistakes[_i].says) != NULL, "mistake %d: no \"%s\" in:\n%s",
                  mistakes[_i].mistake, mistakes[_i].says, text);
}
END_TEST

// Through cuda::ptx, by maps in constant and global memory, in a cluster.
START_TEST(wrappers_work)
{
    static char text[TEXT];
    compile("wrappers", "tests/cuda/tma/wrappers.cu");
    ck_assert_int_eq(run("build/cudasim --tool all --schedule shuffle --error-exitcode 1 " BUILT
                         "/wrappers > " BUILT "/wrappers.out 2>&1"),
                     0);
    ck_assert_ptr_nonnull(strstr(read_text(BUILT "/wrappers.out", text), "ok"));
    run("build/cudasim --tool all " BUILT "/wrappers unfenced > " BUILT "/wrappers.out 2>&1");
    ck_assert_ptr_nonnull(strstr(read_text(BUILT "/wrappers.out", text),
                                 "without a fence.proxy.tensormap::generic.acquire"));
}
END_TEST

START_TEST(broken_maps_do_no_harm)
{
    static char text[TEXT];
    compile("broken_maps", "tests/cuda/tma/broken_maps.cu");
    ck_assert_int_eq(run("build/cudasim --tool memcheck,racecheck --report none " BUILT
                         "/broken_maps > " BUILT "/broken_maps.out 2>&1"),
                     0);
    ck_assert_ptr_nonnull(strstr(read_text(BUILT "/broken_maps.out", text), "done"));
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "tensor copies", boxes_have_the_bytes_of_the_manual,
              a_copy_begins_at_16_bytes_and_in_its_box, wrappers_work, broken_maps_do_no_harm);
    tcase_add_loop_test(t, mistakes_are_found, 0, sizeof mistakes / sizeof *mistakes);
}
