// stream_values.c - words that a stream writes, or waits for. A wait whose word is not there yet is
// held (cudart/clock/held.c), with everything that follows it in its stream. What a stream has
// written orders the wait of another stream; a word that a kernel or the host writes does not.
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
    ValueWord word;
} ValueWork;

// The words that streams have written last, and by which jobs.
enum { WRITTEN = 64 };
static struct {
    uint64_t at;
    Job *job;
} written[WRITTEN];

static Alloc *word_of(const ValueWork *w)
{
    Alloc *a = memory_of_host(w->word.at);
    return a && w->word.at % w->word.bytes == 0 && w->word.bytes <= mem_end(a) - w->word.at ? a
                                                                                            : NULL;
}

static bool is_satisfied(const ValueWork *w, const Alloc *a)
{
    uint64_t word = 0, value = w->word.bytes == 4 ? (uint32_t)w->word.value : w->word.value;
    memcpy(&word, a->host + (w->word.at - a->addr), w->word.bytes);
    switch (w->word.how) {
    case VALUE_geq:
        return w->word.bytes == 4 ? (int32_t)((uint32_t)word - (uint32_t)value) >= 0
                                  : (int64_t)(word - value) >= 0;
    case VALUE_eq: return word == value;
    case VALUE_and: return word & value;
    default: return w->word.bytes == 4 ? (uint32_t) ~(word | value) : ~(word | value);
    }
}

static void write_word(const ValueWork *w, Alloc *a)
{
    Job *j = job_new(w->stream, JOB_mark);
    memcpy(a->host + (w->word.at - a->addr), &w->word.value, w->word.bytes);
    EACH_HOOK(host_write, (w->word.at, w->word.bytes));
    device.changes++;
    unsigned i = (unsigned)(w->word.at / 4 % WRITTEN);
    job_drop(&written[i].job);
    written[i].at = w->word.at;
    written[i].job = job_ref(j);
    job_issue(j);
}

static void wait_for_word(const ValueWork *w)
{
    Job *j = job_new(w->stream, JOB_mark);
    unsigned i = (unsigned)(w->word.at / 4 % WRITTEN);
    if (written[i].job && written[i].at == w->word.at)
        job_after(j, written[i].job);
    job_issue(j);
}

static cudaError_t go_on(void *args, const HeldWork *held)
{
    const ValueWork *w = args;
    Alloc *a = word_of(w);
    if (!a) // it has been freed meanwhile
        return cudaErrorIllegalAddress;
    if (w->word.how == VALUE_write) {
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
             (unsigned long long)w->word.at);
    EACH_HOOK(call_problem, (CALL_mistake, "deadlock", text));
    return cudaErrorLaunchTimeout;
}

bool values_are_right(const ValueWord *list, size_t n)
{
    if (n > MAX_VALUE_WORDS || (n && !list))
        return false;
    for (size_t i = 0; i < n; i++) {
        const ValueWork w = {NULL, list[i]};
        if ((list[i].bytes != 4 && list[i].bytes != 8) || list[i].how > VALUE_write || !word_of(&w))
            return false;
    }
    return true;
}

cudaError_t stream_values(Stream *s, const ValueWord *list, size_t n)
{
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; i < n && !e; i++) {
        ValueWork w = {s, list[i]};
        e = held_before(s) ? cudaErrorNotReady : go_on(&w, NULL);
        if (e == cudaErrorNotReady) {
            hold(s, list[i].how != VALUE_write, go_on, &w, sizeof w);
            e = cudaSuccess;
        }
    }
    return e;
}
