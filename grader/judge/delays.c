// delays.c - what the virtual time of a case was lost to: a sentence for each delay on the longest
// way through the timeline (common/cudasim/cudart/clock/delays.c finds it).
#include "delays.h"

#include <stdio.h>
#include <string.h>

#include "grader/base/paths.h"

bool delays_explain(const Gate *gate)
{
    return gate->metric == METRIC_TOTAL_US || gate->metric == METRIC_HOST_IDLE_US ||
           gate->per == METRIC_TOTAL_US;
}

bool delays_count_copies(const Gate *gate)
{
    MetricSum first = gate->metric & 0xff;
    return first == METRIC_COPIES || first == METRIC_TO_DEVICE_US || first == METRIC_TO_HOST_US;
}

// "the copy to the device in line 93"
static void name_part(char *text, size_t size, const CudasimDelayed *part, const char *after)
{
    int n = snprintf(text, size, "%s%s", part->what, after);
    if (part->line && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, " in line %d", part->line);
}

static void name_times(char *text, size_t size, const CudasimDelay *d)
{
    if (d->count > 1)
        snprintf(text, size, "%u times, %.0f us together", d->count, d->us);
    else
        snprintf(text, size, "%.0f us", d->us);
}

static void tell_wait(ItemRecord *record, const CudasimDelay *d, const char *times)
{
    char who[160], whom[160];
    name_part(who, sizeof who, &d->who, "");
    name_part(whom, sizeof whom, &d->whom, "");
    switch (d->kind) {
    case CUDASIM_DELAY_stream:
        lines_add(&record->detail, "%s waits for %s, which is before it in the same stream: %s",
                  who, whom, times);
        break;
    case CUDASIM_DELAY_event:
        lines_add(&record->detail,
                  "%s waits for %s, because of the cudaStreamWaitEvent() in line %d: %s", who, whom,
                  d->via_line, times);
        break;
    case CUDASIM_DELAY_default_stream:
        lines_add(&record->detail,
                  "%s waits for %s: one of them is in stream 0, which waits for all ordinary "
                  "streams, and they wait for it: %s",
                  who, whom, times);
        break;
    case CUDASIM_DELAY_queue:
        lines_add(&record->detail,
                  "%s waits in the queue behind %s, which was issued earlier and has to wait, "
                  "too: %s",
                  who, whom, times);
        break;
    default:
        lines_add(&record->detail,
                  "%s waits for %s, which was issued between it and the kernel that it follows: "
                  "%s",
                  who, whom, times);
        break;
    }
}

static void tell_delay(ItemRecord *record, const CudasimDelay *d)
{
    char who[160], call[160], whom[160], times[64];
    name_part(who, sizeof who, &d->who, "");
    name_part(call, sizeof call, &d->who, "()");
    name_part(whom, sizeof whom, &d->whom, "");
    name_times(times, sizeof times, d);
    if (d->kind == CUDASIM_DELAY_host_waits)
        lines_add(&record->detail,
                  "the host waits in %s for %s, and has more to issue or to do after that: %s",
                  call, whom, times);
    else if (d->kind == CUDASIM_DELAY_host_works)
        lines_add(&record->detail, "the host does its own work before it issues %s: %s", whom,
                  times);
    else if (d->kind == CUDASIM_DELAY_call)
        lines_add(&record->detail, "the host is busy in %s: %s", call, times);
    else if (d->kind == CUDASIM_DELAY_work)
        lines_add(&record->detail, "on the longest way through the timeline: %s: %s", who, times);
    else
        tell_wait(record, d, times);
}

static void add_place(ItemRecord *record, const char *file, int line, PlaceRole role,
                      const char *folder)
{
    if (*file && line)
        places_add_once(&record->where, paths_source(file, folder), line, role);
}

void delays_tell_copies(ItemRecord *record, const CudasimDelays *delays, const char *folder)
{
    const CudasimDelay *d = &delays->copies;
    char who[160], times[64];
    if (!d->count || !d->who.line)
        return;
    name_part(who, sizeof who, &d->who, "");
    name_times(times, sizeof times, d);
    lines_add(&record->detail, "most of the copies' time: %s: %s", who, times);
    add_place(record, d->who.file, d->who.line, ROLE_cause, folder);
}

void delays_tell(ItemRecord *record, const CudasimDelays *delays, const char *folder)
{
    for (int i = 0; i < delays->count; i++) {
        const CudasimDelay *d = &delays->delay[i];
        tell_delay(record, d);
        add_place(record, d->via_file, d->via_line, ROLE_cause, folder);
        add_place(record, d->who.file, d->who.line, ROLE_cause, folder);
        add_place(record, d->whom.file, d->whom.line, ROLE_other, folder);
    }
}
