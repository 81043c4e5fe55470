// stream.h - streams and events.
#pragma once

#include "job.h"

typedef struct HeldWork HeldWork;

struct CUstream_st {
    Stream *next, *before;
    unsigned flags;
    int priority;
    unsigned device;
    unsigned long long id;
    unsigned index;   // small number: for observers
    const char *name; // of a default stream, else NULL
    bool destroyed;   // it is freed with its last job
    unsigned polls;   // questions whether `last` is done
    unsigned coming;  // jobs that are not issued yet: held, or their host function runs
    Job *last;        // issued last, maybe long done; NULL: none yet
    Job *head, *tail; // not started yet
    double expected;  // about when its work will be done, for %globaltimer
    struct StreamCapture *capture; // its work becomes nodes of a graph; or NULL
    struct {                       // what the program has set and can ask for; without effect here
        struct cudaAccessPolicyWindow window;
        uint8_t sync_policy, domain, nvlink;
        cudaLaunchMemSyncDomainMap domains;
    } attributes;
};

struct CUevent_st {
    unsigned flags, device;
    Job *job;                      // NULL: never recorded
    HeldWork *record;              // the last record is held, see held.c
    unsigned polls;                // questions whether the last record is done
    struct StreamCapture *capture; // it was recorded in a stream that is captured; or NULL
};

enum { PRIORITY_LOWEST = 0, PRIORITY_HIGHEST = -5 };
int nearest_priority(int priority); // that a stream can have

Stream *stream_new(unsigned flags, int priority, const char *name); // of the selected device
void stream_drop(Stream *s); // frees a destroyed stream that has started all its jobs
// Does the stream wait for its device's legacy default stream, and that one for it?
bool stream_is_blocking(const Stream *s);
bool stream_is_legacy(const Stream *s);
// Is work of `o` the work of `s`: is it the same stream, or does the legacy stream `s` wait for it?
bool stream_includes(const Stream *s, const Stream *o);
