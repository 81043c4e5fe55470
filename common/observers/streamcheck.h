// streamcheck.h - what the API layer tells the checker of streams; see
// streamcheck.c. Streams are known by small numbers, jobs by the numbers that
// streamcheck_job() gives. Everything is free when the checker is off.
#pragma once

#include <stdbool.h>
#include <stdint.h>

void streamcheck_stream(unsigned index); // it exists from now on
// A job is about to be issued to a stream; 0 when the checker is off. The host's
// past is the job's past.
uint32_t streamcheck_job(unsigned stream, unsigned long long id, const char *stream_name);
void streamcheck_after(uint32_t job, uint32_t earlier);
// What happens between these two, the job does: kernels' accesses, and the
// host_read and host_write of copies.
void streamcheck_begin(uint32_t job, const char *what);
void streamcheck_touch(uint64_t addr, uint64_t n, bool write);
void streamcheck_end(void);
void streamcheck_again(uint32_t job); // it goes on: a second beginning
// The source line of the host's call that follows; see cudasimSource().
void streamcheck_source(const char *file, int line);
uint32_t streamcheck_here(void); // its number (see line_number()), 0 if it was not told
// The host has waited for it, or for everything.
void streamcheck_host_knows(uint32_t job);
void streamcheck_host_knows_all(void);
// Before the program's code runs again: takes away from the host what it must
// not touch yet. Unguard: gives it all back.
void streamcheck_guard(void);
void streamcheck_unguard(void);
void streamcheck_flush(void); // reports what the host did
