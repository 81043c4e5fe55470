// look_choice.c - which case of a part shows most, and in which order of its threads: the smallest
// one that fails, if possible one in which a checker has found why; else one of a few blocks.
#include "look.h"

#include <ctype.h>
#include <string.h>

#include "grader/judge/items.h"

enum {
    FEW_BLOCKS = 8,
    MOST_ELEMENTS = 1 << 14, // of a case that is chosen for its few blocks
    IN_ORDER = 1             // the checked run that is in order
};

static const Schedule *schedule_named(const Schedule *plan, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(plan[i].name, name) == 0)
            return &plan[i];
    return &plan[IN_ORDER < count ? IN_ORDER : 0];
}

// ---- a case by name -------------------------------------------------------------------------

static bool is_number(const char *text)
{
    for (const char *c = text; *c; c++)
        if (!isdigit((unsigned char)*c))
            return false;
    return *text != 0;
}

int choice_case_named(const CaseList *list, const char *name)
{
    char full[96];
    for (int i = 0; i < list->count; i++) {
        case_full_name(full, sizeof full, list->cases[i]);
        if (strcmp(full, name) == 0 || strcmp(list->cases[i]->name, name) == 0)
            return i;
    }
    long number = is_number(name) ? strtol(name, NULL, 10) : 0;
    return number >= 1 && number <= list->count ? (int)number - 1 : -1;
}

// ---- findings ---------------------------------------------------------------------------------

int choice_mistake(const Evidence *e, int n)
{
    for (int i = 0; i < e->mistakes.count; i++)
        if (finding_counts(&e->mistakes.mistake[i].finding) && --n == 0)
            return i;
    return -1;
}

// The first one that was found in the case; NULL: none.
static const FoundMistake *mistake_of_case(const Evidence *e, int number)
{
    for (int i = 0; i < e->mistakes.count; i++) {
        const FoundMistake *mistake = &e->mistakes.mistake[i];
        if (finding_counts(&mistake->finding) && mistake_is_in(mistake, number))
            return mistake;
    }
    return NULL;
}

// ---- the best case ------------------------------------------------------------------------------

static bool case_fails(const Evidence *e, int i)
{
    return e->verdict[i].state != CASE_right && e->verdict[i].state != CASE_not_run;
}

static int smallest_failing(const Evidence *e, bool with_mistake)
{
    int best = -1;
    for (int i = 0; i < e->list->count; i++)
        if (case_fails(e, i) && (!with_mistake || mistake_of_case(e, i)) &&
            (best < 0 || item_shows_better(e->list->cases[i], e->list->cases[best])))
            best = i;
    return best;
}

static int smallest_with_mistake(const Evidence *e)
{
    int best = -1;
    for (int i = 0; i < e->list->count; i++)
        if (mistake_of_case(e, i) &&
            (best < 0 || item_shows_better(e->list->cases[i], e->list->cases[best])))
            best = i;
    return best;
}

static double most_blocks(const Evidence *e, int i)
{
    double most = 0;
    const SimLaunches *launches = &e->clean->result[i].launches;
    for (int k = 0; k < launches->count; k++)
        most = launches->launch[k].blocks > most ? launches->launch[k].blocks : most;
    return most;
}

// What a case shows. A trivial case proves nothing, but its blocks show more than none, and a few
// of them more than very many.
typedef enum {
    SHOWS_nothing, // nothing is launched
    SHOWS_trivial,
    SHOWS_many_blocks,
    SHOWS_few_trivial,
    SHOWS_one_block,
    SHOWS_few_blocks
} CaseShows;

static CaseShows case_shows(const Evidence *e, int i)
{
    double blocks = e->clean ? most_blocks(e, i) : 0;
    bool few = blocks > 1 && blocks <= FEW_BLOCKS;
    if (blocks == 0)
        return SHOWS_nothing;
    if (e->list->cases[i]->flags & CASE_TRIVIAL)
        return few ? SHOWS_few_trivial : SHOWS_trivial;
    return few ? SHOWS_few_blocks : blocks == 1 ? SHOWS_one_block : SHOWS_many_blocks;
}

// Of cases that show the same, those with the most work show most: not a matrix of one row. If all
// have many blocks, the fewest come first; and nothing that is too large.
static bool shows_more(const Evidence *e, int i, int than)
{
    CaseShows shows = case_shows(e, i), other = case_shows(e, than);
    size_t work = item_case_elements(e->list->cases[i]);
    size_t other_work = item_case_elements(e->list->cases[than]);
    if (shows != other)
        return shows > other;
    if (shows == SHOWS_many_blocks && most_blocks(e, i) != most_blocks(e, than))
        return most_blocks(e, i) < most_blocks(e, than);
    if (shows == SHOWS_nothing || work > MOST_ELEMENTS || other_work > MOST_ELEMENTS)
        return work < other_work;
    return work > other_work;
}

static int case_of_few_blocks(const Evidence *e)
{
    int best = 0;
    for (int i = 1; i < e->list->count; i++)
        if (shows_more(e, i, best))
            best = i;
    return best;
}

static const char *why_of_blocks(CaseShows shows)
{
    if (shows == SHOWS_nothing)
        return "no case launches a kernel";
    return shows == SHOWS_many_blocks ? "no case has fewer blocks" : "a case of few blocks";
}

static int best_case(const Evidence *e, const char **why)
{
    int best = smallest_failing(e, true);
    if (best < 0)
        best = smallest_failing(e, false);
    *why = "the smallest case that fails";
    if (best < 0) {
        best = smallest_with_mistake(e);
        *why = "the smallest case in which a checker found a mistake";
    }
    if (best < 0) {
        best = case_of_few_blocks(e);
        *why = why_of_blocks(case_shows(e, best));
    }
    return best;
}

// ---- the schedule -------------------------------------------------------------------------------

LookChoice choice_of_case(const Evidence *e, const EvidenceSetup *setup, int number)
{
    Schedule plan[MAX_SCHEDULES];
    int count = evidence_plan(plan, setup, e->list);
    LookChoice choice = {.number = number, .why = "as asked"};
    if (number < 0)
        choice.number = best_case(e, &choice.why);
    const CaseVerdict *v = &e->verdict[choice.number];
    const FoundMistake *mistake = mistake_of_case(e, choice.number);
    choice.schedule = *schedule_named(plan, count, mistake ? mistake->schedule : "");
    if (case_fails(e, choice.number) && v->schedule > 0 && v->schedule < count)
        choice.schedule = plan[v->schedule];
    if (e->list->cases[choice.number]->flags & CASE_CLEAN_ONLY && choice.schedule.checked)
        choice.schedule = plan[0]; // too large for the checkers
    return choice;
}

LookChoice choice_of_finding(const Evidence *e, const EvidenceSetup *setup, int number)
{
    Schedule plan[MAX_SCHEDULES];
    int count = evidence_plan(plan, setup, e->list);
    const FoundMistake *mistake = &e->mistakes.mistake[number];
    int in_case = mistake->cases ? mistake->in_case[0] : NO_CASE;
    return (LookChoice){
        .number = in_case >= 0 ? in_case : case_of_few_blocks(e),
        .schedule = *schedule_named(plan, count, mistake->schedule),
        .why = "where the finding was made first",
    };
}
