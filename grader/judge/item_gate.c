// item_gate.c - ITEM_gate: counters of one case hold their bounds, in the clean run and, if the
// checkers run the case, in the checked runs too. So code that finds out which run it is in gains
// nothing. A bound that does not hold is shown with its numbers, and with the line that counts
// most.
#include "items.h"

#include <string.h>

#include "delays.h"
#include "grader/base/paths.h"

bool item_gate_value(const Gate *gate, const Result *result, double *value)
{
    double per = 1;
    if (!run_metric(result, gate->metric, value))
        return false;
    if (gate->per && (!run_metric(result, gate->per, &per) || per == 0))
        return false;
    if (gate->most && per > gate->most)
        per = gate->most;
    *value /= per;
    return true;
}

bool item_gate_holds(const Gate *gate, double value)
{
    return gate->at_least ? value >= gate->gate : value <= gate->gate;
}

// The line that counts most, for counters that lines have.
static void add_gate_line(ItemRecord *record, const Gate *gate, const Result *result,
                          const char *folder)
{
    const char *file = NULL;
    int line;
    double value, all;
    if (gate->at_least || !run_metric_line(result, gate->metric, &file, &line, &value))
        return;
    if (run_metric(result, gate->metric, &all) && value <= all)
        lines_add(&record->detail, "line %d counts most: %.6g of %.6g in this case", line, value,
                  all);
    places_add_once(&record->where, paths_source(file, folder), line, ROLE_cause);
}

// More than the work needs of what a value is divided by: then the value is no average of it.
static bool is_repeated(const Gate *gate, const Result *result, double *per)
{
    return gate->most && run_metric(result, gate->per, per) && *per > gate->most;
}

// The first gate that fails is the message, the others are lines.
static void tell_gate(ItemRecord *record, const Gate *gate, const Result *result, double value,
                      bool first)
{
    char numbers[500], name[METRIC_SUM_NAME];
    double per = 0;
    metric_sum_name(gate->per, "+", name);
    bool own = strncmp(name, "grader__", 8) == 0; // no name that Nsight Compute knows
    if (is_repeated(gate, result, &per))
        snprintf(
            numbers, sizeof numbers,
            "%.200s: there are too many in all: %.6g instead of at most %.6g%s%.150s: do several "
            "blocks or threads do the same work?",
            gate->label, per, gate->most, own ? "" : " of ", own ? "" : name);
    else
        snprintf(numbers, sizeof numbers, "%.200s: naive %.6g | yours %.6g | gate %s%.6g",
                 gate->label, gate->naive, value, gate->at_least ? ">= " : "", gate->gate);
    if (first)
        record_set(record, STATUS_perf, record->item->name, "%s", numbers);
    else
        lines_add(&record->detail, "%s", numbers);
}

// Marks are missing, and the simulator has seen more operations on elements: where?
static void tell_unmarked(ItemRecord *record, const Gate *gate, const Result *result, double marked,
                          const char *folder)
{
    static const struct {
        MetricSum done;
        const char *words;
    } kinds[] = {
        {METRIC_ELEMENTS_ADDED, "elements are added here without add(): a plain + is not counted"},
        {METRIC_ELEMENTS_COMPARED, "elements are compared here without before(): a plain < is not "
                                   "counted"},
    };
    bool marks = gate->at_least && gate->metric >= METRIC_EVENTS_0 &&
                 gate->metric < METRIC_EVENTS_0 + 8 && !gate->per;
    for (size_t k = 0; marks && k < sizeof kinds / sizeof *kinds; k++) {
        const char *file = NULL;
        int line;
        double value, all = 0;
        bool asked = false;
        for (const Gate *g = record->item->gate; g < record->item->gate + MAX_GATES && g->metric;
             g++)
            asked |= g->metric == kinds[k].done;
        if (!asked || !run_metric(result, kinds[k].done, &all) || all <= marked ||
            !run_unmarked_line(result, kinds[k].done, gate->metric, &file, &line, &value))
            continue;
        lines_add(&record->detail, "%s", kinds[k].words);
        places_add_once(&record->where, paths_source(file, folder), line, ROLE_cause);
    }
}

// The reference has gone through the same gates, so what is missing here is missing in the
// submission: no kernel was launched, or nothing of the kind to divide by has happened.
static void tell_uncounted(ItemRecord *record, const Gate *gate, const Result *result, bool first)
{
    double value;
    char name[METRIC_SUM_NAME];
    if (!first) {
        lines_add(&record->detail, "%s: not judged: it was not counted", gate->label);
        return;
    }
    if (gate->per && run_metric(result, gate->metric, &value))
        record_set(record, STATUS_perf, record->item->name,
                   "%s: not judged: the kernels of this case have no %s to divide by", gate->label,
                   metric_sum_name(gate->per, "+", name));
    else
        record_set(record, STATUS_perf, record->item->name,
                   "%s: not judged: no kernel of this case counted %s", gate->label,
                   metric_sum_name(gate->metric, "+", name));
}

static void judge_gates(ItemRecord *record, const Result *result, const char *folder)
{
    const Gate *gates = record->item->gate;
    int failed = 0;
    bool late = false;
    for (const Gate *gate = gates; gate < gates + MAX_GATES && gate->metric; gate++) {
        double value;
        if (!item_gate_value(gate, result, &value)) {
            tell_uncounted(record, gate, result, !failed++);
            continue;
        }
        record_count(record, gate, value);
        if (item_gate_holds(gate, value))
            continue;
        tell_gate(record, gate, result, value, !failed++);
        tell_unmarked(record, gate, result, value, folder);
        add_gate_line(record, gate, result, folder);
        if (delays_count_copies(gate))
            delays_tell_copies(record, &result->delays, folder);
        late = late || delays_explain(gate);
    }
    if (late)
        delays_tell(record, &result->delays, folder);
    if (!failed)
        record_set(record, STATUS_pass, NULL, "%s", record->item->name);
}

// The checked run does the same in the same order. So for honest code its counters are the same.
static void judge_checked_run(ItemRecord *record, const Evidence *e, int counted)
{
    const Result *result = e->in_order ? &e->in_order->result[counted] : NULL;
    if (!result || result->kind != RESULT_finished)
        return; // a large case
    const Gate *gates = record->item->gate;
    for (const Gate *gate = gates; gate < gates + MAX_GATES && gate->metric; gate++) {
        double value = 0;
        if (item_gate_value(gate, result, &value) && item_gate_holds(gate, value))
            continue;
        tell_gate(record, gate, result, value, true);
        lines_add(&record->detail, "this is in the run with checkers; in the clean run the gate "
                                   "holds: does the code find out which run it is in?");
        return;
    }
}

void item_gate(const Evidence *e, const char *folder, ItemRecord *record)
{
    int counted = record->shown = item_counted_case(record->item, e->list);
    if (counted < 0)
        record_set(record, STATUS_grader_error, NULL, "the suite has no counted case");
    else if (!e->proven || e->verdict[counted].state != CASE_right)
        record_set(record, STATUS_skip, record->item->name, "not judged before %s is right",
                   e->list->cases[counted]->name);
    else
        judge_gates(record, &e->clean->result[counted], folder);
    if (record->status == STATUS_pass)
        judge_checked_run(record, e, counted);
}
