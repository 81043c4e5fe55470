// item_answer.c - ITEM_answer: a line of the lab's file of answers is right.
#include "items.h"

#include <string.h>

#include "grader/submission/answers.h"
#include "grader/submission/compile.h"
#include "grader/base/paths.h"

static void judge_value(ItemRecord *record, const char *value, const char *right)
{
    const Item *item = record->item;
    double number;
    if (!*value || strcmp(value, "?") == 0)
        record_set(record, STATUS_skip, "not answered yet", "%s", item->name);
    else if (answers_same(value, right) && item->want)
        record_set(record, STATUS_pass, item->name, "%s", value);
    else if (answers_same(value, right))
        record_set(record, STATUS_pass, item->name, "predicted %s, counted the same", value);
    else if (answers_number(right, &number) && !answers_number(value, &number))
        record_set(record, STATUS_fail, item->name, "\"%s\" is not a number alone, like 3 or 0.25",
                   value);
    else if (item->want) // the right answer stays a secret
        record_set(record, STATUS_fail, item->name, "it is not \"%s\"", value);
    else
        record_set(record, STATUS_fail, item->name, "predicted %s, counted %s", value, right);
}

void item_answer(const char *folder, ItemRecord *record)
{
    char path[MAX_NAME + 64], value[64] = "", counted[64];
    const Item *item = record->item;
    const char *file = record->lab->answers;
    if (!file || (!item->want && !item->gate[0].metric)) {
        record_set(record, STATUS_grader_error, NULL,
                   "the suite does not say what is right, or in which file");
        return;
    }
    snprintf(path, sizeof path, "%s/%s", folder, file);
    snprintf(counted, sizeof counted, "%.10g", item->gate[0].good);
    int line =
        answers_read(*path == '/' ? path : paths_at("%s", path), item->id, value, sizeof value);
    if (line < 0) {
        record_set(record, STATUS_fail, NULL, "there is no %s", path);
    } else if (line == 0) {
        record_set(record, STATUS_fail, NULL, "%s has no line \"%s = ...\"", file, item->id);
    } else {
        places_add_once(&record->where, path, line, ROLE_cause);
        judge_value(record, value, item->want ? item->want : counted);
    }
}

bool item_answer_holds(const Item *item, const Evidence *e, char *problem, size_t size)
{
    const Gate *gate = &item->gate[0];
    int counted = item_counted_case(item, e->list);
    double value = 0;
    if (item->want)
        return true;
    if (counted >= 0 && item_gate_value(gate, &e->clean->result[counted], &value) &&
        value == gate->good)
        return true;
    snprintf(problem, size,
             "the suite's answer to \"%s\" is wrong: the reference's %s is %.10g, not %.10g",
             item->name, gate->metric ? gate->metric : "nothing", value, gate->good);
    return false;
}
