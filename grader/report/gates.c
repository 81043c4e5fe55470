// gates.c - what costs points: a table of a lab's items in Markdown, made from the lab's suite.
//
// It is in the README of each lab, between two marks. `make gates` writes it there, and
// tests/gates.sh compares. So what the assignment shows is what the suite demands.
#include "gates.h"

#include <string.h>

// Each name as code.
static void print_metric(FILE *out, MetricSum sum)
{
    char name[METRIC_SUM_NAME];
    fprintf(out, "`%s`", metric_sum_name(sum, "` + `", name));
}

// Two gates of one metric have different labels, since the second one says ", at least". The bound
// says it here.
static int label_length(const Gate *gate)
{
    const char *end = strstr(gate->label, ", at least");
    return end ? (int)(end - gate->label) : (int)strlen(gate->label);
}

static void print_gate(FILE *out, const Gate *gate)
{
    bool sum = gate->per && gate->metric > UINT8_MAX;
    const char *bound = gate->at_least ? "at least " : gate->gate ? "at most " : "";
    fprintf(out, "%.*s: %s%.6g (%.6g; naive: %.6g). ", label_length(gate), gate->label, bound,
            gate->gate, gate->good, gate->naive);
    fputs(sum ? "(" : "", out);
    print_metric(out, gate->metric);
    fputs(sum ? ")" : "", out);
    if (gate->per) {
        fputs(" / ", out);
        print_metric(out, gate->per);
    }
    if (gate->most)
        fprintf(out, ", of which at most %.6g count", gate->most);
}

static void print_gates(FILE *out, const Item *item)
{
    for (const Gate *gate = item->gate; gate < item->gate + MAX_GATES && gate->metric; gate++) {
        fputs(gate == item->gate ? "" : "<br>", out);
        print_gate(out, gate);
    }
}

static void print_set(FILE *out, const Lab *lab, const Item *item)
{
    for (const Answer *a = item->set; a < item->set + MAX_SET && a->key; a++)
        fprintf(out, "%s`%s`", a == item->set ? "" : ", ", a->key);
    fprintf(out, " in `%s` are all right, and so is the experiment `%s`<br>", lab->answers,
            item->group);
    print_gates(out, item);
}

static void print_demand(FILE *out, const Lab *lab, const Item *item)
{
    switch (item->kind) {
    case ITEM_correct: fputs("right results in all runs", out); break;
    case ITEM_safe: fputs("no finding of a checker", out); break;
    case ITEM_gate: print_gates(out, item); break;
    case ITEM_answer: fprintf(out, "`%s` in `%s` is right", item->id, lab->answers); break;
    case ITEM_set: print_set(out, lab, item); break;
    }
}

void gates_table(const Lab *lab, FILE *out)
{
    fputs("| part | item | points | what is demanded (what the solution costs; a naive version) |\n"
          "|---|---|---|---|\n",
          out);
    for (const Part *part = lab->parts; part->number; part++)
        for (const Item *item = part->items; item->name; item++) {
            fprintf(out, "| %d | %s | %d | ", part->number, item->name, item->points);
            print_demand(out, lab, item);
            fputs(" |\n", out);
        }
}
