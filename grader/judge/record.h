// record.h - the verdict on one item, with its reasons.
//
// A part is judged in a process of its own, and its records have to outlive that process. So each
// record is appended to a file that was opened before the process was started. The file has only
// the verdicts; names and points of items come from the lab's table.
//
// All texts of a submission pass through here on their way into a report. So they are made safe
// here (text.h), and a record is bounded: see the enum. What breaks these rules was not written by
// a judge; its item stays a grader error.
#pragma once

#include <stdint.h>

#include "common/causes.h"
#include "grader/base/failed_call.h"
#include "grader/run/findings.h"
#include "grader/grader.h"
#include "grader/base/lines.h"
#include "grader/base/status.h"

enum { // of one record
    MAX_DETAILS = 64,
    MAX_OUTPUT = 16,
    MAX_PLACES = 64,
    MAX_FINDINGS = 100,
    MAX_RECORD = (2 + MAX_DETAILS + MAX_OUTPUT + MAX_PLACES + MAX_FINDINGS) * (MAX_LINE + 32)
};

// What a gate counted.
typedef struct {
    const Gate *gate;
    double value;
} GateCount;

typedef struct {
    const Lab *lab;
    const Part *part;
    const Item *item;
    Status status; // pass: all points, else none
    char message[MAX_LINE];
    int reason;     // where the reason begins in the message, after the name of a case or tool
    bool idle;      // nothing was launched: the part is not begun
    Cause cause;    // of the finding that the message names; CAUSE_none
    Lines detail;   // further reasons
    int cases_line; // the one of them that says how many cases fail; -1: none
    Lines output;   // what the lab's code printed
    Places where;
    int counts;
    GateCount count[MAX_GATES];
    SimFindings findings; // those that cost the points, one per mistake
    // Not in the file: the failed call that the message names, or NULL; the case that the message
    // is about, or -1.
    const FailedCall *failed_call;
    int shown;
} ItemRecord;

// The record of an item before it is judged: STATUS_grader_error.
ItemRecord record_blank(const Lab *lab, const Part *part, const Item *item);
void record_free(ItemRecord *record);

// Gives an item its verdict. The message is "subject: reason", or the reason alone where the
// subject is NULL.
void record_set(ItemRecord *record, Status status, const char *subject, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void record_count(ItemRecord *record, const Gate *gate, double value);

int record_score(const ItemRecord *record);

// "reduction.pairs.right"
void record_id(const ItemRecord *record, char *id, size_t size);

// Appends the record to a file of records; one write, so that records never mix.
void record_append(const ItemRecord *record, const char *path);

// Reads the records of a file into those of the same items, and, where the file has it, the
// simulator's version. Records that are broken, or of no such item, are ignored.
void records_read(const char *path, ItemRecord *records, int count, char *sim, size_t size);
void record_append_sim(const char *sim, const char *path);
