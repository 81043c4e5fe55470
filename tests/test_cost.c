// test_cost.c - virtual times of kernels against those of an H200 (the
// gpu__time_duration lines of tests/data/h200_reduction.csv). The model promises
// the right size, not the exact figure: every launch within a factor of 2.5 and
// all of them within 1.4 on average. Needs nvcc, as test_parity does.
#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LAUNCHES = 200, LINE = 1024 };
#define BUILT "build/tests/cost"
#define WORST 2.5
#define AVERAGE 1.4

static const struct {
    const char *name, *source;
} programs[] = {
    {"reconverge", "tests/cuda/parity/reconverge.cu"},
    {"reduction_gpu", "tests/gpu/reduction_gpu.cu"},
};

// Nanoseconds of each launch of a program on the GPU; 0: not there.
static unsigned read_times(const char *program, double ns[MAX_LAUNCHES])
{
    char line[LINE];
    unsigned n = 0;
    FILE *f = fopen("tests/data/h200_reduction.csv", "r");
    ck_assert_ptr_nonnull(f);
    size_t length = strlen(program);
    while (fgets(line, sizeof line, f)) {
        char *metric = strstr(line, ",gpu__time_duration.sum,");
        if (!metric || strncmp(line, program, length) || line[length] != ',')
            continue;
        unsigned launch = (unsigned)atoi(line + length + 1);
        ck_assert_uint_lt(launch, MAX_LAUNCHES);
        ns[launch] = atof(strrchr(line, ',') + 1);
        n++;
    }
    fclose(f);
    return n;
}

static json_t *simulate(unsigned i)
{
    char command[2 * LINE];
    const char *nvcc = getenv("NVCC"), *name = programs[i].name;
    snprintf(command, sizeof command,
             "mkdir -p " BUILT " && { [ " BUILT "/%s -nt %s ] || '%s' -O2 -arch=compute_90 "
             "-code=compute_90 -lineinfo -I. -Icommon -cudart shared -o " BUILT "/%s %s; } && "
             "build/cudasim --counters " BUILT "/%s.json " BUILT "/%s >/dev/null",
             name, programs[i].source, nvcc && *nvcc ? nvcc : "nvcc", name, programs[i].source,
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
    unsigned n = read_times(programs[_i].name, ns), compared = 0;
    json_t *launches = simulate((unsigned)_i), *one;
    size_t k;
    json_array_foreach(launches, k, one) {
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

int main(void)
{
    Suite *s = suite_create("cost");
    TCase *t = tcase_create("cost");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, kernels_take_about_as_long_as_on_the_gpu, 0,
                        sizeof programs / sizeof *programs);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
