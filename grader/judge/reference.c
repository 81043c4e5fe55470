// reference.c - runs the solution as well, and remembers the outcome.
//
// An outcome is a file build/reference/HASH whose name is a hash of all that it
// depends on: the solution's object, the simulator, the runner, this program,
// seed, lab and part. If the reference holds, it has the WorkFacts of each case, else the
// reason.
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/files.h"
#include "grader/base/hash.h"
#include "items.h"
#include "grader/base/paths.h"
#include "reference_facts.h"

uint64_t reference_machine(const char *lib)
{
    static uint64_t machine;
    if (!machine) {
        machine = hash_file(lib, 0);
        machine = hash_file(paths_runner(), machine);
        machine = hash_file("/proc/self/exe", machine);
    }
    return machine;
}

static const char *outcome_file(const EvidenceSetup *setup, const char *object)
{
    uint64_t hash = hash_file(object, reference_machine(setup->lib));
    hash = hash_text(setup->lab->name, hash);
    hash = hash_text(setup->part->id, hash) ^ setup->seed;
    mkdir(paths_at("build/reference"), 0777);
    return paths_at("build/reference/%016llx", (unsigned long long)hash);
}

// Of an outcome that does not hold, `problem` gets the reason.
static bool recall_outcome(const char *file, WorkFacts *work, int cases, char *problem, size_t size,
                           bool *holds)
{
    char *text;
    size_t bytes;
    if (!file_read_ours(file, &text, &bytes))
        return false;
    *holds = reference_facts_figures(text, work, cases);
    snprintf(problem, size, "%s", *holds ? "" : text);
    free(text);
    return true;
}

static void remember_outcome(const char *file, const WorkFacts *work, int cases,
                             const char *problem)
{
    char figures[FACT_SIZE];
    if (!problem[0])
        problem = reference_facts_text(work, cases, figures, sizeof figures);
    file_write(file, problem, strlen(problem)); // as a whole, or not at all
}

static bool gate_holds_for_reference(const EvidenceSetup *setup, const Item *item,
                                     const Evidence *e, char *problem, size_t size)
{
    ItemRecord record = record_blank(setup->lab, setup->part, item);
    item_gate(e, setup->folder, &record);
    bool holds = record.status == STATUS_pass;
    if (!holds)
        snprintf(problem, size, "the reference fails \"%s\": %s", item->name,
                 record.message + record.reason);
    record_free(&record);
    return holds;
}

bool reference_is_right(const EvidenceSetup *setup, const Evidence *e, char *problem, size_t size)
{
    for (int i = 0; i < e->list->count; i++) {
        char name[96];
        if (e->verdict[i].state == CASE_right)
            continue;
        case_full_name(name, sizeof name, e->list->cases[i]);
        snprintf(problem, size, "the reference is wrong for %s: %s", name, e->verdict[i].message);
        return false;
    }
    for (const Item *item = setup->part->items; item->name; item++) {
        if (item->kind == ITEM_answer && !item_answer_holds(item, e, problem, size))
            return false;
        if (item->kind == ITEM_set && !item_set_holds(item, e, problem, size))
            return false;
        if (item->kind == ITEM_gate && !gate_holds_for_reference(setup, item, e, problem, size))
            return false;
    }
    return true;
}

static void note_outcome(const EvidenceSetup *setup, const char *object, const Evidence *e,
                         WorkFacts *work, const char *problem)
{
    for (int i = 0; i < e->list->count; i++)
        work[i] = work_of(&e->clean->result[i]);
    if (!setup->fresh_seed)
        remember_outcome(outcome_file(setup, object), work, e->list->count, problem);
}

Evidence *reference_is_graded(const EvidenceSetup *setup, const char *object, const CaseList *list,
                              WorkFacts *work)
{
    bool holds;
    char problem[1200] = "";
    if (strcmp(setup->object, object) != 0 ||
        recall_outcome(outcome_file(setup, object), work, list->count, problem, sizeof problem,
                       &holds))
        return NULL;
    Evidence *e = evidence_gather(setup, list);
    if (!e->broken[0] && !e->refused[0] && reference_is_right(setup, e, problem, sizeof problem)) {
        note_outcome(setup, object, e, work, "");
        return e;
    }
    evidence_free(e);
    return NULL;
}

bool reference_holds(const EvidenceSetup *setup, const char *object, const CaseList *list,
                     WorkFacts *work, char *problem, size_t size)
{
    bool holds;
    const char *file = outcome_file(setup, object);
    if (recall_outcome(file, work, list->count, problem, size, &holds))
        return holds;
    if (setup->progress)
        setup->progress(REFERENCE_RUN, "the reference, once");
    EvidenceSetup reference = *setup;
    reference.object = object;
    reference.clean_only = true;
    reference.is_reference = true;
    reference.progress = NULL;
    Evidence *e = evidence_gather(&reference, list);
    if (e->broken[0] || e->refused[0]) { // may be gone the next time: not remembered
        snprintf(problem, size, "the reference cannot be run: %.900s",
                 e->broken[0] ? e->broken : e->refused);
        evidence_free(e);
        return false;
    }
    problem[0] = 0;
    holds = reference_is_right(&reference, e, problem, size);
    note_outcome(setup, object, e, work, problem);
    evidence_free(e);
    return holds;
}
