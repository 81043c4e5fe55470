// asked.c - see asked.h.
#include "asked.h"

#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "grader/labs/questions.h"
#include "grader/submission/answers.h"

bool asked_print(const Lab *lab, FILE *out)
{
    char name[64] = "";
    bool any = false;
    if (lab->answers)
        answers_read(paths_at("labs/%s/%s", lab->name, lab->answers), "name", name, sizeof name);
    for (const Part *part = lab->parts; part->number; part++)
        for (const Item *item = part->items; item->name; item++) {
            OwnQuestion own;
            if (!item->ask)
                continue;
            bool named = question_of(lab, item, name, &own);
            if (!any && named)
                text_say(out, "%s: the questions of %s; the others are those of %s", lab->name,
                         name, lab->answers);
            else if (!any)
                text_say(out,
                         "%s: %s has no line \"name = ...\" with your name, so the questions "
                         "are those that are there",
                         lab->name, lab->answers);
            any = true;
            if (named)
                fprintf(out, "  %-18s %s\n", item->id, own.text);
        }
    return any;
}
