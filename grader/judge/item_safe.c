// item_safe.c - ITEM_safe: the checkers found no mistake that costs points.
#include "items.h"

#include <string.h>

#include "grader/base/text.h"

enum { MAX_TOLD = 3 }; // mistakes that are explained

static Status tool_status(CheckTool tool)
{
    switch (tool) {
    case TOOL_racecheck: return STATUS_race;
    case TOOL_synccheck: return STATUS_barrier;
    default: return STATUS_memory;
    }
}

static void tell_mistake(ItemRecord *record, const FoundMistake *mistake, bool first,
                         const char *folder)
{
    const SimFinding *f = &mistake->finding;
    const char *advice = cause_rows[f->cause].advice;
    if (first) {
        item_set_finding(record, tool_status(f->tool), f);
        record->shown = mistake->cases ? mistake->in_case[0] : -1;
    } else {
        lines_add(&record->detail, "%s: %.800s", tool_name(f->tool), f->message);
    }
    lines_add(&record->detail, "%lld time%s; first in %s, run %s", f->count, PLURAL(f->count),
              mistake->case_name[0] ? mistake->case_name : "the whole program", mistake->schedule);
    if (advice)
        lines_add(&record->detail, "%s", advice);
    item_add_places(record, f, folder);
}

static bool any_case_is_checked(const CaseList *list)
{
    for (int i = 0; i < list->count; i++)
        if (!(list->cases[i]->flags & CASE_CLEAN_ONLY))
            return true;
    return false;
}

void item_safe(const Evidence *e, const char *folder, ItemRecord *record)
{
    int mistakes = 0;
    for (int i = 0; i < e->mistakes.count; i++) {
        const FoundMistake *mistake = &e->mistakes.mistake[i];
        if (!finding_counts(&mistake->finding))
            continue;
        findings_add(&record->findings, &mistake->finding);
        if (mistakes++ < MAX_TOLD)
            tell_mistake(record, mistake, mistakes == 1, folder);
    }
    if (mistakes > MAX_TOLD)
        lines_add(&record->detail, "and %d more mistake%s%s", mistakes - MAX_TOLD,
                  PLURAL(mistakes - MAX_TOLD),
                  e->mistakes.count == MAX_MISTAKES ? ", or more: not all were kept" : "");
    if (mistakes)
        return;
    if (!e->proven) { // an empty kernel has no races
        record_set(record, STATUS_skip, record->item->name,
                   "not judged before a case of this part is right");
        return;
    }
    if (e->checked_cases == 0) { // only its large cases are right
        if (any_case_is_checked(e->list))
            record_set(record, STATUS_fail, NULL,
                       "not judged: no case that the checkers run came to its end");
        else
            record_set(record, STATUS_grader_error, NULL, "the suite has no case for the checkers");
        return;
    }
    record_set(record, STATUS_pass, NULL, "%s", record->item->name);
    lines_add(&record->detail, "%d case%s, each in order and twice shuffled", e->checked_cases,
              PLURAL(e->checked_cases));
}
