// test_maps.c - the maps that readers use are true: sections of ops.h and of headers name the
// files that define what they list, every file that a text or a comment names is there, no layer
// uses or includes one above it, no file of a folder uses itself by way of others, and no two types
// share a name. tests/maps.sh looks; here it looks at the project, where it must find nothing, and
// at copies with one mistake each, where it must find that mistake.
//
// inputs: everything
#include "suite.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPY "build/tests/maps"

// What a shell command prints.
static char *printed(int *status, const char *format, ...) __attribute__((format(printf, 2, 3)));
static char *printed(int *status, const char *format, ...)
{
    static char text[20000];
    char command[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    FILE *f = popen(command, "r");
    ck_assert_ptr_nonnull(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = '\0';
    *status = pclose(f);
    return text;
}

static const char *const maps[] = {"ops",   "headers", "names", "layers", "includes", "circles",
                                   "types", "figures", "order", "idioms", "subjects"};

START_TEST(maps_are_true)
{
    int status;
    char *wrong = printed(&status, "sh tests/maps.sh %s 2>&1", maps[_i]);
    ck_assert_msg(status == 0 && !*wrong, "%s:\n%s", maps[_i], wrong);
}
END_TEST

static const struct {
    const char *map, *file, *prepare, *found; // `prepare` makes the file, named $f
} mistakes[] = {
    {"ops", "ops.h",
     "sed '/^OP(sin,/d; /^OP(and,/iOP(sin, \"sin\", \"ds\", SFU)' common/cudasim/ptx/ops.h",
     "ops.h:*: sin is listed under exec_bits.c, and is defined in exec_sfu.c"},
    {"ops", "ops.h", "sed 's/: exec_cluster.c/: exec_misc.c/' common/cudasim/ptx/ops.h",
     "ops.h:*: mapa is listed under exec_misc.c, and is defined in exec_cluster.c"},
    {"headers", "mem.h", "sed 's/---- mem.c:/---- memory.c:/' common/cudasim/sim/mem.h",
     "mem.h:*: mem_alloc is listed under memory.c and is defined in mem.c"},
    {"headers", "mem.h",
     "sed '/^int mem_init(/d; /^void mem_zero(/iint mem_gone(int);' common/cudasim/sim/mem.h",
     "mem.h:*: mem_gone is listed under mem.c and is defined in no file"},
    {"headers", "lower.h", "sed 's/---- lower.c/---- the rest/' common/cudasim/sim/lower.h",
     "lower.h:*: lower_function is listed under no file and is defined in lower.c"},
    {"headers", "clock.h", "echo 'void clock_stop(void);'",
     "clock.h:1: clock_stop is listed under clock.c and is defined in no file"},
    {"includes", "common/cudasim/ptx/some.c", "echo '#include \"sim/sim.h\"'",
     "common/cudasim/ptx/some.c:1: includes sim/sim.h, which is of no layer below"},
    {"includes", "common/cudasim/sim/some.c", "echo '#include \"ptxas/internal.h\"'",
     "common/cudasim/sim/some.c:1: includes ptxas/internal.h, and only ptxas.h is for others"},
    {"includes", "common/cudasim/cudart/clock/some.c", "echo '#include \"cudart/api/context.h\"'",
     "common/cudasim/cudart/clock/some.c:1: includes cudart/api/context.h, which is of no layer "
     "below"},
    {"includes", "grader/some.c", "echo '#include \"common/cudasim/sim/host.h\"'",
     "grader/some.c:1: includes common/cudasim/sim/host.h, and machine.h is the door of the "
     "simulator"},
    {"types", "some.c", "echo 'typedef int Case;'",
     "some.c:1: a type named Case is also in grader/grader.h"},
    {"order", "some.md", "sed 's/04, 05, 07, 10, then/04, 05, 10, 07, then/' labs/README.md",
     "some.md:*: lab 10 needs lab 07, which does not come before"},
    {"order", "some.md", "sed 's/^| 8 | 10 |/| 8 | 12 |/' labs/README.md",
     "some.md:*: lab 12 needs lab 08, which does not come before"},
    {"order", "some.md", "sed 's/^| 2 | 02 | 1 to 7, 9 |/| 2 | 02 | 1 to 8 |/' labs/README.md",
     "some.md:*: week 2 is 02 1-7,9 in the course.json of the release"},
    {"order", "some.md", "sed 's/^| 5 | 07 | 1 to 5, 7 |$/| 5 | 12 | all |/' labs/README.md",
     "some.md:*: lab 12 needs lab 08, which does not come before"},
    {"subjects", "some.md", "sed 's/| 08.1, 08.4 |/| 08.1, 08.44 |/' labs/README.md",
     "some.md:*: there is no slide 08.44"},
    {"subjects", "some.md", "sed 's/| 07.8 | 07.17 |/| 07.18 | 07.17 |/' labs/README.md",
     "some.md:*: there is no part 07.18"},
    {"idioms", "some.cu", "echo 'int seen = *(volatile int *)word;'",
     "some.cu:1: volatile: between threads it is a load or store of cuda::atomic_ref"},
    {"idioms", "some.cu", "echo 'x = __shfl_sync(0xffffffffu, x, 0);'",
     "some.cu:1: the mask of a whole warp is ALL_LANES"},
    {"figures", "some.md", "echo 'takes 145 <!-- = h200_facts.csv latency_l2_ns --> ns'",
     "some.md:1: 145, but 145.59 in row latency_l2_ns of h200_facts.csv"},
    {"figures", "some.md", "echo 'takes 160 <!-- = h200_facts.csv latency_l2_ns --> ns'",
     "some.md:1: 160, but 145.59 in row latency_l2_ns of h200_facts.csv"},
    {"figures", "some.md", "echo 'takes 146 <!-- = h200_facts.csv latency -->'",
     "some.md:1: there is no row latency in h200_facts.csv"},
    {"figures", "some.md",
     "echo 'reads 4.2 <!-- = h200_race.csv scan:268435456:cudaMemcpyAsync:6/1000 --> TB/s'",
     "some.md:1: 4.2, but 4.2753 in row scan:268435456:cudaMemcpyAsync:6 of h200_race.csv"},
    {"figures", "some.md", "echo 'takes 2.2 <!-- = run 05:2_Hillis-Steele,_n=1024:7 --> us'",
     "some.md:1: 2.2, but 2.63 in row 05:2_Hillis-Steele,_n=1024:7 of run"},
    {"names", "some.sh", "echo 'true # see gone.sh'", "some.sh:1: there is no file gone.sh"},
    {"names", "README.md", "echo 'The order is in `common/cudasim/sim/sched.c`.'",
     "README.md:1: there is no file common/cudasim/sim/sched.c"},
    {"names", "some.c", "echo 'int x; // see ../gone.h'", "some.c:1: there is no file ../gone.h"},
    {"names", "some.c", "echo '/* tests/cuda/*_nothing.cu */'",
     "some.c:1: there is no file tests/cuda/*_nothing.cu"},
    {"layers", "build/obj/common/cudasim/ptx/some.o",
     "echo 'int hooks_add(void *); int f(void) { return hooks_add(0); }' | cc -x c -c -o $f.o - && "
     "cat $f.o",
     "common/cudasim/ptx/some.c: uses hooks_add of common/cudasim/sim/hooks.c, which is not a "
     "layer below"},
    {"circles", "build/obj/common/cudasim/debugger/some.o",
     "echo 'int break_add(void); int debug; int f(void) { return break_add(); }' | "
     "cc -x c -c -o $f.o - && cat $f.o",
     "common/cudasim/debugger/some.c: uses break_add of common/cudasim/debugger/breaks.c, and "
     "that"},
    {"circles", "build/obj/common/cudasim/cudart/clock/some.o",
     "echo 'int held_look(void); int rt; int f(void) { return held_look(); }' | "
     "cc -x c -c -o $f.o - && cat $f.o",
     "common/cudasim/cudart/clock/some.c: uses held_look of common/cudasim/cudart/clock/held.c, "
     "and that"},
};

// Does a line of the text begin with `found`? A star in `found` matches a number.
static int contains_line(const char *text, const char *found)
{
    const char *star = strchr(found, ':') + 1;
    if (*star != '*')
        return strstr(text, found) != NULL;
    const char *rest = star + 1;
    for (const char *at = text; (at = strstr(at, rest)); at++)
        if (at > text && at[-1] >= '0' && at[-1] <= '9')
            return 1;
    return 0;
}

START_TEST(maps_find_a_mistake)
{
    const char *file = mistakes[_i].file;
    int status;
    printed(&status, "f=" COPY "/%s; mkdir -p $(dirname $f); { %s; } >$f", file,
            mistakes[_i].prepare);
    ck_assert_msg(status == 0, "%s", mistakes[_i].prepare);
    char *text = printed(&status, "sh tests/maps.sh %s " COPY "/%s 2>&1", mistakes[_i].map, file);
    ck_assert_msg(status != 0, "%s: not a mistake", mistakes[_i].prepare);
    ck_assert_msg(contains_line(text, mistakes[_i].found), "'%s', not '%s'", text,
                  mistakes[_i].found);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "maps");
    tcase_add_loop_test(t, maps_are_true, 0, sizeof maps / sizeof *maps);
    tcase_add_loop_test(t, maps_find_a_mistake, 0, sizeof mistakes / sizeof *mistakes);
}
