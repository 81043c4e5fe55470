// log.c - see log.h.
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *take_mark(const char *log, int *number)
{
    char *end;
    long n = strtol(log + 1, &end, 10);
    *number = end > log + 1 && n >= 0 && n < 1 << 20 ? (int)n : -1;
    end += strcspn(end, "\n");
    return end + (*end == '\n');
}

const char *log_next(const char *log, LogLine *line)
{
    static const char ends[] = {'\n', LOG_MARK, 0};
    while (log && *log == LOG_MARK)
        log = take_mark(log, &line->number);
    if (!log || !*log)
        return NULL;
    line->text = log;
    line->bytes = strcspn(log, ends);
    log += line->bytes;
    return log + (*log == '\n');
}

size_t log_append(char *log, size_t used, size_t size, const char *more)
{
    LogLine line = {.number = -1};
    int marked = -1;
    while ((more = log_next(more, &line)) != NULL) {
        char mark[24] = "";
        if (line.number != marked)
            snprintf(mark, sizeof mark, "%c%d\n", LOG_MARK, line.number);
        marked = line.number;
        size_t room = size - used, n = strlen(mark);
        if (n + 2 > room)
            break;
        memcpy(log + used, mark, n);
        size_t bytes = line.bytes < room - n - 2 ? line.bytes : room - n - 2;
        memcpy(log + used + n, line.text, bytes);
        used += n + bytes;
        log[used++] = '\n';
    }
    log[used] = 0;
    return used;
}
