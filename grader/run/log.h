// log.h - what the lab's code printed, by case.
//
// Before a case begins, the runner writes a mark into the pipe to which the lab's code prints. The
// lab's code can write such marks, too; they would put its own lines to another case, no more.
#pragma once

#include <stddef.h>

enum { LOG_MARK = 0x1e }; // then a number and the end of a line

typedef struct {
    int number; // of the case; -1: not known
    const char *text;
    size_t bytes; // without the end of the line
} LogLine;

// The next line of a log; NULL where there is none. `line` is what was returned before, or at first
// a line with number -1.
const char *log_next(const char *log, LogLine *line);

// Appends the lines of one log to another one of at most `size` bytes and a 0, with marks only
// where lines follow. Returns the bytes that the log has then.
size_t log_append(char *log, size_t used, size_t size, const char *more);
