// runner_process.c - starts a runner and ends what it left behind.
//
// The runner is a process of its own: fork and exec, limits on resources, no terminal, and an
// environment that has the simulator's options only. It gets its work through descriptors with
// fixed numbers (wire.h).
#include "runner_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cudasim/cudasim.h"
#include "grader/base/descriptors.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "loads.h"

enum {
    BASE_BUDGET = 20000000,  // warp instructions per launch
    SPARE_BUDGET = 32000000, // the same, of a run that is not in order
    SPARE_OF_RUN = 64000000, // of all its cases together
    LANES = 32,              // of a warp
    TWICE = 2,
    TIMES_SOLUTION = 4,
    PIPE_BYTES = 1 << 20
};

// What the cases and a submission of them may use of the card. An option of the part comes later
// and replaces it.
#define FREE_MEMORY "free=384M"

static void fail_system(const char *what)
{
    limits_reached("a runner cannot be started, %s: %s", what, strerror(errno));
}

static uint64_t case_budget(const Case *c)
{
    if (c->budget)
        return c->budget;
    uint64_t elements = 0;
    for (int b = 0; b < c->buffers; b++)
        elements += c->buffer[b].count;
    return BASE_BUDGET + 8 * elements;
}

// ---- the request -----------------------------------------------------------------

void runner_describe_case(WireCase *wire, const Case *c, int index)
{
    *wire = (WireCase){.index = (uint32_t)index,
                       .buffers = (uint32_t)c->buffers,
                       .budget = case_budget(c),
                       .memory_rate = c->memory_rate > 0 ? c->memory_rate : 1,
                       .clock_swing = c->clock_swing > 0 ? c->clock_swing : 1};
    snprintf(wire->variant, sizeof wire->variant, "%s", c->variant ? c->variant : "");
    memcpy(wire->arg, c->arg, sizeof wire->arg);
    if (c->program) {
        wire->program = true;
        wire->fails = c->program->fails;
        wire->which = c->program->which;
    }
    for (int b = 0; b < c->buffers; b++) {
        const Buffer *buffer = &c->buffer[b];
        wire->buffer[b] = (WireBuffer){
            .role = buffer->role,
            .place = buffer->place,
            .elem_size = (uint32_t)elem_size(buffer->type),
            .count = buffer->count,
            .offset = (uint64_t)case_offset(c, b),
        };
        snprintf(wire->buffer[b].name, sizeof wire->buffer[b].name, "%s", buffer->name);
    }
}

static unsigned measured(const RunSetup *setup, const Case *c)
{
    unsigned what = c->operation ? MACHINE_counters : 0;
    if (c->flags & CASE_TIMED)
        what |= MACHINE_counters | MACHINE_times;
    if (setup->metered == METERED_all)
        what |= MACHINE_counters | MACHINE_shares | MACHINE_times;
    if (setup->items && setup->metered != METERED_work && c->flags & CASE_COUNTED)
        what |= MACHINE_counters | metrics_measured(setup->items, c->group);
    if (what && c->flags & CASE_COUNTED && !setup->checked) // a gate names lines
        what |= MACHINE_lines;
    return what;
}

// A program may be some times slower than the solution. Where each lane of a warp goes its own way,
// a case needs up to 32 times the instructions that it needs in order, if these are few. So its
// budget follows from the clean run: what a schedule adds costs no points.
static uint64_t budget_of(const RunSetup *setup, const Case *c, int index)
{
    uint64_t budget = case_budget(c);
    if (!setup->clean && setup->usual)
        return (uint64_t)fmax((double)budget, TIMES_SOLUTION * setup->usual[index]);
    if (!setup->clean)
        return budget;
    const Executed *clean = &setup->clean[index];
    double most = fmax(clean->most, clean->sum / CUDASIM_LAUNCHES_OF_BUDGET);
    uint64_t room = (uint64_t)fmin(LANES * most, TWICE * most + SPARE_BUDGET);
    return room > budget ? room : budget;
}

// All cases of a process, also those before it was started again, may execute what the largest one
// may, and in the clean run at least many times what the solution executes: it may be slow. Later
// runs may execute at least twice what the clean one has executed.
static double shared_budget(const RunSetup *setup, const CaseList *list, const bool *wanted)
{
    double largest = 0, clean = 0, usual = 0;
    for (int i = 0; i < list->count; i++) {
        if (wanted && !wanted[i])
            continue;
        largest = fmax(largest, (double)budget_of(setup, list->cases[i], i));
        clean += setup->clean ? setup->clean[i].sum : 0;
        usual += setup->usual ? setup->usual[i] : 0;
    }
    double least = setup->clean ? TWICE * clean + SPARE_OF_RUN
                                : CUDASIM_LAUNCHES_OF_BUDGET * TIMES_SOLUTION * usual;
    return fmax(CUDASIM_LAUNCHES_OF_BUDGET * largest, least);
}

static int make_request(const RunSetup *setup, const CaseList *list, const bool *wanted,
                        RunnerProcess *child)
{
    int fd = memfd_create("request", MFD_CLOEXEC);
    if (fd < 0)
        fail_system("memfd_create");
    double budget = shared_budget(setup, list, wanted) - child->spent;
    WireRequest request = {.nonce = child->nonce,
                           .part = (uint32_t)list->part,
                           .budget = (uint64_t)fmax(budget, 0),
                           .checked = setup->checked,
                           .looked = setup->look > 0,
                           .known = setup->look <= 0 && loads_are_good(setup->object)};
    snprintf(request.lab, sizeof request.lab, "%s", setup->lab);
    for (int i = child->next; i < list->count; i++)
        request.cases += !wanted || wanted[i];
    bool ok = write(fd, &request, sizeof request) == sizeof request;
    for (int i = child->next; i < list->count; i++) {
        WireCase wire;
        if (wanted && !wanted[i])
            continue;
        runner_describe_case(&wire, list->cases[i], i);
        wire.budget = budget_of(setup, list->cases[i], i);
        wire.measured = measured(setup, list->cases[i]);
        child->budget = wire.budget > child->budget ? wire.budget : child->budget;
        ok = ok && write(fd, &wire, sizeof wire) == sizeof wire;
    }
    if (!ok)
        fail_system("request to the runner");
    return fd;
}

// ---- start and end -----------------------------------------------------------------

static void limit_resource(int resource, rlim_t value)
{
    struct rlimit r = {value, value};
    setrlimit(resource, &r);
}

static void place_descriptor(int fd, int at)
{
    if (dup2(fd, at) != at)
        _exit(RUNNER_harness);
}

// In the child, which has this process's memory, and changes none of it. Address space and data are
// not limited here: device memory is one large reservation, of which pages are used as they are
// touched. The runner limits data once it has reserved that (grader/runner.c).
__attribute__((noreturn)) static void become_runner(const RunSetup *setup, const int fd[5])
{
    int high[6]; // out of the way of the final places
    for (int i = 0; i < 5; i++)
        high[i] = fcntl(fd[i], F_DUPFD_CLOEXEC, 64);
    high[5] = setup->look > 0 ? fcntl(setup->look, F_DUPFD_CLOEXEC, 64) : -1;
    int null = open("/dev/null", O_RDONLY);
    place_descriptor(null, 0);
    place_descriptor(high[4], 1);
    place_descriptor(high[4], 2);
    place_descriptor(high[0], WIRE_FD_request);
    place_descriptor(high[1], WIRE_FD_data);
    place_descriptor(high[2], WIRE_FD_verdict);
    place_descriptor(high[3], WIRE_FD_counters);
    if (setup->look > 0)
        place_descriptor(high[5], WIRE_FD_look);
    descriptors_close(WIRE_FD_counters + 1 + (setup->look > 0), true);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit_resource(RLIMIT_CORE, 0);
    signal(SIGPIPE, SIG_DFL);

    char options[512], look[32] = "";
    if (setup->look > 0)
        snprintf(look, sizeof look, ";look=fd:%d", WIRE_FD_look);
    snprintf(options, sizeof options,
             "CUDASIM_OPTIONS=" FREE_MEMORY ";bounds=exact;fresh-memory=seed;tool=%s;schedule=%s;"
             "seed=%llu;counters=fd:%d;zeros=once;report=none"
             "%s%s%s",
             setup->tools, setup->schedule, (unsigned long long)setup->seed, WIRE_FD_counters, look,
             setup->options ? ";" : "", setup->options ? setup->options : "");
    char *environment[] = {options, NULL};
    char *argv[] = {"runner", (char *)setup->lib, (char *)setup->object, NULL};
    const char *machine = setup->machine ? setup->machine : paths_runner();
    execve(machine, argv, environment);
    dprintf(2, "cannot start %s: %s\n", machine, strerror(errno));
    _exit(RUNNER_harness);
}

void runner_start(RunnerProcess *child, const RunSetup *setup, const CaseList *list,
                  const bool *wanted)
{
    int verdict[2], output[2];
    if (getrandom(&child->nonce, sizeof child->nonce, 0) != sizeof child->nonce ||
        pipe2(verdict, O_CLOEXEC) || pipe2(output, O_CLOEXEC))
        fail_system("pipe");
    fcntl(verdict[1], F_SETPIPE_SZ, PIPE_BYTES); // where that is allowed: outputs are large
    child->counters = memfd_create("counters", MFD_CLOEXEC);
    if (child->counters < 0)
        fail_system("memfd_create");
    int request = make_request(setup, list, wanted, child);
    fflush(NULL);
    // The child shares this process's memory until it is another program: a part's process has many
    // pages, and fork() would copy the list of them for each runner.
    child->pid = vfork();
    if (child->pid < 0)
        fail_system("fork");
    if (child->pid == 0)
        become_runner(setup, (int[]){request, list->fd, verdict[1], child->counters, output[1]});
    setpgid(child->pid, child->pid);
    close(request);
    close(verdict[1]);
    close(output[1]);
    child->verdict = verdict[0];
    child->output = output[0];
    child->client = 0;
    child->left = -1;
    child->list = list;
    child->current = -1;
    child->done = child->read_well = false;
    child->clocked = -1; // loading counts, too
    child->bytes = 0;
    child->output_comes = false;
    child->tail_bytes = 0;
}

// The lab's code can start no process (grader/submission/confine_calls.c), so there is only the
// group to end; no list of processes is read, which could change meanwhile.
void runner_sweep(pid_t pid)
{
    kill(-pid, SIGKILL);
    while (waitpid(-pid, NULL, WNOHANG) > 0)
        ;
}
