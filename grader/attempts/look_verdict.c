// look_verdict.c - what the grader says, for the page: the verdict on each item, and predictions
// beside counts.
#include "look.h"

#include <string.h>

#include "grader/base/paths.h"
#include "grader/base/slides.h"
#include "grader/judge/items.h"
#include "grader/judge/judge.h"
#include <string.h>

#include "grader/submission/answers.h"

// The slide that helps, if points are lost: "slide 04.7: ...". A page in build/look/ links it.
static json_t *slide_json(const LookOrder *order, const ItemRecord *record)
{
    const char *slide = record_slide(record);
    char title[128], path[128];
    if (record->status == STATUS_pass || !slide || !slides_path(slide, path, sizeof path))
        return NULL;
    slides_title(slide, title, sizeof title);
    json_t *o = json_pack("{s:s,s:s}", "number", slide, "title", title);
    if (order->page && !order->page[0])
        json_object_set_new(o, "link", json_sprintf("../../%s", path + strlen("build/")));
    return o;
}

// A case of a student's own earns nothing.
json_t *verdict_json(const LookOrder *order, const Evidence *e)
{
    json_t *items = json_array();
    if (order->own_case)
        return items;
    const char *folder = order->selected->folder;
    for (const Item *item = order->part->items; item->name; item++) {
        ItemRecord record = record_blank(order->selected->lab, order->part, item);
        judge_item(folder, e, &record);
        json_array_append_new(items, json_pack("{s:s,s:i,s:i,s:s,s:o,s:o*}", "item", item->name,
                                               "points", record_score(&record), "of", item->points,
                                               "status", status_name(record.status), "message",
                                               record_text(record.message), "slide",
                                               slide_json(order, &record)));
        record_free(&record);
    }
    return items;
}

// What the submission's own run counts is shown only beside a prediction that was made before.
static json_t *prediction_json(const LookOrder *order, const Evidence *e, const Item *item)
{
    char path[MAX_NAME + 64], predicted[64];
    int counted = item_counted_case(item, e->list);
    double value;
    snprintf(path, sizeof path, "%s/%s", order->selected->folder, order->selected->lab->answers);
    if (item->ask &&
        answers_read(*path == '/' ? path : paths_at("%s", path), "name", predicted,
                     sizeof predicted) > 0 &&
        strcmp(predicted, "?") != 0)
        return NULL; // the question has numbers of the student's own
    if (answers_read(*path == '/' ? path : paths_at("%s", path), item->id, predicted,
                     sizeof predicted) <= 0 ||
        !answers_number(predicted, &value))
        return NULL;
    json_t *prediction = json_pack("{s:s,s:s,s:o}", "key", item->id, "what", item->name,
                                   "predicted", record_text(predicted));
    if (e->clean && counted >= 0 &&
        item_gate_value(&item->gate[0], &e->clean->result[counted], &value))
        json_object_set_new(prediction, "counted", json_real(value));
    return prediction;
}

json_t *predictions_json(const LookOrder *order, const Evidence *e)
{
    json_t *all = json_array();
    for (const Item *item = order->part->items; item->name; item++) {
        json_t *prediction =
            item->kind == ITEM_answer && !item->want && order->selected->lab->answers
                ? prediction_json(order, e, item)
                : NULL;
        if (prediction)
            json_array_append_new(all, prediction);
    }
    return all;
}
