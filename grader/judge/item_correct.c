// item_correct.c - ITEM_correct: the outputs of all its cases are right in all runs.
//
// What a student reads first is what is proven: a finding of a checker, with its lines. Without one
// it is the first wrong element of the smallest failing case, with the line that wrote it last.
// Then may follow what the suite makes of the wrong outputs, if that is true of every failing case.
#include "items.h"

#include <string.h>

#include "delays.h"
#include "grader/base/text.h"

// The cases of an item that fail.
typedef struct {
    const Evidence *e;
    const Item *item;
    int total, wrong, not_run;
    int shown; // the smallest one; -1: none
} Failures;

static bool fails(const Failures *f, int i)
{
    CaseState state = f->e->verdict[i].state;
    return item_has_case(f->item, f->e->list->cases[i]) && state != CASE_right &&
           state != CASE_not_run;
}

// Where one warp does all, the line of a case whose lines are counted is known.
static bool shows_better(const Failures *f, int i, int best)
{
    const CaseVerdict *a = &f->e->verdict[i], *b = &f->e->verdict[best];
    bool serial = a->state == CASE_serial && b->state == CASE_serial;
    if (serial && (a->where.count > 0) != (b->where.count > 0))
        return a->where.count > 0;
    return item_shows_better(f->e->list->cases[i], f->e->list->cases[best]);
}

// Of all failing cases, or of those in which a mistake was found, the one to show.
static int case_to_show(const Failures *f, const FoundMistake *mistake)
{
    int best = -1;
    for (int i = 0; i < f->e->list->count; i++) {
        if (!fails(f, i) || (mistake && !mistake_is_in(mistake, i)))
            continue;
        if (best < 0 || shows_better(f, i, best))
            best = i;
    }
    return best;
}

// The names of the other wrong cases, as many as fit a line.
static void add_others(ItemRecord *record, const Failures *f)
{
    char line[160] = "";
    size_t n = 0;
    for (int i = 0; i < f->e->list->count; i++) {
        const Case *c = f->e->list->cases[i];
        if (i == f->shown || !fails(f, i))
            continue;
        if (n + strlen(c->name) + 6 > 60) {
            n += (size_t)snprintf(line + n, sizeof line - n, " ...");
            break;
        }
        n += (size_t)snprintf(line + n, sizeof line - n, "%s %s", n ? "," : "", c->name);
    }
    record->cases_line = record->detail.count;
    if (f->not_run)
        lines_add(&record->detail, "%d of %d case%s %s, and %d %s not run after that%s%s", f->wrong,
                  f->total, PLURAL(f->total), f->wrong == 1 ? "fails" : "fail", f->not_run,
                  f->not_run == 1 ? "was" : "were", n ? "; also:" : "", line);
    else
        lines_add(&record->detail, "%d of %d cases fail; also:%s", f->wrong, f->total, line);
}

// ---- what the suite makes of the outputs ----------------------------------------------------

// A trivial case has too few elements to show what a mistake gives, and one without a kernel has no
// outputs: they say nothing.
static bool is_true_of_all(const Failures *f, const char *sentence)
{
    for (int i = 0; i < f->e->list->count; i++) {
        const Diagnoses *own = &f->e->verdict[i].diagnoses;
        bool found = !fails(f, i) || f->e->list->cases[i]->flags & CASE_TRIVIAL ||
                     f->e->verdict[i].state == CASE_idle;
        for (int k = 0; !found && k < own->count; k++)
            found = strcmp(own->sentence[k], sentence) == 0;
        if (!found)
            return false;
    }
    return true;
}

// A failing case of which a sentence is not true speaks against the sentence.
static const char *common_diagnosis(const Failures *f)
{
    const Diagnoses *all = &f->e->verdict[f->shown].diagnoses;
    for (int i = 0; i < all->count; i++)
        if (is_true_of_all(f, all->sentence[i]))
            return all->sentence[i];
    return NULL;
}

static void add_diagnosis(ItemRecord *record, const Failures *f)
{
    const char *diagnosis = common_diagnosis(f);
    if (diagnosis)
        lines_add(&record->detail, "%s", diagnosis);
}

// ---- what the checkers found ----------------------------------------------------------------

// Only weak memory shows that a fence is missing. So this is not why a case fails whose loads find
// the newest values.
static bool may_explain(const FoundMistake *mistake, const CaseVerdict *v)
{
    return !cause_is_fence(mistake->finding.cause) || v->by_delays;
}

// Whether it was found in a failing case, in any case of the item (`failing` is false), or in no
// case that is known.
static bool concerns(const Failures *f, const FoundMistake *mistake, bool failing)
{
    if (mistake_is_in(mistake, NO_CASE))
        return true;
    for (int i = 0; i < f->e->list->count; i++)
        if (mistake_is_in(mistake, i) && may_explain(mistake, &f->e->verdict[i]) &&
            (failing ? fails(f, i) : item_has_case(f->item, f->e->list->cases[i])))
            return true;
    return false;
}

// A fence that is missing costs nothing by itself; beside a wrong result it is the reason. That the
// budget was spent is said of the case already.
static bool can_be_reason(const SimFinding *finding)
{
    if (finding->cause == CAUSE_hang)
        return false;
    return cause_rows[finding->cause].rank != RANK_harmless &&
           (finding_counts(finding) || cause_is_fence(finding->cause));
}

// What is wrong where every load finds the newest value has another reason than a missing fence.
static bool wrong_without_delays(const Failures *f)
{
    for (int i = 0; i < f->e->list->count; i++)
        if (fails(f, i) && !f->e->verdict[i].by_delays)
            return true;
    return false;
}

// What is only found where loads find older values follows from them.
static bool follows(const Failures *f, const FoundMistake *mistake)
{
    return !mistake->strong && !wrong_without_delays(f);
}

// The finding that explains the failures, or NULL. Those of failing cases come first; a missing
// fence comes after all that do not follow from it.
static const FoundMistake *find_reason(const Failures *f)
{
    enum { OTHERS, FENCES, FOLLOWING, KINDS };
    const MistakeList *all = &f->e->mistakes;
    for (int pass = 0; pass < 2 * KINDS; pass++)
        for (int i = 0; i < all->count; i++) {
            const FoundMistake *mistake = &all->mistake[i];
            bool fence = cause_is_fence(mistake->finding.cause);
            int kind = fence ? FENCES : follows(f, mistake) ? FOLLOWING : OTHERS;
            if (can_be_reason(&mistake->finding) && kind == pass / 2 &&
                !(fence && wrong_without_delays(f)) && concerns(f, mistake, pass % 2 == 0))
                return mistake;
        }
    return NULL;
}

// ---- the record -----------------------------------------------------------------------------

// Without the lines that are there already, and the message of the finding above.
static void add_case_details(ItemRecord *record, const Failures *f, const CaseVerdict *v,
                             const char *message)
{
    for (int i = 0; i < v->detail.count; i++)
        if (strcmp(v->detail.line[i], message) != 0 &&
            !lines_have(&record->detail, v->detail.line[i]))
            lines_add(&record->detail, "%s", v->detail.line[i]);
    if (f->wrong > 1 || f->not_run)
        add_others(record, f);
}

// With a right case, or one in which a kernel runs, the student has written the part.
static bool is_begun(const Failures *f)
{
    bool begun = f->e->proven;
    for (int i = 0; i < f->e->list->count; i++)
        begun |= f->e->clean->result[i].launches.count > 0;
    return begun;
}

static const char *message_of(const Failures *f, const CaseVerdict *v)
{
    return v->state == CASE_idle && is_begun(f)
               ? "no kernel was launched, but there is a result to write"
               : v->message;
}

static void tell_finding(ItemRecord *record, const Failures *f, const FoundMistake *mistake,
                         const char *folder)
{
    SimFinding here = mistake->finding, *finding = &here;
    const CaseVerdict *v = &f->e->verdict[f->shown];
    char name[96];
    case_full_name(name, sizeof name, f->e->list->cases[f->shown]);
    here.message = mistake_told(mistake, f->shown);
    item_set_finding(record, case_status(v->state), finding);
    if (mistake->case_name[0] && !mistake_is_in(mistake, f->shown))
        lines_add(&record->detail, "the checker finds this in %s", mistake->case_name);
    record->failed_call = v->failed_call.error[0] ? &v->failed_call : NULL;
    lines_add(&record->detail, "%s: %s", name, message_of(f, v));
    add_diagnosis(record, f);
    if (cause_rows[finding->cause].advice)
        lines_add(&record->detail, "%s", cause_rows[finding->cause].advice);
    add_case_details(record, f, v, finding->message);
    item_add_places(record, finding, folder);
}

// Where a case is wrong in some orders only, and no mistake is known, the lines that depend on an
// order lead on. It is no missing fence: with the newest values the case is wrong, too.
static void tell_order(ItemRecord *record, const Failures *f, const char *folder)
{
    const MistakeList *all = &f->e->mistakes;
    for (int i = 0; i < all->count && f->e->verdict[f->shown].schedule > 0; i++)
        if (all->mistake[i].finding.cause == CAUSE_missing_fence &&
            mistake_is_in(&all->mistake[i], f->shown)) {
            lines_add(&record->detail, "blocks pass values to each other where the second place "
                                       "stores, and the first one loads: does each pair of a "
                                       "store and a load have to be one step?");
            item_add_places(record, &all->mistake[i].finding, folder);
            return;
        }
}

static void tell_case(ItemRecord *record, const Failures *f, const char *folder)
{
    const CaseVerdict *v = &f->e->verdict[f->shown];
    char name[96];
    case_full_name(name, sizeof name, f->e->list->cases[f->shown]);
    record_set(record, case_status(v->state), name, "%s", message_of(f, v));
    record->idle = v->state == CASE_idle && !is_begun(f);
    record->failed_call = v->failed_call.error[0] ? &v->failed_call : NULL;
    add_diagnosis(record, f);
    add_case_details(record, f, v, "");
    tell_order(record, f, folder);
    if (f->e->list->cases[f->shown]->flags & CASE_TIMED && v->state == CASE_wrong)
        delays_tell(record, &f->e->clean->result[f->shown].delays, folder);
    if (v->writer[0]) // stays next to the place that follows
        lines_add(&record->detail, "%s", v->writer);
    places_append(&record->where, &v->where);
}

// Who computed a result, and that nothing was launched, is proven, too. But nothing is launched if
// the launch is not possible.
static bool is_reason(const FoundMistake *mistake, CaseState state)
{
    if (state == CASE_idle)
        return mistake && mistake->finding.cause == CAUSE_launch_impossible;
    return mistake && state != CASE_host && state != CASE_serial;
}

static void tell_wrong(ItemRecord *record, Failures *f, const char *folder)
{
    record->shown = f->shown = case_to_show(f, NULL);
    if (f->shown < 0) { // cases of other items have ended the program
        record_set(record, STATUS_fail, NULL, "not run: an earlier case ended the program");
        return;
    }
    const FoundMistake *reason = find_reason(f);
    if (!is_reason(reason, f->e->verdict[f->shown].state)) {
        tell_case(record, f, folder);
        return;
    }
    int with_reason = case_to_show(f, reason);
    record->shown = f->shown = with_reason >= 0 ? with_reason : f->shown;
    tell_finding(record, f, reason, folder);
}

// The cases of the item are right, but another case of the part shows how they were computed.
static void tell_undone(ItemRecord *record, const Evidence *e)
{
    char name[96];
    case_full_name(name, sizeof name, e->list->cases[e->undone]);
    record_set(record, STATUS_fail, name, "%s", e->verdict[e->undone].message);
}

void item_correct(const Evidence *e, const char *folder, ItemRecord *record)
{
    Failures f = {.e = e, .item = record->item, .shown = -1};
    bool proof = false, alone = false; // the latter: its own cases show that it works
    for (int i = 0; i < e->list->count; i++) {
        if (!item_has_case(record->item, e->list->cases[i]))
            continue;
        f.total++;
        proof = proof || !(e->list->cases[i]->flags & CASE_TRIVIAL);
        alone = alone || case_proves(e->list->cases[i]);
        f.not_run += e->verdict[i].state == CASE_not_run;
        f.wrong += fails(&f, i);
    }
    if (!proof)
        record_set(record, STATUS_grader_error, NULL, "the suite has no case that could show this");
    else if (f.wrong || f.not_run)
        tell_wrong(record, &f, folder);
    else if (e->undone != NO_CASE)
        tell_undone(record, e);
    else if (!alone && !e->proven)
        record_set(record, STATUS_skip, record->item->name,
                   "not judged before a case of this part is right");
    else
        record_set(record, STATUS_pass, record->item->name, "%d case%s", f.total, PLURAL(f.total));
}
