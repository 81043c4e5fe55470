// widths.c - main() of a program that has the machine several times, compiled for vectors of
// different widths: runs the widest that this processor has. So a program that is built on one
// processor runs on every other one of the same architecture. The results are the same.
//
// The Makefile links the machine once for each width, and gives its main() these names.
#include <stdio.h>
#include <string.h>

typedef int Main(int argc, char **argv);
Main main_plain, main_avx2, main_avx512;

typedef struct {
    const char *name;
    Main *main;
} Width;

static Width widest(void)
{
    const Width plain = {"plain", main_plain};
#ifdef __x86_64__
    const Width avx2 = {"avx2", main_avx2}, avx512 = {"avx512", main_avx512};
    // Exactly what the Makefile lets the compiler use.
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("popcnt"))
        return plain;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return avx2;
    return avx512;
#else
    return plain;
#endif
}

int main(int argc, char **argv)
{
    Width width = widest();
    if (argc == 2 && !strcmp(argv[1], "--width"))
        return puts(width.name) < 0;
    return width.main(argc, argv);
}
