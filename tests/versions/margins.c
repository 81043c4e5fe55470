// margins.c - how near the right versions come to the gates.
//
// A gate that a right version nearly misses is missed by the next right version. So of each gate
// the smallest margin is kept, with the version that has it: the part of the bound that is left. A
// margin below CLOSE is allowed where the version costs what the solution costs (what is counted
// follows from the size of the case, and no way to write it changes it), or where the suite says
// why (Gate.close).
//
// `make audit-versions TABLE=...` writes all of them to tests/versions/margins.csv, and
// tests/test_patch.c looks at them.
#include "versions.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/choose.h"

enum { MAX_MARGINS = 1024 };

#define SAME_MARGIN 0.005 // of a version that costs what the solution costs

typedef struct {
    char item[64], label[128], version[VERSION_NAME];
    double value, gate, margin;
    bool at_least;
} Margin;

static Margin margins[MAX_MARGINS];
static int count;

double margin_of(double value, double gate, bool at_least)
{
    double room = at_least ? value - gate : gate - value, whole = fmax(fabs(gate), fabs(value));
    return whole > 0 ? room / whole : 0;
}

static Margin *margin_at(const char *item, const char *label, bool at_least)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(margins[i].item, item) && !strcmp(margins[i].label, label) &&
            margins[i].at_least == at_least)
            return &margins[i];
    if (count == MAX_MARGINS)
        return NULL;
    Margin *m = &margins[count++];
    *m = (Margin){.margin = INFINITY, .at_least = at_least};
    snprintf(m->item, sizeof m->item, "%s", item);
    snprintf(m->label, sizeof m->label, "%s", label);
    return m;
}

void margins_add(const char *version, const struct json_t *item)
{
    const char *label, *id = json_string_value(json_object_get(item, "id"));
    json_t *counter;
    json_object_foreach(json_object_get((json_t *)item, "counters"), label, counter)
    {
        const char *op = json_string_value(json_object_get(counter, "op"));
        double value = json_number_value(json_object_get(counter, "value"));
        double gate = json_number_value(json_object_get(counter, "gate"));
        bool at_least = op && !strcmp(op, ">=");
        double margin = margin_of(value, gate, at_least);
        Margin *m = id ? margin_at(id, label, at_least) : NULL;
        if (!m || margin >= m->margin)
            continue;
        m->margin = margin;
        m->value = value;
        m->gate = gate;
        snprintf(m->version, sizeof m->version, "%s", version);
    }
}

// The gate of that item and label, or NULL: there is none any more.
static const Gate *gate_of(const Margin *m)
{
    for (int i = 0; i < all_labs_count; i++)
        for (const Part *p = all_labs[i]->parts; p->number; p++)
            for (const Item *item = p->items; item->name; item++) {
                char id[128];
                snprintf(id, sizeof id, "%s.%s.%s", strchr(all_labs[i]->name, '_') + 1, p->id,
                         item->id);
                for (const Gate *g = item->gate;
                     !strcmp(id, m->item) && g < item->gate + MAX_GATES && g->metric; g++)
                    if (!strcmp(g->label, m->label) && g->at_least == m->at_least)
                        return g;
            }
    return NULL;
}

// An answer has no gate to be near to. A version that costs what the solution costs is as near as
// that.
static bool is_named(const Margin *m, const Gate *g)
{
    double solution = margin_of(g->good, m->gate, m->at_least);
    return g->close || m->margin > solution - SAME_MARGIN;
}

double margins_smallest(const char *lab)
{
    double smallest = INFINITY;
    size_t n = strlen(lab);
    for (int i = 0; i < count; i++) {
        const Gate *g = gate_of(&margins[i]);
        if (!strncmp(margins[i].item, lab, n) && margins[i].item[n] == '.' && g &&
            !is_named(&margins[i], g))
            smallest = fmin(smallest, margins[i].margin);
    }
    return smallest;
}

static int by_item(const void *a, const void *b)
{
    const Margin *x = a, *y = b;
    int c = strcmp(x->item, y->item);
    c = c ? c : strcmp(x->label, y->label);
    return c ? c : x->at_least - y->at_least;
}

bool margins_write(const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    qsort(margins, (size_t)count, sizeof *margins, by_item);
    fputs("item;what is counted;bound;gate;nearest right version;value;margin in percent\n", f);
    for (int i = 0; i < count; i++) {
        const Margin *m = &margins[i];
        fprintf(f, "%s;%s;%s;%.6g;%s;%.6g;%.1f\n", m->item, m->label,
                m->at_least ? "at least" : "at most", m->gate, m->version, m->value,
                100 * m->margin);
    }
    return fclose(f) == 0;
}

int margins_close(const char *path, void (*tell)(const char *line))
{
    char line[512], bound[16];
    int close = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        Margin m = {.margin = 0};
        double percent;
        if (sscanf(line, "%63[^;];%127[^;];%15[^;];%lf;%63[^;];%lf;%lf", m.item, m.label, bound,
                   &m.gate, m.version, &m.value, &percent) != 7)
            continue;
        m.at_least = !strcmp(bound, "at least");
        m.margin = percent / 100;
        const Gate *g = gate_of(&m);
        bool changed = g && fabs(g->gate - m.gate) > 1e-5 * fabs(m.gate); // since the last audit
        if (!g || changed || percent >= 100 * CLOSE_MARGIN || is_named(&m, g))
            continue;
        close++;
        tell(line);
    }
    if (f)
        fclose(f);
    return f ? close : -1;
}
