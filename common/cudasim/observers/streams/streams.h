// streams.h - what the files of streamcheck share: the order of jobs, and pages. One section
// per file.
#pragma once

#include "observers/findings.h"

enum { PAGE_SHIFT = 12, PAGE_BYTES = 1 << PAGE_SHIFT, PAGE_WORDS = PAGE_BYTES / 4 };

// ---- order.c: which job comes before which --------------------------

typedef struct {
    unsigned stream, device;
    uint64_t id;
    const char *stream_name;
    uint32_t seq;            // in its stream
    uint32_t first;          // its first record
    uint32_t *clock, nclock; // by stream: up to here all is before this job's end
    JobWork work;
    char *what; // the work in words
    uint64_t launch;
    uint32_t source;    // line of the host's call; 0: unknown
    bool early;         // it may begin before the job in front of it has ended, and then
    uint32_t early_seq; // only up to here in its stream all is before it, until it waits
} StreamJob;

// A stream has waited for an event. NO_STREAM: the event had not been recorded.
#define NO_STREAM UINT32_MAX
typedef struct {
    unsigned stream, recorded_in;
    uint32_t job;  // the record; 0: none
    uint32_t line; // of the host's call; 0: unknown
} EventWait;

StreamJob *order_job(uint32_t job);
void order_stream_waits(unsigned stream, uint32_t job);
// Why `job` does not wait for the earlier one, though its stream waits for an event; NULL: it waits
// for none.
const EventWait *order_useless_wait(uint32_t earlier, uint32_t job);
void order_stream_begin(unsigned stream, unsigned device);
bool order_several(void); // there are other streams than the default one
// `first`: the number that its first record will have.
void order_job_issue(uint32_t job, unsigned stream, uint64_t id, const char *name, uint32_t first);
void order_job_after(uint32_t job, uint32_t earlier);
// `early`: has `job` not waited yet for the one that it may overlap?
bool order_before(uint32_t earlier, uint32_t job, bool early);
void order_job_early(uint32_t job, uint32_t earlier);
bool order_before_host(uint32_t job); // does the host know that the job has ended?
// The first record of the jobs that are not ordered before this one.
uint32_t order_first_unordered(uint32_t job);
void order_host_waited(uint32_t job);
void order_host_sync(unsigned device);

// ---- streamcheck.c: pages and accesses ------------------------------

typedef struct {
    uint32_t *cells;      // writes, then reads; NULL: the page is uniform
    uint32_t write, read; // of a uniform page
    uint32_t busy[2];     // last job that read, wrote it (host memory only)
    bool bytes;           // one cell per byte, not per word
    uint8_t guard;        // 0; 1: the host must not write; 2: nor read
} StreamPage;

// How far atomic and volatile accesses are strong: on the GPU, or in the whole system.
typedef enum { STRENGTH_weak, STRENGTH_strong, STRENGTH_system } Strength;

typedef struct {
    uint32_t job, place;
    uint32_t next; // of a set: the other reads; 0: none
    uint8_t strength;
} AccessRecord;

StreamPage *page_look(uint64_t addr); // NULL: nothing known
static inline uint32_t page_cells(const StreamPage *p)
{
    return p->bytes ? PAGE_BYTES : PAGE_WORDS;
}
const AccessRecord *record_at(uint32_t record);
void streamcheck_report_host(uint64_t addr, uint32_t record, bool write, uint32_t line);
void streamcheck_report_unfinished(uint64_t addr, uint32_t record);

// ---- host_pages.c: the host's own accesses --------------------------

// A job uses this page of the host's memory.
void host_pages_use(StreamPage *p, uint64_t addr, uint32_t job, bool write);
void host_pages_release(const Alloc *a);
void host_pages_stale(void);     // the host knows of more jobs that have ended
void host_pages_guard(void);     // protects the pages that the host must not touch yet
void host_pages_give_back(void); // frees all pages
// The host gets these bytes now: reports jobs that still write them.
void host_pages_look(uint64_t addr, uint64_t n);
void host_pages_report(void); // reports the accesses of the host so far
