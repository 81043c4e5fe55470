// held.h - work that waits for the host, or comes behind such work. Most programs never hold work,
// and never get past the first three questions.
#pragma once

#include "stream.h"

bool held_any(void);               // is work held?
bool held_in(const Stream *s);     // is work of this stream held?
bool held_before(const Stream *s); // is work held that new work in the stream follows?

// Called for held work when it may run. cudaErrorNotReady: call it again later.
typedef cudaError_t HeldFn(void *args, const HeldWork *work);
// Holds work of a stream, with a copy of its arguments. begun: a grid, half done.
HeldWork *hold(Stream *s, bool begun, HeldFn *go_on, const void *args, size_t bytes);
void held_follows(HeldWork *w, HeldWork *record, Job *job); // a held record, or this job
Job *held_job(const HeldWork *w);                           // the job of held_follows
void held_recorded(const HeldWork *record, Job *job);       // the record has become a job
bool held_is_given_up(const HeldWork *w);                   // its grid can never go on

// The clocks of waiting grids usually stand between two looks. They go on with the host's clock
// while it makes no calls; and by a step if the host waits and nothing else can happen.
typedef enum { HELD_NO_TIME, HELD_HOST_TIME, HELD_STEP } HeldTime;
enum { HELD_LOOK_US = 500 }; // between two looks
HeldTime held_time_passes(void);
void held_time_passed(void); // the clock of a grid has gone on
void held_look(void);        // executes the held work that can go on
// The host waits: for the held work of the selected device; for that of a stream; for the work that
// new work in a stream follows; for the record of an event.
void held_finish_device(void);
void held_finish(const Stream *s);
void held_finish_before(const Stream *s);
void held_finish_record(const Event *e);
void held_start_thread(void); // looks at held work while the host makes no calls
void held_end(void);          // the program ends
