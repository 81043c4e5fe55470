// slots.c - how many runners work at a time, in all processes of a grade together.
//
// A process that is killed cannot give back what it has. So what each owner has is noted in shared
// memory, and given back by the process that sees it end.
#include "slots.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/base/processors.h"

static int pipe_ends[2] = {-1, -1};
static atomic_int *taken; // by owner
static int taker;

static void put(int slots)
{
    while (slots > 0) {
        ssize_t n = write(pipe_ends[1], "+", 1);
        if (n < 0 && errno != EINTR)
            limits_reached("a pipe cannot be written: %s", strerror(errno));
        slots -= n == 1;
    }
}

void slots_share(int slots, int owners)
{
    assert(slots > 0 && owners > 0);
    if (pipe_ends[0] >= 0) {
        munmap(taken, sizeof *taken); // a page or more of a plan that has ended
        close(pipe_ends[0]);
        close(pipe_ends[1]);
    }
    taken = mmap(NULL, ((size_t)owners + 1) * sizeof *taken, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (taken == MAP_FAILED || pipe2(pipe_ends, O_CLOEXEC) != 0)
        limits_reached("no slots for runners can be made: %s", strerror(errno));
    fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
    taker = 0;
    put(slots);
}

// A runner and its client wait for each other, and a batch that begins or ends waits for the
// system: with one runner for each of two processors a fifth of the time is lost. Where there are
// many processors, others have work meanwhile.
int slots_usual(void) { return processors() + 2; }

static void need_slots(void)
{
    if (pipe_ends[0] < 0)
        slots_share(slots_usual(), 1);
}

void slots_are_taken_by(int owner) { taker = owner; }

// It is noted first: who is killed in between gives back one slot too many, not one too few.
bool slots_take(void)
{
    char byte;
    need_slots();
    atomic_fetch_add(&taken[taker], 1);
    if (read(pipe_ends[0], &byte, 1) == 1)
        return true;
    atomic_fetch_sub(&taken[taker], 1);
    return false;
}

void slots_give(void)
{
    put(1);
    atomic_fetch_sub(&taken[taker], 1);
}

int slots_fd(void)
{
    need_slots();
    return pipe_ends[0];
}

void slots_give_back(int owner)
{
    need_slots();
    put(atomic_exchange(&taken[owner], 0));
}
