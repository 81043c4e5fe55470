// trace.h - what the files that draw the timeline share.
//
// A job appears in two rows: its stream's and its engine's. Kernels that run at the same time
// have engine rows of their own, as many as are needed. A grid that a kernel launched is a
// slice of its own: among the engines' rows while the grid runs; for its stream, within the
// slice of the grid that launched it (JSON) or in a row below the stream's (text and SVG). One
// row for the host shows its calls. Times are virtual, so that equal programs give equal
// files, byte for byte.
#pragma once

#include "cudart/clock/stream.h"
#include "drawing.h"

#include <stdio.h>

typedef struct {
    JobKind kind;
    CopyWay way;
    unsigned long long stream;
    unsigned device;
    const char *stream_name;
    const GraphLaunch *of;    // JOB_graph: of which launch
    const GraphLaunch *graph; // whose node it is; `stream` is then one of its lanes
    double begin, end;
    double over; // of a kernel: the end with all grids that come from it
    char *name, *args;
    Dim3 grid, block;
    uint32_t shared, depth; // depth 0: launched by the host
    bool tail;              // a tail launch: behind its launcher and that one's other grids
    uint64_t launch, launcher, bytes;
    uint64_t faults; // not 0: pages that moved while a kernel ran, in the row of the engine alone
    uint32_t job;    // its number
    unsigned stream_row, engine_row; // MAX_ROWS: none
    long above; // in its row of the JSON: the slice that this one lies in (trace_json.c)
} Slice;

typedef struct {
    const char *name;
    double begin, end;
    uint32_t waited_for; // a job, 0: none (for the recorder)
    uint32_t file_line;  // the call's place, a number of trace_waits.c; 0: not known
} TraceCall;

typedef struct {
    char label[40];
    unsigned device;
    bool engine;
    unsigned long long stream;       // of a stream's row
    bool children;                   // only grids that kernels launched
    const char *graph;               // only nodes of this graph, of one lane; or NULL
    unsigned long long lane, number; // of the graph
    double free_at;                  // of an engine's row: the end of its last slice
} TraceRow;

enum { MAX_ROWS = 400, MAX_NAMES = 26 };

// ---- trace_rows.c ---------------------------------------------------

typedef struct {
    Slice *slices;
    TraceCall *calls;
    size_t nslices, ncalls, slices_room, calls_room;
    size_t left_out;         // slices of a recording that has no room
    TraceRow rows[MAX_ROWS]; // the engines', then the streams', each by device
    unsigned nrows, engine_rows;
    const char *names[MAX_NAMES]; // of kernels, in order of appearance
    unsigned nnames;
} Trace;
extern Trace trace;

void trace_add(Slice s);    // copies the name and the arguments
void trace_make_rows(void); // also sorts the slices by time
double trace_begin(void);   // from when to when is drawn
double trace_end(void);
bool trace_call_waits(const TraceCall *c); // did the host wait in this call?
// The label; if there are several devices, with `device` and the number of its own before it.
const char *trace_row_name(const TraceRow *row, const char *device_word);
// A number for the name of a kernel, below MAX_NAMES.
unsigned trace_name_index(const char *name);
char trace_stream_letter(const Slice *s); // the slice's stream, in a row of an engine

// ---- trace_waits.c --------------------------------------------------

typedef enum {
    WAIT_stream,
    WAIT_event,
    WAIT_graph,
    WAIT_default_stream,
    WAIT_queue,
    WAIT_call
} WaitKind;
typedef struct {
    const char *file; // NULL: not known
    int line;
} CallPlace;
CallPlace waits_place_of(uint32_t number);              // of a place
CallPlace waits_place_of_job(uint32_t job);             // of the call that issued it
CallPlace waits_place_of_stream(unsigned long long id); // of the call that created it
// Calls tell(arg, kind, earlier) for each job that the job had to wait for; WAIT_call: `earlier` is
// the index of the call that issued the job, which started at once.
// Each job is listed once, and instead of an event record the last work before it.
void waits_of(uint32_t job, void (*tell)(void *arg, WaitKind kind, uint32_t earlier), void *arg);
bool waits_is_mark(uint32_t job); // an event record: the host that waits for it waits for others
void waits_called(TraceCall *c);  // the call that ends now: fills in the last two members
void waits_begin(void);           // a new part of the program is drawn
void waits_watch(void);           // once: notes what follows

// ---- trace_look.c: the timeline for the recorder --------------------

enum { LOOK_JOBS = 800 }; // and as many calls: more are not recorded
void trace_look(void);

// ---- trace_json.c, trace_text.c, trace_svg.c ------------------------

void trace_write_json(FILE *f);
void trace_write_text(FILE *f);
void trace_write_svg(FILE *f);
