// cases.c - the cases of lab 13.
//
// What a table contains at the end depends on the order of the threads; whether every key finds a
// place must not. So a case is either easy (its seed is drawn until no key needs many exchanges, in
// several orders, and however sections are chosen) or impossible (more keys than places).
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/13_hashing.h"
#include "grader/labs/13_hashing/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"

enum { EASY_CHAIN = 24 }; // part 6: a chain has fewer than 64 slots

enum { TWO_BLOCKS = HASH_BLOCK + 1 };
static const int input_sizes[] = {2, 31, 32, 33, 255, 256, TWO_BLOCKS, 1000, 4095, 4097};
enum { SIZES = sizeof input_sizes / sizeof *input_sizes };

static const int percent[] = {0, 0, 25, 70, 80}; // of the slots in use, by the number of functions

// ---- part 1 -----------------------------------------------------------------------------

static void add_buckets(CaseList *list, const char *variant, int n, int buckets, Kind kind,
                        unsigned flags)
{
    Case *c = case_add(list, flags, variant, "n=%d buckets=%d%s", n, buckets, kit_words(kind));
    uint32_t seed = (uint32_t)draw_bits(list);
    KIT_ARGS(c, n, buckets, seed);
    uint32_t *keys = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "keys")->data;
    keys_fill(list, c, keys, n, kind, INT32_MIN, INT32_MAX);
    // Steps of 64, as in tables of structures: with key % buckets, few buckets are used.
    for (int i = 0; i < n && strcmp(variant, "keys"); i++)
        keys[i] = (uint32_t)i * 64;
    Buffer *sizes = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)buckets, "sizes");
    Buffer *histogram = case_buffer(c, BUFFER_inout, ELEM_i32, HASH_SIZES, "histogram");
    for (int b = 0; b < buckets; b++)
        ((int32_t *)sizes->data)[b] = draw_int(list, 0, 5) ? 0 : (int32_t)draw_int(list, 0, 3);
    if (!strcmp(variant, "compare")) {
        memset(sizes->data, 0, (size_t)buckets * sizeof(int32_t));
        c->host_reads = 1024;
    }
    for (int k = 0; k < HASH_SIZES; k++)
        ((int32_t *)histogram->data)[k] =
            strcmp(variant, "compare") ? (int32_t)draw_int(list, 0, 9) : 0;
    array_copy(sizes->want, sizes->data, (size_t)buckets * sizeof(int32_t));
    array_copy(histogram->want, histogram->data, HASH_SIZES * sizeof(int32_t));
    reference_buckets(sizes->want, keys, (size_t)n, seed, (uint32_t)buckets);
    reference_sizes(histogram->want, HASH_SIZES, sizes->want, (size_t)buckets);
    c->work = n;
    kit_blocks(c, (n + HASH_BLOCK - 1) / HASH_BLOCK);
}

static void draw_buckets(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_buckets(list, "keys", input_sizes[i], 1 + input_sizes[SIZES - 1 - i], KINDS, 0);
    KIT_EACH_VALUES(k, add_buckets(list, "keys", 3000, 700, k, 0));
    add_buckets(list, "steps", 3000, 1024, KINDS, 0);
    add_buckets(list, "keys", 99991, 70001, KINDS, CASE_CLEAN_ONLY);
    add_buckets(list, "keys", HASHING_COUNTED, HASHING_COUNTED, KINDS,
                CASE_COUNTED | CASE_CLEAN_ONLY);
    add_buckets(list, "keys", 300, 1 << 20, KINDS, CASE_CLEAN_ONLY);
    add_buckets(list, "keys", 1, 3, KINDS, 0);
    add_buckets(list, "keys", 40, 1, KINDS, 0);
    add_buckets(list, "keys", 0, 1000, KINDS, CASE_TRIVIAL);
}

// ---- part 2, part 7: which keys are in the table? ---------------------------------------

// Which keys are present. Where keys may be equal, their kind is one of values, and equal keys are
// both present or both absent.
static bool *draw_present(CaseList *list, Case *c, const uint32_t *keys, int n, Kind kind)
{
    bool *present = need(malloc((size_t)n + 1));
    uint32_t salt = (uint32_t)draw_bits(list);
    bool values = kit_is_values(kind);
    uint32_t most = n ? keys[n / 2] : 0; // if nearly all are equal, that one is present
    for (int i = 0; i < n; i++)
        present[i] = values ? keys[i] == most || reference_bucket(keys[i], salt, 2)
                            : kit_chosen(list, c, kind, (size_t)i, (size_t)n);
    return present;
}

static void fill_wanted(CaseList *list, Case *c, uint32_t *keys, int n, Kind kind)
{
    if (kit_is_values(kind))
        keys_fill(list, c, keys, n, kind, INT32_MIN, INT32_MAX);
    else
        keys_fill_different(list, c, keys, n, kind);
}

static uint32_t value_of(const uint64_t *table, CuckooShape shape, uint32_t key)
{
    ptrdiff_t slot = reference_slot(table, shape, key);
    return slot < 0 ? NO_VALUE : (uint32_t)table[slot];
}

static void add_find(CaseList *list, int n, int functions, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "find", "n=%d functions=%d%s", n, functions, kit_words(kind));
    uint32_t *keys = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "keys")->data;
    fill_wanted(list, c, keys, n, kind);
    bool *present = draw_present(list, c, keys, n, kind);
    Members all = members_choose(list, keys, present, n);
    CuckooShape shape = members_shape(list, &all, functions, percent[functions] + 5);
    cuckoo_set_shape(c, n, shape);
    cuckoo_add_table(c, shape, all.key, all.value, all.n, all.gone, all.m);
    Buffer *values = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "values");
    values->names = no_value_name;
    uint32_t *want = values->want;
    for (int i = 0; i < n; i++)
        want[i] = value_of(c->buffer[1].data, shape, keys[i]);
    members_free(&all);
    free(present);
}

typedef void AddWanted(CaseList *list, int n, int functions, Kind kind, unsigned flags);

// Parts 2 and 7; `n` is the size of the cases with kinds of values.
static void draw_wanted(CaseList *list, AddWanted *add, int n)
{
    for (int i = 0; i < SIZES; i++)
        add(list, input_sizes[i], 2 + i % 3, KINDS, 0);
    KIT_EACH_CHOICE(k, add(list, 3001, 2 + (int)k % 3, k, 0));
    KIT_EACH_VALUES(k, add(list, n, 2 + (int)k % 3, k, 0));
    add(list, 99991, 3, KINDS, CASE_CLEAN_ONLY);
    add(list, HASHING_COUNTED, 4, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add(list, 1, 2, KIND_choice_all, 0);
    add(list, 0, 2, KINDS, CASE_TRIVIAL);
}

static void draw_find(CaseList *list) { draw_wanted(list, add_find, 700); }

// ---- parts 3 and 4 ----------------------------------------------------------------------

static void add_pairs(CaseList *list, Case *c, int n, Kind kind)
{
    keys_fill_different(list, c, case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "keys")->data, n,
                        kind);
    values_fill(list, case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "values")->data, n);
}

// What the table must look like if every key is in it, or none.
static void want_pairs(CaseList *list, Case *c, int n, bool placed, int failed)
{
    array_fill(cuckoo_copies(c, n, "in how many places keys[#] is"), placed, n);
    uint32_t *found = cuckoo_found(c, n);
    array_fill(found, -1, n);
    if (placed)
        array_copy(found, c->buffer[1].data, (size_t)n * sizeof *found);
    cuckoo_add_state(list, c, placed ? n : 0, failed);
}

// walks: how many walks that draw sections have to be easy, too.
static void add_walks(CaseList *list, int n, int functions, int load, int early, Kind kind,
                      unsigned flags, unsigned walks)
{
    Case *c = case_add(list, flags, "insert", "n=%d functions=%d%s%s", n, functions,
                       early ? " in two calls" : "", kit_words(kind));
    add_pairs(list, c, n, kind);
    cuckoo_set_shape(c, n,
                     cuckoo_draw_shape(list, c->buffer[0].data, n, functions,
                                       cuckoo_width(n, functions, load), EASY, walks));
    c->arg[4] = early;
    want_pairs(list, c, n, true, 0);
}

static void add_insert(CaseList *list, int n, int functions, int load, int early, Kind kind,
                       unsigned flags)
{
    add_walks(list, n, functions, load, early, kind, flags, WALKS);
}

// More keys than slots: one slot per section, so each section ends with an entry, and all others
// are without a place. Which ones depends on the order of the threads.
static void add_full_insert(CaseList *list, int n, int functions)
{
    Case *c = case_add(list, 0, "insert", "n=%d functions=%d width=1", n, functions);
    add_pairs(list, c, n, KINDS);
    cuckoo_set_shape(c, n, (CuckooShape){functions, 1, (uint32_t)draw_bits(list)});
    case_buffer(c, BUFFER_spare, ELEM_i32, (size_t)n, "copies");
    case_buffer(c, BUFFER_spare, ELEM_u32, (size_t)n, "found");
    cuckoo_add_state(list, c, functions, n - functions);
}

static bool has_different_keys(Kind k)
{
    return k == KIND_values_negative || k == KIND_values_rising || k == KIND_values_falling;
}

static void draw_insert(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_insert(list, input_sizes[i], 2 + i % 3, percent[2 + i % 3], i % 2 ? i : 0, KINDS,
                   input_sizes[i] == TWO_BLOCKS ? CASE_ALL_ORDERS : 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        for (int functions = 2; functions <= 4 && has_different_keys(k); functions++)
            add_insert(list, 2500, functions, percent[functions], 0, k, 0);
    add_insert(list, 5000, 2, percent[2], 1700, KINDS, 0);
    add_full_insert(list, 40, 2);
    add_full_insert(list, 300, 3);
    add_insert(list, 99991, 3, 50, 0, KINDS, CASE_CLEAN_ONLY);
    add_insert(list, HASHING_COUNTED, 2, 20, 0, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_insert(list, 1, 2, percent[2], 0, KINDS, 0);
    add_insert(list, 0, 2, percent[2], 0, KINDS, CASE_TRIVIAL);
}

// Different keys for which a table is impossible: one more than the slots they may be in.
static void plant(CaseList *list, KeySet *set, uint32_t *keys, int count, CuckooShape shape)
{
    size_t few = (size_t)count / 2; // slots in each of the two sections
    for (int found = 0; found < count;) {
        uint32_t key = key_draw(list);
        bool inside = reference_place(shape, key, 0) < few &&
                      reference_place(shape, key, 1) < (size_t)shape.width + few;
        if (inside && keyset_add(set, key))
            keys[found++] = key;
    }
}

// Changes keys so that a table is impossible for the seeds before the one of `attempt`.
static void spoil_attempts(CaseList *list, uint32_t *keys, int n, CuckooShape shape, int attempt,
                           Kind kind)
{
    int count = attempt > 1 ? (n / attempt - 1) / 2 * 2 + 1 : 0, planted = 0;
    KeySet set = keyset_new((size_t)n);
    for (int a = 1; a < attempt; a++, shape.seed++, planted += count)
        plant(list, &set, keys + planted, count, shape);
    keys_make_different(list, &set, keys + planted, n - planted, kind);
    free(set.slot);
}

// The first attempt that can succeed is `attempt`, which may be one too many; 0: there are more
// keys than slots.
static void add_build(CaseList *list, int n, int attempt, Kind kind, unsigned flags)
{
    bool works = attempt > 0 && attempt <= CUCKOO_ATTEMPTS;
    Case *c = case_add(list, flags, works ? "retry" : "never", "n=%d attempt=%d%s", n, attempt,
                       kit_words(kind));
    c->group = c->variant;
    add_pairs(list, c, n, kind);
    uint32_t *keys = c->buffer[0].data;
    CuckooShape shape = {2, attempt ? cuckoo_width(n, 2, 15) : (n - 1) / 2, 0}, last;
    do {
        shape.seed = (uint32_t)draw_bits(list);
        spoil_attempts(list, keys, n, shape, attempt, kind);
        last = shape;
        last.seed += (uint32_t)attempt - 1;
    } while (attempt && !cuckoo_is_easy(last, keys, n, EASY, WALKS));
    cuckoo_set_shape(c, n, shape);
    Buffer *attempts = case_buffer(c, BUFFER_out, ELEM_i32, 1, "attempts");
    attempts->means = "what cuckoo_build returns";
    attempts->place = PLACE_host;
    *(int32_t *)attempts->want = works ? attempt : -1;
    want_pairs(list, c, n, works, 0);
}

static void draw_build(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_build(list, input_sizes[i], input_sizes[i] < 100 ? 1 : 1 + i % 4, KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        if (has_different_keys(k))
            add_build(list, 2500, 1, k, 0);
    add_build(list, 600, CUCKOO_ATTEMPTS, KINDS, 0);
    add_build(list, 600, CUCKOO_ATTEMPTS + 1, KINDS, 0);
    add_build(list, 65, 0, KINDS, 0);
    add_build(list, 1001, 0, KINDS, 0);
    add_build(list, 70001, 2, KINDS, CASE_CLEAN_ONLY);
    add_build(list, 1, 1, KINDS, 0);
    add_build(list, 0, 1, KINDS, CASE_TRIVIAL);
}

// ---- part 5 -----------------------------------------------------------------------------

static int distinct_of(const uint32_t *keys, int n, uint32_t *distinct)
{
    KeySet set = keyset_new((size_t)n);
    int count = 0;
    for (int i = 0; i < n; i++)
        if (keyset_add(&set, keys[i]))
            distinct[count++] = keys[i];
    free(set.slot);
    return count;
}

static int compare_places(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Two keys with two places in common can find no room while threads carry equal keys: each key may
// fill all of its places. In a large table a third place is room enough; in a small one it is not.
enum { SMALL_TABLE = 64 }; // keys

static bool two_in_common(CuckooShape shape, uint32_t a, uint32_t b)
{
    int common = 0;
    for (int f = 0; f < shape.functions; f++)
        common += reference_place(shape, a, f) == reference_place(shape, b, f);
    return common > 1;
}

static bool any_share_places(CuckooShape shape, const uint32_t *keys, int n)
{
    bool share = false;
    if (n <= SMALL_TABLE) {
        for (int i = 1; i < n; i++)
            for (int k = 0; k < i; k++)
                share |= two_in_common(shape, keys[i], keys[k]);
        return share;
    }
    if (shape.functions > 2)
        return false;
    uint64_t *places = need(malloc(((size_t)n + 1) * sizeof *places));
    for (int i = 0; i < n; i++)
        places[i] =
            (uint64_t)reference_place(shape, keys[i], 0) << 32 | reference_place(shape, keys[i], 1);
    qsort(places, (size_t)n, sizeof *places, compare_places);
    for (int i = 1; i < n; i++)
        share |= places[i] == places[i - 1];
    free(places);
    return share;
}

static void add_count(CaseList *list, int n, int functions, int range, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "count", "n=%d functions=%d%s", n, functions, kit_words(kind));
    uint32_t *keys = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "keys")->data;
    keys_fill(list, c, keys, n, kind, -range, range);
    uint32_t *distinct = need(malloc(((size_t)n + 1) * sizeof *distinct));
    int different = distinct_of(keys, n, distinct);
    // While threads carry equal keys, a key may be in several of its places: so half the load, and
    // a quarter of it where few slots are all that there is.
    int part = different <= SMALL_TABLE ? 4 : 2;
    int width = cuckoo_width(different, functions, percent[functions] / part);
    CuckooShape shape;
    do
        shape = cuckoo_draw_shape(list, distinct, different, functions, width, EASY, WALKS);
    while (any_share_places(shape, distinct, different));
    cuckoo_set_shape(c, n, shape);
    uint64_t *table = need(malloc(cuckoo_slots(shape) * sizeof *table));
    memset(table, 0xff, cuckoo_slots(shape) * sizeof *table);
    reference_cuckoo(table, shape, distinct, NULL, (size_t)different);
    for (int i = 0; i < n; i++)
        table[reference_slot(table, shape, keys[i])]++;
    array_fill(cuckoo_copies(c, n, "in how many places keys[#] is"), 1, n);
    uint32_t *found = cuckoo_found(c, n);
    for (int i = 0; i < n; i++)
        found[i] = (uint32_t)table[reference_slot(table, shape, keys[i])];
    cuckoo_add_state(list, c, different, 0);
    free(table);
    free(distinct);
}

// More different keys than slots, as in add_full_insert().
static void add_full_count(CaseList *list, int n, int functions)
{
    Case *c = case_add(list, 0, "count", "n=%d functions=%d width=1", n, functions);
    keys_fill_different(list, c, case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "keys")->data, n,
                        KINDS);
    cuckoo_set_shape(c, n, (CuckooShape){functions, 1, (uint32_t)draw_bits(list)});
    case_buffer(c, BUFFER_spare, ELEM_i32, (size_t)n, "copies");
    case_buffer(c, BUFFER_spare, ELEM_u32, (size_t)n, "found");
    cuckoo_add_state(list, c, functions, n - functions);
}

static void draw_count(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_count(list, input_sizes[i], 2 + i % 3, 1 + input_sizes[i] / 5, KINDS,
                  input_sizes[i] == TWO_BLOCKS ? CASE_ALL_ORDERS : 0);
    KIT_EACH_VALUES(
        k, add_count(list, 3000, 2 + (int)k % 3, k == KIND_values_ends ? INT32_MAX : 600, k, 0));
    add_count(list, 5000, 2, 2000, KINDS, 0);
    add_count(list, 5000, 3, INT32_MAX, KINDS, 0);
    add_full_count(list, 40, 2);
    add_full_count(list, 300, 3);
    add_count(list, 99991, 2, 20000, KINDS, CASE_CLEAN_ONLY);
    add_count(list, HASHING_COUNTED, 3, 10000, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_count(list, 1, 2, 100, KINDS, 0);
    add_count(list, 0, 2, 100, KINDS, CASE_TRIVIAL);
}

// ---- part 6 -----------------------------------------------------------------------------

// n new keys; as many wanted ones, of which `kind` says which ones are in the table.
static void add_serve(CaseList *list, int n, int m, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "serve", "n=%d wanted=%d%s", n, m, kit_words(kind));
    bool values = kit_is_values(kind);
    add_pairs(list, c, n, values ? kind : KINDS);
    uint32_t *keys = c->buffer[0].data;
    uint32_t *wanted = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)m, "wanted")->data;
    KeySet set = keyset_new((size_t)(n + m));
    uint32_t *all = need(malloc(((size_t)(n + m) + 1) * sizeof *all));
    uint32_t *old = need(malloc(((size_t)m + 1) * sizeof *old));
    uint32_t *with = need(malloc(((size_t)m + 1) * sizeof *with));
    int members = 0;
    for (int i = 0; i < n; i++)
        keyset_add(&set, all[i] = keys[i]);
    for (int i = 0; i < m; i++)
        wanted[i] = key_draw(list);
    keys_make_different(list, &set, wanted, m, KINDS);
    for (int i = 0; i < m; i++)
        if (kit_chosen(list, c, values ? KIND_choice_dense : kind, (size_t)i, (size_t)m))
            old[members++] = wanted[i];
    values_fill(list, with, members);
    array_copy(all + n, old, (size_t)members * sizeof *old);
    CuckooShape shape = cuckoo_draw_shape(list, all, n + members, 2,
                                          cuckoo_width(n + members, 2, 37), EASY_CHAIN, 0);
    cuckoo_set_shape(c, n, shape);
    c->arg[4] = m;
    cuckoo_add_table(c, shape, old, with, members, NULL, 0);
    array_fill(cuckoo_copies(c, n, "in how many places keys[#] is"), 1, n);
    Buffer *lookups = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)m, "found");
    lookups->names = no_value_name;
    uint32_t *found = lookups->want;
    for (int i = 0; i < m; i++)
        found[i] = value_of(c->buffer[3].data, shape, wanted[i]);
    cuckoo_add_state(list, c, n + members, 0);
    free(set.slot);
    free(all);
    free(old);
    free(with);
}

// A new key in `set` whose places are slots without an entry, except the place in `section`, which
// is `slot`.
static uint32_t key_for(CaseList *list, KeySet *set, const uint64_t *table, CuckooShape shape,
                        int section, size_t slot)
{
    for (;;) {
        uint32_t key = key_draw(list);
        if (reference_place(shape, key, section) == slot &&
            table[reference_place(shape, key, 1 - section)] == REFERENCE_EMPTY &&
            keyset_add(set, key))
            return key;
    }
}

// Every insertion moves an old key from its second place to its first one, while many threads look
// for it. The first places of all new keys are the same slot, which two entries share with one
// other slot: so no chain from there has an end. Behind the second place of a new key is an old key
// whose first place is empty.
static void add_serve_back(CaseList *list, int n, int m, unsigned flags)
{
    Case *c = case_add(list, flags, "serve", "n=%d wanted=%d, all move", n, m);
    uint32_t *keys = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "keys")->data;
    values_fill(list, case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "values")->data, n);
    uint32_t *wanted = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)m, "wanted")->data;
    CuckooShape shape = {2, n + n / 4 + 4, (uint32_t)draw_bits(list)};
    cuckoo_set_shape(c, n, shape);
    c->arg[4] = m;
    uint64_t *table = case_buffer(c, BUFFER_in, ELEM_u64, cuckoo_slots(shape), "table")->data;
    memset(table, 0xff, cuckoo_slots(shape) * sizeof *table);
    KeySet set = keyset_new((size_t)(2 * n + 2));
    uint32_t *old = need(malloc((size_t)n * sizeof *old));
    uint32_t *with = need(malloc((size_t)n * sizeof *with));
    uint32_t ends[2];
    values_fill(list, with, n);
    ends[0] = key_draw(list);
    keyset_add(&set, ends[0]);
    size_t first = reference_place(shape, ends[0], 0), second = reference_place(shape, ends[0], 1);
    do
        ends[1] = key_draw(list);
    while (reference_place(shape, ends[1], 0) != first ||
           reference_place(shape, ends[1], 1) != second || !keyset_add(&set, ends[1]));
    table[first] = (uint64_t)ends[0] << 32;
    table[second] = (uint64_t)ends[1] << 32;
    for (int i = 0; i < n; i++) {
        keys[i] = key_for(list, &set, table, shape, 0, first);
        size_t slot = reference_place(shape, keys[i], 1);
        old[i] = key_for(list, &set, table, shape, 1, slot);
        table[slot] = (uint64_t)old[i] << 32 | with[i];
        table[reference_place(shape, old[i], 0)] = 0; // reserved
    }
    for (int i = 0; i < n; i++)
        table[reference_place(shape, old[i], 0)] = REFERENCE_EMPTY;
    array_fill(cuckoo_copies(c, n, "in how many places keys[#] is"), 1, n);
    Buffer *lookups = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)m, "found");
    lookups->names = no_value_name;
    uint32_t *found = lookups->want;
    for (int i = 0; i < m; i++) {
        wanted[i] = old[i % n];
        found[i] = with[i % n];
    }
    cuckoo_add_state(list, c, 2 * n + 2, 0);
    free(set.slot);
    free(old);
    free(with);
}

static void draw_serve(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_serve(list, input_sizes[i], input_sizes[i] + i % 3 * 100, KIND_choice_dense, 0);
    // What the checkers know of threads that wait for each other grows with the square of their
    // number.
    KIT_EACH_CHOICE(k, add_serve(list, 1100, 1501, k, 0));
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        if (has_different_keys(k))
            add_serve(list, 700, 1100, k, 0);
    add_serve(list, 1100, 1100, KIND_choice_all, 0);
    add_serve(list, 70001, 60000, KIND_choice_dense, CASE_CLEAN_ONLY);
    add_serve(list, HASHING_COUNTED / 2, HASHING_COUNTED / 2, KIND_choice_all,
              CASE_COUNTED | CASE_CLEAN_ONLY);
    for (int n = 32; n <= 320; n += 96)
        add_serve_back(list, n, 40000, 0);
    add_serve_back(list, 1, 1, CASE_ALL_ORDERS);
    add_serve(list, 1, 40, KIND_choice_all, 0);
    add_serve(list, 0, 300, KIND_choice_all, 0);
    add_serve(list, 300, 0, KINDS, 0);
}

// ---- part 7 -----------------------------------------------------------------------------

// n keys to be deleted; `kind` says which of them are in the table.
static void add_erase(CaseList *list, int n, int functions, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "erase", "n=%d functions=%d%s", n, functions, kit_words(kind));
    uint32_t *keys = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "keys")->data;
    fill_wanted(list, c, keys, n, kind);
    // Every eighth key is deleted twice.
    for (int i = 8; i < n && kind == KINDS; i += 8)
        keys[i] = keys[i / 2];
    bool *present = draw_present(list, c, keys, n, kind);
    Members all = members_choose(list, keys, present, n);
    CuckooShape shape = members_shape(list, &all, functions, percent[functions]);
    cuckoo_set_shape(c, n, shape);
    c->arg[4] = all.n;
    uint32_t *members = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)all.n, "all")->data;
    array_copy(members, all.key, (size_t)all.n * sizeof *members);
    cuckoo_add_table(c, shape, all.key, all.value, all.n, all.gone, all.m);
    int32_t *copies =
        cuckoo_copies(c, all.n, "in how many places key # of the table is afterwards");
    KeySet deleted = keyset_new((size_t)(n + all.n));
    int left = 0;
    for (int i = 0; i < n; i++)
        keyset_add(&deleted, keys[i]);
    for (int i = 0; i < all.n; i++)
        left += copies[i] = keyset_add(&deleted, all.key[i]);
    cuckoo_add_state(list, c, left, all.n - left);
    if (left == all.n)
        c->flags |= CASE_TRIVIAL;
    free(deleted.slot);
    members_free(&all);
    free(present);
}

static void draw_erase(CaseList *list) { draw_wanted(list, add_erase, 2100); }

// ---- part 8 -----------------------------------------------------------------------------

// Is it clear whether the first `count` keys fit? 1: yes, and they do; 0: they do not; -1: unclear.
static int fits(CuckooShape shape, const uint32_t *keys, int count)
{
    if (cuckoo_is_easy(shape, keys, count, EASY, 0))
        return 1;
    uint64_t *table = need(malloc(cuckoo_slots(shape) * sizeof *table));
    memset(table, 0xff, cuckoo_slots(shape) * sizeof *table);
    size_t placed = reference_cuckoo(table, shape, keys, NULL, (size_t)count);
    free(table);
    return placed == (size_t)count ? -1 : 0;
}

// Trial 0 is made impossible by the first few keys, if there is more than one trial: then the
// trials differ.
static void draw_cliff_keys(CaseList *list, uint32_t *keys, int n, CuckooShape shape, int trials,
                            Kind kind)
{
    int planted = trials > 1 && shape.functions == 2 && n > 100 ? 15 : 0;
    KeySet set = keyset_new((size_t)n);
    plant(list, &set, keys, planted, shape);
    keys_make_different(list, &set, keys + planted, n - planted, kind);
    free(set.slot);
}

// Counts failures in `want`; false if it is unclear for any table.
static bool count_failures(const Case *c, CuckooShape shape, int trials, int steps)
{
    const int32_t *counts = c->buffer[1].data;
    const Buffer *failures = &c->buffer[2];
    array_copy(failures->want, failures->data, (size_t)steps * sizeof(int32_t));
    for (int t = 0; t < trials; t++, shape.seed++)
        for (int k = 0; k < steps; k++) {
            int fit = fits(shape, c->buffer[0].data, counts[k]);
            if (fit < 0)
                return false;
            ((int32_t *)failures->want)[k] += !fit;
        }
    return true;
}

// The loads, in percent of the slots; the last ones are impossible.
static void add_cliff(CaseList *list, int functions, int width, int trials, const int *loads,
                      int steps, Kind kind, unsigned flags)
{
    int slots = functions * width, most = 0;
    for (int k = 0; k < steps; k++)
        most = slots * loads[k] / 100 > most ? slots * loads[k] / 100 : most;
    Case *c = case_add(list, flags, "failures", "functions=%d slots=%d%s%s", functions, slots,
                       kit_words(kind),
                       !trials  ? " no trial"
                       : !steps ? " no count"
                                : "");
    uint32_t *keys = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)most, "keys")->data;
    int32_t *counts = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)steps, "counts")->data;
    Buffer *failures = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)steps, "failures");
    for (int k = 0; k < steps; k++) {
        counts[k] = slots * loads[k] / 100;
        ((int32_t *)failures->data)[k] = (int32_t)draw_int(list, 0, 9);
    }
    CuckooShape shape = {functions, width, 0};
    do { // until all is clear
        shape.seed = (uint32_t)draw_bits(list);
        keys_fill_different(list, c, keys, most, kind);
        draw_cliff_keys(list, keys, most, shape, trials, kind);
    } while (!count_failures(c, shape, trials, steps));
    KIT_ARGS(c, steps, trials, functions, width, shape.seed);
    kit_blocks(c, steps * trials);
    if (!steps || !memcmp(failures->want, failures->data, (size_t)steps * sizeof(int32_t)))
        c->flags |= CASE_TRIVIAL;
}

static void draw_cliff(CaseList *list)
{
    static const int two[] = {10, 40, 70, 25, 100, 103}, three[] = {70, 98, 105},
                     four[] = {60, 80, 101}, all_fit[] = {5, 30}, none[] = {0};
    add_cliff(list, 2, 200, 3, two, 6, KINDS, 0);
    add_cliff(list, 3, 171, 3, three, 3, KINDS, 0);
    add_cliff(list, 4, 100, 4, four, 3, KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        if (has_different_keys(k))
            add_cliff(list, 2, 77, 4, two, 4, k, 0);
    add_cliff(list, 2, 550, 1, two, 6, KINDS, 0);
    add_cliff(list, 3, 15, 1, three + 1, 2, KINDS, 0);
    add_cliff(list, 2, 16, 2, three + 2, 1, KINDS, 0); // 33 keys
    add_cliff(list, 2, CUCKOO_SHARED / 2, 20, two, 6, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_cliff(list, 2, 200, 3, all_fit, 2, KINDS, 0);
    add_cliff(list, 2, 10, 3, all_fit, 1, KINDS, CASE_TRIVIAL);
    add_cliff(list, 2, 50, 0, all_fit, 2, KINDS, CASE_TRIVIAL);
    add_cliff(list, 2, 50, 3, none, 0, KINDS, CASE_TRIVIAL);
    add_cliff(list, 4, 200, 3, none, 1, KINDS, CASE_TRIVIAL);
}

// ---- all parts --------------------------------------------------------------------------

void hashing_draw(CaseList *list, int part)
{
    static void (*const draw[])(CaseList *) = {draw_buckets, draw_find,  draw_insert, draw_build,
                                               draw_count,   draw_serve, draw_erase,  draw_cliff};
    draw[part - 1](list);
}

static void demo_cliff(CaseList *list)
{
    enum { SLOTS = 1020, STEPS = 20, TRIALS = 100 };
    Case *c = case_add(list, 0, "cliff", "20 loads, 2 to 4 functions");
    uint32_t *keys = case_buffer(c, BUFFER_in, ELEM_u32, SLOTS, "keys")->data;
    keys_fill_different(list, c, keys, SLOTS, KINDS);
    int32_t *counts = case_buffer(c, BUFFER_in, ELEM_i32, STEPS, "counts")->data;
    for (int k = 0; k < STEPS; k++)
        counts[k] = SLOTS * (k + 1) / STEPS;
    *(int32_t *)case_buffer(c, BUFFER_out, ELEM_i32, 1, "full")->want = TRIALS;
    c->arg[0] = STEPS;
    c->arg[1] = TRIALS;
    c->arg[3] = SLOTS;
    c->arg[4] = (int64_t)(uint32_t)draw_bits(list);
    c->host_reads = 1024;
}

void hashing_demo(CaseList *list, int part)
{
    if (part == 1) {
        add_buckets(list, "compare", 4096, 4096, KINDS, 0);
    } else if (part == 2) {
        for (int functions = 2; functions <= 4; functions++)
            add_find(list, HASHING_COUNTED, functions, KINDS, 0);
    } else if (part == 3) {
        for (int load = 10; load <= 40; load += 10) // nearly no table of 40% has easy walks
            add_walks(list, HASHING_COUNTED / 2, 2, load, 0, KINDS, 0, 0);
    } else if (part == 4) {
        add_build(list, 5000, 3, KINDS, 0);
    } else if (part == 5) {
        add_count(list, HASHING_COUNTED, 3, 10000, KINDS, 0);
    } else if (part == 6) {
        add_serve(list, HASHING_COUNTED / 2, HASHING_COUNTED / 2, KIND_choice_all, 0);
    } else if (part == 7) {
        add_erase(list, HASHING_COUNTED, 2, KINDS, 0);
    } else {
        demo_cliff(list);
    }
}
