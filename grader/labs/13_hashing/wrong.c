// wrong.c - what a wrong output of lab 13 says about the mistake. Each sentence is
// computed: it is true of the output.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/13_hashing.h"
#include "grader/labs/13_hashing/reference.h"
#include "grader/base/memory.h"

// ---- part 1: by which formula are these the buckets? ------------------------------------

typedef uint32_t (*Formula)(uint32_t key, uint32_t seed, uint32_t buckets);

static uint32_t by_remainder(uint32_t key, uint32_t seed, uint32_t buckets)
{
    (void)seed;
    return key % buckets;
}

static bool sizes_fit(const Case *c, const int32_t *got, Formula formula)
{
    const uint32_t *keys = c->buffer[0].data;
    size_t buckets = c->buffer[1].count;
    int32_t *sizes = need(malloc(buckets * sizeof *sizes));
    memcpy(sizes, c->buffer[1].data, buckets * sizeof *sizes);
    for (size_t i = 0; i < c->buffer[0].count; i++)
        sizes[formula(keys[i], (uint32_t)c->arg[2], (uint32_t)buckets)]++;
    bool same = !memcmp(sizes, got, buckets * sizeof *sizes);
    free(sizes);
    return same;
}

static void diagnose_buckets(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *before = c->buffer[1].data;
    long long grown = 0;
    for (size_t b = 0; b < c->buffer[1].count; b++)
        grown += got[b] - before[b];
    if (!memcmp(before, got, c->buffer[1].count * sizeof *before))
        diagnoses_add(all, "No bucket has grown.");
    if (sizes_fit(c, got, by_remainder))
        diagnoses_add(all, "Every key is in bucket key % buckets: it has to be mixed first.");
    if (grown == (long long)c->buffer[0].count)
        diagnoses_add(all, "The buckets have grown by n altogether, but keys are not in the bucket "
                           "of the formula in labs.h.");
    if (grown < (long long)c->buffer[0].count)
        diagnoses_add(all, "Keys are missing: the buckets have grown by less than n altogether.");
}

// ---- part 2 -----------------------------------------------------------------------------

// The section in which a key is, or -1.
static int section_of(const Case *c, uint32_t key)
{
    CuckooShape shape = {(int)c->arg[1], (int)c->arg[2], (uint32_t)c->arg[3]};
    ptrdiff_t slot = reference_slot(c->buffer[1].data, shape, key);
    return slot < 0 ? -1 : (int)(slot / shape.width);
}

// Whether a value is that of another key, in one of the places of this key.
static bool is_of_another_key(const Case *c, uint32_t key, uint32_t value)
{
    const uint64_t *table = c->buffer[1].data;
    uint32_t width = (uint32_t)c->arg[2];
    for (uint32_t f = 0; f < (uint32_t)c->arg[1]; f++) {
        uint32_t seed = (uint32_t)c->arg[3] + f * HASH_STEP;
        uint64_t entry = table[f * width + reference_bucket(key, seed, width)];
        if (entry != EMPTY_ENTRY && entry >> 32 != key && (uint32_t)entry == value)
            return true;
    }
    return false;
}

static void diagnose_find(const Case *c, const uint32_t *got, Diagnoses *all)
{
    const uint32_t *keys = c->buffer[0].data, *want = c->buffer[2].want;
    int wrong = 0, missed = 0, later = 0, last = 0, others = 0;
    for (size_t i = 0; i < c->buffer[2].count; i++)
        if (got[i] != want[i]) {
            wrong++;
            missed += got[i] == NO_VALUE;
            others += is_of_another_key(c, keys[i], got[i]);
            later += section_of(c, keys[i]) > 0;
            last += section_of(c, keys[i]) == (int)c->arg[1] - 1;
        }
    if (missed == wrong && last == wrong)
        diagnoses_add(all, "The keys that are not found are all in the last section.");
    if (missed == wrong && later == wrong)
        diagnoses_add(all, "The keys that are not found are all in later sections, none in "
                           "section 0.");
    if (others == wrong)
        diagnoses_add(all, "Values are those of other keys: the key of an entry has to be "
                           "compared.");
}

// ---- parts 3, 5, 6: copies[i] is the number of places with key i ------------------------

static const char keys_lost[] = "Keys are lost: at the end they are in none of their places.";

static void diagnose_copies(const Buffer *copies, const uint32_t *got, Diagnoses *all)
{
    const uint32_t *want = copies->want;
    size_t wrong = 0, lost = 0, more = 0;
    for (size_t i = 0; i < copies->count; i++) {
        wrong += got[i] != want[i];
        lost += got[i] == 0;
        more += got[i] > 1 && got[i] <= CUCKOO_FUNCTIONS;
    }
    if (lost == copies->count)
        diagnoses_add(all, "No key is in one of its places.");
    if (lost == wrong)
        diagnoses_add(all, keys_lost);
    if (more == wrong)
        diagnoses_add(all, "Keys are in several places at the end.");
}

// The copies are judged only if all keys have a place. Else the state is the first output: the
// number of entries, and of threads that are left with one.
static void diagnose_placed(const Buffer *copies, const Buffer *state, const void *got,
                            Diagnoses *all)
{
    const int32_t *is = got, *want = state->want;
    if (copies->role != BUFFER_spare)
        diagnose_copies(copies, got, all);
    else if (is[0] < want[0])
        diagnoses_add(all, keys_lost);
    else if (is[0] == want[0])
        diagnoses_add(all, "The table is right, and *failed is not: it has to grow by 1 for each "
                           "thread that is left with an entry.");
}

// ---- part 7 -----------------------------------------------------------------------------

static void diagnose_erased(const Case *c, const uint32_t *got, Diagnoses *all)
{
    const Buffer *copies = &c->buffer[3];
    const uint32_t *want = copies->want;
    int left = 0, lost = 0;
    for (size_t i = 0; i < copies->count; i++) {
        left += got[i] && !want[i];
        lost += !got[i] && want[i];
    }
    if (left)
        diagnoses_add(all, "Keys that were to be deleted are still in the table.");
    if (lost)
        diagnoses_add(all, "Keys that nobody deletes are gone.");
}

// ---- part 8 -----------------------------------------------------------------------------

static void diagnose_failures(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *before = c->buffer[2].data, *want = c->buffer[2].want;
    int steps = (int)c->arg[0], trials = (int)c->arg[1];
    int unchanged = 0, alike = 0, mixed = 0, more = 0, less = 0, too_many = 0;
    for (int k = 0; k < steps; k++) {
        unchanged += got[k] == before[k];
        alike += got[k] == before[k] || got[k] == before[k] + trials;
        mixed += want[k] > before[k] && want[k] < before[k] + trials;
        more += got[k] > want[k];
        less += got[k] < want[k];
        too_many += got[k] > before[k] + trials;
    }
    if (unchanged == steps)
        diagnoses_add(all, "No table has failed, not even one with more keys than slots.");
    if (too_many)
        diagnoses_add(all, "There are more failures than tables: a table counts once.");
    if (alike == steps && mixed)
        diagnoses_add(all, "All trials of a step end alike: each one has a seed of its own.");
    if (more && !less && !too_many)
        diagnoses_add(all, "Tables fail that have room for all their keys.");
}

// ---- all parts --------------------------------------------------------------------------

void hashing_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    switch (c->part) {
    case 1: diagnose_buckets(c, got, all); break;
    case 2: diagnose_find(c, got, all); break;
    case 3: diagnose_placed(&c->buffer[2], &c->buffer[4], got, all); break;
    case 4: break; // the first output is the number of attempts
    case 5: diagnose_placed(&c->buffer[1], &c->buffer[3], got, all); break;
    case 6: diagnose_copies(&c->buffer[4], got, all); break;
    case 7: diagnose_erased(c, got, all); break;
    default: diagnose_failures(c, got, all);
    }
}
