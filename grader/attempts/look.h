// look.h - `make look`: one case of a part, recorded, as a page; the reference solution beside it.
//
// The recording is made by the machine's process (common/cudasim/observers/look/); what the
// submission's process says has no part in it. The grader adds what only the grader knows: the
// result beside the expected one, the verdict, the sources as they were compiled, the attempt
// before.
#pragma once

#include "grader/report/report.h"
#include "grader/judge/evidence.h"

// What is to be shown.
typedef struct {
    const Selected *selected;
    const Part *part;
    uint64_t seed;
    const char *lib;                    // the simulator
    const char *nvcc;                   // NULL: the page has no variables
    const char *page;                   // folder that gets look.html; "": build/look/LAB-PART/
    const OwnCase *own_case;            // of a student's own; NULL: the suite's
    const char *case_name;              // a case's name or number; NULL: the best one to show
    int finding;                        // that of `make replay`: its case and its schedule; 0: none
    bool own;                           // it is a student's labs/, so the attempts before are known
    const char *submission, *seed_word; // as they were given; NULL: they were not
} LookOrder;

// The case that is shown, and in which order of threads.
typedef struct {
    int number; // of the case
    Schedule schedule;
    const char *why; // this one, in words
} LookChoice;

// All that is known of the part, while a page is made.
typedef struct {
    const LookOrder *order;
    CaseList *list;
    EvidenceSetup setup;
    Evidence *evidence;
    LookChoice choice;
} Looking;

// Makes the page and prints where it is, as the last line. Returns an exit code as build/grade has
// them.
int look_make(const LookOrder *order);
// Runs the part's cases, and chooses one. 0: look has all of them; else an exit code.
int look_begin(Looking *look, const LookOrder *order);
// Prints the cases of the part, or the findings of its runs.
int look_print_cases(const LookOrder *order);
int look_print_findings(const LookOrder *order);

// ---- look_choice.c: which case, and in which order of threads --------------------------------

// Cases count from 1. -1: there is no such case.
int choice_case_named(const CaseList *list, const char *name);
// `number`: of a case; -1: the best one.
LookChoice choice_of_case(const Evidence *e, const EvidenceSetup *setup, int number);
// The case in which a mistake was found first, and the schedule.
LookChoice choice_of_finding(const Evidence *e, const EvidenceSetup *setup, int mistake);
// The findings of the evidence that count, in its order: the index of the n-th, from 1; -1: none.
int choice_mistake(const Evidence *e, int n);

// ---- look_document.c: what the page shows ----------------------------------------------------

enum { MAX_DOCUMENT = 4400000 }; // bytes; with the shell a page stays below 5 MB

// NULL, with the reason: there is no recording. `look` has evidence and a choice.
json_t *look_document(const Looking *look, char *why, size_t size);

// ---- look_record.c: one case, run and recorded -----------------------------------------------

typedef struct {
    json_t *document; // NULL: there is none, `why` says it
    Run *run;
    char why[256];
} LookRecording;

typedef enum {
    RECORDED_counters, // alone
    RECORDED_whole,
    RECORDED_with_variables // of an object that was compiled with -G
} Recorded;
LookRecording recording_make(const LookOrder *order, const char *object, const CaseList *list,
                             const LookChoice *choice, Recorded recorded);
void recording_free(LookRecording *recording);
// The metrics of all launches of the case that are not 0, added up (of ".max", the largest).
json_t *recording_metrics(const LookRecording *recording, int number);

// ---- look_debug.c: the part with its variables ------------------------------------------------

// The part's object, compiled with -G; NULL: it does not compile so, and this was said.
const char *look_debug_object(const LookOrder *order);
// Adds the case's blocks with variables to the document: its member `debug`.
void look_debug_add(const Looking *look, const char *folder, json_t *document);

// ---- look_sources.c: the text of the files that a recording names ----------------------------

// Gives each source of the recording the name that messages have, once, and its text as it was
// compiled.
void sources_fill(json_t *recording, const Object *object, const char *folder);
// Marks the texts that were compiled from `folder` as the solution's: the page hides them. With
// `known`, an array of sources, only lines that are in one of those stay.
void sources_hide(json_t *recording, const Object *object, const char *folder, const json_t *known);
// Adds the sources and the run of `more` to `document`, and gives the run a name. The run "debug"
// is a member of its own.
void sources_merge(json_t *document, json_t *more, const char *name);

// ---- look_verdict.c: what the grader says --------------------------------------------------

json_t *verdict_json(const LookOrder *order, const Evidence *e);
// Of the items that ask for a counter, those that are answered: prediction and count.
json_t *predictions_json(const LookOrder *order, const Evidence *e);

// ---- look_result.c: the outputs beside the expected ones ---------------------------------------

// NULL: there is nothing to show, or the expected values are the answer to a question.
json_t *result_json(const Case *c, const Result *result, bool right, const json_t *sources,
                    const char *folder);
