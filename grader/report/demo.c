// demo.c - what build/grade does besides grading: the hints, and a lab's demo, which runs all of
// its variants on one input and shows what each of them costs.
#include "demo.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "hints.h"

#include "grader/labs/choose.h"
#include "grader/judge/evidence.h"
#include "grader/run/log.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/slides.h"
#include "grader/base/text.h"

// ---- hints ----------------------------------------------------------------------

static void print_hint_text(const char *text)
{
    enum { WIDTH = 76 };
    while (*text) {
        size_t n = strlen(text);
        if (n > WIDTH) {
            n = WIDTH;
            while (n > 1 && text[n] != ' ')
                n--;
        }
        printf("    %.*s\n", (int)n, text);
        text += n;
        while (*text == ' ')
            text++;
    }
}

bool demo_hint(const Lab *lab, int number, int level)
{
    bool any = false;
    char title[128];
    for (const Part *part = lab->parts; part->number; part++) {
        if (number && number != part->number)
            continue;
        any = true;
        Hints hints;
        char problem[PATH_MAX + 128];
        if (!hints_read(&hints, lab, part->number, problem, sizeof problem)) {
            text_say(stderr, "grade: %s", problem);
            exit(5);
        }
        printf("%s, part %d: %s\n", lab->name, part->number, part->name);
        if (part->slide && slides_title(part->slide, title, sizeof title))
            printf("  slide %s: %s\n", part->slide, title);
        for (int i = 0; i < level && i < hints.count; i++) {
            printf("  hint %d of %d\n", i + 1, hints.count);
            print_hint_text(hints.text[i]);
        }
        if (level < hints.count)
            printf("  more: make hint LAB=%s PART=%d LEVEL=%d\n", lab_topic(lab), part->number,
                   level + 1);
        hints_free(&hints);
    }
    return any;
}

// ---- run ---------------------------------------------------------------------------

// The cases that the demo shows of a part: those that the lab's demo() draws, else the first
// counted one. `*wanted` is to be freed.
static CaseList *demo_cases(const Lab *lab, int part, uint64_t seed, bool **wanted)
{
    CaseList *list = cases_new(lab->name, part, seed);
    (lab->demo ? lab->demo : lab->draw)(list, part);
    *wanted = need(calloc((size_t)list->count + 1, sizeof **wanted));
    bool found = false;
    for (int i = 0; i < list->count; i++) {
        (*wanted)[i] = lab->demo || (!found && list->cases[i]->flags & CASE_COUNTED);
        found = found || (*wanted)[i];
    }
    return list;
}

static void print_column_titles(const Lab *lab)
{
    printf("%-32s %-7s", "variant", "result");
    for (const Column *c = lab->columns; c < lab->columns + MAX_COLUMNS && c->title; c++)
        printf(" %10s", c->title);
    printf(" %10s", "us");
    if (lab->told)
        printf(" %12s", lab->told);
    putchar('\n');
}

static void print_value(double value, bool known)
{
    if (!known)
        printf(" %10s", "-");
    else if (value == (double)(long long)value)
        printf(" %10lld", (long long)value);
    else
        printf(" %10.2f", value);
}

// A row is named after its part, and after its case where the part has several.
static void print_row(const Lab *lab, const Part *part, const Case *c, bool several,
                      const Result *result, const CaseVerdict *v)
{
    char name[128];
    double value, per;
    if (several)
        snprintf(name, sizeof name, "%d %s%s%s", part->number, c->variant ? c->variant : "",
                 c->variant ? ", " : "", c->name);
    else
        snprintf(name, sizeof name, "%d %s", part->number, part->name);
    printf("%-32.32s %-7s", name, v->state == CASE_right ? "right" : "wrong");
    for (const Column *c = lab->columns; c < lab->columns + MAX_COLUMNS && c->title; c++) {
        bool known = run_metric(result, c->metric, &value);
        if (known && c->per) {
            known = run_metric(result, c->per, &per) && per > 0;
            value /= known ? per : 1;
        }
        print_value(value, known);
    }
    bool known = run_metric(result, lab->timeline ? METRIC_TOTAL_US : METRIC_LAUNCH_US, &value);
    print_value(value, known);
    if (lab->told)
        printf(" %12s", c->told ? c->told : "");
    putchar('\n');
}

// A row has the counters of whole launches. Those of lines are off: a kernel may make thousands
// of launches.
static const char *demo_options(const Lab *lab, const Part *part)
{
    static char text[256];
    snprintf(text, sizeof text, "%s%slines=off%s%s", part->options ? part->options : "",
             part->options ? ";" : "", lab->timeline ? ";timeline-text=stderr" : "",
             lab->summary ? ";summary=stderr" : "");
    return text;
}

static void print_titles(const Selected *s, const CaseList *list, const bool *wanted, bool *titled)
{
    for (int i = 0; i < list->count && !*titled; i++)
        if (wanted[i]) {
            printf("%s, %s, simulated: times are those of the model, not of this machine\n",
                   s->object.source, list->cases[i]->name);
            print_column_titles(s->lab);
            *titled = true;
        }
}

// What the lab's code printed, made safe for a terminal, with its case where there are several.
static void print_log_lines(const char *log, const CaseList *list, bool several)
{
    char text[MAX_LINE], name[96];
    LogLine line = {.number = -1};
    while ((log = log_next(log, &line)) != NULL) {
        text_clean(text, sizeof text, line.text, line.bytes);
        if (several && line.number >= 0 && line.number < list->count) {
            case_full_name(name, sizeof name, list->cases[line.number]);
            printf("%s: ", name);
        }
        printf("%s\n", text);
    }
}

static void print_rows(const Selected *s, const Part *part, const Evidence *e, const bool *wanted)
{
    const CaseList *list = e->list;
    int rows = 0;
    for (int i = 0; i < list->count; i++)
        rows += wanted[i];
    for (int i = 0; i < list->count; i++)
        if (wanted[i])
            print_row(s->lab, part, list->cases[i], rows > 1, &e->clean->result[i], &e->verdict[i]);
    print_log_lines(e->log, list, rows > 1 && !s->lab->timeline && !s->lab->summary);
    fflush(stdout);
}

// Returns false if the grader is broken.
static bool demo_part(const Selected *s, const Part *part, uint64_t seed, bool *titled)
{
    bool *wanted;
    CaseList *list = demo_cases(s->lab, part->number, seed, &wanted);
    EvidenceSetup setup = {
        .lib = paths_lib(),
        .object = selected_object(s, part)->object,
        .folder = s->folder,
        .lab = s->lab,
        .part = part,
        .seed = seed,
        .clean_only = true,
        .wanted = wanted,
        .options = demo_options(s->lab, part),
    };
    Evidence *e = evidence_gather(&setup, list);
    print_titles(s, list, wanted, titled);
    print_rows(s, part, e, wanted);
    if (e->broken[0])
        text_say(stderr, "grade: %s", e->broken);
    if (e->refused[0])
        text_say(stderr, "%s cannot be used: %s", selected_object(s, part)->source, e->refused);
    bool works = !e->broken[0];
    evidence_free(e);
    cases_free(list);
    free(wanted);
    return works;
}

int demo_run(const Selected *s, uint64_t seed)
{
    bool titled = false;
    int status = 0;
    for (const Part *part = s->lab->parts; part->number; part++) {
        const Object *object = selected_object(s, part);
        if (s->part && s->part != part->number)
            continue;
        if (object->state != OBJECT_ready) {
            if (part == s->lab->parts || part->fastest || s->part)
                text_say(stdout, "%s: %s", object->source, compile_problem(object));
            status = 3;
        } else if (!demo_part(s, part, seed, &titled)) {
            return 5;
        }
    }
    return status;
}
