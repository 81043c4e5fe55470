// bench_opencl.c - the same kernels on any OpenCL platform, so that bench_sim can print
// the speed of another simulator next to that of ours. bench_sim starts it:
//
//   bench_opencl kernels.cl log2-of-n repeats platform
//
// prints "kernel elements-per-second" for each kernel, the best run of each, and
// exits with 0; with 3 and without output if there is no platform with this name.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GROUP = 256, PLATFORMS = 16 };

static double now(void) // in processor time, as in bench_sim.c
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "bench_opencl: %s: error %d\n", what, error);
    exit(1);
}

static cl_platform_id platform_named(const char *name)
{
    cl_platform_id all[PLATFORMS];
    cl_uint n = 0;
    if (clGetPlatformIDs(PLATFORMS, all, &n) != CL_SUCCESS)
        return NULL;
    for (cl_uint i = 0; i < n && i < PLATFORMS; i++) {
        char text[256] = "";
        clGetPlatformInfo(all[i], CL_PLATFORM_NAME, sizeof text - 1, text, NULL);
        if (strstr(text, name))
            return all[i];
    }
    return NULL;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    char *text = calloc(1, 1 << 16);
    if (text && !fread(text, 1, (1 << 16) - 1, f))
        text[0] = 0;
    fclose(f);
    return text;
}

static int computed(int in, int i)
{
    unsigned x = (unsigned)in + (unsigned)i;
    float f = (float)(x & 1023) / 1024.0f;
    for (int k = 0; k < 64; k++) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 13;
        f = 3.7f * f * (1.0f - f);
    }
    int bits;
    memcpy(&bits, &f, sizeof bits);
    return (int)x ^ bits;
}

static int is_right(const char *name, const int *in, const int *out, int n)
{
    int step = n > 4096 ? n / 4096 : 1;
    if (!strcmp(name, "reduce")) {
        for (int b = 0; b < n / GROUP; b++) {
            int sum = 0;
            for (int i = 0; i < GROUP; i++)
                sum += in[b * GROUP + i];
            if (out[b] != sum)
                return 0;
        }
        return 1;
    }
    for (int i = 0; i < n; i += step)
        if (out[i] != (strcmp(name, "compute") ? 2 * in[i] : computed(in[i], i)))
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"vector_add", "reduce", "compute"};
    char *text = argc == 5 ? read_file(argv[1]) : NULL;
    int log2n = text ? atoi(argv[2]) : 0, repeats = text ? atoi(argv[3]) : 0;
    if (log2n < 8 || log2n > 28 || repeats < 1) {
        fprintf(stderr, "usage: bench_opencl kernels.cl log2-of-n repeats platform\n");
        return 2;
    }
    cl_platform_id platform = platform_named(argv[4]);
    cl_device_id device;
    if (!platform || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 3;
    int n = 1 << log2n;
    size_t bytes = 4 * (size_t)n, items = (size_t)n, group = GROUP;
    int *in = malloc(bytes), *out = malloc(bytes);
    for (int i = 0; i < n; i++)
        in[i] = (int)((long)i * 7 % 13);
    cl_int e;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    check(e, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &e);
    check(e, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &e);
    check(e, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, in, &e);
    check(e, "clCreateBuffer");
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &e);
    check(e, "clCreateBuffer");
    int failed = 0;
    for (int k = 0; k < 3; k++) {
        cl_kernel kernel = clCreateKernel(program, names[k], &e);
        check(e, names[k]);
        cl_uint arg = 0;
        check(clSetKernelArg(kernel, arg++, sizeof a, &a), names[k]);
        if (k == 0)
            check(clSetKernelArg(kernel, arg++, sizeof a, &a), names[k]);
        check(clSetKernelArg(kernel, arg++, sizeof b, &b), names[k]);
        check(clSetKernelArg(kernel, arg++, sizeof n, &n), names[k]);
        double best = 0;
        for (int r = 0; r < repeats; r++) { // the first may compile: not alone if there are more
            double t = now();
            check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL),
                  names[k]);
            check(clFinish(queue), "clFinish");
            t = now() - t;
            if (n / t > best)
                best = n / t;
        }
        check(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, bytes, out, 0, NULL, NULL), names[k]);
        if (!is_right(names[k], in, out, n)) {
            fprintf(stderr, "bench_opencl: %s: wrong result\n", names[k]);
            failed = 1;
        }
        printf("%s %.6e\n", names[k], best);
        clReleaseKernel(kernel);
    }
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(in);
    free(out);
    free(text);
    return failed;
}
