// api_value.c - words that a stream writes, or waits for: cuStreamWriteValue32 and its relatives,
// which only the driver API has. A wait whose word is not there yet is held (cudart/clock/held.c),
// with everything that follows it in its stream. What a stream has written orders the wait of
// another stream; a word that a kernel or the host writes does not.
#include "both/door.h"
#include "capture.h"
#include "context.h"
#include "cost_table.h"
#include "cudart/clock/held.h"
#include "cudart/clock/timeline.h"
#include "memory.h"
#include "streams.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    Stream *stream;
    uint64_t at, value;
    unsigned bytes;
    ValueOperation how;
} ValueWork;

// The words that streams have written last, and by which jobs.
enum { WRITTEN = 64 };
static struct {
    uint64_t at;
    Job *job;
} written[WRITTEN];

static Alloc *word_of(const ValueWork *w)
{
    Alloc *a = memory_of_host(w->at);
    return a && w->at % w->bytes == 0 && w->bytes <= mem_end(a) - w->at ? a : NULL;
}

static bool is_satisfied(const ValueWork *w, const Alloc *a)
{
    uint64_t word = 0, value = w->bytes == 4 ? (uint32_t)w->value : w->value;
    memcpy(&word, a->host + (w->at - a->addr), w->bytes);
    switch (w->how) {
    case VALUE_geq:
        return w->bytes == 4 ? (int32_t)((uint32_t)word - (uint32_t)value) >= 0
                             : (int64_t)(word - value) >= 0;
    case VALUE_eq: return word == value;
    case VALUE_and: return word & value;
    default: return w->bytes == 4 ? (uint32_t) ~(word | value) : ~(word | value);
    }
}

static void write_word(const ValueWork *w, Alloc *a)
{
    Job *j = job_new(w->stream, JOB_mark);
    memcpy(a->host + (w->at - a->addr), &w->value, w->bytes);
    EACH_HOOK(host_write, (w->at, w->bytes));
    device.changes++;
    unsigned i = (unsigned)(w->at / 4 % WRITTEN);
    job_drop(&written[i].job);
    written[i].at = w->at;
    written[i].job = job_ref(j);
    job_issue(j);
}

static void wait_for_word(const ValueWork *w)
{
    Job *j = job_new(w->stream, JOB_mark);
    unsigned i = (unsigned)(w->at / 4 % WRITTEN);
    if (written[i].job && written[i].at == w->at)
        job_after(j, written[i].job);
    job_issue(j);
}

static cudaError_t go_on(void *args, const HeldWork *held)
{
    const ValueWork *w = args;
    Alloc *a = word_of(w);
    if (!a) // it has been freed meanwhile
        return cudaErrorIllegalAddress;
    if (w->how == VALUE_write) {
        write_word(w, a);
        return cudaSuccess;
    }
    if (is_satisfied(w, a)) {
        wait_for_word(w);
        return cudaSuccess;
    }
    if (!held || !held_is_given_up(held))
        return cudaErrorNotReady;
    char text[120];
    snprintf(text, sizeof text, "nothing writes the word at 0x%llx that a stream waits for",
             (unsigned long long)w->at);
    EACH_HOOK(call_problem, (CALL_mistake, "deadlock", text));
    return cudaErrorLaunchTimeout;
}

int cudasimStreamValue(void *stream, void *p, unsigned long long value, unsigned bytes,
                       unsigned how)
{
    ENTER_US(COST_RECORD_CALL_US);
    StreamCapture *capture;
    ValueWork w = {stream_find(stream), (uintptr_t)p, value, bytes, (ValueOperation)how};
    if (!w.stream)
        LEAVE(cudaErrorInvalidResourceHandle);
    if ((bytes != 4 && bytes != 8) || how > VALUE_write || !word_of(&w))
        LEAVE(cudaErrorInvalidValue);
    cudaError_t e = capture_work(w.stream, &capture);
    if (!e)
        e = capture_forbids_wait(w.stream); // a graph has no such nodes
    if (e)
        LEAVE(e);
    e = held_before(w.stream) ? cudaErrorNotReady : go_on(&w, NULL);
    if (e != cudaErrorNotReady)
        LEAVE(e);
    hold(w.stream, w.how != VALUE_write, go_on, &w, sizeof w);
    LEAVE(cudaSuccess);
}
