// link.c - makes one program of the modules of separately compiled files.
//
// One table has every name that is not static, with its best definition in any
// module: a strong one, else the first weak one, else the largest common one. Then
// `resolved` of every other symbol of this name is set to that definition. An extern
// that no module defines is left as it is if the simulator provides it; otherwise the
// program does not link.
// .extern .shared x[] is dynamic shared memory: it is defined by the launch.
#include "alloc.h"
#include "fnv.h"
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    Symbol *best;
} Slot;

typedef struct {
    Slot *slots;
    size_t nslots; // a power of two, more than twice the number of names
} Table;

static size_t hash_name(const char *name)
{
    uint64_t h = fnv_text(FNV_START, name);
    return h ^ h >> 32;
}

static Slot *slot_find(const Table *t, const char *name)
{
    for (size_t at = hash_name(name);; at++) {
        Slot *s = &t->slots[at & (t->nslots - 1)];
        if (!s->name || !strcmp(s->name, name))
            return s;
    }
}

static bool is_dynamic_shared(const Symbol *s)
{
    return s->space == SPACE_shared && s->linkage == LINK_extern;
}

static bool takes_part(const Symbol *s)
{
    return s->linkage != LINK_static && !is_dynamic_shared(s) && !s->owner;
}

// A function that is only declared is not a definition, whatever its linkage.
static bool is_definition(const Symbol *s)
{
    if (s->kind == SYM_func)
        return s->func->has_body || s->resolved;
    return s->linkage != LINK_extern;
}

static int rank(const Symbol *s)
{
    if (!is_definition(s))
        return 0;
    return s->linkage == LINK_common ? 1 : s->linkage == LINK_weak ? 2 : 3;
}

static int enter(Table *t, Symbol *s, char *error)
{
    Slot *slot = slot_find(t, s->name);
    slot->name = s->name;
    Symbol *best = slot->best;
    if (!best || rank(s) > rank(best)) {
        slot->best = s;
    } else if (rank(s) == 3 && rank(best) == 3) {
        char *pretty = demangle(s->name);
        snprintf(error, PTX_ERROR_MAX, "'%s' is defined in more than one file", pretty);
        free(pretty);
        return -1;
    } else if (rank(s) == 1 && rank(best) == 1 && s->size > best->size) {
        slot->best = s;
    }
    return 0;
}

static int resolve_symbol(const Table *t, Symbol *s, bool (*builtin)(const char *name), char *error)
{
    Symbol *best = slot_find(t, s->name)->best;
    if (s->kind != best->kind) {
        snprintf(error, PTX_ERROR_MAX, "'%s' is a function in one file and a variable in another",
                 s->name);
        return -1;
    }
    if (is_definition(best)) {
        if (s != best) // an alias that is the definition leads on
            s->resolved = best->resolved ? best->resolved : best;
        return 0;
    }
    if (builtin && builtin(s->name))
        return 0;
    char *pretty = demangle(s->name);
    snprintf(error, PTX_ERROR_MAX, "'%s' is declared but no file of the program defines it",
             pretty);
    free(pretty);
    return -1;
}

int modules_link(Module **m, unsigned n, bool (*builtin)(const char *name),
                 char error[PTX_ERROR_MAX])
{
    size_t names = 0;
    for (unsigned i = 0; i < n; i++)
        names += m[i]->nsyms;
    Table t = {.nslots = 16};
    while (t.nslots <= 2 * names)
        t.nslots *= 2;
    t.slots = must_calloc(t.nslots, sizeof *t.slots);
    error[0] = '\0';
    int result = 0;
    for (unsigned i = 0; i < n && result == 0; i++) {
        for (unsigned j = 0; j < m[i]->nsyms && result == 0; j++) {
            if (takes_part(m[i]->syms[j]))
                result = enter(&t, m[i]->syms[j], error);
        }
    }
    for (unsigned i = 0; i < n && result == 0; i++) {
        for (unsigned j = 0; j < m[i]->nsyms && result == 0; j++) {
            if (takes_part(m[i]->syms[j]))
                result = resolve_symbol(&t, m[i]->syms[j], builtin, error);
        }
    }
    free(t.slots);
    return result;
}

const Symbol *symbol_definition(const Symbol *s)
{
    while (s->resolved && s->resolved != s)
        s = s->resolved;
    return s;
}
