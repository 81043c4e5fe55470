// look.c - see look.h.
//
// The part's cases are run as for a grade, to find the case to show. This case is then run once
// more, recorded, with all checkers; so is the reference's, in the same order of threads. Of the
// attempt before only the counters are compared: its object is still in build/objects/, so it runs
// the same case.
#include "look.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "common/cudasim/look/page.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/shell_word.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"
#include "grader/labs/own_case.h"

// ---- the part's runs --------------------------------------------------------------------------

static int tell_not_compiled(const Object *object)
{
    char line[MAX_LINE];
    text_say(stderr, "grade: %s", compile_problem(object));
    FILE *f = object->state == OBJECT_rejected ? fopen(object->log, "r") : NULL;
    for (int i = 0; f && i < 20 && fgets(line, sizeof line, f); i++)
        text_say(stderr, "  %.*s", (int)strcspn(line, "\r\n"), line);
    if (f)
        fclose(f);
    return 3;
}

// False: the case of one's own cannot be had, and this was said.
static bool begin_looking(Looking *look, const LookOrder *order)
{
    const Lab *lab = order->selected->lab;
    *look =
        (Looking){.order = order, .list = cases_new(lab->name, order->part->number, order->seed)};
    char problem[256];
    if (!order->own_case) {
        lab->draw(look->list, order->part->number);
    } else if (!own_case_add(lab, look->list, order->part->number, order->own_case, problem,
                             sizeof problem)) {
        text_say(stderr, "grade: %s", problem);
        cases_free(look->list);
        return false;
    }
    look->setup = (EvidenceSetup){
        .lib = order->lib,
        .object = selected_object(order->selected, order->part)->object,
        .folder = order->selected->folder,
        .lab = lab,
        .part = order->part,
        .seed = order->seed,
        .options = order->part->options,
    };
    return true;
}

static void end_looking(Looking *look)
{
    if (look->evidence)
        evidence_free(look->evidence);
    cases_free(look->list);
}

// 0, or the exit code of what stands in the way.
static int gather_looking(Looking *look)
{
    const Object *object = selected_object(look->order->selected, look->order->part);
    if (object->state != OBJECT_ready)
        return tell_not_compiled(object);
    look->evidence = evidence_gather(&look->setup, look->list);
    if (look->evidence->broken[0]) {
        text_say(stderr, "grade: %s", look->evidence->broken);
        return 5;
    }
    if (look->evidence->refused[0]) {
        text_say(stderr, "grade: %s cannot be used: %s", object->source, look->evidence->refused);
        return 1;
    }
    return 0;
}

// ---- lists ------------------------------------------------------------------------------------

static void print_case_list(const CaseList *list, FILE *out)
{
    char name[96];
    for (int i = 0; i < list->count; i++) {
        case_full_name(name, sizeof name, list->cases[i]);
        fprintf(out, "  %3d  %s\n", i + 1, name);
    }
}

int look_print_cases(const LookOrder *order)
{
    Looking look;
    if (!begin_looking(&look, order))
        return 2;
    printf("%s, part %d: %d case%s\n", order->selected->lab->name, order->part->number,
           look.list->count, PLURAL(look.list->count));
    print_case_list(look.list, stdout);
    end_looking(&look);
    return 0;
}

static void print_finding(const Evidence *e, int n)
{
    const FoundMistake *mistake = &e->mistakes.mistake[choice_mistake(e, n)];
    text_say(stdout, "  %3d  %s: %s", n, tool_name(mistake->finding.tool),
             mistake->finding.message);
    printf("       first in %s, %s\n",
           mistake->case_name[0] ? mistake->case_name : "the whole program", mistake->schedule);
}

// A command that runs the same cases of the same files.
static void print_command(const LookOrder *order, const char *target)
{
    printf("make %s LAB=%s PART=%d", target, lab_topic(order->selected->lab), order->part->number);
    char *word = order->submission ? text_shell_word(order->submission) : NULL;
    if (word)
        printf(" SUBMISSION=%s", word);
    free(word);
    if (order->seed_word)
        printf(" SEED=%s", order->seed_word);
}

// No checker looks for what went wrong here, but a page shows it. -1: all cases are right.
static int first_failing(const Evidence *e)
{
    int i = 0;
    while (i < e->list->count &&
           (e->verdict[i].state == CASE_right || e->verdict[i].state == CASE_not_run))
        i++;
    return i < e->list->count ? i : -1;
}

static void print_no_findings(const Looking *look)
{
    char name[96];
    int failing = first_failing(look->evidence);
    printf("  the checkers find nothing\n");
    if (failing < 0)
        return;
    const char *why = look->evidence->verdict[failing].message;
    case_full_name(name, sizeof name, look->list->cases[failing]);
    text_say(stdout, "  but %s fails: %s", name, why);
    printf("  a page shows it: ");
    print_command(look->order, "look");
    printf("\n");
}

int look_print_findings(const LookOrder *order)
{
    Looking look;
    if (!begin_looking(&look, order))
        return 2;
    int status = gather_looking(&look), n = 0;
    if (status == 0) {
        printf("%s, part %d:\n", order->selected->lab->name, order->part->number);
        while (choice_mistake(look.evidence, n + 1) >= 0)
            print_finding(look.evidence, ++n);
        if (n == 0) {
            print_no_findings(&look);
        } else {
            printf("  one of them again: ");
            print_command(order, "replay");
            printf(" FINDING=1\n");
        }
    }
    end_looking(&look);
    return status;
}

// ---- the choice -------------------------------------------------------------------------------

static int choose_finding(Looking *look)
{
    int mistake = choice_mistake(look->evidence, look->order->finding);
    if (mistake < 0) {
        fprintf(stderr, "grade: there is no finding %d in this part\n", look->order->finding);
        return 2;
    }
    look->choice = choice_of_finding(look->evidence, &look->setup, mistake);
    return 0;
}

static int choose_case(Looking *look)
{
    const char *name = look->order->case_name;
    if (look->order->finding)
        return choose_finding(look);
    int number = name ? choice_case_named(look->list, name) : -1;
    if (name && number < 0) {
        fprintf(stderr, "grade: there is no such case; these are:\n");
        print_case_list(look->list, stderr);
        return 2;
    }
    look->choice = choice_of_case(look->evidence, &look->setup, number);
    return 0;
}

// ---- the page ---------------------------------------------------------------------------------

static void name_page(const LookOrder *order, char path[PATH_MAX])
{
    if (order->page[0])
        snprintf(path, PATH_MAX, "%s/look.html", order->page);
    else
        snprintf(path, PATH_MAX, "%s",
                 paths_at("build/look/%s-%d/look.html", order->selected->lab->name,
                          order->part->number));
    file_make_folders(path);
}

static int write_page(const LookOrder *order, json_t *document)
{
    char path[PATH_MAX], why[PAGE_WHY];
    name_page(order, path);
    bool first = access(path, F_OK) != 0; // an open page loads itself again
    char *text = need(json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(12)));
    bool written = look_page_write(path, text, strlen(text), true, why);
    free(text);
    if (!written) {
        text_say(stderr, "grade: %s", why);
        return 4;
    }
    if (first)
        look_page_open(path);
    size_t n = strlen(paths_root());
    text_say(stdout, "%s",
             strncmp(path, paths_root(), n) == 0 && path[n] == '/' ? path + n + 1 : path);
    return 0;
}

static int make_page(const Looking *look)
{
    char name[96], why[256];
    case_full_name(name, sizeof name, look->list->cases[look->choice.number]);
    printf("%s, part %d: %s (%s), run %s\n", look->order->selected->lab->name,
           look->order->part->number, name, look->choice.why, look->choice.schedule.name);
    json_t *document = look_document(look, why, sizeof why);
    if (!document) {
        text_say(stderr, "grade: no page: %s", why);
        return 5;
    }
    int status = write_page(look->order, document);
    json_decref(document);
    return status;
}

int look_begin(Looking *look, const LookOrder *order)
{
    if (!begin_looking(look, order))
        return 2;
    int status = gather_looking(look);
    if (status == 0)
        status = choose_case(look);
    if (status)
        end_looking(look);
    return status;
}

int look_make(const LookOrder *order)
{
    Looking look;
    int status = look_begin(&look, order);
    if (status == 0) {
        status = make_page(&look);
        end_looking(&look);
    }
    return status;
}
