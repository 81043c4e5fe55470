// item_answer.c - ITEM_answer and ITEM_set: lines of the lab's file of answers are right.
//
// A message about a wrong answer has no number but the student's: a script could copy it. It says
// what to think about. Answers of yes and no earn points as a set. A message never says which one
// of them is wrong, since that would be the right answer; and the submission's own experiment has
// to show the answers.
#include "items.h"

#include <string.h>

#include "common/causes.h"
#include "grader/base/near.h"
#include "grader/labs/questions.h"
#include "grader/submission/answers.h"
#include "grader/submission/compile.h"
#include "grader/base/paths.h"

enum { ANSWERS_PATH = MAX_NAME + 64, ANSWER = 64 };

static bool is_open(const char *value) { return !*value || strcmp(value, "?") == 0; }

// How somebody finds out what a counter will be, without numbers.
static const struct {
    MetricSum metric;
    const char *thought;
} thoughts[] = {
    {METRIC_LOAD_SECTORS, "write down where the lanes' first and last bytes are: in how many "
                          "different sectors?"},
    {METRIC_STORE_SECTORS, "write down where the lanes' first and last bytes are: in how many "
                           "different sectors?"},
    {METRIC_LOAD_WAVES, "write down the bank of each lane's word: how many different words has the "
                        "bank that has most of them?"},
    {METRIC_STORE_WAVES, "write down the bank of each lane's word: how many different words has "
                         "the bank that has most of them?"},
    {METRIC_SHARED_LOADS, "in one step of the inner loop, which values come from shared memory, "
                          "and for how many multiplications is each of them good?"},
    {METRIC_CONSTANT_WORDS, "how many different words do the lanes of a warp ask for?"},
    {METRIC_DOUBLE_OPS, "which operators in the expression have an operand of type double? The "
                        "compiler makes one instruction of a multiplication and an addition"},
};

static void add_thought(ItemRecord *record)
{
    for (size_t i = 0; i < sizeof thoughts / sizeof *thoughts; i++)
        if (record->item->gate[0].metric == thoughts[i].metric)
            lines_add(&record->detail, "%s", thoughts[i].thought);
}

// What is asked for is the name of a cause: was it one? This says nothing of which one is right.
static void judge_cause(ItemRecord *record, const char *value)
{
    Near near = {.typed = value};
    for (int i = 0; i < CAUSE_COUNT; i++)
        near_try(&near, cause_rows[i].name);
    record_set(record, STATUS_fail, record->item->name,
               "it is not \"%s\": common/causes.h has no such name%s", value, near_question(&near));
}

static bool is_cause(const char *name)
{
    return strcmp(name, cause_rows[CAUSE_none].name) == 0 || cause_named(name) != CAUSE_none;
}

// `own`: a question of the student's own; or NULL.
static void judge_value(ItemRecord *record, const char *value, const char *right, const char *own)
{
    const Item *item = record->item;
    const char *asked = own ? own : item->name;
    double number;
    if (is_open(value))
        record_set(record, STATUS_skip, "not answered yet", "%s", asked);
    else if (answers_same(value, right) && (item->want || own))
        record_set(record, STATUS_pass, asked, "%s", value);
    else if (answers_same(value, right))
        record_set(record, STATUS_pass, asked, "predicted %s, and the reference counts this",
                   value);
    else if (is_cause(right) && !is_cause(value))
        judge_cause(record, value);
    else if (answers_number(right, &number) && !answers_number(value, &number))
        record_set(record, STATUS_fail, asked,
                   "\"%s\" is not a number alone, without words and units", value);
    else
        record_set(record, STATUS_fail, asked, "it is not \"%s\"", value);
    if (record->status == STATUS_fail)
        add_thought(record);
}

// The line of an answer; 0: there is none; -1: there is no file. `path` becomes the file's name.
static int read_answer(const ItemRecord *record, const char *folder, const char *key,
                       char path[ANSWERS_PATH], char value[ANSWER])
{
    snprintf(path, ANSWERS_PATH, "%s/%s", folder, record->lab->answers);
    return answers_read(*path == '/' ? path : paths_at("%s", path), key, value, ANSWER);
}

void item_answer(const char *folder, ItemRecord *record)
{
    char path[ANSWERS_PATH], value[ANSWER] = "", name[ANSWER] = "", counted[64];
    OwnQuestion own;
    const Item *item = record->item;
    if (!record->lab->answers || (!item->want && !item->gate[0].metric)) {
        record_set(record, STATUS_grader_error, NULL,
                   "the suite does not say what is right, or in which file");
        return;
    }
    snprintf(counted, sizeof counted, "%.10g", item->gate[0].good);
    int line = read_answer(record, folder, item->id, path, value);
    if (line < 0) {
        record_set(record, STATUS_fail, NULL, "there is no %s", path);
    } else if (line == 0) {
        record_set(record, STATUS_fail, NULL, "%s has no line \"%s = ...\"", record->lab->answers,
                   item->id);
    } else {
        places_add_once(&record->where, path, line, ROLE_cause);
        read_answer(record, folder, "name", path, name);
        bool asked = question_of(record->lab, item, name, &own);
        judge_value(record, value,
                    asked        ? own.right
                    : item->want ? item->want
                                 : counted,
                    asked ? own.text : NULL);
    }
}

// ---- sets -----------------------------------------------------------------------------------

// The first of an experiment's gates that does not hold, or NULL: its case counts what an
// experiment needs.
static const Gate *missing_evidence(const Item *item, const Result *result, double *value)
{
    for (const Gate *gate = item->gate; gate < item->gate + MAX_GATES && gate->metric; gate++) {
        *value = 0;
        if (!item_gate_value(gate, result, value) || !item_gate_holds(gate, *value))
            return gate;
    }
    return NULL;
}

static bool experiment_shows(const Evidence *e, ItemRecord *record)
{
    const Item *item = record->item;
    int counted = item_counted_case(item, e->list);
    double value;
    if (e->refused[0] || counted < 0 || e->verdict[counted].state != CASE_right) {
        record_set(record, STATUS_skip, item->name,
                   "not judged before the experiment \"%s\" measures what it should", item->group);
        record->where.count = 0; // the answers may be right
        return false;
    }
    const Gate *gate = missing_evidence(item, &e->clean->result[counted], &value);
    if (gate)
        record_set(record, STATUS_fail, item->name,
                   "the experiment \"%s\" does not show this: %s: yours %.6g, needed %s %.6g",
                   item->group, gate->label, value, gate->at_least ? "at least" : "at most",
                   gate->gate);
    return !gate;
}

bool item_set_holds(const Item *item, const Evidence *e, char *problem, size_t size)
{
    int counted = item_counted_case(item, e->list);
    double value;
    const Gate *gate =
        counted < 0 ? NULL : missing_evidence(item, &e->clean->result[counted], &value);
    if (counted >= 0 && !gate)
        return true;
    snprintf(problem, size, "the reference's experiment for \"%s\" does not show it: %s",
             item->name, gate ? gate->label : "there is no counted case");
    return false;
}

void item_set(const Evidence *e, const char *folder, ItemRecord *record)
{
    char path[ANSWERS_PATH], value[ANSWER];
    const Item *item = record->item;
    int answers = 0, right = 0;
    if (!record->lab->answers || !item->group || !item->set[0].key) {
        record_set(record, STATUS_grader_error, NULL, "the suite has no set, or no experiment");
        return;
    }
    for (const Answer *a = item->set; a < item->set + MAX_SET && a->key; a++, answers++) {
        int line = read_answer(record, folder, a->key, path, value);
        if (line < 0) {
            record_set(record, STATUS_fail, NULL, "there is no %s", path);
            return;
        }
        if (line > 0)
            places_add_once(&record->where, path, line, ROLE_cause);
        if (line == 0 || is_open(value)) {
            record_set(record, STATUS_skip, item->name, "\"%s\" is not answered yet", a->key);
            return;
        }
        right += answers_same(value, a->want);
    }
    if (!experiment_shows(e, record))
        return;
    if (right == answers)
        record_set(record, STATUS_pass, item->name, "%d answers, and the experiment shows them",
                   answers);
    else
        record_set(record, STATUS_fail, item->name,
                   "these %d answers are not what your experiment \"%s\" measures", answers,
                   item->group);
}

bool item_answer_holds(const Item *item, const Evidence *e, char *problem, size_t size)
{
    const Gate *gate = &item->gate[0];
    int counted = item_counted_case(item, e->list);
    double value = 0;
    char name[METRIC_SUM_NAME];
    if (item->want)
        return true;
    if (counted >= 0 && item_gate_value(gate, &e->clean->result[counted], &value) &&
        value == gate->good)
        return true;
    snprintf(problem, size,
             "the suite's answer to \"%s\" is wrong: the reference's %s is %.10g, not %.10g",
             item->name, gate->metric ? metric_sum_name(gate->metric, "+", name) : "nothing", value,
             gate->good);
    return false;
}
