// gpu.h - labs on a real GPU: right or wrong, and how long the calls take.
//
// build/gpu needs nvcc and a GPU with its driver, and nothing else of what grading needs. It gives
// no marks: they come from the simulator, and are the same on every machine.
//
// Each part runs in a process of its own (the same program, with --child), since a wrong kernel can
// end a CUDA context, and with it a process. The child writes one line per case, see CaseLine.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "grader/grader.h"
#include "grader/task.h"

enum {
    GPU_RUNS = 11,      // timed calls of a case; the median counts
    GPU_WARM_UP = 2,    // calls before them
    GPU_SECONDS = 60,   // by the clock, for one case; then its process is ended
    GPU_TEXT = 512,     // bytes of a line of text
    CHILD_unusable = 4, // exit status: no GPU, or the object cannot be used; the reason on stdout
};

// ---- device.c -----------------------------------------------------------------------------

typedef struct {
    char name[256];
    int compute;         // 90: compute capability 9.0
    int driver, runtime; // 13000: CUDA 13.0
} GpuDevice;

// Device 0. False, with one line that says what is missing.
bool gpu_device(GpuDevice *device, char *problem, size_t size);

// ---- gpu_case.c ---------------------------------------------------------------------------

typedef enum { CASE_right, CASE_wrong, CASE_error } CaseOutcome;

// What the child says of a case, as one line of text:
//     OUTCOME TAB MEDIAN TAB LEAST TAB MOST TAB NAME TAB WHAT
typedef struct {
    CaseOutcome outcome;
    double median, least, most; // microseconds from the call to the end of its work; 0: not timed
    char name[48];
    char what[GPU_TEXT]; // why it is not right
} CaseLine;

// Runs a case once and compares, then, if `timed`, some more times. After CASE_error the CUDA
// context may be lost.
void gpu_case_run(const Task *task, void *object, const Lab *lab, const Case *c, bool timed,
                  CaseLine *line);

void case_line_write(FILE *out, const CaseLine *line);
bool case_line_read(const char *text, CaseLine *line);

// ---- gpu_program.c ------------------------------------------------------------------------

// A case that is a whole program; `symbol` looks in its object.
void gpu_program_run(const Task *task, const Case *c, void *(*symbol)(const char *name),
                     CaseLine *line);

// ---- gpu_compile.c ------------------------------------------------------------------------

typedef struct {
    const Lab *lab;
    char source[4096], object[4096];
    bool wanted, compiled;
    bool needs_newer; // it compiles, but not for the GPU that is here
} GpuObject;

// The file `name` of a lab's folder, and where its object is, whose name has `kind` in it. It is
// wanted if the GPU can run the lab.
GpuObject gpu_object(const char *folder, const Lab *lab, const char *name, const char *kind,
                     int compute);

// Compiles the wanted files for the GPU, some at a time; nvcc's messages go to stderr. A file that
// compiles for compute capability 9.0 only is not wanted on an older GPU.
void gpu_compile(const char *nvcc, int compute, GpuObject *object, int count);

// ---- gpu_race.c ---------------------------------------------------------------------------

typedef enum {
    RACE_time,
    RACE_check,  // compare only
    RACE_predict // in the simulator: small sizes, virtual time
} RaceMode;

typedef struct {
    const char *nvcc, *submission;
    RaceMode mode;
    const Lab *const *lab;
    int labs;
} RaceOptions;

// Compiles the labs' files and the fastest kernels of the submission and the course, and becomes
// the program that lets them race. Returns an exit status, after a line, if that fails.
int gpu_race(const RaceOptions *options, const GpuDevice *device);
