// CUDASIM: --tool memcheck --error-exitcode 5
// Memory that a global object frees at the very end is not a leak, and a forked child
// process reports nothing.
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"

struct Holder {
    int *p = nullptr;
    ~Holder()
    {
        if (p)
            SHOW(cudaFree(p));
    }
} holder;

__global__ void say() { printf("once\n"); }

int main()
{
    cudaMalloc(&holder.p, 1000);
    say<<<1, 1>>>();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        holder.p = nullptr;
        exit(0);
    }
    waitpid(child, 0, 0);
    puts("end");
}

/* EXPECT
end
once
cudaFree(p): ok
END */
