// Accesses of the host to memory that the host cannot reach, each in its own process:
// the program ends as on a GPU, and a line says what kind of pointer it was.
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"

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
    volatile int *at = which == 0 ? d + 2 : which == 1 ? d + 2 : which == 2 ? m + 99 : p;
    if (which == 0)
        printf("%d\n", *at);
    else
        *at = 1;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        run(atoi(argv[1]));
        return 0;
    }
    for (int i = 0; i < 4; i++) {
        char command[300];
        snprintf(command, sizeof command, "'%s' %d", argv[0], i);
        fflush(stdout);
        int status = system(command);
        bool crashed = WIFSIGNALED(status) || WEXITSTATUS(status) > 128; // by sh's account
        printf("%d %s\n", i, crashed ? "crashed" : "went on");
    }
}

/* EXPECT
cudasim: the host reads 0x200000200008, which is device memory: only kernels and copies reach it
0 crashed
cudasim: the host writes 0x200000200008, which is device memory: only kernels and copies reach it
1 crashed
cudasim: the host writes 0x20400020018c, which is pinned or managed memory, freed
2 crashed
cudasim: the host writes 0x204000201000, which is pinned or managed memory, freed
3 crashed
END */
