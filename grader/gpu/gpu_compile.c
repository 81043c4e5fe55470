// gpu_compile.c - labs' .cu files to shared objects for the GPU that is here, with nvcc.
#include "gpu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/processors.h"
#include "grader/base/text.h"

enum {
    MAX_FLAGS = 32,
    NEWEST_COMPUTE = 90 // that a file of the course needs
};

// nvcc's messages go to this file.
static const char *log_of(const GpuObject *object)
{
    static char path[sizeof object->object + 8];
    snprintf(path, sizeof path, "%s.log", object->object);
    return path;
}

static _Noreturn void become_nvcc(const char *nvcc, int compute, const GpuObject *object)
{
    char arch[64], flags[256];
    char *argv[MAX_FLAGS];
    int n = 0;
    const char *a = object->lab->alone ? "a" : "";
    snprintf(arch, sizeof arch, "-gencode=arch=compute_%d%s,code=sm_%d%s", compute, a, compute, a);
    snprintf(flags, sizeof flags, "%s", object->lab->nvcc_flags ? object->lab->nvcc_flags : "");
    setenv("CPATH", paths_at("common"), 1); // nvcc takes quotes out of what follows -I
    // The simulator's, for `make parity`: the same program runs there.
    const char *ptx = object->lab->alone ? "-gencode=arch=compute_90a,code=compute_90a"
                                         : "-gencode=arch=compute_90,code=compute_90";
    const char *const fixed[] = {nvcc,        "-O2",     "-std=c++17",   arch,          ptx,
                                 "-lineinfo", "-cudart", "shared",       "-Xcompiler",  "-fPIC",
                                 "-shared",   "-o",      object->object, object->source};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        argv[n++] = (char *)fixed[i];
    for (char *flag = strtok(flags, " "); flag && n < MAX_FLAGS - 1; flag = strtok(NULL, " "))
        if (strncmp(flag, "-code=", 6)) // `arch` says it, and nvcc takes no -code beside it
            argv[n++] = flag;
    argv[n] = NULL;
    int log = open(log_of(object), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (log >= 0)
        dup2(log, 2);
    dup2(2, 1); // stdout has the table
    execvp(nvcc, argv);
    text_say(stderr, "%s cannot be started: %s", nvcc, strerror(errno));
    _exit(127);
}

static bool wait_for_one(GpuObject *object, const pid_t *pid, int count)
{
    int status;
    pid_t ended = wait(&status);
    for (int i = 0; i < count; i++)
        if (ended > 0 && pid[i] == ended)
            object[i].compiled = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return ended > 0;
}

static bool compile_one(const char *nvcc, int compute, const GpuObject *object)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become_nvcc(nvcc, compute, object);
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

GpuObject gpu_object(const char *folder, const Lab *lab, const char *name, const char *kind,
                     int compute)
{
    GpuObject o = {.lab = lab, .wanted = lab->compute <= compute};
    const char *here = folder[0] == '-' ? "./" : ""; // or nvcc would take it for an option
    snprintf(o.source, sizeof o.source, "%s%s/%s/%s", here, folder, lab->name, name);
    snprintf(o.object, sizeof o.object, "%s", paths_at("build/gpu/%s_%s.so", kind, lab->name));
    return o;
}

static void copy_to_stderr(const char *path)
{
    char text[4096];
    size_t n;
    FILE *f = fopen(path, "r");
    while (f && (n = fread(text, 1, sizeof text, f)) > 0)
        fwrite(text, 1, n, stderr);
    if (f)
        fclose(f);
}

// A wanted file that does not compile: would it, for the newest GPU that the course uses?
static void explain_failure(const char *nvcc, int compute, GpuObject *object)
{
    char log[sizeof object->object + 8];
    GpuObject newer = *object;
    snprintf(log, sizeof log, "%s", log_of(object));
    snprintf(newer.object + strlen(newer.object), 8, ".newer");
    if (compute < NEWEST_COMPUTE && compile_one(nvcc, NEWEST_COMPUTE, &newer)) {
        object->needs_newer = true;
        object->wanted = false;
    } else {
        copy_to_stderr(log);
    }
    unlink(newer.object);
}

void gpu_compile(const char *nvcc, int compute, GpuObject *object, int count)
{
    long running = 0, most = processors();
    pid_t *pid = need(calloc((size_t)count, sizeof *pid));
    for (int i = 0; i < count; i++) {
        GpuObject *o = &object[i];
        if (!o->wanted)
            continue;
        file_make_folders(o->object);
        unlink(o->object); // an old one is never used
        if (running == most && wait_for_one(object, pid, count))
            running--;
        fflush(NULL);
        pid[i] = fork();
        if (pid[i] == 0)
            become_nvcc(nvcc, compute, o);
        running += pid[i] > 0;
    }
    while (running-- > 0)
        wait_for_one(object, pid, count);
    free(pid);
    for (int i = 0; i < count; i++) {
        if (object[i].compiled)
            copy_to_stderr(log_of(&object[i])); // warnings
        else if (object[i].wanted)
            explain_failure(nvcc, compute, &object[i]);
    }
}
