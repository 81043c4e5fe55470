// test_static.c - programs that NVIDIA's runtime is part of (nvcc's default), under build/cudasim.
// The programs of tests/cuda/memcheck are compiled once and linked both ways: what a program
// prints, its findings, counters and times must be the same, but for the names of programs and
// stacks.
#include "suite.h"
#include <glob.h>
#include <unistd.h>

#include "batch.h"

#define BUILT "build/tests/static"
#define FOLDER "tests/cuda/static"

static const char *nvcc(void) { return getenv("NVCC") ? getenv("NVCC") : "nvcc"; }

// ---- both ways ------------------------------------------------------

static glob_t sources;
static ProgramBatch batch;

// Programs that need nothing special.
static void choose_programs(void)
{
    static char text[TEXT];
    char value[PATH];
    glob("tests/cuda/memcheck/*.cu", 0, NULL, &sources);
    for (size_t i = 0; i < sources.gl_pathc && batch.count < MAX_BATCH; i++)
        if (!*directive(read_text(sources.gl_pathv[i], text), "NVCC", value) &&
            !*directive(text, "CUDASIM", value) && !*directive(text, "args", value))
            batch.file[batch.count++] = sources.gl_pathv[i];
}

static void link_both_ways(void)
{
    ck_assert_int_eq(compile_batch_as(&batch, BUILT "/all.o", "-c", "-lineinfo -w"), 0);
    ck_assert_int_eq(run("'%s' -cudart shared -o " BUILT "/shared " BUILT "/all.o", nvcc()), 0);
    ck_assert_int_eq(run("'%s' -o " BUILT "/static " BUILT "/all.o", nvcc()), 0);
}

// Runs the program, and returns all that it and the simulator have written.
static void run_as(const char *way, const char *name, char out[TEXT])
{
    int status = run("rm -f " BUILT "/%s.*; build/cudasim --tool all --counters " BUILT
                     "/%s.counters --timeline " BUILT "/%s.timeline " BUILT "/%s %s >" BUILT
                     "/%s.out 2>" BUILT "/%s.err",
                     way, way, way, way, name, way, way);
    ck_assert_int_eq(run("cd " BUILT " && cat %s.out %s.err %s.counters %s.timeline >%s.all && "
                         "echo status %d >>%s.all",
                         way, way, way, way, way, status, way),
                     0);
    read_text(way[1] == 'h' ? BUILT "/shared.all" : BUILT "/static.all", out);
}

START_TEST(both_ways_are_the_same)
{
    static char shared[TEXT], other[TEXT];
    link_both_ways();
    for (int i = 0; i < batch.count; i++) {
        char name[PATH];
        program_name(batch.file[i], name);
        run_as("shared", name, shared);
        run_as("static", name, other);
        ck_assert_msg(strlen(shared) > 100, "%s: nothing is written", name);
        ck_assert_msg(!strcmp(shared, other),
                      "%s: not the same: diff " BUILT "/shared.all " BUILT "/static.all", name);
    }
}
END_TEST

// ---- libraries ------------------------------------------------------

// A library with kernels, which the program is linked to, or opens.
START_TEST(libraries_have_the_runtime_too)
{
    ck_assert_int_eq(compile_cuda(BUILT "/libwork.so",
                                  "-arch=compute_90 -Xcompiler -fPIC -shared " FOLDER "/work.cu"),
                     0);
    ck_assert_int_eq(run("cc -DLINKED -o " BUILT "/user " FOLDER "/user.c -L" BUILT
                         " -lwork -Wl,-rpath,'$ORIGIN' && cc -o " BUILT "/opener " FOLDER
                         "/user.c -ldl"),
                     0);
    ck_assert_int_eq(run("build/cudasim " BUILT "/user | grep -qx 7"), 0);
    ck_assert_int_eq(run("build/cudasim " BUILT "/opener " BUILT "/libwork.so | grep -qx 9"), 0);
}
END_TEST

// What nvcc generates for each source and for the link has names like the runtime's functions.
START_TEST(separate_compilation)
{
    ck_assert_int_eq(compile_cuda(BUILT "/parts",
                                  "-w -arch=compute_90 -rdc=true tests/cuda/api/grid_barrier.cu"),
                     0);
    ck_assert_int_eq(run("build/cudasim " BUILT "/parts >" BUILT "/parts.out 2>" BUILT
                         "/parts.err && grep -q '8 blocks' " BUILT "/parts.out && ! [ -s " BUILT
                         "/parts.err ]"),
                     0);
}
END_TEST

// ---- other versions -------------------------------------------------

// Names of CUDA 12's runtime with functions that say so if they run.
START_TEST(calls_of_cuda_12_have_its_arguments)
{
    static char out[TEXT], err[TEXT];
    ck_assert_int_eq(run("cc -O1 -falign-functions=16 -fno-builtin -o " BUILT "/of_12 " FOLDER
                         "/program_12.c " FOLDER "/runtime_12.c"),
                     0);
    int status = run("build/cudasim " BUILT "/of_12 >" BUILT "/12.out 2>" BUILT "/12.err");
    read_text(BUILT "/12.out", out);
    read_text(BUILT "/12.err", err);
    ck_assert_msg(status == 0, "status %d\n%s%s", status, out, err);
    ck_assert_str_eq(out, "properties 0: 32 1980000 132 3201000 0 1 117901063\n"
                          "of CUDA 11: 801\n"
                          "managed 0, advise 0, prefetch 0 0, wrong device 101\n"
                          "pointer 0: kind 3, behind it 7070707\n"
                          "capture 0 0, graph 801, version 0 12000, own 42, later 801 801\n"
                          "0 0\n");
    ck_assert_str_eq(err, "cudasim: cudaGetDeviceProperties is not part of the simulator: it "
                          "returns cudaErrorNotSupported\n"
                          "cudasim: cudaGraphAddNode is not part of the simulator: it returns "
                          "cudaErrorNotSupported\n"
                          "cudasim: cudaFunctionOfLater is not part of the simulator: it returns "
                          "cudaErrorNotSupported\n");
}
END_TEST

// ---- what cannot run ------------------------------------------------

static void expect_one_line(const char *program, int status, const char *line)
{
    static char err[TEXT];
    int got = run("build/cudasim %s >/dev/null 2>" BUILT "/line.err", program);
    read_text(BUILT "/line.err", err);
    ck_assert_msg(got == status && strstr(err, line) && strchr(err, '\n') == strrchr(err, '\n'),
                  "%s: status %d, no \"%s\" in:\n%s", program, got, line, err);
}

START_TEST(one_line_says_why_not)
{
    ck_assert_int_eq(compile_cuda(BUILT "/cubin",
                                  "-gencode arch=compute_90,code=sm_90 " FOLDER "/machine_code.cu"),
                     0);
    ck_assert_int_eq(run("strip -o " BUILT "/stripped " BUILT "/cubin"), 0);
    expect_one_line(BUILT "/cubin", 209, "add nvcc's option -gencode arch=compute_90");
    expect_one_line(BUILT "/stripped", 126, "and stripped; rebuild without -s");
}
END_TEST

SUITE(s)
{
    choose_programs();
    run("mkdir -p " BUILT);
    TESTS(s, "static", both_ways_are_the_same, libraries_have_the_runtime_too, separate_compilation,
          calls_of_cuda_12_have_its_arguments, one_line_says_why_not);
}
