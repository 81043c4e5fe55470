// judge.c - runs one part and appends the records of its items.
//
// Items are judged alone, but three rules hold for all: an object that could not be used earns
// nothing; apart from answers, a part scores only once a non-trivial case passes (an empty kernel
// has no races); and where the reference does not pass, the grader is wrong, not the student.
#include "judge.h"

#include <string.h>

#include "grader/run/log.h"

#include "items.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "reference.h"

static void append_record(const Judge *judge, ItemRecord *record)
{
    record_append(record, judge->records);
    record_free(record);
}

// Every item gets the same verdict, without any run.
static void judge_all(const Judge *judge, const Part *part, Status status, const char *message)
{
    for (const Item *item = part->items; item->name; item++) {
        ItemRecord record = record_blank(judge->lab, part, item);
        record_set(&record, status, NULL, "%s", message);
        append_record(judge, &record);
    }
}

static bool objects_usable(const Judge *judge, const Part *part)
{
    char message[MAX_NAME + 96];
    const char *problem = judge->reference ? compile_problem(judge->reference) : NULL;
    if (problem) {
        snprintf(message, sizeof message, "the reference: %s", problem);
        judge_all(judge, part, STATUS_grader_error, message);
        return false;
    }
    problem = compile_problem(judge->object);
    if (!problem)
        return true;
    Status status =
        judge->object->state == OBJECT_broken ? STATUS_grader_error : STATUS_compile_error;
    // A submission for an older version of the course has no such file, and loses this part alone.
    if (part->file && judge->object->state == OBJECT_missing)
        status = STATUS_fail;
    judge_all(judge, part, status, problem);
    return false;
}

// ---- one item ------------------------------------------------------------------------------

// Adds what the lab's code printed in one case (`only`), or in all but one, each line with its
// case, without the line that is in the message already. Every case may print the same: each line
// is shown once. False: there is no more room.
static bool add_log(ItemRecord *record, Lines *told, const Evidence *e, int number, bool only)
{
    enum { LINES = 10, WIDTH = 200 };
    LogLine line = {.number = -1};
    for (const char *log = e->log; (log = log_next(log, &line)) != NULL;) {
        char text[WIDTH + 1], name[96] = "";
        FailedCall call;
        if ((line.number == number) != only ||
            (record->failed_call && failed_call_read(line.text, line.bytes, &call) &&
             failed_call_same(&call, record->failed_call)))
            continue;
        snprintf(text, sizeof text, "%.*s", (int)line.bytes, line.text);
        if (lines_have(told, text))
            continue;
        if (told->count == LINES) {
            lines_add(&record->output, "...");
            return false;
        }
        lines_add(told, "%s", text);
        if (line.number >= 0 && line.number < e->list->count)
            case_full_name(name, sizeof name, e->list->cases[line.number]);
        lines_add(&record->output, "%s%s%s", name, *name ? ": " : "", text);
    }
    return true;
}

// The case that the message is about comes first.
static void add_logs(ItemRecord *record, const Evidence *e)
{
    Lines told = {0};
    if (add_log(record, &told, e, record->shown, true))
        add_log(record, &told, e, record->shown, false);
    lines_free(&told);
}

void judge_item(const char *folder, const Evidence *e, ItemRecord *record)
{
    ItemKind kind = record->item->kind;
    if (e->broken[0])
        record_set(record, STATUS_grader_error, NULL, "%s", e->broken);
    else if (kind == ITEM_answer)
        item_answer(folder, record);
    else if (kind == ITEM_set)
        item_set(e, folder, record);
    else if (e->refused[0])
        record_set(record, STATUS_crash, "your compiled file could not be used", "%s", e->refused);
    else if (kind == ITEM_correct)
        item_correct(e, folder, record);
    else if (kind == ITEM_safe)
        item_safe(e, folder, record);
    else
        item_gate(e, folder, record);
}

// The first item that loses points shows what was printed.
static bool judge_items(const Judge *judge, const Part *part, const Evidence *e)
{
    bool all = true;
    for (const Item *item = part->items; item->name; item++) {
        ItemRecord record = record_blank(judge->lab, part, item);
        judge_item(judge->folder, e, &record);
        bool passed = record.status == STATUS_pass;
        if (!passed && all)
            add_logs(&record, e);
        all = all && passed;
        append_record(judge, &record);
    }
    return all;
}

// ---- a part --------------------------------------------------------------------------------

static CaseList *draw_cases(const Judge *judge, const Part *part)
{
    CaseList *list = cases_new(judge->lab->name, part->number, judge->seed);
    judge->lab->draw(list, part->number);
    return list;
}

static EvidenceSetup plan_evidence(const Judge *judge, const Part *part)
{
    return (EvidenceSetup){
        .lib = paths_lib(),
        .object = judge->object->object,
        .folder = judge->folder,
        .lab = judge->lab,
        .part = part,
        .seed = judge->seed,
        .fresh_seed = judge->fresh_seed,
        .progress = judge->progress,
        .options = part->options,
    };
}

// Does the solution pass here, or, where it is not, has it passed?
static bool solution_passes(const Judge *judge, const EvidenceSetup *setup, const CaseList *list,
                            WorkFacts *work, char *problem, size_t size)
{
    if (judge->reference)
        return reference_holds(setup, judge->reference->object, list, work, problem, size);
    return reference_facts_hold(judge->facts, judge->lab, setup->part, list, work, problem, size);
}

// The cases, if the objects are good; else NULL.
static CaseList *prepare_part(const Judge *judge, const Part *part)
{
    bool early = judge->early && judge->early();
    if (!early && !objects_usable(judge, part))
        return NULL;
    CaseList *list = draw_cases(judge, part);
    if (!early)
        return list;
    judge->await(cases_bytes(list));
    if (objects_usable(judge, part))
        return list;
    cases_free(list);
    return NULL;
}

static bool judge_cases(const Judge *judge, const Part *part)
{
    char problem[1200];
    CaseList *list = prepare_part(judge, part);
    if (!list)
        return false;
    EvidenceSetup setup = plan_evidence(judge, part);
    WorkFacts *work = need(calloc((size_t)list->count + 1, sizeof *work));
    bool all = false;
    Evidence *e =
        judge->reference ? reference_is_graded(&setup, judge->reference->object, list, work) : NULL;
    if (e || solution_passes(judge, &setup, list, work, problem, sizeof problem)) {
        setup.solution = work;
        e = e ? e : evidence_gather(&setup, list);
        if (e->broken[0] || e->refused[0])
            limits_check();
        record_append_sim(e->clean->version, judge->records);
        all = judge_items(judge, part, e);
        evidence_free(e);
    } else {
        limits_check();
        judge_all(judge, part, STATUS_grader_error, problem);
    }
    free(work);
    cases_free(list);
    return all;
}

// The items of a part are judged one right after the other: their records are told together.
bool judge_part(const Judge *judge, const Part *part)
{
    bool all = judge_cases(judge, part);
    if (judge->recorded)
        judge->recorded();
    return all;
}

bool judge_reference(const Judge *judge, const Part *part, char fact[FACT_SIZE], char *problem,
                     size_t size)
{
    if (judge->early && judge->early())
        judge->await(0);
    const char *broken = compile_problem(judge->reference);
    if (broken) {
        snprintf(problem, size, "the reference: %s", broken);
        return false;
    }
    CaseList *list = draw_cases(judge, part);
    EvidenceSetup setup = plan_evidence(judge, part);
    WorkFacts *work = need(calloc((size_t)list->count + 1, sizeof *work));
    bool holds = reference_holds(&setup, judge->reference->object, list, work, problem, size);
    reference_facts_digest(judge->lab, part, list, fact);
    reference_facts_text(work, list->count, fact + strlen(fact), FACT_SIZE - strlen(fact));
    free(work);
    cases_free(list);
    return holds;
}
