// session.c - the processes of a session, and what they share: points of the past, workers that
// start there, breakpoints.
#define _GNU_SOURCE
#include "session.h"

#include "sim/host.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

DebugSession *debug;
const DebugFace *debug_face;

void session_new(bool dap)
{
    debug = mmap(NULL, sizeof *debug, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (debug == MAP_FAILED)
        out_of_memory();
    debug->dap = dap;
    debug->tool = getpid();
    debug->terminal = isatty(STDIN_FILENO);
    sem_init(&debug->done, 1, 0);
    sem_init(&debug->scanned, 1, 0);
    sem_init(&debug->ready, 1, 0);
    sem_init(&debug->lock, 1, 1);
    sem_init(&debug->writing, 1, 1);
    sem_init(&debug->reading, 1, 1);
    debug->reader = debug->tool;
    for (int i = 0; i < MAX_POINTS; i++)
        sem_init(&debug->point[i].wake, 1, 0);
    strcpy(debug->prompt, "(cudasim) ");
}

// Waits for a second. False: nothing has come.
static bool wait_a_second(sem_t *s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (sem_timedwait(s, &until))
        if (errno != EINTR)
            return false;
    return true;
}

static bool process_lives(pid_t pid) { return pid > 0 && (!kill(pid, 0) || errno == EPERM); }

_Noreturn void worker_ends(void)
{
    fflush(stdout);
    _exit(0);
}

void session_hand_over(void)
{
    fflush(stdout);
    sem_post(&debug->done);
}

// ---- points ---------------------------------------------------------

// Pinned and managed memory is the program's, too: a copy for the past.
static void keep_own_memory(void)
{
    for (Alloc *a = mem_next(NULL); a; a = mem_next(a)) {
        if (!a->live || !a->host || mem_is_card(a->addr))
            continue;
        uint64_t page = mem_page(), from = (uint64_t)(uintptr_t)a->host & ~(page - 1);
        uint64_t end = ((uint64_t)(uintptr_t)a->host + a->size + page - 1) & ~(page - 1);
        uint8_t *copy = must_malloc(end - from, 1);
        memcpy(copy, (void *)(uintptr_t)from, end - from);
        if (mmap((void *)(uintptr_t)from, end - from, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
            memcpy((void *)(uintptr_t)from, copy, end - from);
        free(copy);
    }
}

static void say_nothing(const char *text, size_t n)
{
    (void)text;
    (void)n;
}

// A point and its workers send the program nothing, and write no reports: the machine does.
static void leave_program(void)
{
    host_process.print = host_process.complain = say_nothing;
    outputs.text = NULL;
    outputs.counters = -1;
    keep_own_memory();
}

// The point's process. Returns in a worker.
static void be_point(Point *p)
{
    struct sigaction reap = {.sa_handler = SIG_IGN, .sa_flags = SA_NOCLDWAIT};
    sigaction(SIGCHLD, &reap, NULL);
    sem_post(&debug->ready);
    for (;;) {
        bool woken = wait_a_second(&p->wake);
        if (!process_lives(debug->tool) || !p->used || p->pid != getpid())
            _exit(0);
        if (woken && fork() == 0)
            break;
    }
    if (!p->scans)
        debug->worker = getpid();
}

static void point_drop(Point *p)
{
    pid_t pid = p->pid;
    p->used = false;
    if (pid > 0)
        kill(pid, SIGKILL);
}

// No slot is free: every second point within a segment goes, or else the oldest segment.
static void thin_out(void)
{
    bool drop = false, dropped = false;
    for (int i = 0; i < MAX_POINTS; i++) {
        Point *p = &debug->point[i];
        if (p->used && p->step && (drop = !drop)) {
            point_drop(p);
            dropped = true;
        }
    }
    Point *oldest = NULL;
    for (int i = 0; i < MAX_POINTS && !dropped; i++)
        if (!oldest || debug->point[i].segment < oldest->segment)
            oldest = &debug->point[i];
    if (oldest)
        point_drop(oldest);
}

static Point *free_point(void)
{
    for (int i = 0; i < MAX_POINTS; i++)
        if (!debug->point[i].used)
            return &debug->point[i];
    return NULL;
}

bool point_add(uint32_t segment, uint64_t step)
{
    Point *p = free_point();
    if (!p) {
        thin_out();
        p = free_point();
    }
    assert(p); // thin_out() has made room
    while (!sem_trywait(&p->wake))
        ;
    *p = (Point){.used = true, .segment = segment, .step = step, .wake = p->wake};
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        p->used = false;
        return false;
    }
    if (pid == 0) {
        p->pid = getpid();
        if (step == 0)
            leave_program();
        be_point(p);
        return true;
    }
    while (!wait_a_second(&debug->ready))
        if (!process_lives(pid)) {
            p->used = false;
            return false;
        }
    return false;
}

int point_before(uint32_t segment, uint64_t step)
{
    int best = -1;
    for (int i = 0; i < MAX_POINTS; i++) {
        const Point *p = &debug->point[i];
        if (p->used && p->segment == segment && p->step <= step &&
            (best < 0 || p->step > debug->point[best].step))
            best = i;
    }
    return best;
}

void point_go(int point, const Go *go)
{
    fflush(stdout);
    if (debug_face->leaves)
        debug_face->leaves();
    debug->go = *go;
    debug->worker = -1;
    debug->point[point].scans = false;
    sem_post(&debug->point[point].wake);
    if (getpid() != debug->machine)
        worker_ends();
}

bool point_scan(int point, const Scan *s)
{
    fflush(stdout);
    debug->scan = *s;
    debug->point[point].scans = true;
    sem_post(&debug->point[point].wake);
    while (!wait_a_second(&debug->scanned))
        if (!process_lives(debug->point[point].pid))
            return false;
    return debug->scan.found;
}

bool machine_waits(void)
{
    for (;;) {
        bool done = wait_a_second(&debug->done);
        if (debug->ends)
            return false;
        if (done)
            return true;
        pid_t worker = debug->worker;
        if (worker != -1 && !process_lives(worker)) {
            fprintf(stderr, "cudasim: the debugger has lost this launch; the launch runs on\n");
            return true;
        }
    }
}

void session_program_ends(void)
{
    for (int i = 0; i < MAX_POINTS; i++)
        if (debug->point[i].used)
            point_drop(&debug->point[i]);
    while (!sem_trywait(&debug->done))
        ;
    debug->segments = 0;
    debug->nnotes = 0;
    debug->worker = 0;
    debug->machine = 0;
    debug->interrupt = debug->ends = debug->running = false;
    debug->focus.set = debug->last_focus.set = false;
    debug->find = 0;
    debug->warned = false;
    for (int i = 0; i < MAX_BREAKS; i++)
        if (debug->breaks[i].kind >= BREAK_write)
            debug->breaks[i].number = 0;
}
