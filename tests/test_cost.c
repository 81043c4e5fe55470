// test_cost.c - virtual times of kernels compared with those of an H200 (gpu__time_duration, the
// first counter of tests/data/h200_reduction.csv and h200_today.csv, measured by ncu with empty
// caches). The model
// promises the right size, not the exact time: every launch within a factor of 2, and all launches
// within 1.3 on average. It also promises that bank conflicts, atomics on few words, caches, local
// arrays and one long warp cost time as on the GPU, and so do the bus and constant memory. Needs
// nvcc, as test_parity does.
#include "suite.h"
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiled.h"

enum { MAX_LAUNCHES = 200, LINE = 1024 };
#define BUILT "build/tests/cost"
#define OCCUPANCY "-I. -std=c++17 -arch=sm_90", "tests/gpu/occupancy_gpu.cu" // options, source
#define WORST 2.0
#define AVERAGE 1.3

static const struct {
    const char *name, *options, *source, *data;
    const char *without; // a kernel that is not compared
} programs[] = {
    {"reconverge", "-I.", "tests/cuda/parity/reconverge.cu", "reduction", NULL},
    {"reduction_gpu", "-I.", "tests/gpu/reduction_gpu.cu", "reduction", NULL},
    {"async_copies_gpu", "-I. -gencode arch=compute_90a,code=[compute_90a,sm_90a]",
     "tests/gpu/async_copies_gpu.cu", "today", NULL},
    // Spills are ptxas's: the model does not see them.
    {"occupancy_gpu", OCCUPANCY, "today", "ranks_all<"},
};

// Nanoseconds of each launch of program i on the GPU; 0: not there.
static unsigned read_times(unsigned i, double ns[MAX_LAUNCHES])
{
    char line[LINE], kernel[LINE];
    double time;
    unsigned n = 0, launch;
    snprintf(line, sizeof line, "tests/data/h200_%s.csv", programs[i].data);
    FILE *f = fopen(line, "r");
    ck_assert_ptr_nonnull(f);
    size_t length = strlen(programs[i].name);
    while (fgets(line, sizeof line, f)) {
        if (strncmp(line, programs[i].name, length) ||
            sscanf(line + length, ",%u,%[^,],%lf", &launch, kernel, &time) != 3)
            continue;
        if (programs[i].without && strstr(kernel, programs[i].without) == kernel)
            continue;
        ck_assert_uint_lt(launch, MAX_LAUNCHES);
        ns[launch] = time;
        n++;
    }
    fclose(f);
    return n;
}

static void compile(const char *name, const char *options, const char *sources)
{
    char program[LINE];
    snprintf(program, sizeof program, BUILT "/%s", name);
    ck_assert_msg(!compile_cuda(program, "%s -Icommon -cudart shared %s %s",
                                strstr(options, "arch") ? "" : "-arch=compute_90 -code=compute_90",
                                options, sources),
                  "%s does not compile", sources);
}

static json_t *simulate(unsigned i)
{
    char command[2 * LINE];
    const char *name = programs[i].name;
    compile(name, programs[i].options, programs[i].source);
    snprintf(command, sizeof command,
             "build/cudasim --cache-control all --counters " BUILT "/%s.json " BUILT
             "/%s >/dev/null",
             name, name);
    ck_assert_msg(system(command) == 0, "%s does not run", programs[i].source);
    snprintf(command, sizeof command, BUILT "/%s.json", name);
    FILE *f = fopen(command, "r");
    ck_assert_ptr_nonnull(f);
    json_t *all = json_array();
    for (json_t *o; (o = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL;)
        json_array_append_new(all, o);
    fclose(f);
    return all;
}

START_TEST(kernels_take_about_as_long_as_on_the_gpu)
{
    double ns[MAX_LAUNCHES] = {0}, sum = 0;
    unsigned n = read_times((unsigned)_i, ns), compared = 0;
    json_t *launches = simulate((unsigned)_i), *one;
    size_t k;
    json_array_foreach(launches, k, one)
    {
        json_int_t launch = json_integer_value(json_object_get(one, "launch"));
        if (launch < 0 || launch >= MAX_LAUNCHES || !ns[launch])
            continue;
        double us = json_number_value(json_object_get(one, "us"));
        double off = fabs(log(us * 1000 / ns[launch]));
        ck_assert_msg(off < log(WORST), "%s, launch %d: %.2f us, on the GPU %.2f",
                      programs[_i].name, (int)launch, us, ns[launch] / 1000);
        sum += off;
        compared++;
    }
    json_decref(launches);
    ck_assert_uint_gt(n, 0);
    ck_assert_uint_eq(compared, n);
    ck_assert_msg(exp(sum / n) < AVERAGE, "%s: off by a factor of %.2f on average",
                  programs[_i].name, exp(sum / n));
}
END_TEST

// Kernels of tests/bench/times.cu that each need one resource above all, and the largest factor
// between the virtual time and the time on an H200.
static const struct {
    const char *name;
    double factor;
} single[] = {
    {"transpose_conflicts <64x64 32x8>", 1.4}, // wavefronts of shared memory
    {"transpose_padded <64x64 32x8>", 1.4},
    {"transpose_naive <64x64 32x8>", 1.4},     // pieces written one by one
    {"atomics_one_word <16384x1 256x1>", 1.4}, // one slice of the second-level cache
    {"histogram_global <16384x1 256x1>", 1.4}, // all of them
    {"local_arrays <4096x1 256x1>", 2},        // lines of the first-level cache
    {"multiply_naive <32x32 16x16>", 1.4},     // what it answers
    {"chase <1x1 1x1>", 1.4},                  // a load after the other
    {"one_block <1x1 1024x1>", 1.4},
    {"uneven <16384x1 256x1>", 1.4}, // one warp has all the work
    {"copy <131072x1 32x1>", 1.4},   // blocks
};

// What follows "name," in its line.
static void rest_of(const char *path, const char *name, char rest[LINE])
{
    char line[LINE];
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    size_t length = strlen(name);
    rest[0] = 0;
    while (!rest[0] && fgets(line, sizeof line, f))
        if (!strncmp(line, name, length) && line[length] == ',')
            strcpy(rest, line + length + 1);
    fclose(f);
}

// The figure of the line "name,figure".
static double figure_of(const char *path, const char *name)
{
    char rest[LINE];
    rest_of(path, name, rest);
    double figure = atof(rest);
    ck_assert_msg(figure > 0, "%s is not in %s", name, path);
    return figure;
}

START_TEST(the_scarce_resource_decides_the_time)
{
    char command[2 * LINE], names[LINE] = "";
    compile("times", "", "tests/bench/times.cu");
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%.*s", i ? "," : "",
                 (int)strcspn(single[i].name, " "), single[i].name);
    }
    snprintf(command, sizeof command, "build/cudasim " BUILT "/times 1 %s >" BUILT "/times.csv",
             names);
    ck_assert_msg(system(command) == 0, "tests/bench/times.cu does not run");
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        double gpu = figure_of("tests/data/h200_times.txt", single[i].name);
        double ours = figure_of(BUILT "/times.csv", single[i].name);
        ck_assert_msg(ours < gpu * single[i].factor && ours > gpu / single[i].factor,
                      "%s: %.1f us, on the GPU %.1f", single[i].name, ours, gpu);
    }
}
END_TEST

// tests/bench/displaced.cu: microseconds on an H200, with clocks as they are.
static const struct {
    const char *name;
    double us;
} displaced[] = {
    {"read again", 5.568},
    {"read displaced", 7.872}, // other data have taken its place in the L2 cache
    {"add displaced", 13.952}, // and starting blocks takes as long as moving the data
};

START_TEST(what_is_displaced_comes_from_dram)
{
    double ours[3];
    compile("displaced", "-std=c++17", "tests/bench/displaced.cu");
    ck_assert_msg(system("build/cudasim " BUILT "/displaced >" BUILT "/displaced.csv") == 0,
                  "tests/bench/displaced.cu does not run");
    for (int i = 0; i < 3; i++) {
        ours[i] = figure_of(BUILT "/displaced.csv", displaced[i].name);
        ck_assert_msg(ours[i] < displaced[i].us * 1.25 && ours[i] > displaced[i].us / 1.25,
                      "%s: %.1f us, on the GPU %.1f", displaced[i].name, ours[i], displaced[i].us);
    }
    ck_assert_msg(ours[1] > 1.2 * ours[0], "displaced: %.1f us, held: %.1f us", ours[1], ours[0]);
}
END_TEST

// Kernels that wait for the bus, or for the constant cache.
START_TEST(other_memory_decides_the_time)
{
    static const char *const names[] = {"chase mapped 1000 steps",
                                        "mapped read 528 blocks",
                                        "mapped read; a sector per line; 528 blocks",
                                        "lookup 100000 of 2^22 mapped",
                                        "constant: one word",
                                        "constant: 16 words",
                                        "constant: 32 words",
                                        "polynomial of 64 coefficients"};
    const double factor = 1.4;
    compile("memory", "-I.", "tests/gpu/memory_gpu.cu grader/labs/10_memory/reference.c");
    ck_assert_msg(system("build/cudasim " BUILT "/memory once >" BUILT "/memory.csv") == 0,
                  "tests/gpu/memory_gpu.cu does not run");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double gpu = figure_of("tests/data/h200_memory.txt", names[i]);
        double ours = figure_of(BUILT "/memory.csv", names[i]);
        ck_assert_msg(ours < gpu * factor && ours > gpu / factor, "%s: %.1f us, on the GPU %.1f",
                      names[i], ours, gpu);
    }
}
END_TEST

// Lab 20's kernels before and after they are mended, 2^24 words: also what ptxas gave them, how
// many warps are resident, and the hash of the output are those of tests/data/h200_occupancy.csv.
START_TEST(large_inputs_are_as_on_the_gpu)
{
    static const char *const names[] = {"weigh 32", "weigh 256", "a before", "a",
                                        "c before", "c",         "e before", "e"};
    char command[2 * LINE] = "build/cudasim " BUILT "/occupancy_gpu 1";
    compile("occupancy_gpu", OCCUPANCY);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t used = strlen(command);
        snprintf(command + used, sizeof command - used, " '%s'", names[i]);
    }
    strcat(command, " >" BUILT "/occupancy.csv");
    ck_assert_msg(system(command) == 0, "tests/gpu/occupancy_gpu.cu does not run");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char gpu[LINE], ours[LINE], *after_gpu, *after_ours;
        rest_of("tests/data/h200_occupancy.csv", names[i], gpu);
        rest_of(BUILT "/occupancy.csv", names[i], ours);
        double off = fabs(log(strtod(ours, &after_ours) / strtod(gpu, &after_gpu)));
        ck_assert_msg(off < log(1.4), "%s: %s, on the GPU %s", names[i], ours, gpu);
        ck_assert_str_eq(after_ours, after_gpu);
    }
}
END_TEST

// PageRank and searches of lab 19. On the H200 launches between which memory is allocated took up
// to twice as long as here: what cudaMallocAsync gave goes back whenever the host waits.
START_TEST(graphs_are_as_on_the_gpu)
{
    static const struct {
        const char *name;
        double factor;
    } rows[] = {{"search_graph_path_256", 1.25},   {"search_launches_path_256", 1.25},
                {"search_graph_wide_256", 1.25},   {"rank_graph_256", 1.4},
                {"rank_graph_steps_256", 1.00001}, {"rank_launches_steps_256", 1.00001}};
    compile("graphs_of_work", "-I. -std=c++17 -rdc=true", "tests/gpu/graphs_of_work_gpu.cu");
    ck_assert_msg(system("build/cudasim " BUILT "/graphs_of_work times 256 >" BUILT
                         "/graphs_of_work.csv") == 0,
                  "tests/gpu/graphs_of_work_gpu.cu does not run");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double gpu = figure_of("tests/data/h200_graphs_of_work.csv", rows[i].name);
        double ours = figure_of(BUILT "/graphs_of_work.csv", rows[i].name);
        ck_assert_msg(fabs(log(ours / gpu)) < log(rows[i].factor), "%s: %.1f, on the GPU %.1f",
                      rows[i].name, ours, gpu);
    }
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "cost", the_scarce_resource_decides_the_time,
                     what_is_displaced_comes_from_dram, other_memory_decides_the_time,
                     large_inputs_are_as_on_the_gpu, graphs_are_as_on_the_gpu);
    tcase_add_loop_test(t, kernels_take_about_as_long_as_on_the_gpu, 0,
                        sizeof programs / sizeof *programs);
}
