// record.c - records, and how they pass from the process that judged a part to the one that
// reports.
#include "record.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "grader/labs/choose.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"

#define SIM_ID "#sim" // of the line that has the simulator's version

ItemRecord record_blank(const Lab *lab, const Part *part, const Item *item)
{
    return (ItemRecord){
        .lab = lab,
        .part = part,
        .item = item,
        .status = STATUS_grader_error,
        .message = "not judged: the grader did not get this far",
        .cases_line = -1,
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

// ---- JSON ----------------------------------------------------------------------------------

json_t *record_text(const char *text)
{
    char clean[MAX_LINE];
    text_clean(clean, sizeof clean, text, strlen(text));
    return json_string(clean);
}

static json_t *first_lines(const Lines *lines, int most)
{
    json_t *array = json_array();
    for (int i = 0; i < lines->count && i < most; i++)
        json_array_append_new(array, record_text(lines->line[i]));
    return array;
}

json_t *record_lines(const Lines *lines) { return first_lines(lines, lines->count); }

json_t *record_places(const Places *places)
{
    json_t *array = json_array();
    for (int i = 0; i < places->count && i < MAX_PLACES; i++) {
        const SourcePlace *place = &places->place[i];
        json_array_append_new(array,
                              json_pack("{s:o,s:i,s:s}", "file", record_text(place->file), "line",
                                        place->line, "role", place_role_name(place->role)));
    }
    return array;
}

static const char *gate_op(const Gate *gate) { return gate->at_least ? ">=" : "<="; }

json_t *record_findings(const SimFindings *findings)
{
    json_t *array = json_array();
    for (int i = 0; i < findings->count && i < MAX_FINDINGS; i++) {
        const SimFinding *f = &findings->finding[i];
        json_array_append_new(array,
                              json_pack("{s:s,s:s,s:o,s:I}", "tool", tool_name(f->tool), "cause",
                                        cause_rows[f->cause].name, "message",
                                        record_text(f->message), "count", (json_int_t)f->count));
    }
    return array;
}

json_t *record_counts(const ItemRecord *record)
{
    json_t *counts = json_object();
    for (int i = 0; i < record->counts; i++) {
        const Gate *gate = record->count[i].gate;
        json_object_set_new(counts, gate->label,
                            json_pack("{s:f,s:f,s:f,s:f,s:s,s:s}", "value", record->count[i].value,
                                      "naive", gate->naive, "good", gate->good, "gate", gate->gate,
                                      "op", gate_op(gate), "metric", gate->metric));
    }
    return counts;
}

static void append_line(json_t *object, const char *path)
{
    char *line = need(json_dumps(object, JSON_COMPACT));
    size_t n = strlen(line);
    line[n] = '\n';
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0 || write(fd, line, n + 1) != (ssize_t)(n + 1))
        limits_reached("no record can be written: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    free(line);
    json_decref(object);
}

void record_append(const ItemRecord *record, const char *path)
{
    char id[256];
    record_id(record, id, sizeof id);
    append_line(json_pack("{s:s,s:s,s:o,s:i,s:b,s:s,s:o,s:i,s:o,s:o,s:o,s:o}", "id", id, "status",
                          status_name(record->status), "message", record_text(record->message),
                          "reason", record->reason, "idle", record->idle, "cause",
                          cause_rows[record->cause].name, "detail",
                          first_lines(&record->detail, MAX_DETAILS), "cases_line",
                          record->cases_line < MAX_DETAILS ? record->cases_line : -1, "output",
                          first_lines(&record->output, MAX_OUTPUT), "where",
                          record_places(&record->where), "counters", record_counts(record),
                          "findings", record_findings(&record->findings)),
                path);
}

void record_append_sim(const char *sim, const char *path)
{
    append_line(json_pack("{s:s,s:o}", "id", SIM_ID, "version", record_text(sim)), path);
}

// ---- reading -------------------------------------------------------------------------------

static const char *string_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int integer_in(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

// ---- is a line a record? ----

static bool is_text(const json_t *text)
{
    return json_is_string(text) && json_string_length(text) < MAX_LINE &&
           text_is_clean(json_string_value(text));
}

static bool has_text(const json_t *object, const char *key)
{
    return is_text(json_object_get(object, key));
}

static bool has_number(const json_t *object, const char *key, json_int_t least, json_int_t most)
{
    const json_t *number = json_object_get(object, key);
    return json_is_integer(number) && json_integer_value(number) >= least &&
           json_integer_value(number) <= most;
}

typedef bool IsGood(const json_t *);

static bool has_array(const json_t *object, const char *key, size_t most, IsGood *is_good)
{
    const json_t *array = json_object_get(object, key), *entry;
    size_t i;
    bool good = json_is_array(array) && json_array_size(array) <= most;
    for (i = 0; good && i < json_array_size(array); i++) {
        entry = json_array_get(array, i);
        good = is_good(entry);
    }
    return good;
}

static bool is_place(const json_t *place)
{
    return has_text(place, "file") && has_number(place, "line", INT_MIN, INT_MAX) &&
           place_role_is(string_in(place, "role"));
}

static bool is_finding(const json_t *finding)
{
    return has_text(finding, "message") && has_text(finding, "tool") &&
           has_text(finding, "cause") && has_number(finding, "count", 0, INT64_MAX);
}

static bool are_counts(json_t *counts)
{
    const char *label;
    json_t *count;
    json_object_foreach(counts, label, count) if (!json_is_real(json_object_get(count, "value")) ||
                                                  !has_text(count, "metric") ||
                                                  !has_text(count, "op")) return false;
    return json_is_object(counts) && json_object_size(counts) <= MAX_GATES;
}

static bool is_record(const json_t *line)
{
    return status_is(string_in(line, "status")) && has_text(line, "message") &&
           has_number(line, "reason", 0,
                      (json_int_t)json_string_length(json_object_get(line, "message"))) &&
           json_is_boolean(json_object_get(line, "idle")) && has_text(line, "cause") &&
           has_number(line, "cases_line", -1, MAX_DETAILS - 1) &&
           has_array(line, "detail", MAX_DETAILS, is_text) &&
           has_array(line, "output", MAX_OUTPUT, is_text) &&
           has_array(line, "where", MAX_PLACES, is_place) &&
           are_counts(json_object_get(line, "counters")) &&
           has_array(line, "findings", MAX_FINDINGS, is_finding);
}

// ---- what it says ----

static void read_text_lines(Lines *lines, const json_t *array)
{
    size_t i;
    json_t *text;
    json_array_foreach(array, i, text) lines_add(lines, "%s", json_string_value(text));
}

static void read_places(Places *places, const json_t *array)
{
    size_t i;
    json_t *place;
    json_array_foreach(array, i, place)
        places_add(places, string_in(place, "file"), integer_in(place, "line"),
                   place_role_named(string_in(place, "role")));
}

// The gate that was counted; NULL if the item has none such. One metric may have two bounds.
static const Gate *find_gate(const Item *item, const char *label, const json_t *counter)
{
    for (int k = 0; k < MAX_GATES && item->gate[k].metric; k++) {
        const Gate *gate = &item->gate[k];
        if (strcmp(gate->label, label) == 0 &&
            strcmp(gate->metric, string_in(counter, "metric")) == 0 &&
            strcmp(gate_op(gate), string_in(counter, "op")) == 0)
            return gate;
    }
    return NULL;
}

static void read_counts(ItemRecord *record, json_t *object)
{
    const char *label;
    json_t *counter;
    json_object_foreach(object, label, counter)
    {
        const Gate *gate = find_gate(record->item, label, counter);
        if (gate)
            record_count(record, gate, json_number_value(json_object_get(counter, "value")));
    }
}

static void read_record(ItemRecord *record, const json_t *line)
{
    record_free(record);
    *record = record_blank(record->lab, record->part, record->item);
    record_set(record, status_named(string_in(line, "status")), NULL, "%s",
               string_in(line, "message"));
    record->reason = integer_in(line, "reason");
    record->idle = json_is_true(json_object_get(line, "idle"));
    record->cause = cause_named(string_in(line, "cause"));
    record->cases_line = integer_in(line, "cases_line");
    read_text_lines(&record->detail, json_object_get(line, "detail"));
    read_text_lines(&record->output, json_object_get(line, "output"));
    read_places(&record->where, json_object_get(line, "where"));
    read_counts(record, json_object_get(line, "counters"));
    findings_read(&record->findings, json_object_get(line, "findings"));
}

static ItemRecord *find_record(ItemRecord *records, int count, const char *wanted)
{
    char id[256];
    for (int i = 0; i < count; i++) {
        record_id(&records[i], id, sizeof id);
        if (strcmp(id, wanted) == 0)
            return &records[i];
    }
    return NULL;
}

void records_read(const char *path, ItemRecord *records, int count, char *sim, size_t size)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t bytes;
    while (f && (bytes = getline(&text, &room, f)) > 0) {
        json_t *line = bytes <= MAX_RECORD ? json_loadb(text, (size_t)bytes, 0, NULL) : NULL;
        const char *id = string_in(line, "id");
        ItemRecord *record = find_record(records, count, id);
        if (record && is_record(line))
            read_record(record, line);
        if (strcmp(id, SIM_ID) == 0 && has_text(line, "version"))
            snprintf(sim, size, "%s", string_in(line, "version"));
        json_decref(line);
    }
    free(text);
    if (f)
        fclose(f);
}
