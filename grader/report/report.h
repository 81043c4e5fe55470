// report.h - the grade: what the records of all items add up to, and everything that is made
// from it.
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "grader/judge/checks.h"
#include "grader/submission/compile.h"
#include "grader/judge/record.h"

typedef struct {
    const Lab *lab;
    int part; // 0: all
    Object object[LAB_FILES], reference[LAB_FILES];
    char folder[MAX_NAME]; // "labs/04_reduction"
} Selected;

// The submission's object that has the part's functions.
const Object *selected_object(const Selected *selected, const Part *part);

typedef struct {
    Selected *selected;
    int count;
    const char *submission; // the folder: "labs", or absolute where it is not in the course
    int part;               // 0: all
    uint64_t seed;
    const char *records; // file
    const char *nvcc_version;
    const CheckVerdict *checks; // one for each part, in order; NULL: Check has not ended yet
    char started[32];           // facts of the run
    double wall_s;
    unsigned layers;   // of the sandbox that hold, see confine.h
    const char *limit; // of this machine that ended grading; NULL: none
    // Whether the submission's code was running when the process of a part last said something;
    // one for each part, NULL: not known.
    const bool *submission_ran;
} Report;

// ---- report.c: the grade ----------------------------------------------------------------

typedef struct {
    int score, max_score;
    Status status;
} GradeSum;

typedef struct {
    const Part *part;
    GradeSum sum;
    ItemRecord *item; // in Grade.item
    int items;
    bool disputed; // Check and the records disagree about it
} PartGrade;

typedef struct {
    const Selected *selected;
    GradeSum sum;
    PartGrade *part;
    int parts;
    ItemRecord *item;
    int items;
    Lines log; // of nvcc, if it rejected the file
} LabGrade;

typedef struct {
    const Report *report;
    GradeSum sum;
    char sim[64]; // the simulator's version; "" if nothing ran
    LabGrade *lab;
    int labs;
    ItemRecord *item; // of all labs, in order
    int items;
} Grade;

// The grade as the records stand. An item without a record is a grader error, and so is a part
// of which Check says that it passed and the records that it did not, or the other way round.
Grade *grade_build(const Report *report);
void grade_free(Grade *grade);

// Says which parts are disputed.
void grade_print_disputes(const Grade *grade, FILE *out);

// 0 all points, 1 points lost, 3 a lab did not compile, 4 a limit of this machine, 5 grader error.
// "All points" is what Check says: without its verdicts the status is never 0.
int grade_exit_status(const Grade *grade);

// The command that repeats an item's verdict, with its seed, for a shell; to be freed.
char *grade_repeat_command(const Grade *grade, const LabGrade *lab, const ItemRecord *item);
// "2.1": the part's number, and the item's in it.
void record_number(const ItemRecord *item, char *text, size_t size);
// The slide of the cause, of the item, or of the part; NULL if there is none.
const char *record_slide(const ItemRecord *item);
// "make hint LAB=reduction PART=2"
void record_hint(const ItemRecord *item, char *text, size_t size);

// ---- report_json.c: grade.json ------------------------------------------------------------

#define GRADE_SCHEMA "cuda-course-grade/2"

json_t *grade_json(const Grade *grade);

// Writes grade.json under a temporary name, then renames it. False, with errno, if that is not
// possible.
bool grade_write(const Grade *grade, const char *path);

// Of which commit this build is, as git describes it: "v1.1.0-3-g0123456789ab"; "unknown".
enum { COMMIT_NAME = 48 };
const char *report_commit(char commit[COMMIT_NAME]);

// Of a record, for other formats, too.
json_t *record_text(const char *text); // a clean text of less than MAX_LINE bytes
json_t *record_lines(const Lines *lines);
json_t *record_places(const Places *places);
json_t *record_counts(const ItemRecord *record);
json_t *record_findings(const SimFindings *findings); // tool, cause, message, count of each

// ---- report_table.c -----------------------------------------------------------------------

typedef struct {
    bool colour;
    bool links;  // OSC 8, for terminals
    int columns; // of the terminal; 0: it is none
} TableStyle;

// The parts of all labs from number `from`, counted from 0, to before `end`. The heading of a lab
// comes with its first part.
void report_table_parts(const Grade *grade, FILE *out, TableStyle style, int from, int end);
void report_table_sum(const Grade *grade, FILE *out, TableStyle style); // its last lines

// ---- report_formats.c ---------------------------------------------------------------------

// "gradescope", "junit", "tap" or "lines"; false for any other name.
bool report_known_format(const char *format);
void report_format(const Grade *grade, const char *format, FILE *out);
