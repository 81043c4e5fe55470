// jobs.c - the blocks of one launch in several processes: which launches, the processes, and what
// they give back (jobs.h).
#include "jobs.h"
#include "alloc.h"
#include "exec.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { CHUNKS_EACH = 8 };  // so that no process is busy long after the others
#define ROOM (64ull << 30) // of addresses; what is not written takes no memory

// Code.together
enum { TOGETHER_unknown, TOGETHER_maybe, TOGETHER_no };

// seen: by the observers, by their place in the list of hooks. In a process of its own that list
// has one more, the first one.
typedef struct {
    BlockCost *costs;
    JobPage *pages;
    void *seen[MAX_OBSERVERS];
} JobChunk;

typedef struct {
    bool done;
    Count *counts; // by step
    uint64_t executed, changes;
    void *seen[MAX_OBSERVERS];
} JobResult;

// In memory that all processes see.
typedef struct {
    atomic_uint next; // chunk; each process begins with the one of its own number
    atomic_bool given_up;
    unsigned njobs, nchunks;
    JobResult job[MAX_JOBS];
    JobChunk chunk[MAX_JOBS * CHUNKS_EACH];
} Division;

bool jobs_apart;
uint64_t jobs_divided;
static Division *division;
static uint8_t *room, *room_end; // of this process

void jobs_give_up(void)
{
    atomic_store(&division->given_up, true);
    _exit(0);
}

void *jobs_room(uint64_t bytes)
{
    bytes = (bytes + 63) / 64 * 64;
    if (bytes > (uint64_t)(room_end - room))
        jobs_give_up();
    room += bytes;
    return room - bytes;
}

unsigned jobs_cores(void)
{
    cpu_set_t cores;
    int n = sched_getaffinity(0, sizeof cores, &cores) ? 1 : CPU_COUNT(&cores);
    return n < MAX_JOBS ? (unsigned)n : MAX_JOBS;
}

// ---- which launches ---------------------------------------------------------

// Instructions that talk to other blocks, read a clock of the machine, or read registers of lanes
// that take no part. (Others do so only at some addresses: job_marks.c.)
static bool talks(const Inst *in)
{
    switch (in->op) {
    case OP_call:
    case OP_alloca:
    case OP_stacksave:
    case OP_stackrestore:
    case OP_mapa:
    case OP_nanosleep:
    case OP_movmatrix:
    case OP_griddepcontrol_wait:
    case OP_griddepcontrol_launch_dependents: return true;
    default:
        return in->op >= OP_COUNT || inst_unit(in) == UNIT_TENSOR ||
               (in->op >= OP_barrier_cluster_arrive && in->op <= OP_barrier_cluster_wait) ||
               (in->op >= OP_mbarrier_init && in->op <= OP_mbarrier_pending_count) ||
               (in->op >= OP_cp_async_mbarrier_arrive && in->op <= OP_red_async) ||
               (in->op >= OP_ldmatrix && in->op <= OP_wmma_store_d);
    }
}

static bool may_divide(Code *c)
{
    uint32_t n;
    program_codes(c, &n);
    if (c->together == TOGETHER_unknown) {
        bool no = n > 1 || c->recursive || c->grows || c->facts->unset;
        for (uint32_t i = 0; i < c->nsteps && !no; i++)
            no = c->steps[i].inst && talks(c->steps[i].inst);
        c->together = no ? TOGETHER_no : TOGETHER_maybe;
    }
    return c->together == TOGETHER_maybe;
}

// Does the observer see what blocks do?
static bool watches(const Observer *o)
{
    return o->block_begin || o->block_end || o->access || o->poll || o->load || o->barrier_arrive ||
           o->barrier_done || o->warp_sync || o->warp_wait || o->shuffle || o->step || o->fence ||
           o->copy_unfinished || o->copy_done || o->copy_brings || o->copy_lost || o->exit ||
           o->mark;
}

static bool is_watched(void)
{
    for (unsigned i = 0; i < device.hooks->n; i++)
        if (watches(device.hooks->list[i]) &&
            !(device.hooks->list[i]->parts && device.hooks->list[i]->parts->divides()))
            return true;
    return false;
}

bool jobs_worth(Launch *l, uint64_t done, uint64_t rest)
{
    uint64_t each = done ? l->executed / done : l->code->each;
    if (l->divided || rest < 2 || !each || each * rest < device.jobs_from)
        return false;
    return may_divide(l->code) && !device.shuffle && !device.orders && device.blocks_alive < 2 &&
           !l->cooperative && l->limit == UINT64_MAX && !l->clock_read && !l->host_looks &&
           !mem_pieces && !is_watched();
}

// Visits the observers that follow blocks into other processes.
static const JobParts *parts_next(unsigned *i)
{
    for (; *i < device.hooks->n; ++*i)
        if (watches(device.hooks->list[*i]) && device.hooks->list[*i]->parts)
            return device.hooks->list[*i]->parts;
    return NULL;
}
#define EACH_PART(p, i) for (unsigned i = 0; (p = parts_next(&i)); i++)

// ---- a process --------------------------------------------------------------

static void forget_counts(const Code *c)
{
    memset(c->counts, 0, c->nsteps * sizeof *c->counts);
    for (uint32_t i = 0; i < c->nsteps; i++)
        c->rows[i].whole = (Count){0};
}

typedef struct {
    Launch *l;
    uint64_t first, end;
    void (*run)(void *user, uint64_t from, uint64_t to);
    void *user;
} DividedLaunch;

static uint64_t chunk_begin(const DividedLaunch *w, unsigned i)
{
    return w->first + (uint64_t)((unsigned __int128)(w->end - w->first) * i / division->nchunks);
}

static void run_chunk(const DividedLaunch *w, unsigned i)
{
    Launch *l = w->l;
    uint64_t from = chunk_begin(w, i), to = chunk_begin(w, i + 1);
    l->costs = division->chunk[i].costs = jobs_room((to - from) * sizeof *l->costs);
    const JobParts *p;
    job_marks_begin();
    EACH_PART(p, k)
    if (p->chunk_begin)
        p->chunk_begin();
    w->run(w->user, from, to);
    if (l->stop || l->status != LAUNCH_ok || l->clock_read || l->host_looks || l->workspace_read)
        jobs_give_up();
    division->chunk[i].pages = job_marks_end();
    EACH_PART(p, k)
    if (p->chunk_begin)
        division->chunk[i].seen[k - 1] = p->chunk_end();
}

static _Noreturn void run_apart(const DividedLaunch *w, unsigned number)
{
    JobResult *job = &division->job[number];
    Code *c = w->l->code;
    uint64_t executed = w->l->executed, changes = device.changes;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    jobs_apart = true;
    device.progress = NULL;
    uint64_t share = (uint64_t)(room_end - room) / division->njobs / 64 * 64;
    room += share * number;
    room_end = room + share;
    if (!mem_keep())
        jobs_give_up();
    hooks_add(&job_marks_observer);
    forget_counts(c);
    const JobParts *p;
    EACH_PART(p, k)
    p->begin(w->l);
    for (unsigned i = number; i < division->nchunks; i = atomic_fetch_add(&division->next, 1)) {
        if (atomic_load(&division->given_up))
            _exit(0);
        run_chunk(w, i);
    }
    row_counts(c);
    job->counts =
        memcpy(jobs_room(c->nsteps * sizeof(Count)), c->counts, c->nsteps * sizeof(Count));
    EACH_PART(p, k)
    job->seen[k - 1] = p->end(w->l);
    job->executed = w->l->executed - executed;
    job->changes = device.changes - changes;
    job->done = true;
    _exit(0);
}

// ---- in the launch's own process --------------------------------------------

static bool run_all(const DividedLaunch *w)
{
    pid_t pids[MAX_JOBS];
    unsigned n = 0;
    while (n < division->njobs) {
        pid_t pid = fork();
        if (pid == 0)
            run_apart(w, n);
        if (pid < 0)
            break;
        pids[n++] = pid;
    }
    bool good = n == division->njobs;
    if (!good)
        atomic_store(&division->given_up, true);
    for (unsigned i = 0; i < n; i++) {
        while (waitpid(pids[i], NULL, 0) < 0 && errno == EINTR)
            ;
        good = good && division->job[i].done;
    }
    return good && !atomic_load(&division->given_up);
}

static bool have_talked(void)
{
    bool clash = false;
    for (unsigned i = 0; i < division->nchunks && !clash; i++)
        clash = job_marks_clash(division->chunk[i].pages);
    for (unsigned i = 0; i < division->nchunks; i++)
        job_marks_forget(division->chunk[i].pages);
    return clash;
}

// What the observer in this place of the list has seen of the chunks.
static void gather(unsigned k, void *chunks[])
{
    for (unsigned i = 0; i < division->nchunks; i++)
        chunks[i] = division->chunk[i].seen[k];
}

static bool observers_agree(void)
{
    static void *chunks[MAX_JOBS * CHUNKS_EACH];
    const JobParts *p;
    EACH_PART(p, k)
    {
        gather(k, chunks);
        if (p->fits && !p->fits(chunks, division->nchunks))
            return false;
    }
    return true;
}

static void observers_take(const Launch *l)
{
    static void *chunks[MAX_JOBS * CHUNKS_EACH], *parts[MAX_JOBS];
    const JobParts *p;
    EACH_PART(p, k)
    {
        gather(k, chunks);
        for (unsigned i = 0; i < division->njobs; i++)
            parts[i] = division->job[i].seen[k];
        p->take(l, parts, division->njobs, chunks, division->nchunks);
    }
}

static void take_over(const DividedLaunch *w)
{
    Launch *l = w->l;
    jobs_divided++;
    for (unsigned i = 0; i < division->nchunks; i++) {
        job_marks_write(division->chunk[i].pages);
        uint64_t blocks = chunk_begin(w, i + 1) - chunk_begin(w, i);
        for (uint64_t b = 0; b < blocks; b++)
            cost_add(l, &division->chunk[i].costs[b]);
    }
    observers_take(l);
    for (unsigned k = 0; k < division->njobs; k++) {
        const JobResult *job = &division->job[k];
        l->executed += job->executed;
        device.changes += job->changes;
        for (uint32_t i = 0; i < l->code->nsteps; i++) {
            Count *c = &l->code->counts[i];
            c->warps += job->counts[i].warps;
            c->threads += job->counts[i].threads;
            c->diverged += job->counts[i].diverged;
        }
    }
}

bool jobs_run(Launch *l, uint64_t first, uint64_t end,
              void (*run)(void *user, uint64_t from, uint64_t to), void *user)
{
    DividedLaunch w = {l, first, end, run, user};
    l->divided = true;
    division =
        mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (division == MAP_FAILED)
        return false;
    uint64_t most = end - first, njobs = device.jobs < most ? device.jobs : most;
    division->njobs = (unsigned)njobs;
    division->nchunks = (unsigned)(njobs * CHUNKS_EACH < most ? njobs * CHUNKS_EACH : most);
    atomic_store(&division->next, division->njobs);
    room = (uint8_t *)division + (sizeof *division + 63) / 64 * 64;
    room_end = (uint8_t *)division + ROOM;
    bool good = run_all(&w) && !have_talked() && observers_agree();
    if (good)
        take_over(&w);
    else if (!device.interrupted)
        l->code->together = TOGETHER_no;
    munmap(division, ROOM);
    return good;
}
