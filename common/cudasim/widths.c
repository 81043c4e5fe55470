// widths.c - main() of a program that has the machine compiled for vectors of one width or several:
// runs the widest that this processor has. The results are the same with every width.
//
// The Makefile links the machine once for each width, and gives its main() these names. A width for
// which the machine was not compiled (common/setup/widths.sh) is missing.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef int Main(int argc, char **argv);
__attribute__((weak)) Main main_plain, main_avx2, main_avx512;

typedef struct {
    const char *name;
    Main *main; // NULL: the machine was not compiled for this width
} Width;

enum { NOT_HERE = 4 }; // the exit status of the grader where the machine lacks something

#ifdef __x86_64__
// Exactly what the Makefile lets the compiler use.
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

static Width widest(void)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    if (main_avx512 && has_avx512())
        return (Width){"avx512", main_avx512};
    if (main_avx2 && has_avx2())
        return (Width){"avx2", main_avx2};
#endif
    return (Width){"plain", main_plain};
}

int main(int argc, char **argv)
{
    Width width = widest();
    if (!width.main) {
        fprintf(stderr, "%s was built for a processor with wider vectors; run make here once\n",
                argv[0]);
        return NOT_HERE;
    }
    if (argc == 2 && !strcmp(argv[1], "--width"))
        return puts(width.name) < 0;
    return width.main(argc, argv);
}
