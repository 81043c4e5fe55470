// hashing_diagnoses.c - what a wrong output of lab 13 says about the mistake.
#include "hashing_diagnoses.h"

#include "common/labs.h"
#include "common/reference/hashing.h"

typedef struct {
    int n, wrong; // elements, and those that are wrong
    int none;     // those that are NO_VALUE, or 0 copies
    int more;     // several copies
} Differences;

static Differences compare_words(const Buffer *out, const uint32_t *got, uint32_t none)
{
    Differences d = {.n = (int)out->count};
    const uint32_t *want = out->want;
    for (int i = 0; i < d.n; i++) {
        d.wrong += got[i] != want[i];
        d.none += got[i] != want[i] && got[i] == none;
        d.more += got[i] != want[i] && got[i] > 1 && got[i] <= CUCKOO_FUNCTIONS;
    }
    return d;
}

static const char *diagnose_buckets(const Case *c, const int32_t *got)
{
    const Buffer *sizes = &c->buffer[1];
    const uint32_t *keys = c->buffer[0].data;
    int n = (int)c->arg[0], buckets = (int)c->arg[1];
    bool unchanged = true;
    long long sum = 0, modulo = 0;
    for (int b = 0; b < buckets; b++) {
        unchanged &= got[b] == ((int32_t *)sizes->data)[b];
        sum += got[b] - ((int32_t *)sizes->data)[b];
    }
    if (unchanged && n > 0)
        return "No bucket has grown.";
    for (int i = 0; i < n; i++)
        modulo += got[keys[i] % (unsigned)buckets] >
                  ((int32_t *)sizes->data)[keys[i] % (unsigned)buckets];
    if (sum == n && modulo == n && n > buckets / 2 && buckets > 20)
        return "Every key is in bucket key % buckets; the contract in labs.h has another formula.";
    if (sum == n)
        return "As many keys are counted as there are, but not in the buckets of the formula in "
               "labs.h.";
    if (sum < n)
        return "Keys are missing: the buckets have grown by less than n altogether.";
    return NULL;
}

// The section in which a key is, or -1.
static int section_of(const Case *c, uint32_t key)
{
    CuckooShape shape = {(int)c->arg[1], (int)c->arg[2], (uint32_t)c->arg[3]};
    ptrdiff_t slot = reference_slot(c->buffer[1].data, shape, key);
    return slot < 0 ? -1 : (int)(slot / shape.width);
}

static const char *diagnose_find(const Case *c, const uint32_t *got)
{
    const uint32_t *keys = c->buffer[0].data, *want = c->buffer[2].want;
    Differences d = compare_words(&c->buffer[2], got, NO_VALUE);
    int first = 0, last = 0;
    for (int i = 0; i < d.n; i++)
        if (got[i] != want[i]) {
            first += section_of(c, keys[i]) == 0;
            last += section_of(c, keys[i]) == (int)c->arg[1] - 1;
        }
    if (d.none < d.wrong)
        return NULL;
    if (!first && last == d.wrong)
        return "The keys that are not found are all in the last section.";
    if (!first)
        return "The keys that are not found are all in later sections, none in section 0.";
    return NULL;
}

static const char *diagnose_copies(const Buffer *copies, const uint32_t *got)
{
    Differences d = compare_words(copies, got, 0);
    if (d.none == d.n && d.n > 1)
        return "No key is in one of its places.";
    if (d.none == d.wrong)
        return "Keys are lost: each key that was thrown out has to get another place.";
    if (d.more == d.wrong)
        return "Keys are in several places at the end.";
    return NULL;
}

static const char *diagnose_erased(const Case *c, const uint32_t *got)
{
    const Buffer *copies = &c->buffer[3];
    const uint32_t *want = copies->want;
    int left = 0, lost = 0;
    for (size_t i = 0; i < copies->count; i++) {
        left += got[i] && !want[i];
        lost += !got[i] && want[i];
    }
    if (left && !lost)
        return "Keys that were to be deleted are still in the table.";
    if (lost && !left)
        return "Keys that nobody deletes are gone.";
    return NULL;
}

static const char *diagnose_failures(const Case *c, const int32_t *got)
{
    const int32_t *before = c->buffer[2].data, *want = c->buffer[2].want;
    int steps = (int)c->arg[0], trials = (int)c->arg[1], unchanged = 0, all = 0;
    for (int k = 0; k < steps; k++) {
        unchanged += got[k] == before[k];
        all += got[k] == before[k] + trials && want[k] == before[k];
    }
    if (unchanged == steps)
        return "No table has failed, not even one with more keys than slots.";
    if (all)
        return "Tables fail that have room for all their keys.";
    return NULL;
}

const char *hashing_diagnose(const Case *c, const void *got)
{
    switch (c->part) {
    case 1: return diagnose_buckets(c, got);
    case 2: return diagnose_find(c, got);
    case 3: return diagnose_copies(&c->buffer[2], got);
    case 4: return NULL; // the first output is the number of attempts
    case 5: return diagnose_copies(&c->buffer[1], got);
    case 6: return diagnose_copies(&c->buffer[4], got);
    case 7: return diagnose_erased(c, got);
    default: return diagnose_failures(c, got);
    }
}
