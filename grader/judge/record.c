// record.c - records, and how they pass from the process that judged a part to the one that
// reports. One function passes a record in both directions, so what is written is what is read.
#include "record.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"

ItemRecord record_blank(const Lab *lab, const Part *part, const Item *item)
{
    return (ItemRecord){
        .lab = lab,
        .part = part,
        .item = item,
        .status = STATUS_grader_error,
        .message = "not judged: the grader did not get this far",
        .cases_line = -1,
        .shown = -1,
    };
}

void record_free(ItemRecord *record)
{
    lines_free(&record->detail);
    lines_free(&record->output);
    places_free(&record->where);
    findings_free(&record->findings);
}

void record_set(ItemRecord *record, Status status, const char *subject, const char *format, ...)
{
    va_list args;
    char *message = record->message;
    assert(status < STATUS_COUNT);
    record->status = status;
    record->reason = 0;
    if (subject)
        record->reason = snprintf(message, MAX_LINE / 2, "%.400s: ", subject);
    va_start(args, format);
    vsnprintf(message + record->reason, MAX_LINE - (size_t)record->reason, format, args);
    va_end(args);
}

// Of two gates with one label the later one is shown.
void record_count(ItemRecord *record, const Gate *gate, double value)
{
    int k = 0;
    while (k < record->counts && strcmp(record->count[k].gate->label, gate->label) != 0)
        k++;
    assert(k < MAX_GATES);
    record->counts = k == record->counts ? k + 1 : record->counts;
    record->count[k] = (GateCount){gate, value};
}

int record_score(const ItemRecord *record)
{
    return record->status == STATUS_pass ? record->item->points : 0;
}

void record_id(const ItemRecord *record, char *id, size_t size)
{
    assert(record->lab && record->part && record->item);
    int n =
        snprintf(id, size, "%s.%s.%s", lab_topic(record->lab), record->part->id, record->item->id);
    assert(n > 0 && (size_t)n < size); // a shortened id would not be found again
    (void)n;
}

// ---- a record on its way --------------------------------------------------------------------

// Texts are clean, so none has these bytes: the next record is found behind one that is broken.
static const char record_mark[8] = "\1record";

// The process that writes was forked by the one that reads: their tables are at the same places.
typedef struct {
    char mark[sizeof record_mark];
    const Part *part; // NULL: not a record, but the simulator's version
    const Item *item;
} RecordHeader;

// The bytes of a record, which are written or read. A value that is not what record.h says makes
// the record bad; then nothing else is passed.
typedef struct {
    bool reading, good;
    char *bytes;
    size_t used, size;
} Passage;

static void pass_bytes(Passage *p, void *value, size_t bytes)
{
    p->good = p->good && bytes <= p->size - p->used;
    if (!p->good)
        return;
    if (p->reading)
        memcpy(value, p->bytes + p->used, bytes);
    else
        memcpy(p->bytes + p->used, value, bytes);
    p->used += bytes;
}

static long long pass_number(Passage *p, long long value, long long least, long long most)
{
    pass_bytes(p, &value, sizeof value);
    p->good = p->good && value >= least && value <= most;
    return p->good ? value : least;
}

// In both directions, `clean` gets the text.
static void pass_text(Passage *p, char clean[MAX_LINE], const char *text)
{
    size_t bytes = p->reading ? 0 : text_clean(clean, MAX_LINE, text, strlen(text));
    bytes = (size_t)pass_number(p, (long long)bytes, 0, MAX_LINE - 1);
    pass_bytes(p, clean, bytes);
    clean[p->good ? bytes : 0] = 0;
    p->good = p->good && strlen(clean) == bytes && text_is_clean(clean);
}

static int pass_count(Passage *p, int count, int most)
{
    return (int)pass_number(p, count < most ? count : most, 0, most);
}

static void pass_lines(Passage *p, Lines *lines, int most)
{
    char text[MAX_LINE];
    int count = pass_count(p, lines->count, most);
    for (int i = 0; i < count && p->good; i++) {
        pass_text(p, text, p->reading ? NULL : lines->line[i]);
        if (p->reading)
            lines_add(lines, "%s", text);
    }
}

static void pass_places(Passage *p, Places *places)
{
    char file[MAX_LINE];
    int count = pass_count(p, places->count, MAX_PLACES);
    for (int i = 0; i < count && p->good; i++) {
        SourcePlace place = p->reading ? (SourcePlace){0} : places->place[i];
        pass_text(p, file, place.file);
        place.line = (int)pass_number(p, place.line, INT_MIN, INT_MAX);
        place.role = (PlaceRole)pass_number(p, place.role, 0, ROLE_last_writer);
        if (p->reading)
            places_add(places, file, place.line, place.role);
    }
}

// What a report shows of them.
static void pass_findings(Passage *p, SimFindings *findings)
{
    char message[MAX_LINE];
    int count = pass_count(p, findings->count, MAX_FINDINGS);
    for (int i = 0; i < count && p->good; i++) {
        SimFinding f =
            p->reading ? (SimFinding){.kind = "", .message = message} : findings->finding[i];
        pass_text(p, message, f.message);
        f.tool = (CheckTool)pass_number(p, f.tool, 0, TOOL_COUNT - 1);
        f.cause = (Cause)pass_number(p, f.cause, 0, CAUSE_COUNT - 1);
        f.count = pass_number(p, f.count, 1, LLONG_MAX);
        if (p->reading)
            findings_add(findings, &f);
    }
}

static void pass_counts(Passage *p, ItemRecord *record)
{
    int count = pass_count(p, record->counts, MAX_GATES);
    for (int i = 0; i < count && p->good; i++) {
        const Gate *gates = record->item->gate;
        GateCount c = p->reading ? (GateCount){gates, 0} : record->count[i];
        const Gate *gate = &gates[pass_number(p, c.gate - gates, 0, MAX_GATES - 1)];
        pass_bytes(p, &c.value, sizeof c.value);
        p->good = p->good && gate->metric;
        if (p->reading && p->good)
            record_count(record, gate, c.value);
    }
}

static void pass_record(Passage *p, ItemRecord *record)
{
    char message[MAX_LINE];
    int line = record->cases_line < MAX_DETAILS ? record->cases_line : -1;
    record->status = (Status)pass_number(p, record->status, 0, STATUS_COUNT - 1);
    pass_text(p, message, record->message);
    strcpy(record->message, message);
    record->reason = (int)pass_number(p, record->reason, 0, (long long)strlen(message));
    record->idle = pass_number(p, record->idle, false, true);
    record->cause = (Cause)pass_number(p, record->cause, 0, CAUSE_COUNT - 1);
    record->cases_line = (int)pass_number(p, line, -1, MAX_DETAILS - 1);
    pass_lines(p, &record->detail, MAX_DETAILS);
    pass_lines(p, &record->output, MAX_OUTPUT);
    pass_places(p, &record->where);
    pass_counts(p, record);
    pass_findings(p, &record->findings);
}

// ---- writing ---------------------------------------------------------------------------------

static Passage begin_writing(const Part *part, const Item *item)
{
    RecordHeader header = {.part = part, .item = item};
    Passage p = {.good = true, .bytes = need(malloc(MAX_RECORD)), .size = MAX_RECORD};
    memcpy(header.mark, record_mark, sizeof record_mark);
    pass_bytes(&p, &header, sizeof header);
    return p;
}

static void end_writing(Passage *p, const char *path)
{
    assert(p->good); // or it would not be read
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0 || write(fd, p->bytes, p->used) != (ssize_t)p->used)
        limits_reached("no record can be written: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    free(p->bytes);
}

void record_append(const ItemRecord *record, const char *path)
{
    ItemRecord written = *record;
    Passage p = begin_writing(record->part, record->item);
    pass_record(&p, &written);
    end_writing(&p, path);
}

void record_append_sim(const char *sim, const char *path)
{
    char clean[MAX_LINE];
    Passage p = begin_writing(NULL, NULL);
    pass_text(&p, clean, sim);
    end_writing(&p, path);
}

// ---- reading ---------------------------------------------------------------------------------

static void read_record(Passage *p, ItemRecord *record)
{
    ItemRecord read = record_blank(record->lab, record->part, record->item);
    pass_record(p, &read);
    if (p->good) {
        record_free(record);
        *record = read;
    } else {
        record_free(&read);
    }
}

static void read_sim(Passage *p, char *sim, size_t size)
{
    char version[MAX_LINE];
    pass_text(p, version, NULL);
    if (p->good)
        snprintf(sim, size, "%s", version);
}

static ItemRecord *find_record(ItemRecord *records, int count, const RecordHeader *header)
{
    for (int i = 0; i < count; i++)
        if (records[i].part == header->part && records[i].item == header->item)
            return &records[i];
    return NULL;
}

void records_read(const char *path, ItemRecord *records, int count, char *sim, size_t size)
{
    char *bytes, *found;
    size_t room, at = 0;
    file_read_ours(path, &bytes, &room);
    while (bytes && (found = memmem(bytes + at, room - at, record_mark, sizeof record_mark))) {
        RecordHeader header = {0};
        Passage p = {true, true, found, 0, room - (size_t)(found - bytes)};
        pass_bytes(&p, &header, sizeof header);
        ItemRecord *record = find_record(records, count, &header);
        if (record)
            read_record(&p, record);
        else if (!header.part)
            read_sim(&p, sim, size);
        else
            p.good = false;
        at = (size_t)(found - bytes) + (p.good ? p.used : 1);
    }
    free(bytes);
}
