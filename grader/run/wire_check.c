// wire_check.c - is what a runner sends what wire.h says?
#include "wire_check.h"

#include <math.h>
#include <string.h>

#include "common/cudasim/cudasim.h"

enum { MAX_WIRE_TEXT = 1024 };

static const Case *case_of(const WireRecord *record, const CaseList *list)
{
    return record->index < (uint32_t)list->count ? list->cases[record->index] : NULL;
}

static const Buffer *buffer_of(const WireRecord *record, const CaseList *list)
{
    const Case *c = case_of(record, list);
    return c && record->buffer < (uint32_t)c->buffers ? &c->buffer[record->buffer] : NULL;
}

bool wire_header_is_good(const WireRecord *record, const CaseList *list)
{
    const Buffer *buffer = buffer_of(record, list);
    uint64_t bytes = record->bytes;
    switch (record->type) {
    case WIRE_hello:
    case WIRE_broken:
    case WIRE_refused: return bytes < MAX_WIRE_TEXT;
    case WIRE_done:
    case WIRE_left:
    case WIRE_client: return bytes == 0;
    case WIRE_begin: return case_of(record, list) && bytes == 0;
    case WIRE_over:
    case WIRE_end: return case_of(record, list) && bytes < MAX_WIRE_TEXT;
    case WIRE_time: return case_of(record, list) && bytes == sizeof(WireTime);
    case WIRE_origins: return case_of(record, list) && bytes == sizeof(CudasimOrigins);
    case WIRE_delays: return case_of(record, list) && bytes == sizeof(CudasimDelays);
    case WIRE_crash: return case_of(record, list) && bytes == sizeof(WireCrash);
    case WIRE_failed: return case_of(record, list) && bytes == sizeof(WireFailed);
    case WIRE_text:
        return case_of(record, list) && record->buffer < TEXTS && bytes <= WIRE_MAX_TEXT;
    case WIRE_output:
        return buffer && role_is_result(buffer->role) &&
               bytes == buffer->count * elem_size(buffer->type);
    case WIRE_writers:
        return buffer && role_is_result(buffer->role) && bytes % sizeof(WireWriter) == 0 &&
               bytes / sizeof(WireWriter) <= WIRE_MAX_WRITERS &&
               bytes / sizeof(WireWriter) <= buffer->count;
    case WIRE_changed: return buffer && buffer->role == BUFFER_in && bytes == sizeof(WireWriter);
    default: return false;
    }
}

static bool is_writer(const WireWriter *w, const Buffer *buffer)
{
    return w->kind <= CUDASIM_WRITER_UNKNOWN && memchr(w->file, 0, sizeof w->file) &&
           memchr(w->caller_file, 0, sizeof w->caller_file) && w->first < buffer->count &&
           w->count >= 1 && w->count <= buffer->count - w->first;
}

static bool are_writers(const WireRecord *record, const char *data, const Buffer *buffer)
{
    WireWriter w;
    for (uint64_t at = 0; at < record->bytes; at += sizeof w) {
        memcpy(&w, data + at, sizeof w);
        if (!is_writer(&w, buffer))
            return false;
    }
    return true;
}

static bool is_time(const void *data)
{
    double values[sizeof(WireTime) / sizeof(double)];
    memcpy(values, data, sizeof values);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!isfinite(values[i]) || values[i] < 0)
            return false;
    return true;
}

static bool is_transfer(const CudasimTransfer *t)
{
    return memchr(t->call, 0, sizeof t->call) && memchr(t->file, 0, sizeof t->file) &&
           t->line >= 0 && !t->file_name;
}

static bool are_origins(const void *data)
{
    CudasimOrigins origins;
    memcpy(&origins, data, sizeof origins);
    return is_transfer(&origins.largest) && is_transfer(&origins.writer) &&
           is_transfer(&origins.placer);
}

static bool is_delayed(const CudasimDelayed *d)
{
    return memchr(d->what, 0, sizeof d->what) && memchr(d->file, 0, sizeof d->file) && d->line >= 0;
}

static bool is_delay(const CudasimDelay *d)
{
    return (unsigned)d->kind <= CUDASIM_DELAY_work && isfinite(d->us) && d->via_line >= 0 &&
           memchr(d->via_file, 0, sizeof d->via_file) && is_delayed(&d->who) &&
           is_delayed(&d->whom);
}

static bool are_delays(const void *data)
{
    CudasimDelays delays;
    memcpy(&delays, data, sizeof delays);
    bool good = delays.count >= 0 && delays.count <= CUDASIM_DELAYS && is_delay(&delays.copies);
    for (int i = 0; good && i < delays.count; i++)
        good = is_delay(&delays.delay[i]);
    return good;
}

static bool is_crash(const void *data)
{
    WireCrash crash;
    memcpy(&crash, data, sizeof crash);
    return memchr(crash.file, 0, sizeof crash.file) && memchr(crash.text, 0, sizeof crash.text) &&
           memchr(crash.caller_file, 0, sizeof crash.caller_file) && crash.line >= 0 &&
           crash.caller >= 0;
}

static bool is_failed(const void *data)
{
    WireFailed failed;
    memcpy(&failed, data, sizeof failed);
    return memchr(failed.call, 0, sizeof failed.call) &&
           memchr(failed.file, 0, sizeof failed.file) &&
           memchr(failed.error, 0, sizeof failed.error) && failed.line >= 0;
}

bool wire_data_is_good(const WireRecord *record, const void *data, const CaseList *list)
{
    switch (record->type) {
    case WIRE_writers:
    case WIRE_changed: return are_writers(record, data, buffer_of(record, list));
    case WIRE_time: return is_time(data);
    case WIRE_origins: return are_origins(data);
    case WIRE_delays: return are_delays(data);
    case WIRE_crash: return is_crash(data);
    case WIRE_failed: return is_failed(data);
    case WIRE_hello:
    case WIRE_broken:
    case WIRE_refused:
    case WIRE_over:
    case WIRE_end: return !memchr(data, 0, record->bytes);
    default: return true;
    }
}
