// test_tensor.c - products of matrices: their bits, their fragments and their counters equal those
// of an H200 (tests/data/h200_mma.csv, h200_rows.csv); mistakes are found.
#include "suite.h"

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/tensor"

static void compile(const char *name, const char *source)
{
    char program[PATH];
    snprintf(program, sizeof program, BUILT "/%s", name);
    run("mkdir -p " BUILT);
    ck_assert_msg(!compile_cuda(program,
                                "-w -lineinfo -std=c++17 -cudart shared "
                                "-gencode arch=compute_90a,code=compute_90a %s",
                                source),
                  "%s does not compile: see %s.log", source, program);
}

// The lines of a probe are those of the GPU with this many runs.
static void compare_lines(const char *program, const char *arguments, const char *of,
                          unsigned least)
{
    static char want[TEXT], got[TEXT];
    ck_assert_int_eq(
        run("build/cudasim " BUILT "/%s %s > " BUILT "/%s.out", program, arguments, program), 0);
    read_text("tests/data/h200_mma.csv", want);
    char path[PATH];
    snprintf(path, sizeof path, BUILT "/%s.out", program);
    read_text(path, got);
    unsigned compared = 0;
    for (char *line = strtok(got, "\n"); line; line = strtok(NULL, "\n")) {
        char *digest = strrchr(line, ','), full[PATH];
        if (!digest || !strncmp(line, "name,way", 8))
            continue;
        snprintf(full, sizeof full, "\n%.*s%s%s\n", (int)(digest - line), line, of, digest);
        ck_assert_msg(strstr(want, full) != NULL, "not as on the GPU:%s", full);
        compared++;
    }
    ck_assert_uint_ge(compared, least);
}

START_TEST(sums_have_the_bits_of_the_gpu)
{
    compile("mma_probe", "tests/gpu/mma_probe.cu");
    compare_lines("mma_probe", "-n 64", ",64", 180);
}
END_TEST

START_TEST(fragments_hold_the_elements_of_the_gpu)
{
    compile("wmma_probe", "tests/gpu/wmma_probe.cu");
    compare_lines("wmma_probe", "", ",fragment,1", 88);
}
END_TEST

START_TEST(descriptors_name_the_bytes_of_the_gpu)
{
    compile("wgmma_probe", "tests/gpu/wgmma_probe.cu");
    compare_lines("wgmma_probe", "", "", 128);
}
END_TEST

START_TEST(counters_are_those_of_the_gpu)
{
    static char counted[TEXT];
    char line[PATH], metric[PATH];
    compile("rows", "tests/cuda/tensor/rows.cu");
    ck_assert_int_eq(run("build/cudasim --counters " BUILT "/rows.json " BUILT "/rows"), 0);
    read_text(BUILT "/rows.json", counted);
    FILE *f = fopen("tests/data/h200_rows.csv", "r");
    ck_assert_ptr_nonnull(f);
    unsigned launch, value, compared = 0;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%u,\"%*[^\"]\",%[^,],%u", &launch, metric, &value) != 3)
            continue;
        const char *at = counted;
        for (unsigned i = 0; i < launch; i++)
            at = strchr(at, '\n') + 1;
        char key[PATH + 8];
        snprintf(key, sizeof key, "\"%s\":", metric);
        const char *found = strstr(at, key);
        ck_assert_msg(found && found < strchr(at, '\n'), "launch %u has no %s", launch, metric);
        ck_assert_msg(strtoul(found + strlen(key), NULL, 10) == value, "launch %u: %s is not %u",
                      launch, metric, value);
        compared++;
    }
    fclose(f);
    ck_assert_uint_eq(compared, 121);
}
END_TEST

// The machine instructions of a product of 8 warps, of wgmma of 32: nvdisasm shows them, and the
// opcodes name the pipe.
static const struct {
    const char *name;
    unsigned all, hmma, imma, dmma, gmma;
} products[] = {
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 8, 8, 0, 0, 0},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32", 16, 16, 0, 0, 0},
    {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", 0, 0, 0, 0, 0},
    {"mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", 8, 0, 0, 8, 0},
    {"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", 8, 0, 8, 0, 0},
    {"mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.s4.s32", 16, 0, 16, 0, 0},
    {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc", 16, 0, 0, 0, 0},
    {"mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32", 8, 8, 0, 0, 0},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16", 32, 32, 0, 0, 32},
    {"wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8", 32, 0, 0, 0, 32},
};

static void compare_pipe(const char *counted, const char *op, unsigned want)
{
    char key[PATH];
    snprintf(key, sizeof key, "\"sm__inst_executed_pipe_tensor%s.sum\":", op);
    const char *found = strstr(counted, key);
    ck_assert_msg(found != NULL, "no %s", key);
    ck_assert_uint_eq(strtoul(found + strlen(key), NULL, 10), want);
}

START_TEST(instructions_of_the_tensor_pipe)
{
    static char counted[TEXT];
    compile("mma_probe", "tests/gpu/mma_probe.cu");
    ck_assert_int_eq(run("build/cudasim --counters " BUILT "/pipe.json " BUILT
                         "/mma_probe -n 8 %s > /dev/null",
                         products[_i].name),
                     0);
    read_text(BUILT "/pipe.json", counted);
    compare_pipe(counted, "", products[_i].all);
    compare_pipe(counted, "_op_hmma", products[_i].hmma);
    compare_pipe(counted, "_op_imma", products[_i].imma);
    compare_pipe(counted, "_op_dmma", products[_i].dmma);
    compare_pipe(counted, "_op_gmma", products[_i].gmma);
}
END_TEST

static const struct {
    int which;
    const char *says;
} mistakes[] = {
    {0, "0 errors"},
    {1, "the product reads through the async proxy"},
    {2, "the program has not waited for the product"},
    {3, "Invalid __shared__ read of size 16 bytes"},
    {10, "Lanes that the mask names do not execute this operation"},
    {11, "is misaligned"},
};

START_TEST(mistakes_are_found)
{
    static char text[TEXT];
    compile("mistakes", "tests/cuda/tensor/mistakes.cu");
    run("build/cudasim --tool all " BUILT "/mistakes %d > " BUILT "/mistakes.out 2>&1",
        mistakes[_i].which);
    read_text(BUILT "/mistakes.out", text);
    ck_assert_msg(strstr(text, mistakes[_i].says) != NULL, "mistake %d: no \"%s\" in:\n%s",
                  mistakes[_i].which, mistakes[_i].says, text);
}
END_TEST

SUITE(s)
{
    TESTS(s, "bits", sums_have_the_bits_of_the_gpu, fragments_hold_the_elements_of_the_gpu,
          descriptors_name_the_bytes_of_the_gpu);
    TCase *t = TESTS(s, "checks", counters_are_those_of_the_gpu);
    tcase_add_loop_test(t, instructions_of_the_tensor_pipe, 0, sizeof products / sizeof *products);
    tcase_add_loop_test(t, mistakes_are_found, 0, sizeof mistakes / sizeof *mistakes);
}
