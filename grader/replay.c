// replay.c - build/replay: one case of a lab as a program of its own, for the debugger.
//
//   build/cudasim --debug build/replay OBJECT CASE
//
// CASE is a file that build/grade has written: a WireRequest, a WireCase and the bytes of its
// inputs. The program does what the runner and its client do together: it allocates the buffers in
// the same order, so that they have the same addresses, fills the inputs, and calls the lab's
// function. It judges nothing. The lab's code is not confined here, so build/grade starts this
// program with a student's own labs/ only.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "grader/run/wire.h"
#include "grader/task.h"

static void *lab_object;

static void end_with(const char *what, const char *why)
{
    fprintf(stderr, "replay: %s: %s\n", what, why);
    exit(2);
}

static void check_call(cudaError_t error, const char *what)
{
    if (error)
        end_with(what, cudaGetErrorString(error));
}

static void read_bytes(FILE *f, void *to, size_t bytes)
{
    if (bytes && fread(to, 1, bytes, f) != bytes)
        end_with("the case", "the file is too short");
}

static void *allocate(const WireBuffer *buffer, size_t bytes)
{
    void *p = NULL;
    switch (buffer->place) {
    case PLACE_device: check_call(cudaMalloc(&p, bytes), "cudaMalloc"); break;
    case PLACE_managed:
        check_call(cudaMallocManaged(&p, bytes, cudaMemAttachGlobal), "cudaMallocManaged");
        break;
    case PLACE_pinned: check_call(cudaMallocHost(&p, bytes), "cudaMallocHost"); break;
    default:
        if (!(p = malloc(bytes)))
            end_with("malloc", "no memory is left");
    }
    return p;
}

// Outputs stay as they are: for the checkers, nobody has written them.
static void *prepare(const WireBuffer *buffer, FILE *f)
{
    size_t bytes = buffer->count * buffer->elem_size;
    if (!bytes)
        return NULL;
    void *p = allocate(buffer, bytes);
    if (!role_is_input((BufferRole)buffer->role))
        return p;
    void *input = malloc(bytes);
    if (!input)
        end_with("malloc", "no memory is left");
    read_bytes(f, input, bytes);
    check_call(cudaMemcpy(p, input, bytes, cudaMemcpyDefault), "cudaMemcpy of an input");
    free(input);
    return p;
}

// The file of a whole program: beside the case, where the program then starts.
static void give_file(char *path, const void *bytes, size_t n)
{
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    FILE *f = !slash || chdir(path) == 0 ? fopen(PROGRAM_FILE, "wb") : NULL;
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f))
        end_with(PROGRAM_FILE, "it cannot be written");
}

static void *object_symbol(const char *name) { return dlsym(lab_object, name); }

int main(int argc, char **argv)
{
    WireRequest request;
    WireCase wire;
    void *pointer[MAX_BUFFERS] = {NULL};
    size_t count[MAX_BUFFERS] = {0};
    FILE *f = argc == 3 ? fopen(argv[2], "rb") : NULL;
    if (!f)
        end_with("usage", "started by make replay DEBUG=1 only");
    read_bytes(f, &request, sizeof request);
    read_bytes(f, &wire, sizeof wire);
    const Task *task = task_of_lab(request.lab);
    lab_object = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!task || !lab_object)
        end_with(argv[1], task ? dlerror() : "there is no such lab");
    for (uint32_t b = 0; b < wire.buffers; b++) {
        pointer[b] = prepare(&wire.buffer[b], f);
        count[b] = wire.buffer[b].count;
    }
    fclose(f);
    if (wire.program && wire.buffers > 1)
        give_file(argv[2], pointer[1], count[1]);
    TaskCall call = {
        .part = (int)request.part,
        .program = wire.program,
        .variant = wire.variant,
        .arg = wire.arg,
        .buffers = (int)wire.buffers,
        .buffer = pointer,
        .count = count,
        .symbol = object_symbol,
    };
    const char *problem = task_run(task, &call);
    if (problem)
        end_with(argv[1], problem);
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        fprintf(stderr, "replay: %s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
    return error != cudaSuccess;
}
