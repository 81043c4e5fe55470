// tables.c - keys and tables for the cases of lab 13.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/base/memory.h"

enum { ONE_PLACE = 3 }; // the fraction of old entries that are deleted again

void array_copy(void *to, const void *from, size_t bytes)
{
    if (bytes)
        memcpy(to, from, bytes);
}

// ---- keys -------------------------------------------------------------------------------

KeySet keyset_new(size_t n)
{
    KeySet set = {.slots = 2 * n + 16};
    set.slot = need(malloc(set.slots * sizeof *set.slot));
    memset(set.slot, 0xff, set.slots * sizeof *set.slot);
    return set;
}

bool keyset_add(KeySet *set, uint32_t key)
{
    size_t at = reference_bucket(key, 77, (uint32_t)set->slots);
    for (; set->slot[at] != NO_VALUE; at = (at + 1) % set->slots)
        if (set->slot[at] == key)
            return false;
    set->slot[at] = key;
    return true;
}

uint32_t key_draw(CaseList *list) { return (uint32_t)draw_int(list, 0, NO_VALUE - 1); }

void keys_fill(CaseList *list, Case *c, uint32_t *keys, int n, Kind kind, int64_t low, int64_t high)
{
    kit_fill_ints(list, c, (int32_t *)keys, (size_t)n, kind, low, high);
    for (int i = 0; i < n; i++)
        keys[i] -= keys[i] == NO_VALUE;
}

void keys_make_different(CaseList *list, KeySet *set, uint32_t *keys, int n, Kind kind)
{
    for (int i = 0; i < n; i++)
        while (!keyset_add(set, keys[i])) {
            keys[i] = key_draw(list) | (kind == KIND_values_negative ? 0x80000000u : 0);
            keys[i] -= keys[i] == NO_VALUE;
        }
}

void keys_fill_different(CaseList *list, Case *c, uint32_t *keys, int n, Kind kind)
{
    KeySet set = keyset_new((size_t)n);
    keys_fill(list, c, keys, n, kind, INT32_MIN, INT32_MAX);
    if (kind == KINDS && n > 2)
        keys[1] = 0, keys[n - 1] = NO_VALUE - 1; // the ends of the contract
    keys_make_different(list, &set, keys, n, kind);
    free(set.slot);
}

void values_fill(CaseList *list, uint32_t *values, int n)
{
    for (int i = 0; i < n; i++)
        values[i] = draw_int(list, 0, 9) ? key_draw(list) : (uint32_t)draw_int(list, 0, 3);
}

// ---- tables -----------------------------------------------------------------------------

bool cuckoo_is_easy(CuckooShape shape, const uint32_t *keys, int n, int most, unsigned walks)
{
    size_t count = (size_t)n, last = count ? count - 1 : 0;
    bool easy = reference_exchanges(shape, keys, count, 0, 1, most, 0) <= most &&
                reference_exchanges(shape, keys, count, last, last, most, 0) <= most;
    for (unsigned walk = 1; easy && walk <= walks; walk++)
        easy = reference_exchanges(shape, keys, count, walk % 2 ? 0 : last, walk % 2 ? 1 : last,
                                   most, walk) <= most;
    return easy;
}

int cuckoo_width(int n, int functions, int load)
{
    int64_t slots = ((int64_t)n * 100 + load - 1) / load;
    return 2 + (int)((slots + functions - 1) / functions);
}

CuckooShape cuckoo_draw_shape(CaseList *list, const uint32_t *keys, int n, int functions, int width,
                              int most, unsigned walks)
{
    CuckooShape shape = {functions, width, 0};
    do
        shape.seed = (uint32_t)draw_bits(list);
    while (!cuckoo_is_easy(shape, keys, n, most, walks));
    return shape;
}

void cuckoo_set_shape(Case *c, int n, CuckooShape shape)
{
    c->arg[0] = n;
    c->arg[1] = shape.functions;
    c->arg[2] = shape.width;
    c->arg[3] = shape.seed;
    c->work = n;
    kit_blocks(c, (n + HASH_BLOCK - 1) / HASH_BLOCK);
}

size_t cuckoo_slots(CuckooShape shape) { return (size_t)shape.functions * (size_t)shape.width; }

void array_fill(void *to, int32_t word, int n)
{
    for (int i = 0; i < n; i++)
        ((int32_t *)to)[i] = word;
}

const NamedValue no_value_name[] = {{NO_VALUE, "NO_VALUE"}, {0, NULL}};

// What the given functions read from the table: no student's function has these arrays.
int32_t *cuckoo_copies(Case *c, int n, const char *means)
{
    Buffer *copies = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "copies");
    copies->means = means;
    return copies->want;
}

uint32_t *cuckoo_found(Case *c, int n)
{
    Buffer *found = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "found");
    found->means = "the value of keys[#] in the table";
    found->names = no_value_name;
    return found->want;
}

void cuckoo_add_state(CaseList *list, Case *c, int entries, int counted)
{
    Buffer *state = case_buffer(c, BUFFER_inout, ELEM_i32, 2, "state");
    state->means = "what was in state[0], and the entries of the table|*failed, or *removed";
    int32_t *before = state->data, *want = state->want;
    before[0] = (int32_t)draw_int(list, 1, 9);
    before[1] = (int32_t)draw_int(list, 1, 9);
    want[0] = before[0] + entries;
    want[1] = before[1] + counted;
}

void cuckoo_add_table(Case *c, CuckooShape shape, const uint32_t *members, const uint32_t *values,
                      int n, const uint32_t *others, int m)
{
    uint64_t *table = case_buffer(c, BUFFER_in, ELEM_u64, cuckoo_slots(shape), "table")->data;
    memset(table, 0xff, cuckoo_slots(shape) * sizeof *table);
    uint32_t *all = need(malloc(((size_t)(n + m) + 1) * sizeof *all));
    uint32_t *with = need(malloc(((size_t)(n + m) + 1) * sizeof *with));
    array_copy(all, others, (size_t)m * sizeof *all);
    memset(with, 0, (size_t)m * sizeof *with);
    array_copy(all + m, members, (size_t)n * sizeof *all);
    array_copy(with + m, values, (size_t)n * sizeof *with);
    reference_cuckoo(table, shape, all, with, (size_t)(n + m));
    for (int i = 0; i < m; i++)
        table[reference_slot(table, shape, others[i])] = REFERENCE_EMPTY;
    free(all);
    free(with);
}

// ---- members ----------------------------------------------------------------------------

Members members_choose(CaseList *list, const uint32_t *keys, const bool *present, int n)
{
    Members all = {0};
    size_t room = 2 * (size_t)n + 16;
    all.key = need(malloc(room * sizeof *all.key));
    all.value = need(malloc(room * sizeof *all.value));
    all.gone = need(malloc(room * sizeof *all.gone));
    KeySet set = keyset_new(5 * room);
    for (int i = 0; i < n; i++)
        if (present[i] && keyset_add(&set, keys[i]))
            all.key[all.n++] = keys[i];
    for (int i = 0; i < n; i++)
        keyset_add(&set, keys[i]); // those that are absent stay so
    for (int more = n / 4; more > 0; more--) {
        all.key[all.n] = key_draw(list);
        all.n += keyset_add(&set, all.key[all.n]);
    }
    for (int more = all.n / ONE_PLACE + 1; more > 0; more--) {
        all.gone[all.m] = key_draw(list);
        all.m += keyset_add(&set, all.gone[all.m]);
    }
    values_fill(list, all.value, all.n);
    free(set.slot);
    return all;
}

void members_free(Members *all)
{
    free(all->key);
    free(all->value);
    free(all->gone);
}

CuckooShape members_shape(CaseList *list, const Members *all, int functions, int load)
{
    int n = all->n + all->m;
    uint32_t *both = need(malloc(((size_t)n + 1) * sizeof *both));
    array_copy(both, all->key, (size_t)all->n * sizeof *both);
    array_copy(both + all->n, all->gone, (size_t)all->m * sizeof *both);
    CuckooShape shape =
        cuckoo_draw_shape(list, both, n, functions, cuckoo_width(n, functions, load), EASY, 0);
    free(both);
    return shape;
}
