// Launches that the program does not wait for: all effects and errors are those of calls that are
// made one after the other.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "api.h"

__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void times(int *p, int n) { *p *= n; }
__global__ void none() {}
__global__ void say(int n) { printf("kernel %d\n", n); }
__global__ void touch(int *p, int n)
{
    if (n)
        *p = n;
}
__global__ void count(int *p, int n)
{
    while (n)
        atomicAdd(p, 1);
}

static int *d;

static int value()
{
    int h;
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h;
}

static void *other_thread(void *)
{
    cudaMemset(d, 0, 4); // after all launches so far of the first thread
    for (int i = 0; i < 100; i++)
        add<<<1, 1>>>(d, 2);
    return 0; // the launches outlive the thread
}

static void order()
{
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    for (int i = 0; i < 1000; i++)
        add<<<1, 32>>>(d, 1);
    printf("%d\n", value());
    for (int i = 0; i < 10; i++) {
        add<<<1, 1>>>(d, i);
        times<<<1, 1>>>(d, 3);
        none<<<1, 1>>>();
        if (i == 5)
            cudaMemset(d, 1, 4);
    }
    printf("%d\n", value());
    for (int i = 0; i < 100; i++)
        add<<<1, 1>>>(d, 1);
    pthread_t t;
    pthread_create(&t, 0, other_thread, 0);
    pthread_join(t, 0);
    add<<<1, 1>>>(d, 1);
    printf("%d\n", value());
    for (int i = 0; i < 3; i++)
        say<<<1, 1>>>(i);
    cudaDeviceSynchronize();
    printf("host\n");
    fflush(stdout);
}

// A configuration that is wrong is an error at once, also after right ones of the same kernel.
static void wrong()
{
    for (int i = 0; i < 3; i++)
        add<<<1, 1>>>(d, 1);
    add<<<1, 2000>>>(d, 1);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    for (int i = 0; i < 3; i++)
        add<<<1, 1, 90000>>>(d, 1);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000);
    add<<<1, 1, 90000>>>(d, 1);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

// The kernel never ends: who waits for its launch does not come to the last line.
static void alone()
{
    for (int i = 0; i < 3; i++)
        count<<<1, 1>>>(d, 0);
    cudaMemset(d, 0, 4);
    count<<<1, 1>>>(d, 1);
    count<<<1, 1>>>(d, 1);
    printf("the program goes on\n");
    fflush(stdout);
    _exit(0);
}

// A fault is an error of the next call that waits, as on a GPU.
static void fault()
{
    for (int i = 0; i < 5; i++)
        touch<<<1, 1>>>((int *)16, i == 3);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    touch<<<1, 1>>>(d, 1);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

static void *interrupt(void *counted)
{
    while (!*(volatile int *)counted)
        usleep(1000);
    kill(getpid(), SIGINT);
    return 0;
}

// Another thread interrupts while this one waits for the kernel.
static void interrupted()
{
    pthread_t t;
    int *counted;
    cudaMallocHost(&counted, 4);
    *counted = 0;
    touch<<<1, 1>>>(d, 1);
    cudaDeviceSynchronize();
    pthread_create(&t, 0, interrupt, counted);
    count<<<4, 1>>>(counted, 1);
    cudaDeviceSynchronize();
}

int main(int argc, char **argv)
{
    fflush(stdout);
    if (argc == 1) { // the GPU is lost after a fault, and the last kernel never ends
        order();
        wrong();
        fflush(stdout);
        char command[4096];
        snprintf(command, sizeof command, "%s fault", argv[0]);
        if (system(command))
            return 1;
        alone();
    }
    cudaMalloc(&d, 4);
    if (!strcmp(argv[1], "interrupted"))
        interrupted();
    fault();
    return 0;
}
/* EXPECT
32000
1364284503
201
kernel 0
kernel 1
kernel 2
host
cudaErrorInvalidValue
cudaSuccess
cudaErrorInvalidValue
cudaErrorIllegalAddress
cudaErrorIllegalAddress
the program goes on
END */
