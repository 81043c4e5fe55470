// Mistakes of host code that end the program, each in its own process: accesses to memory that the
// host cannot reach, and others. The program ends as on a GPU, and a line says what has happened
// and where: the innermost line of the program, whatever was inlined there.
// NVCC: -O2 -Xcompiler -g1,-gstatement-frontiers,-fno-optimize-sibling-calls
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"

static int deep(volatile int *p, int n) // a recursion that does not end
{
    volatile int kept[1000] = {n};
    return *p ? deep(p, n + 1) + kept[0] : 0;
}

static __attribute__((noinline)) int largest(const int *p, int n)
{
    return *std::max_element(p, p + n);
}

static void run(int which)
{
    int *d, *m, *p;
    cudaMalloc(&d, 400);
    cudaMallocManaged(&m, 400);
    cudaMallocHost(&p, 400);
    m[99] = p[99] = 1;
    cudaFree(m);
    cudaFreeHost(p);
    dup2(STDOUT_FILENO, STDERR_FILENO);
    volatile int zero = 0, one = 1;
    int *volatile none = NULL;
    char *block = (char *)malloc(100);
    switch (which) {
    case 0: printf("%d\n", ((volatile int *)d)[2]); break;
    case 1: ((volatile int *)d)[2] = 1; break;
    case 2: ((volatile int *)m)[99] = 1; break;
    case 3: *(volatile int *)p = 1; break;
    case 4: printf("%d\n", largest(d, 100)); break;
    case 5: memcpy(block, d, 100); break;
    case 6: *(volatile int *)none = 1; break;
    case 7: printf("%d\n", one / zero); break;
    case 8: printf("%d\n", deep(&one, 0)); break;
    case 9: abort(); break;
    case 10: __builtin_trap(); break;
    case 11: printf("%d\n", none[1 << 30]); break;
    }
    printf("%c\n", block[0]);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        run(atoi(argv[1]));
        return 0;
    }
    for (int i = 0; i < 12; i++) {
        char command[300];
        snprintf(command, sizeof command, "'%s' %d", argv[0], i);
        fflush(stdout);
        int status = system(command);
        bool crashed = WIFSIGNALED(status) || WEXITSTATUS(status) > 128; // by sh's account
        printf("%d %s\n", i, crashed ? "crashed" : "went on");
    }
}

/* EXPECT
cudasim: the host reads 0x200000200008, which is device memory: only kernels and copies reach it (host_access.cu:38)
0 crashed
cudasim: the host writes 0x200000200008, which is device memory: only kernels and copies reach it (host_access.cu:39)
1 crashed
cudasim: the host writes 0x20400020018c, which is pinned or managed memory, freed (host_access.cu:40)
2 crashed
cudasim: the host writes 0x204000201000, which is pinned or managed memory, freed (host_access.cu:41)
3 crashed
cudasim: the host reads 0x200000200000, which is device memory: only kernels and copies reach it (host_access.cu:21)
4 crashed
cudasim: the host reads 0x200000200000, which is device memory: only kernels and copies reach it (host_access.cu:43)
5 crashed
cudasim: the host writes through a null pointer (host_access.cu:44)
6 crashed
cudasim: the host divides an integer by 0 (host_access.cu:45)
7 crashed
cudasim: the host's stack is full: does a function call itself without end? (host_access.cu:15)
8 crashed
cudasim: the program aborted (host_access.cu:47)
9 crashed
cudasim: the host executes __builtin_trap(), or comes to a place that the compiler took for unreachable (host_access.cu:48)
10 crashed
cudasim: the host reads memory that it does not have: is an index wrong, or a pointer without a value? (host_access.cu:49)
11 crashed
END */
