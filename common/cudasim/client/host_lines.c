// host_lines.c - where the program makes a call, or accesses memory: the innermost of its own
// functions on the stack. Functions of the runtime, of CUDA's headers, and of the system's
// libraries are between the program and the call. A launch is where its configuration was pushed:
// what follows is in functions that nvcc has generated.
//
// The machine wants these places only if it reports anything. What cudasimSource() says counts
// more.
#define _GNU_SOURCE
#include "client.h"

#include "both/door.h"
#include "line_table.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

enum { PLACES = 4096, DEEPEST = 64 };

typedef struct {
    uint64_t pc;
    CodePlace place;
} KnownPlace;

static KnownPlace known_places[PLACES]; // a hash table; when a place is taken, the newer one stays
static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER;

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

static uint64_t other_begin, other_end; // libcuda.so.1

void cudasimOwnCode(const void *begin, const void *end)
{
    other_begin = (uint64_t)begin;
    other_end = (uint64_t)end;
}

static bool is_own(uint64_t pc)
{
    return pc - (uint64_t)__ehdr_start < (uint64_t)(_end - __ehdr_start) ||
           pc - other_begin < other_end - other_begin;
}

static void find_place(StackPlace at, CodePlace *place)
{
    pthread_mutex_lock(&places_lock);
    KnownPlace *k = &known_places[(at.pc * 0x9e3779b97f4a7c15ull >> 40) % PLACES];
    if (k->pc != at.pc) {
        code_place(at.pc, at.function, &k->place);
        k->pc = at.pc;
    }
    *place = k->place;
    pthread_mutex_unlock(&places_lock);
}

typedef struct {
    StackPlace at[2]; // the innermost function, and the one that has called it
    unsigned wanted, found, depth;
} StackWalk;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *walk)
{
    StackWalk *w = walk;
    int interrupted = 0; // by a signal: then pc is the instruction itself
    uint64_t pc = _Unwind_GetIPInfo(context, &interrupted);
    pc -= !interrupted;
    if (w->depth++ == DEEPEST)
        return _URC_NORMAL_STOP;
    if (is_own(pc))
        return _URC_NO_REASON;
    CodePlace place;
    StackPlace at = {pc, _Unwind_GetRegionStart(context)};
    find_place(at, &place);
    if (place.between)
        return _URC_NO_REASON;
    w->at[w->found++] = at;
    return w->found == w->wanted ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

bool client_wants_lines;
static _Thread_local bool looking; // a crash in here has no place

static StackWalk walk_stack(unsigned wanted)
{
    StackWalk walk = {.wanted = wanted};
    if (looking)
        return walk;
    looking = true;
    _Unwind_Backtrace(visit, &walk);
    looking = false;
    return walk;
}

StackPlace client_stack(void) { return walk_stack(1).at[0]; }

void client_caller(FaultArgs *fault)
{
    StackWalk walk = walk_stack(2);
    CodePlace place = {.line = 0};
    if (looking || !walk.found)
        return;
    looking = true;
    pthread_mutex_lock(&places_lock);
    code_caller(walk.at[0].pc, &place);
    pthread_mutex_unlock(&places_lock);
    if (!place.line && walk.found == 2)
        find_place(walk.at[1], &place);
    looking = false;
    fault->caller_line = place.line;
    memcpy(fault->caller_file, place.text, sizeof fault->caller_file);
}

void client_place(ClientThread *t, Message *m, StackPlace at)
{
    CodePlace place = {.line = 0};
    bool nested = looking;
    looking = true;
    if (at.pc && !nested)
        find_place(at, &place);
    looking = nested;
    if (t->found_line == place.line && !strcmp(t->found, place.text))
        return;
    memcpy(t->found, place.text, sizeof t->found);
    t->found_line = place.line;
    m->file = *place.text ? PLACE_text : PLACE_unknown;
    m->line = (uint32_t)place.line;
    memcpy(m->where, place.text, sizeof m->where);
}
