// item_correct.c - ITEM_correct: the outputs of all its cases are right in all runs.
#include "items.h"

#include <string.h>

#include "advice.h"

// The names of the other wrong cases, as many as fit a line.
static void add_others(ItemRecord *record, const Evidence *e, int first, int wrong, int total)
{
    char line[160] = "";
    size_t n = 0;
    int not_run = 0;
    for (int i = 0; i < e->list->count; i++)
        not_run +=
            item_has_case(record->item, e->list->cases[i]) && e->verdict[i].state == CASE_not_run;
    for (int i = first + 1; i < e->list->count; i++) {
        const Case *c = e->list->cases[i];
        if (!item_has_case(record->item, c) || e->verdict[i].state == CASE_right ||
            e->verdict[i].state == CASE_not_run)
            continue;
        if (n + strlen(c->name) + 6 > 60) {
            n += (size_t)snprintf(line + n, sizeof line - n, " ...");
            break;
        }
        n += (size_t)snprintf(line + n, sizeof line - n, "%s %s", n ? "," : "", c->name);
    }
    record->cases_line = record->detail.count;
    if (not_run)
        lines_add(&record->detail,
                  "%d of %d cases fail, and %d were not run after that; besides:%s",
                  wrong - not_run, total, not_run, line);
    else
        lines_add(&record->detail, "%d of %d cases fail; besides:%s", wrong, total, line);
}

// Several explanations may fit a small case. The best one is the one that most wrong cases
// share. Of two that are equally common, the later one: its case is larger.
static const char *common_diagnosis(const Item *item, const Evidence *e)
{
    const char *best = NULL;
    int most = 0;
    for (int i = 0; i < e->list->count; i++) {
        const char *one = e->verdict[i].diagnosis;
        int votes = 0;
        if (!one || !item_has_case(item, e->list->cases[i]))
            continue;
        for (int k = 0; k < e->list->count; k++)
            votes += item_has_case(item, e->list->cases[k]) && e->verdict[k].diagnosis &&
                     strcmp(e->verdict[k].diagnosis, one) == 0;
        if (votes >= most) {
            most = votes;
            best = one;
        }
    }
    return best;
}

// Whether it was found in a case of the item's group, or in a case that is not known.
static bool concerns(const Item *item, const FoundMistake *mistake)
{
    for (int i = 0; i < mistake->groups; i++)
        if (!item->group || !*mistake->group[i] || strcmp(mistake->group[i], item->group) == 0)
            return true;
    return false;
}

// A fence that is missing is no error by itself; beside a wrong result it is the reason.
static void add_missing_fence(ItemRecord *record, const Evidence *e, const char *folder)
{
    for (int i = 0; i < e->mistakes.count; i++) {
        const FoundMistake *mistake = &e->mistakes.mistake[i];
        const SimFinding *f = &mistake->finding;
        if (f->cause != CAUSE_missing_fence || !concerns(record->item, mistake))
            continue;
        lines_add(&record->detail, "%s: %s", tool_name(f->tool), f->message);
        lines_add(&record->detail, "%s", advice_for(f->cause));
        item_add_place(record, &f->place, ROLE_cause, folder);
        if (f->has_other)
            item_add_place(record, &f->other, ROLE_other, folder);
        return;
    }
}

// A race can explain a wrong sum better than the sum itself: say so at once. The simulator runs
// the jobs of all streams in the order of the calls, so streamcheck's findings explain no wrong
// result.
static void add_suspect(ItemRecord *record, const Evidence *e, const char *folder)
{
    for (int i = 0; i < e->mistakes.count; i++) {
        const FoundMistake *mistake = &e->mistakes.mistake[i];
        const SimFinding *f = &mistake->finding;
        if (!finding_counts(f) || f->tool == TOOL_streamcheck || !concerns(record->item, mistake))
            continue;
        if (f->place.file)
            lines_add(&record->detail,
                      "%s found a mistake that can cause this, in line %d: see below",
                      tool_name(f->tool), f->place.line);
        else
            lines_add(&record->detail, "%s found a mistake that can cause this: see below",
                      tool_name(f->tool));
        return;
    }
    add_missing_fence(record, e, folder);
}

// The item's verdict is that of its first wrong case.
static void tell_wrong(ItemRecord *record, const Evidence *e, const char *folder, int first,
                       int wrong, int total)
{
    const CaseVerdict *v = &e->verdict[first];
    char name[96];
    bool begun = e->proven; // with a right case, the student has written the part
    case_full_name(name, sizeof name, e->list->cases[first]);
    record_set(record, case_status(v->state), name, "%s",
               v->state == CASE_idle && begun
                   ? "no kernel was launched, but there is a result to write"
                   : v->message);
    record->idle = v->state == CASE_idle && !begun;
    record->failed_call = v->failed_call.error[0] ? &v->failed_call : NULL;
    const char *diagnosis = common_diagnosis(record->item, e);
    if (diagnosis)
        lines_add(&record->detail, "%s", diagnosis);
    if (v->state == CASE_wrong)
        add_suspect(record, e, folder);
    lines_append(&record->detail, &v->detail);
    if (wrong > 1 && v->state != CASE_not_run)
        add_others(record, e, first, wrong, total);
    if (v->writer[0]) // stays next to the place that follows
        lines_add(&record->detail, "%s", v->writer);
    places_append(&record->where, &v->where);
}

void item_correct(const Evidence *e, const char *folder, ItemRecord *record)
{
    int total = 0, wrong = 0, first = -1;
    bool proof = false;
    for (int i = 0; i < e->list->count; i++) {
        if (!item_has_case(record->item, e->list->cases[i]))
            continue;
        total++;
        proof = proof || !(e->list->cases[i]->flags & CASE_TRIVIAL);
        if (e->verdict[i].state == CASE_right)
            continue;
        wrong++;
        if (first < 0)
            first = i;
    }
    if (!proof)
        record_set(record, STATUS_grader_error, NULL, "the suite has no case that could show this");
    else if (wrong)
        tell_wrong(record, e, folder, first, wrong, total);
    else
        record_set(record, STATUS_pass, record->item->name, "%d cases", total);
}
