// stream.c - the list of streams: how they begin and how they end.
#include "stream.h"

#include "alloc.h"

#include <assert.h>
#include <stdlib.h>

int nearest_priority(int priority)
{
    return priority < PRIORITY_HIGHEST  ? PRIORITY_HIGHEST
           : priority > PRIORITY_LOWEST ? PRIORITY_LOWEST
                                        : priority;
}

Stream *stream_new(unsigned flags, int priority, const char *name)
{
    static unsigned next_index;
    static unsigned long long next_id = 15; // the first id that a GPU gives to a program
    Stream *s = must_malloc(1, sizeof *s);
    *s = (Stream){.flags = flags,
                  .priority = nearest_priority(priority),
                  .name = name,
                  .device = device.number,
                  .index = next_index++};
    s->id = !name ? next_id++ : s->index < (unsigned)model.devices ? 7 : 8; // default streams
    s->attributes.sync_policy = cudaSyncPolicyAuto;
    s->attributes.domains.remote = 1;
    s->before = rt.last_stream;
    *(s->before ? &s->before->next : &rt.streams) = s;
    rt.last_stream = s;
    EACH_HOOK(stream_begin, (s->index, s->device));
    if (!name)
        EACH_WATCHER(stream, (s->id));
    return s;
}

void stream_drop(Stream *s)
{
    if (!s->destroyed || s->head || s->coming)
        return;
    assert(!s->name); // default streams stay
    *(s->before ? &s->before->next : &rt.streams) = s->next;
    *(s->next ? &s->next->before : &rt.last_stream) = s->before;
    job_drop(&s->last);
    free(s);
}

bool stream_is_blocking(const Stream *s) { return !(s->flags & cudaStreamNonBlocking); }

bool stream_is_legacy(const Stream *s) { return s == rt.legacy[s->device]; }

bool stream_includes(const Stream *s, const Stream *o)
{
    return s == o || (s == rt.legacy[o->device] && stream_is_blocking(o));
}
