// test_parity.c - the simulator's counters equal those of the hardware. tests/gpu/collect.sh wrote
// each file of tests/data/*.csv on a GPU. Here the same programs run in the simulator, and every
// output line and every counter of every launch must be equal. A file has one line per launch,
// after a line that names the counters. gpu__time_duration is data of another kind and is not
// compared. A program whose data has no counters is compared by its output.
// tests/data/exceptions.txt lists the known differences, one per line: program, launch or
// kernel=NAME, metric (`*` at the end: all metrics that begin with these letters; "output": the
// line of output that begins with the kernel's name), and the reason. A line that is no longer
// needed is a failure, too.
//
// A program is a file, or "random KIND SEED KERNELS": a program that tests/random/generate writes.
//
//   build/tests/test_parity              all of tests/data
//   build/tests/test_parity FILE.csv     only this file, no exceptions
//
// In large grids the hardware's l1tex counters of shared memory also contain cycles lost to
// arbitration, a few more or less in every run. smsp__sass_... counts the same wavefronts by
// address alone, and not always rightly if lanes are masked: if these two counters of the GPU
// differ, we must equal one of them, and conflicts are not compared.
#include "suite.h"
#include <dirent.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compiled.h"

enum { LINE = 1024, MAX_EXCEPTIONS = 128, COLUMNS = 32 };
#define BUILT "build/tests/parity"

typedef struct {
    char program[64], where[128], metric[128]; // `where`: "17" or "kernel=split<int>"
    unsigned used;
} Exception;
static Exception exceptions[MAX_EXCEPTIONS];
static unsigned nexceptions;

static void read_exceptions(void)
{
    char line[LINE];
    FILE *f = fopen("tests/data/exceptions.txt", "r");
    while (f && nexceptions < MAX_EXCEPTIONS && fgets(line, sizeof line, f)) {
        Exception *e = &exceptions[nexceptions];
        if (line[0] != '#' &&
            sscanf(line, "%63s %127s %127s", e->program, e->where, e->metric) == 3)
            nexceptions++;
    }
    if (f)
        fclose(f);
}

static bool matches(const char *pattern, const char *text)
{
    size_t n = strcspn(pattern, "*");
    return pattern[n] ? !strncmp(pattern, text, n) : !strcmp(pattern, text);
}

static bool excused(const char *program, unsigned launch, const char *kernel, const char *metric)
{
    char number[16], name[160];
    snprintf(number, sizeof number, "%u", launch);
    snprintf(name, sizeof name, "kernel=%s", kernel);
    for (unsigned i = 0; i < nexceptions; i++) {
        Exception *e = &exceptions[i];
        if (!strcmp(e->program, program) && matches(e->metric, metric) &&
            (!strcmp(e->where, number) || matches(e->where, name)))
            return ++e->used;
    }
    return false;
}

// A program in the simulator: what it printed, and its launches.
typedef struct {
    char name[64];
    FILE *output;
    json_t *launches; // array
    unsigned lines;   // output lines compared so far
} ParityRun;

static json_t *read_launches(const char *path)
{
    json_t *all = json_array();
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "no counters in %s", path);
    for (json_t *o; (o = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL;)
        json_array_append_new(all, o);
    fclose(f);
    return all;
}

// What a line `// NVCC: -rdc=true` of the program asks for.
static void further_flags(const char *source, char flags[LINE])
{
    char line[LINE];
    FILE *f = fopen(source, "r");
    flags[0] = 0;
    while (f && !flags[0] && fgets(line, sizeof line, f))
        if (!strncmp(line, "// NVCC: ", 9))
            snprintf(flags, LINE, "%.*s", (int)strcspn(line + 9, "\n"), line + 9);
    if (f)
        fclose(f);
}

static void start(ParityRun *run, const char *name, const char *source)
{
    char command[8 * LINE], flags[LINE], program[LINE];
    if (!strncmp(source, "random ", 7)) {
        snprintf(command, sizeof command,
                 "mkdir -p " BUILT " && build/tests/generate %s > " BUILT "/%s.cu", source + 7,
                 name);
        ck_assert_msg(system(command) == 0, "there is no program '%s'", source);
        snprintf(command, sizeof command, BUILT "/%s.cu", name);
        start(run, name, command);
        return;
    }
    further_flags(source, flags);
    snprintf(run->name, sizeof run->name, "%.63s", name);
    snprintf(program, sizeof program, BUILT "/%s", name);
    ck_assert_msg(!compile_cuda(program, "-w %s -lineinfo -I. -Icommon -cudart shared %s %s",
                                strstr(flags, "arch") ? "" : "-arch=compute_90 -code=compute_90",
                                flags, source),
                  "%s does not compile", source);
    snprintf(command, sizeof command,
             "build/cudasim --counters " BUILT "/%s.json " BUILT "/%s > " BUILT "/%s.out", name,
             name, name);
    ck_assert_msg(system(command) == 0, "%s does not run in the simulator", source);
    snprintf(command, sizeof command, BUILT "/%s.json", name);
    run->launches = read_launches(command);
    snprintf(command, sizeof command, BUILT "/%s.out", name);
    run->output = fopen(command, "r");
    ck_assert(run->output != NULL);
    run->lines = 0;
}

static void finish(ParityRun *run)
{
    if (run->output)
        fclose(run->output);
    json_decref(run->launches);
    memset(run, 0, sizeof *run);
}

static void compare_output(ParityRun *run, const char *expected)
{
    char line[LINE] = "";
    run->lines++;
    if (!fgets(line, sizeof line, run->output))
        ck_abort_msg("%s: output ends before line %u", run->name, run->lines);
    line[strcspn(line, "\n")] = 0;
    char kernel[128] = "";
    sscanf(expected, "%127s", kernel);
    if (strcmp(line, expected) && excused(run->name, UINT_MAX, kernel, "output"))
        return;
    ck_assert_msg(!strcmp(line, expected),
                  "%s, output line %u: the GPU printed '%s', we print '%s'", run->name, run->lines,
                  expected, line);
}

#define SASS "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_"
#define LSU "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"
#define CONFLICTS "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_"

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

typedef struct {
    unsigned launch;
    char kernel[128], metric[128];
    double value;
} DataRow;

static const DataRow *find_row(const DataRow *rows, unsigned n, unsigned launch, const char *family,
                               const char *op)
{
    for (unsigned i = 0; i < n; i++)
        if (rows[i].launch == launch && starts(rows[i].metric, family) &&
            !strcmp(rows[i].metric + strlen(family), op))
            return &rows[i];
    return NULL;
}

// Does the GPU's l1tex counter of this launch also contain lost cycles?
static bool disturbed(const DataRow *rows, unsigned n, const DataRow *row)
{
    const char *family = starts(row->metric, LSU)         ? LSU
                         : starts(row->metric, CONFLICTS) ? CONFLICTS
                                                          : NULL;
    if (!family)
        return false;
    const char *op = row->metric + strlen(family);
    const DataRow *exact = find_row(rows, n, row->launch, SASS, op);
    const DataRow *lsu = find_row(rows, n, row->launch, LSU, op);
    return exact && lsu && exact->value != lsu->value;
}

typedef struct {
    unsigned total, wrong, disturbed, nothing; // nothing: 0 on both sides
} Tally;

// What the simulator calls counters of the GPU that have another name there.
static const struct {
    const char *gpu, *here;
} other_names[] = {
    {"smsp__sass_inst_executed_op_ldgsts.sum", "sim__inst_executed_op_shared_copy.sum"},
    {"l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum",
     "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"},
    {"l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum", "sim__sectors_op_global_bulk_st.sum"},
    {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "sim__inst_executed_op_local_ld.sum"},
    {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", "sim__inst_executed_op_local_st.sum"},
    {SASS "ld.sum", LSU "ld.sum"},
    {SASS "st.sum", LSU "st.sum"},
};

// The simulator's value of a counter of the GPU; -1: there is none.
static double counted_here(const json_t *launch, const char *metric)
{
    if (!strcmp(metric, "sm__maximum_warps_avg_per_active_cycle"))
        return json_number_value(json_object_get(launch, "resident"));
    if (!strcmp(metric, "launch__registers_per_thread")) // a launch gets 16 or more
        return fmax(16, json_number_value(json_object_get(launch, "registers")));
    for (unsigned i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (!strcmp(metric, other_names[i].gpu))
            metric = other_names[i].here;
    const json_t *value = json_object_get(json_object_get(launch, "metrics"), metric);
    return value ? json_number_value(value) : -1;
}

static void compare_row(const ParityRun *run, const DataRow *rows, unsigned n, const DataRow *row,
                        Tally *tally)
{
    if (starts(row->metric, "gpu__time"))
        return;
    if (disturbed(rows, n, row)) {
        tally->disturbed++;
        return;
    }
    double value = counted_here(json_array_get(run->launches, row->launch), row->metric);
    const DataRow *other = starts(row->metric, SASS)
                               ? find_row(rows, n, row->launch, LSU, row->metric + strlen(SASS))
                               : NULL;
    bool equal = value == row->value;
    tally->total++;
    tally->nothing += equal && row->value == 0;
    if (equal || (other && value == other->value) ||
        excused(run->name, row->launch, row->kernel, row->metric))
        return;
    tally->wrong++;
    fprintf(stderr, "%s, launch %u, %s: %s is %.0f on the GPU, %.0f here\n", run->name, row->launch,
            row->kernel, row->metric, row->value, value);
}

static void compare_rows(ParityRun *run, const DataRow *rows, unsigned n, Tally *tally)
{
    for (unsigned i = 0; i < n; i++)
        compare_row(run, rows, n, &rows[i], tally);
    if (run->launches)
        finish(run);
}

// The rows of a line of data, of which `columns` names the metrics: "a,b,c".
static unsigned read_rows(const char *line, const char *columns, char name[64],
                          DataRow rows[COLUMNS])
{
    DataRow row;
    int at = 0;
    unsigned n = 0;
    if (sscanf(line, "%63[^,],%u,%127[^,]%n", name, &row.launch, row.kernel, &at) != 3)
        return 0;
    for (line += at; n < COLUMNS && sscanf(columns, "%127[^,]%n", row.metric, &at) == 1; n++) {
        columns += at + (columns[at] == ',');
        ck_assert_msg(sscanf(line, ",%lf%n", &row.value, &at) == 1, "no %s in a line of %s",
                      row.metric, name);
        line += at;
        rows[n] = row;
    }
    return n;
}

static void compare_file(const char *path, Tally *tally)
{
    char line[2 * LINE], columns[2 * LINE] = "", name[64], source[LINE];
    FILE *f = fopen(path, "r");
    ck_assert(f != NULL);
    ParityRun run = {0};
    DataRow *rows = NULL;
    unsigned n = 0;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        char *prints = strstr(line, " prints: ");
        DataRow some[COLUMNS];
        unsigned more;
        if (!prints && sscanf(line, "# %63s is %1000[^\n]", name, source) == 2) {
            compare_rows(&run, rows, n, tally);
            n = 0;
            start(&run, name, source);
        } else if (line[0] == '#' && prints && run.launches) {
            compare_output(&run, prints + strlen(" prints: "));
        } else if (starts(line, "program,launch,kernel,")) {
            strcpy(columns, line + strlen("program,launch,kernel,"));
        } else if (line[0] != '#' && (more = read_rows(line, columns, name, some)) > 0) {
            ck_assert_msg(!strcmp(name, run.name), "%s: no '# %s is FILE' line", path, name);
            rows = realloc(rows, (n + more) * sizeof *rows);
            ck_assert(rows != NULL);
            memcpy(rows + n, some, more * sizeof *rows);
            n += more;
        }
    }
    compare_rows(&run, rows, n, tally);
    free(rows);
    fclose(f);
}

static const char *only; // the file that the command names

START_TEST(counters_equal)
{
    Tally tally = {0};
    unsigned files = 0;
    if (only) {
        compare_file(only, &tally);
        ck_assert_msg(!tally.wrong, "%u of %u counters differ from the hardware's", tally.wrong,
                      tally.total);
        printf("%s: %u counters equal to the hardware's\n", only, tally.total);
        return;
    }
    read_exceptions();
    DIR *d = opendir("tests/data");
    ck_assert(d != NULL);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        char path[LINE];
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, ".csv") || strncmp(e->d_name, "h200_", 5))
            continue;
        snprintf(path, sizeof path, "tests/data/%s", e->d_name);
        compare_file(path, &tally);
        files++;
    }
    closedir(d);
    unsigned excuses = 0;
    for (unsigned i = 0; i < nexceptions; i++) {
        ck_assert_msg(exceptions[i].used, "exception for %s %s %s is not needed",
                      exceptions[i].program, exceptions[i].where, exceptions[i].metric);
        excuses += exceptions[i].used;
    }
    ck_assert_msg(files > 0 && tally.total > 0, "no hardware data found");
    ck_assert_msg(!tally.wrong, "%u of %u counters differ from the hardware's", tally.wrong,
                  tally.total);
    printf("parity: %u counters equal to the hardware's (%u of them 0), %u excused by name, "
           "%u not compared (arbitration)\n",
           tally.total - excuses, tally.nothing, excuses, tally.disturbed);
}
END_TEST

SUITE(s)
{
    only = suite_argument(1);
    TESTS(s, "hardware", counters_equal);
}
