// nvcc_steps.c - the programs that nvcc starts, those for the device beside those for the host.
//
// nvcc starts one program after the other. `nvcc --dryrun` lists them:
//
//      0  gcc -E      the source for the device         device
//      1  gcc -E      the source for the host           host
//      2  cudafe++    C++ for the host                  host
//      3  cicc        PTX, and the stubs of kernels     device
//      4  ...         ptxas, fatbinary                  device
//      j  gcc -c      what 2 and 3 have made            both
//      .. nvlink, fatbinary, gcc, g++: the device's and the host's linker
//
// The one thing that 3 gets from 2 is the module's id, a text that makes internal names unique.
// cicc can make that text itself, the same one from the same source: this is compared. (It is made
// of an external name; a source that has none gets two different ones.) The list of inputs nvcc
// takes from the two preprocessed sources; here gcc writes it (-MD), so that `#line` adds no names.
#include "nvcc_steps.h"

#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "ptx_lines.h"

extern char **environ;

enum { MAX_STEPS = 32, HOST_SOURCE = 1, CUDAFE = 2, CICC = 3 };

typedef struct {
    char *command; // for the shell, as nvcc has it
    pid_t pid;     // 0: does not run
    int log;       // what it says; -1: not started
    int status;    // as of waitpid
} NvccStep;

typedef struct {
    NvccStep step[MAX_STEPS];
    int steps;
    int join;    // the first step that needs both sides
    char *lines; // the text that nvcc has printed
    char *device_id, *host_id, *device_depend;
} NvccPlan;

// ---- the list ------------------------------------------------------------------------------

// What nvcc prints, or NULL. It is short.
static char *ask_nvcc(const char *const argv[])
{
    int out[2], n = 0, status;
    pid_t pid;
    while (argv[n])
        n++;
    const char **args = need(calloc((size_t)n + 2, sizeof *args));
    memcpy(args, argv, (size_t)n * sizeof *args);
    args[n] = "--dryrun";
    if (pipe2(out, O_CLOEXEC))
        return NULL;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, out[1], 1);
    posix_spawn_file_actions_adddup2(&files, out[1], 2);
    int error = posix_spawn(&pid, argv[0], &files, NULL, (char **)args, environ);
    posix_spawn_file_actions_destroy(&files);
    free(args);
    close(out[1]);
    static char text[1 << 16];
    size_t bytes = 0;
    ssize_t got = 1;
    while (!error && got > 0 && bytes < sizeof text - 1) {
        got = read(out[0], text + bytes, sizeof text - 1 - bytes);
        bytes += got > 0 ? (size_t)got : 0;
    }
    close(out[0]);
    bool good = !error && waitpid(pid, &status, 0) == pid && status == 0;
    text[bytes] = 0;
    return good && got == 0 ? text : NULL;
}

static bool is_assignment(const char *line)
{
    size_t n = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    return n > 0 && line[n] == '=';
}

static bool read_list(NvccPlan *plan, char *text)
{
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "#$ ", 3) != 0)
            return false;
        line += 3;
        if (!plan->steps && is_assignment(line))
            putenv(line);
        else if (strncmp(line, "-- Filter Dependencies -- ", 26) == 0 ||
                 strncmp(line, "rm ", 3) == 0)
            continue; // nvcc does this itself
        else if (plan->steps < MAX_STEPS)
            plan->step[plan->steps++] = (NvccStep){.command = line, .log = -1};
        else
            return false;
    }
    return true;
}

// The text in quotes after `option`, or NULL.
static char *option_value(const char *command, const char *option)
{
    const char *at = strstr(command, option);
    const char *from = at ? at + strlen(option) : NULL, *to = from ? strchr(from, '"') : NULL;
    return to ? need(strndup(from, (size_t)(to - from))) : NULL;
}

static bool is_preprocessing(const char *command, const char *reader)
{
    char *out = option_value(command, " -o \"");
    bool good =
        out && strncmp(command, "gcc ", 4) == 0 && strstr(command, " -E ") && strstr(reader, out);
    free(out);
    return good;
}

static bool is_known(NvccPlan *plan)
{
    NvccStep *step = plan->step;
    if (plan->steps <= CICC + 1 || !strstr(step[CICC].command, "/cicc\" ") ||
        strncmp(step[CUDAFE].command, "cudafe++ ", 9) != 0 ||
        !is_preprocessing(step[0].command, step[CICC].command) ||
        !is_preprocessing(step[HOST_SOURCE].command, step[CUDAFE].command))
        return false;
    char *made = option_value(step[CUDAFE].command, " --gen_c_file_name \"");
    int join = CICC + 1;
    while (made && join < plan->steps && !strstr(step[join].command, made))
        join++;
    free(made);
    plan->join = join;
    plan->host_id = option_value(step[CUDAFE].command, " --module_id_file_name \"");
    char *same = option_value(step[CICC].command, " --module_id_file_name \"");
    bool good = join < plan->steps && plan->host_id && same && !strcmp(same, plan->host_id);
    free(same);
    return good;
}

static char *join_texts(const char *a, const char *b, const char *c)
{
    char *all;
    return need(asprintf(&all, "%s%s%s", a, b, c) >= 0 ? all : NULL);
}

// What is different from nvcc's commands.
static void change_commands(NvccPlan *plan, const char *depend)
{
    NvccStep *step = plan->step;
    plan->device_id = join_texts(plan->host_id, ".device", "");
    plan->device_depend = join_texts(depend, ".device", "");
    step[0].command = join_texts(step[0].command, " -MD -MF ", plan->device_depend);
    step[HOST_SOURCE].command = join_texts(step[HOST_SOURCE].command, " -MD -MF ", depend);
    char *option = strstr(step[CICC].command, " --module_id_file_name \"");
    char *after = strchr(strchr(option, '"') + 1, '"') + 1;
    *option = 0;
    char *id = join_texts(" --gen_module_id_file --module_id_file_name \"", plan->device_id, "\"");
    step[CICC].command = join_texts(step[CICC].command, id, after);
    free(id);
}

// ---- running --------------------------------------------------------------------------------

// False: the machine has no room for the step, which is not the source's fault.
static bool start_step(NvccPlan *plan, int i)
{
    NvccStep *s = &plan->step[i];
    char name[] = "step.XXXXXX";
    s->log = mkostemp(name, O_CLOEXEC);
    unlink(name);
    const char *const argv[] = {"sh", "-c", s->command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, s->log, 1);
    posix_spawn_file_actions_adddup2(&files, s->log, 2);
    bool good =
        s->log >= 0 && !posix_spawn(&s->pid, "/bin/sh", &files, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (!good)
        s->pid = 0;
    return good;
}

static int next_step(const NvccPlan *plan, int i)
{
    static const int after[] = {CICC, CUDAFE, MAX_STEPS};
    int next = i < CICC ? after[i] : i + 1;
    return i < plan->join && next >= plan->join ? MAX_STEPS : next;
}

static int first_running(const NvccPlan *plan)
{
    int i = 0;
    while (i < plan->steps && !plan->step[i].pid)
        i++;
    return i;
}

// Runs the steps from these two on (`other` of MAX_STEPS: one), each until its side ends or fails.
// Returns the first that has failed, or plan->steps; then steps after it may still run. -1: a step
// could not be started.
static int run_sides(NvccPlan *plan, int one, int other)
{
    int failed = plan->steps;
    if (!start_step(plan, one) || (other < MAX_STEPS && !start_step(plan, other)))
        return -1;
    for (int first; (first = first_running(plan)) < failed;) {
        int status, i = 0;
        pid_t pid = waitpid(-1, &status, 0);
        if (pid < 0)
            break;
        while (i < plan->steps && plan->step[i].pid != pid)
            i++;
        if (i == plan->steps)
            continue;
        plan->step[i].pid = 0;
        plan->step[i].status = status;
        int next = next_step(plan, i);
        if (status != 0 && i < failed)
            failed = i;
        else if (status == 0 && next < plan->steps && !start_step(plan, next))
            return -1;
    }
    return failed;
}

static void print_text(const char *text, size_t bytes)
{
    for (ssize_t n; bytes && (n = write(1, text, bytes)) > 0; bytes -= (size_t)n)
        text += n;
}

static void print_log(const NvccStep *s)
{
    static char text[1 << 16];
    const bool ptxas = strncmp(s->command, "ptxas ", 6) == 0;
    ssize_t n;
    for (off_t at = 0; (n = pread(s->log, text, sizeof text - 1, at)) > 0 && (!at || !ptxas);
         at += n) {
        text[n] = 0;
        char *with_lines = ptxas ? ptx_lines(text) : NULL;
        print_text(ptxas ? with_lines : text, ptxas ? strlen(with_lines) : (size_t)n);
        free(with_lines);
    }
}

// The exit status of the whole, like nvcc's.
static int say_end(const NvccPlan *plan, int failed)
{
    for (int i = 0; i < plan->steps && i <= failed; i++)
        if (plan->step[i].log >= 0)
            print_log(&plan->step[i]);
    if (failed == plan->steps)
        return 0;
    int status = plan->step[failed].status;
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status) == 127 ? 1 : WEXITSTATUS(status);
    dprintf(1, "nvcc error   : a program of the compiler was ended by signal %d (%s)\n",
            WTERMSIG(status), strsignal(WTERMSIG(status)));
    return 1;
}

// ---- what the two sides have made --------------------------------------------------------------

static bool same_id(const NvccPlan *plan)
{
    char *device = NULL, *host = NULL;
    size_t bytes, host_bytes;
    bool same = file_read_ours(plan->device_id, &device, &bytes) &&
                file_read_ours(plan->host_id, &host, &host_bytes) && bytes == host_bytes &&
                !memcmp(device, host, bytes);
    free(device);
    free(host);
    return same;
}

// Adds the device's inputs to the host's; most are both. False: there is no such list.
static bool join_depends(const NvccPlan *plan, const char *depend)
{
    char *device = NULL, *host = NULL, *inputs = NULL;
    size_t bytes, end;
    bool good = file_read_ours(plan->device_depend, &device, &bytes) &&
                file_read_ours(depend, &host, &end) && (inputs = strchr(device, ':')) != NULL;
    if (good) {
        while (end && host[end - 1] == '\n')
            host[--end] = 0;
        char *both = join_texts(host, " \\\n", inputs + 1);
        good = file_write(depend, both, strlen(both));
        free(both);
    }
    free(device);
    free(host);
    return good;
}

// Ends what still runs, and removes the files between the steps: their names begin alike. What a
// killed step has started is of the caller's process group, and ends with that.
static void clean_up(NvccPlan *plan)
{
    char prefix[64], *base = strrchr(plan->host_id, '/');
    base = base ? base + 1 : plan->host_id;
    snprintf(prefix, sizeof prefix, "%.*s-*", (int)strcspn(base, "-"), base);
    for (int i = 0; i < plan->steps; i++)
        if (plan->step[i].pid) {
            kill(plan->step[i].pid, SIGKILL);
            waitpid(plan->step[i].pid, NULL, 0);
        }
    glob_t found;
    if (glob(prefix, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            unlink(found.gl_pathv[i]);
        globfree(&found);
    }
    unlink(plan->device_depend);
}

static int run_plan(NvccPlan *plan, const char *depend)
{
    int failed = run_sides(plan, 0, HOST_SOURCE);
    if (failed < 0)
        return -1;
    if (failed <= HOST_SOURCE)
        unlink(depend); // it would be of one side only
    else if (!join_depends(plan, depend))
        return -1;
    if (failed == plan->steps && !same_id(plan))
        return -1;
    if (failed == plan->steps)
        failed = run_sides(plan, plan->join, MAX_STEPS);
    return failed < 0 ? -1 : say_end(plan, failed);
}

int nvcc_steps(const char *const argv[], char *const environment[], const char *depend)
{
    NvccPlan plan = {0};
    clearenv();
    for (int i = 0; environment[i]; i++)
        putenv(environment[i]);
    char *text = ask_nvcc(argv);
    if (!text || !read_list(&plan, text) || !is_known(&plan))
        return -1;
    change_commands(&plan, depend);
    int status = run_plan(&plan, depend);
    clean_up(&plan);
    return status;
}
