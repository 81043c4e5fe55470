// timeline.h - the virtual clock, engines and queues.
#pragma once

#include "stream.h"

void timeline_init(void);
// A job that follows all jobs that come before it by stream order. The caller has a reference.
Job *job_new(Stream *s, JobKind kind);
void job_after(Job *j, Job *dep); // it also follows this job; NULL: nothing
void job_issue(Job *j);           // takes the caller's reference
Job *stream_mark(Stream *s);      // a job that takes no time, with a reference
void timeline_advance(void);      // up to rt.now
void timeline_wait(Job *j);       // the host waits; NULL: for nothing
void timeline_wait_stream(Stream *s);
void timeline_wait_device(void);           // for all work of the selected device
void timeline_wait_all(void);              // of all devices
bool timeline_stream_done(Stream *s);      // if so, the host knows it from now on
double timeline_expected(const Stream *s); // about when new work in the stream would start
