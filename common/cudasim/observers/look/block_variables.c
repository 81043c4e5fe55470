// block_variables.c - the variables of each lane, step by step, of a program that was compiled with
// -G: they are looked at where a warp comes to another line, and what has changed is written.
//
// Only the debugger knows variables, and it is a layer above: it sets look_lane_variables.
#include "look.h"

#include <stdlib.h>

void (*look_lane_variables)(Warp *w, unsigned lane, LookVariable *take, void *user);

typedef struct {
    char *name;
    uint32_t seen, changed; // lanes of the warp that is looked at
    char *value[WARP_SIZE]; // of these lanes
    uint64_t *last;         // hashes, by thread of the block; 0: not seen yet
} LaneVariable;

struct BlockVariables {
    LaneVariable *list;
    uint32_t n, size, threads, line[MAX_WARPS];
    const char *file; // of the kernel
    unsigned lane;    // that is looked at
    uint32_t thread;
    Text events;
};

BlockVariables *block_variables_new(uint32_t threads)
{
    if (!look_lane_variables)
        return NULL;
    BlockVariables *v = must_calloc(1, sizeof *v);
    v->threads = (threads + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE;
    return v;
}

void block_variables_free(BlockVariables *v)
{
    for (uint32_t i = 0; v && i < v->n; i++) {
        free(v->list[i].name);
        free(v->list[i].last);
    }
    if (v) {
        free(v->list);
        free(v->events.at);
    }
    free(v);
}

static LaneVariable *find_variable(BlockVariables *v, const char *name)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (!strcmp(v->list[i].name, name))
            return &v->list[i];
    if (v->n == LOOK_VARIABLES)
        return NULL;
    v->list = array_room(v->list, v->n, &v->size, sizeof *v->list);
    v->list[v->n] = (LaneVariable){.name = must_strdup(name),
                                   .last = must_calloc(v->threads, sizeof(uint64_t))};
    return &v->list[v->n++];
}

// The innermost of variables with one name comes first.
static void take(void *user, const char *name, const char *value)
{
    BlockVariables *v = user;
    LaneVariable *x = find_variable(v, name);
    uint64_t hash = fnv_text(FNV_START, value);
    bool hidden = !x || x->seen >> v->lane & 1;
    if (x)
        x->seen |= 1u << v->lane;
    if (hidden || x->last[v->thread] == hash)
        return;
    x->last[v->thread] = hash;
    x->changed |= 1u << v->lane;
    x->value[v->lane] = text_format("%.60s", value);
}

static bool all_equal(const LaneVariable *x)
{
    const char *first = x->value[__builtin_ctz(x->changed)];
    for (uint32_t m = x->changed; m; m &= m - 1)
        if (strcmp(x->value[__builtin_ctz(m)], first))
            return false;
    return true;
}

// [step, number of the variable, lanes, their values or the one of all]
static void put_change(Text *t, LaneVariable *x, uint32_t number, uint32_t step)
{
    bool equal = all_equal(x);
    const char *comma = "";
    text_add(t, "%s[%u,%u,%u,%s", t->used ? "," : "", step, number, x->changed, equal ? "" : "[");
    for (uint32_t m = x->changed; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (!equal || !*comma) {
            text_put(t, comma);
            text_json(t, x->value[l]);
        }
        comma = ",";
    }
    for (uint32_t m = x->changed; m; m &= m - 1)
        free(x->value[__builtin_ctz(m)]);
    x->changed = 0;
    text_put(t, equal ? "]" : "]]");
}

// Of the kernel and of the functions in its file: the variables of a library's functions say
// little.
static bool is_in_file(BlockVariables *v, uint32_t line)
{
    const char *file = line_at(line)->file;
    v->file = v->file ? v->file : file;
    return v->file && file && !strcmp(v->file, file);
}

void block_variables_step(BlockVariables *v, Warp *w, uint32_t line, uint32_t step)
{
    if (!v || !line || v->line[w->index] == line || !is_in_file(v, line) ||
        v->events.used > LOOK_VARIABLE_BYTES)
        return;
    v->line[w->index] = line;
    for (uint32_t m = w->active; m; m &= m - 1) {
        v->lane = (unsigned)__builtin_ctz(m);
        v->thread = w->index * WARP_SIZE + v->lane;
        look_lane_variables(w, v->lane, take, v);
    }
    for (uint32_t i = 0; i < v->n; i++) {
        v->list[i].seen = 0;
        if (v->list[i].changed)
            put_change(&v->events, &v->list[i], i, step);
    }
}

void block_variables_put(const BlockVariables *v, Text *t)
{
    if (!v || !v->n)
        return;
    text_put(t, ",\"names\":[");
    for (uint32_t i = 0; i < v->n; i++) {
        text_put(t, i ? "," : "");
        text_json(t, v->list[i].name);
    }
    text_put(t, "],\"values\":[");
    text_put(t, v->events.used ? v->events.at : "");
    text_put(t, "]");
}
