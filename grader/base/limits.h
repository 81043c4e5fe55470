// limits.h - what this machine refuses: memory, processes, descriptors, room for files. Marks do
// not depend on that: grading ends with status 4 and one line, and there is no grade.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { LIMIT_STATUS = 4, MAX_LIMIT = 512 };

// Shares the note of the first limit with all processes that are forked after this.
void limits_share(void);

// Notes why grading cannot go on, and ends the process with LIMIT_STATUS. The process that grades
// prints the line; see limits_on_end().
__attribute__((format(printf, 1, 2), noreturn)) void limits_reached(const char *format, ...);

// Called by limits_reached() in the process that has set it, instead of printing the line.
void limits_on_end(void (*function)(void));

// The line of the first limit that any process has met; NULL: none.
const char *limits_noted(void);

// Tries what grading needs, with `jobs` parts at a time: address space, processor time, files in
// `folder`, descriptors, processes, memory. False, with a line that names the limit, if something
// is missing.
bool limits_hold(const char *folder, int jobs, char *line, size_t size);

// MB of memory that this machine or this container has left; LLONG_MAX if that is not known.
long long limits_memory(void);

// Is there room for `mb` MB of files in a folder? False, with a line that names the folder.
bool limits_room(const char *folder, int mb, char *line, size_t size);

// The same, where something has failed that a limit may have caused, or where memory has run out
// since limits_share(): ends with limits_reached().
void limits_check(void);

// Where a process has ended by SIGKILL, and nobody but the system can have done that.
__attribute__((noreturn)) void limits_killed(const char *process);
