// class_mistakes.c - which mistakes a class makes, in which parts. A mistake is named by the cause
// of a checker's finding. A part in which the checkers find nothing is named by what its items ask
// for.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/causes.h"
#include "gradebook.h"
#include "grader/base/memory.h"
#include "grader/base/status.h"
#include "own.h"

static PartSum *find_sum(ClassMistakes *all, const Lab *lab, const Part *part)
{
    for (int i = 0; i < all->parts; i++)
        if (all->part[i].part == part)
            return &all->part[i];
    all->part = need(realloc(all->part, ((size_t)all->parts + 1) * sizeof *all->part));
    all->part[all->parts] = (PartSum){.lab = lab, .part = part};
    return &all->part[all->parts++];
}

static void count_mistake(ClassMistakes *all, const ClassWork *work, const Part *part,
                          const char *text, const char *slide)
{
    ClassMistake *m = NULL;
    for (int i = 0; i < all->mistakes && !m; i++)
        if (all->mistake[i].part == part && strcmp(all->mistake[i].text, text) == 0)
            m = &all->mistake[i];
    if (!m) {
        size_t bytes = ((size_t)all->mistakes + 1) * sizeof *all->mistake;
        all->mistake = need(realloc(all->mistake, bytes));
        m = &all->mistake[all->mistakes++];
        *m = (ClassMistake){.lab = work->lab, .part = part};
        snprintf(m->slide, sizeof m->slide, "%s", slide ? slide : "");
        snprintf(m->text, sizeof m->text, "%s", text);
    }
    m->students += m->last != work->who;
    m->last = work->who;
}

static bool is_of_part(const json_t *item, const Part *part)
{
    return (int)json_integer_value(json_object_get(item, "part")) == part->number;
}

// The causes of what the checkers have found in a part. False: they have found nothing.
static bool add_findings(ClassMistakes *all, const ClassWork *work, const Part *part,
                         const json_t *items)
{
    char text[200];
    size_t i, k;
    json_t *item, *finding;
    bool any = false;
    json_array_foreach(items, i, item)
    {
        if (!is_of_part(item, part))
            continue;
        json_array_foreach(json_object_get(item, "findings"), k, finding)
        {
            Cause cause = cause_named(json_string_value(json_object_get(finding, "cause")));
            if (cause == CAUSE_none)
                continue;
            snprintf(text, sizeof text, "%s (%s)", cause_rows[cause].meaning,
                     cause_rows[cause].name);
            count_mistake(all, work, part, text, cause_rows[cause].slide);
            any = true;
        }
    }
    return any;
}

// What an item that loses points asks for. One that was not judged says nothing of the mistake.
static void add_lost_item(ClassMistakes *all, const ClassWork *work, const Part *part,
                          const json_t *item)
{
    char text[200];
    const char *name = json_string_value(json_object_get(item, "name"));
    const char *word = json_string_value(json_object_get(item, "status"));
    if (!name || !word)
        return;
    Status status = status_named(word);
    if (status == STATUS_pass || status == STATUS_skip)
        return;
    if (status == STATUS_compile_error)
        snprintf(text, sizeof text, "the file does not compile");
    else
        snprintf(text, sizeof text, "%s: %s", status == STATUS_perf ? "costs too much" : word,
                 name);
    count_mistake(all, work, part, text, json_string_value(json_object_get(item, "slide")));
}

static void add_mistakes(ClassMistakes *all, const ClassWork *work, const Part *part,
                         const json_t *items)
{
    size_t i;
    json_t *item;
    if (add_findings(all, work, part, items))
        return;
    json_array_foreach(items, i, item)
    {
        if (is_of_part(item, part))
            add_lost_item(all, work, part, item);
    }
}

static void add_part(ClassMistakes *all, const ClassWork *work, const Part *part,
                     const json_t *grade)
{
    size_t i;
    json_t *object;
    json_array_foreach(json_object_get(json_array_get(json_object_get(grade, "labs"), 0), "parts"),
                       i, object)
    {
        if (json_integer_value(json_object_get(object, "number")) != part->number)
            continue;
        PartSum *sum = find_sum(all, work->lab, part);
        double score = json_number_value(json_object_get(object, "score"));
        sum->graded++;
        sum->points += score;
        sum->full += score == json_number_value(json_object_get(object, "max_score"));
    }
}

void class_mistakes_add(ClassMistakes *all, const StudentClass *class, const ClassWork *work,
                        const json_t *grade)
{
    const json_t *items = json_object_get(grade, "items");
    for (const Part *part = work->lab->parts; part->number; part++) {
        if (own_is_empty(class, work, part))
            continue;
        add_part(all, work, part, grade);
        add_mistakes(all, work, part, items);
    }
}

static int by_frequency(const void *a, const void *b)
{
    const ClassMistake *x = a, *y = b;
    int order = strcmp(x->lab->name, y->lab->name);
    if (!order)
        order = x->part->number - y->part->number;
    if (!order)
        order = y->students - x->students;
    return order ? order : strcmp(x->text, y->text);
}

static int by_lab_and_part(const void *a, const void *b)
{
    const PartSum *x = a, *y = b;
    int order = strcmp(x->lab->name, y->lab->name);
    return order ? order : x->part->number - y->part->number;
}

void class_mistakes_sort(ClassMistakes *all)
{
    if (all->mistakes)
        qsort(all->mistake, (size_t)all->mistakes, sizeof *all->mistake, by_frequency);
    if (all->parts)
        qsort(all->part, (size_t)all->parts, sizeof *all->part, by_lab_and_part);
}

void class_mistakes_free(ClassMistakes *all)
{
    free(all->mistake);
    free(all->part);
}
