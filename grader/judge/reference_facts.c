// reference_facts.c - what the solutions did with the public seed, as data.
//
//   {"schema": "cuda-course-reference/1", "course": "1.1.0", "seed": "0x5c41",
//    "parts": {"04_reduction.pairs": "SHA-256 of its cases and bounds, and its numbers", ...}}
#include "reference_facts.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

#include "common/version.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/sha256.h"

#define FACTS_SCHEMA "cuda-course-reference/1"

struct ReferenceFacts {
    uint64_t seed;
    json_t *parts;
};

bool reference_facts_needed(void)
{
    struct stat st;
    return stat(paths_at("solutions"), &st) != 0 &&
           stat(paths_at("grader/reference.json"), &st) == 0;
}

// ---- the digest -----------------------------------------------------------------------------

// Floating-point results are compared with a tolerance, and the C libraries of two machines may
// give them other last bits. They follow from the inputs.
static bool has_exact_result(const Buffer *buffer)
{
    return role_is_result(buffer->role) && buffer->type != ELEM_f32 && buffer->type != ELEM_f64;
}

static void put_bytes(FILE *f, const void *data, size_t bytes)
{
    char digest[65];
    sha256_text(data ? data : "", data ? bytes : 0, digest);
    fprintf(f, " %s", digest);
}

static void put_case(FILE *f, const Case *c)
{
    char operation[METRIC_SUM_NAME];
    fprintf(f, "case %s|%s|%s|%u|%u|%.17g %.17g %.17g %s|%llu|%.17g|%.17g %.17g %u\n", c->name,
            c->variant ? c->variant : "", c->group ? c->group : "", c->flags, c->host_reads,
            c->needed, c->host_rate, c->host_bytes, metric_sum_name(c->operation, "+", operation),
            (unsigned long long)c->budget, c->work, c->memory_rate, c->clock_swing, c->measured);
    for (int i = 0; i < MAX_ARGS; i++)
        fprintf(f, " %lld", (long long)c->arg[i]);
    for (int i = 0; i < c->buffers; i++) {
        const Buffer *b = &c->buffer[i];
        size_t bytes = b->count * elem_size(b->type);
        fprintf(f, "\nbuffer %d %d %d %zu %.17g", b->role, b->place, b->type, b->count,
                b->tolerance);
        if (role_is_input(b->role))
            put_bytes(f, b->data, bytes);
        if (has_exact_result(b))
            put_bytes(f, b->want, bytes);
    }
    if (c->program)
        fprintf(f, "\nprogram %d %u %d %s", c->program->fails, c->program->which,
                c->program->refuses, c->program->prints ? c->program->prints : "");
    fputc('\n', f);
}

static void put_item(FILE *f, const Item *item)
{
    char metric[METRIC_SUM_NAME], per[METRIC_SUM_NAME];
    fprintf(f, "item %d %s|%s|%s\n", item->kind, item->id, item->group ? item->group : "",
            item->want ? item->want : "");
    for (const Gate *g = item->gate; g < item->gate + MAX_GATES && g->metric; g++)
        fprintf(f, "gate %s|%s|%.17g %.17g %d %.17g\n", metric_sum_name(g->metric, "+", metric),
                metric_sum_name(g->per, "+", per), g->good, g->gate, g->at_least, g->most);
    for (const Answer *a = item->set; a < item->set + MAX_SET && a->key; a++)
        fprintf(f, "answer %s|%s\n", a->key, a->want);
}

void reference_facts_digest(const Lab *lab, const Part *part, const CaseList *list, char digest[65])
{
    char *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    fprintf(f, "%s %s.%s %s %.17g %.17g\n", COURSE_VERSION, lab->name, part->id,
            part->options ? part->options : "", part->busiest, part->one_element);
    for (const Item *item = part->items; item->name; item++)
        put_item(f, item);
    for (int i = 0; i < list->count; i++)
        put_case(f, list->cases[i]);
    fclose(f);
    sha256_text(text, size, digest);
    free(text);
}

// ---- what the busiest warps execute ---------------------------------------------------------

const char *reference_facts_text(const WorkFacts *work, int cases, char *text, size_t size)
{
    size_t n = 0;
    text[0] = 0;
    for (int i = 0; i < cases && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, " %.0f/%.0f/%.0f", work[i].busiest,
                              work[i].in_turn, work[i].all);
    assert(n < size);
    return text;
}

bool reference_facts_figures(const char *text, WorkFacts *work, int cases)
{
    for (int i = 0; i < cases; i++) {
        int n = 0;
        if (sscanf(text, " %lf/%lf/%lf%n", &work[i].busiest, &work[i].in_turn, &work[i].all, &n) !=
            3)
            return false;
        text += n;
    }
    return !*text;
}

// ---- the file -----------------------------------------------------------------------------------

ReferenceFacts *reference_facts_new(uint64_t seed)
{
    ReferenceFacts *facts = need(calloc(1, sizeof *facts));
    facts->seed = seed;
    facts->parts = json_object();
    return facts;
}

void reference_facts_free(ReferenceFacts *facts)
{
    if (facts)
        json_decref(facts->parts);
    free(facts);
}

uint64_t reference_facts_seed(const ReferenceFacts *facts) { return facts->seed; }

static const char *part_key(const char *lab, const char *part)
{
    static char key[128];
    snprintf(key, sizeof key, "%s.%s", lab, part);
    return key;
}

void reference_facts_add(ReferenceFacts *facts, const char *lab, const char *part, const char *fact)
{
    json_object_set_new(facts->parts, part_key(lab, part), json_string(fact));
}

bool reference_facts_write(const ReferenceFacts *facts, const char *path)
{
    char seed[32];
    snprintf(seed, sizeof seed, "0x%llx", (unsigned long long)facts->seed);
    json_t *object = json_pack("{s:s,s:s,s:s,s:O}", "schema", FACTS_SCHEMA, "course",
                               COURSE_VERSION, "seed", seed, "parts", facts->parts);
    char *text = need(json_dumps(object, JSON_INDENT(1) | JSON_SORT_KEYS));
    bool written = file_write(path, text, strlen(text));
    free(text);
    json_decref(object);
    return written;
}

ReferenceFacts *reference_facts_read(const char *path, char *problem, size_t size)
{
    const char *schema = "", *course = "", *seed = "";
    json_t *object = json_load_file(path, 0, NULL), *parts = NULL;
    ReferenceFacts *facts = NULL;
    if (!object)
        snprintf(problem, size, "grader/reference.json cannot be read");
    else if (json_unpack(object, "{s:s,s:s,s:s,s:o}", "schema", &schema, "course", &course, "seed",
                         &seed, "parts", &parts) ||
             strcmp(schema, FACTS_SCHEMA) != 0 || !json_is_object(parts))
        snprintf(problem, size, "grader/reference.json has another form");
    else if (strcmp(course, COURSE_VERSION) != 0)
        snprintf(problem, size, "grader/reference.json is of course %.40s, and this is course %s",
                 course, COURSE_VERSION);
    else {
        facts = need(calloc(1, sizeof *facts));
        facts->seed = strtoull(seed, NULL, 0);
        facts->parts = json_incref(parts);
    }
    json_decref(object);
    return facts;
}

bool reference_facts_hold(const ReferenceFacts *facts, const Lab *lab, const Part *part,
                          const CaseList *list, WorkFacts *work, char *problem, size_t size)
{
    char digest[65];
    const char *known =
        json_string_value(json_object_get(facts->parts, part_key(lab->name, part->id)));
    reference_facts_digest(lab, part, list, digest);
    bool same = known && strncmp(known, digest, strlen(digest)) == 0;
    if (same && reference_facts_figures(known + strlen(digest), work, list->count))
        return true;
    snprintf(problem, size,
             known ? "the cases or bounds of %s are not those that the solution has passed"
                   : "grader/reference.json does not have %s",
             part_key(lab->name, part->id));
    return false;
}
