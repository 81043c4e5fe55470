// bench_time.c - the accuracy of virtual time: predicted / measured, for
//
//   - the programs of tests/bench/times.cu: kernels that each need one resource above all, and
//     copies; the H200's figures are tests/data/h200_times.txt
//   - every launch of tests/data/h200_*.csv, measured by ncu with cold caches
//
//   bench_time times.csv [program.json ...]     (see the Makefile)
//
// times.csv is what the program printed in the simulator, program.json its counters. No
// constant of the model is fitted to any of these kernels.
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, MAX_RATIOS = 8192 };

typedef struct {
    const char *what;
    double ratio[MAX_RATIOS];
    unsigned n;
} BenchGroup;

static BenchGroup kernels = {"kernels short of one thing", {0}, 0};
static BenchGroup copies = {"copies and memsets", {0}, 0};
static BenchGroup launches = {"launches of 5 us or more", {0}, 0};
static BenchGroup brief = {"shorter launches", {0}, 0};

static void add(BenchGroup *g, double ratio)
{
    if (g->n < MAX_RATIOS && ratio > 0)
        g->ratio[g->n++] = ratio;
}

static FILE *open_file(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f)
        return f;
    fprintf(stderr, "bench_time: cannot read %s\n", path);
    exit(2);
}

// The figure of the line "name,figure"; 0: there is none.
static double figure_of(const char *path, const char *name)
{
    char line[LINE];
    double found = 0;
    FILE *f = open_file(path);
    while (!found && fgets(line, sizeof line, f)) {
        char *comma = strrchr(line, ',');
        if (line[0] != '#' && comma && (size_t)(comma - line) == strlen(name) &&
            !strncmp(line, name, strlen(name)))
            found = atof(comma + 1);
    }
    fclose(f);
    return found;
}

static void compare_times(const char *path)
{
    char line[LINE];
    FILE *f = open_file("tests/data/h200_times.txt");
    printf("%-36s %10s %10s %7s\n", "", "H200 us", "ours us", "ours/H200");
    while (fgets(line, sizeof line, f)) {
        char *comma = strrchr(line, ',');
        if (line[0] == '#' || !comma)
            continue;
        *comma = 0;
        double gpu = atof(comma + 1), ours = figure_of(path, line);
        if (!ours)
            fprintf(stderr, "bench_time: no '%s' in %s\n", line, path);
        printf("%-36s %10.1f %10.1f %7.2f\n", line, gpu, ours, ours / gpu);
        add(strchr(line, '<') ? &kernels : &copies, ours / gpu);
    }
    fclose(f);
}

// ---- the launches of a program: a line each, with gpu__time_duration as the first counter ----

static void compare_launches(const char *path, const char *data)
{
    char line[LINE], name[64];
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
    json_t *all = json_array();
    FILE *f = open_file(path);
    for (json_t *o; (o = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL;)
        json_array_append_new(all, o);
    fclose(f);
    f = open_file(data);
    while (fgets(line, sizeof line, f)) {
        size_t n = strlen(name);
        unsigned launch;
        double ns;
        if (strncmp(line, name, n) || sscanf(line + n, ",%u,%*[^,],%lf", &launch, &ns) != 2)
            continue;
        json_t *one = json_array_get(all, launch);
        if (ns > 0 && one)
            add(ns < 5000 ? &brief : &launches,
                1000 * json_number_value(json_object_get(one, "us")) / ns);
    }
    fclose(f);
    json_decref(all);
}

// ---- the distribution ------------------------------------------------------------------

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void show(BenchGroup *g)
{
    double off[MAX_RATIOS], *r = g->ratio;
    unsigned within = 0, triple = 0, n = g->n;
    if (!n)
        return;
    for (unsigned i = 0; i < n; i++) {
        off[i] = fabs(log(r[i]));
        within += r[i] >= 0.75 && r[i] <= 1.25;
        triple += r[i] > 3 || r[i] < 1 / 3.0;
    }
    qsort(r, n, sizeof *r, by_value);
    qsort(off, n, sizeof *off, by_value);
    printf("%-28s %5u %7.2f %7.2f %7.2f %7.2f %7.2f %8.0f%% %6u%% %5u\n", g->what, n, r[0],
           r[n / 4], r[n / 2], r[3 * n / 4], r[n - 1], 100 * (exp(off[n / 2]) - 1),
           100 * within / n, triple);
}

int main(int argc, char **argv)
{
    static const char *const data[] = {"tests/data/h200_reduction.csv",
                                       "tests/data/h200_shared_memory.csv",
                                       "tests/data/h200_conformance.csv"};
    if (argc < 2) {
        fprintf(stderr, "usage: bench_time times.csv [program.json ...]\n");
        return 2;
    }
    compare_times(argv[1]);
    for (int i = 2; i < argc; i++)
        for (unsigned k = 0; k < sizeof data / sizeof *data; k++)
            compare_launches(argv[i], data[k]);
    printf("\n%-28s %5s %7s %7s %7s %7s %7s %9s %7s %5s\n", "ours / H200", "n", "least", "quarter",
           "median", "quarter", "most", "error", "in 25%", "> 3x");
    BenchGroup *groups[] = {&kernels, &copies, &launches, &brief};
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++)
        show(groups[i]);
    printf("(error: the median of how far one is from the other, as a factor - 1; > 3x: how many "
           "are off by more)\n");
    return 0;
}
