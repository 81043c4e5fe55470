// demo.c - what build/grade does besides grading: the hints, and a lab's demo, which runs all of
// its variants on one input and shows what each of them costs.
#include "demo.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "demo_table.h"
#include "hint_fit.h"
#include "hints.h"

#include "grader/labs/choose.h"
#include "grader/labs/own_case.h"
#include "grader/judge/evidence.h"
#include "grader/run/log.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/slides.h"
#include "grader/base/terminal.h"
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

static void print_slide(const char *slide, const char *title)
{
    char path[128];
    printf("  slide %s: %s\n", slide, title);
    if (slides_path(slide, path, sizeof path))
        printf("    %s\n", path);
}

// The advice that fits the attempt comes before the hints on how to write the part.
static void print_hints(const Lab *lab, const Part *part, const Hints *hints, const HintFit *fit,
                        int level)
{
    const char *all[2 + MAX_HINTS];
    int count = 0;
    for (int i = 0; i < 2 && fit->advice[i]; i++)
        all[count++] = fit->advice[i];
    for (int i = 0; i < hints->count; i++)
        all[count++] = hints->text[i];
    for (int i = 0; i < level && i < count; i++) {
        printf("  hint %d of %d\n", i + 1, count);
        print_hint_text(all[i]);
    }
    if (level < count)
        printf("  more: make hint LAB=%s PART=%d LEVEL=%d\n", lab_topic(lab), part->number,
               level + 1);
}

static void hint_on_part(const Lab *lab, const Part *part, int level, ReadAttempts *read)
{
    Hints hints;
    char problem[PATH_MAX + 128], title[128], line[MAX_LINE + 64];
    if (!hints_read(&hints, lab, part->number, problem, sizeof problem)) {
        text_say(stderr, "grade: %s", problem);
        exit(5);
    }
    json_t *attempts = read(lab, part);
    HintFit fit = hint_fit(part, json_array_get(attempts, json_array_size(attempts) - 1));
    const char *slide = fit.slide ? fit.slide : part->slide;
    printf("%s, part %d: %s\n", lab->name, part->number, part->name);
    if (fit.item) {
        int n = snprintf(line, sizeof line, "your last attempt: ");
        text_clean(line + n, sizeof line - (size_t)n, fit.message, strlen(fit.message));
        text_wrap(stdout, line_width(terminal_columns(1)), 2, line);
    }
    if (slide && slides_title(slide, title, sizeof title))
        print_slide(slide, title);
    print_hints(lab, part, &hints, &fit, level);
    json_decref(attempts);
    hints_free(&hints);
}

bool demo_hint(const Lab *lab, int number, int level, ReadAttempts *read)
{
    bool any = false;
    for (const Part *part = lab->parts; part->number; part++)
        if (!number || number == part->number) {
            hint_on_part(lab, part, level, read);
            any = true;
        }
    return any;
}

// ---- run ---------------------------------------------------------------------------

// The cases that the demo shows of a part: those that the lab's demo() draws, else the first
// counted one. `*wanted` is to be freed.
static CaseList *demo_cases(const Lab *lab, int part, uint64_t seed, const OwnCase *own,
                            bool **wanted)
{
    CaseList *list = cases_new(lab->name, part, seed);
    if (own)
        lab->own(list, part, own);
    else
        (lab->demo ? lab->demo : lab->draw)(list, part);
    *wanted = need(calloc((size_t)list->count + 1, sizeof **wanted));
    bool found = false;
    for (int i = 0; i < list->count; i++) {
        (*wanted)[i] = own || lab->demo || (!found && list->cases[i]->flags & CASE_COUNTED);
        found = found || (*wanted)[i];
    }
    return list;
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

// What the lab's code printed, made safe for a terminal, below the part and, if there are several,
// the case.
static void add_log_lines(DemoTable *table, const Part *part, const char *log, const CaseList *list,
                          bool several)
{
    char text[MAX_LINE], name[96] = "";
    LogLine line = {.number = -1};
    int told = -2;
    while ((log = log_next(log, &line)) != NULL) {
        bool known = several && line.number >= 0 && line.number < list->count;
        if (known)
            case_full_name(name, sizeof name, list->cases[line.number]);
        if (told == -2 || (known && told != line.number))
            lines_add(&table->log, "part %d, %s:", part->number, known ? name : part->name);
        told = line.number;
        text_clean(text, sizeof text, line.text, line.bytes);
        lines_add(&table->log, "%s", text);
    }
}

// A row is named after its part, and after its case where the part has several.
static void add_row(DemoTable *table, const Lab *lab, const Part *part, const Case *c, bool several,
                    const Result *result, const CaseVerdict *v)
{
    char name[128];
    double value, per;
    if (several)
        snprintf(name, sizeof name, "%d %s%s%s", part->number, c->variant ? c->variant : "",
                 c->variant ? ", " : "", c->name);
    else
        snprintf(name, sizeof name, "%d %s", part->number, part->name);
    bool right = v->state == CASE_right;
    demo_table_row(table, name, right ? "right" : "wrong");
    for (const Column *column = lab->columns; column < lab->columns + MAX_COLUMNS && column->title;
         column++) {
        bool known = run_metric(result, column->metric, &value);
        if (known && column->per) {
            known = run_metric(result, column->per, &per) && per > 0;
            value /= known ? per : 1;
        }
        // What did not do the work has no rate.
        demo_table_value(table, value, known && (right || column->metric != METRIC_WORK));
    }
    bool known = run_metric(result, lab->timeline ? METRIC_TOTAL_US : METRIC_LAUNCH_US, &value);
    demo_table_value(table, value, known);
    if (lab->told)
        demo_table_text(table, c->told ? c->told : "");
}

static void add_titles(DemoTable *table, const Lab *lab)
{
    for (const Column *c = lab->columns; c < lab->columns + MAX_COLUMNS && c->title; c++)
        demo_table_title(table, c->title);
    demo_table_title(table, "us");
    if (lab->told)
        demo_table_title(table, lab->told);
}

static void add_rows(DemoTable *table, const Selected *s, const Part *part, const Evidence *e,
                     const bool *wanted)
{
    const CaseList *list = e->list;
    int rows = 0;
    for (int i = 0; i < list->count; i++)
        rows += wanted[i];
    for (int i = 0; i < list->count; i++) {
        if (!wanted[i])
            continue;
        if (!table->heading[0])
            snprintf(table->heading, sizeof table->heading,
                     "%.300s, %s, simulated: times are those of the model, not of this machine",
                     s->object->source, list->cases[i]->name);
        add_row(table, s->lab, part, list->cases[i], rows > 1, &e->clean->result[i],
                &e->verdict[i]);
    }
    add_log_lines(table, part, e->log, list, rows > 1 && !s->lab->timeline && !s->lab->summary);
}

// Returns false if the grader is broken.
static bool demo_part(DemoTable *table, const Selected *s, const Part *part, uint64_t seed,
                      const OwnCase *own)
{
    bool *wanted;
    CaseList *list = demo_cases(s->lab, part->number, seed, own, &wanted);
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
    add_rows(table, s, part, e, wanted);
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

// Says so, if the part cannot have the case.
static bool takes_own(const Lab *lab, const Part *part, uint64_t seed, const OwnCase *own)
{
    char problem[256];
    CaseList *list = cases_new(lab->name, part->number, seed);
    bool takes = own_case_add(lab, list, part->number, own, problem, sizeof problem);
    if (!takes)
        text_say(stderr, "grade: %s", problem);
    cases_free(list);
    return takes;
}

// Of each part that was chosen; returns the status.
static int add_parts(DemoTable *table, const Selected *s, uint64_t seed, const OwnCase *own)
{
    int status = 0;
    for (const Part *part = s->lab->parts; part->number; part++) {
        const Object *object = selected_object(s, part);
        if (s->part && s->part != part->number)
            continue;
        if (object->state != OBJECT_ready) {
            if (part == s->lab->parts || part[-1].file != part->file || s->part)
                text_say(stdout, "%s", compile_problem(object));
            status = 3;
            continue;
        }
        if (own && !takes_own(s->lab, part, seed, own))
            continue;
        if (terminal_has_escapes(2))
            fprintf(stderr, "\r\033[K  part %d ...", part->number);
        if (!demo_part(table, s, part, seed, own))
            status = 5;
        if (terminal_has_escapes(2))
            fprintf(stderr, "\r\033[K");
        if (status == 5)
            break;
    }
    return status;
}

int demo_run(const Selected *s, uint64_t seed, const OwnCase *own)
{
    DemoTable *table = need(calloc(1, sizeof *table));
    add_titles(table, s->lab);
    int status = add_parts(table, s, seed, own);
    demo_table_print(table, line_width(terminal_columns(1)), stdout);
    demo_table_free(table);
    return status;
}
