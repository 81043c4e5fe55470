// room.h - what the files of this room share.
#pragma once

#include "common/labs.h"
#include "grader/grader.h"
#include "grader/labs/13_hashing/reference.h"
#include "grader/labs/kit.h"

enum { HASHING_COUNTED = 1 << 16 }; // keys of the counted cases

// ---- cases.c ----------------------------------------------------------------------------

void hashing_draw(CaseList *list, int part);
void hashing_demo(CaseList *list, int part);

// ---- tables.c ---------------------------------------------------------------------------

// A set of keys: open addressing, twice as many slots as keys at least.
typedef struct {
    uint32_t *slot; // NO_VALUE is no key
    size_t slots;
} KeySet;

// Members of a table: those of the keys that `present` says, each once, and as many others again,
// so that the table has some more. Then others that were deleted.
typedef struct {
    uint32_t *key, *value;
    int n;
    uint32_t *gone; // deleted before
    int m;
} Members;

// Exchanges of one key, at most. Where a student's threads insert, they may draw sections: then a
// key needs more. It must not need CUCKOO_TRIES in any order, so some walks must end long before.
enum { EASY = CUCKOO_TRIES / 4, WALKS = 4 };

// None of the two need exist if `bytes` is 0.
void array_copy(void *to, const void *from, size_t bytes);
KeySet keyset_new(size_t n);
// True if the key was not there before.
bool keyset_add(KeySet *set, uint32_t key);
uint32_t key_draw(CaseList *list);
// Keys of a kind, as if they were ints: from `low` to `high`.
void keys_fill(CaseList *list, Case *c, uint32_t *keys, int n, Kind kind, int64_t low,
               int64_t high);
// Another key for each one that was there before. The set gets all of them.
void keys_make_different(CaseList *list, KeySet *set, uint32_t *keys, int n, Kind kind);
void keys_fill_different(CaseList *list, Case *c, uint32_t *keys, int n, Kind kind);
void values_fill(CaseList *list, uint32_t *values, int n);
// No key needs more than `most` exchanges, neither from section to section nor in any of `walks`
// walks that draw sections.
bool cuckoo_is_easy(CuckooShape shape, const uint32_t *keys, int n, int most, unsigned walks);
int cuckoo_width(int n, int functions, int load);
// A table in which n different keys find their places.
CuckooShape cuckoo_draw_shape(CaseList *list, const uint32_t *keys, int n, int functions, int width,
                              int most, unsigned walks);
void cuckoo_set_shape(Case *c, int n, CuckooShape shape);
size_t cuckoo_slots(CuckooShape shape);
void array_fill(void *to, int32_t word, int n);
// state: what is there before, and what it becomes.
extern const NamedValue no_value_name[];
int32_t *cuckoo_copies(Case *c, int n, const char *means);
uint32_t *cuckoo_found(Case *c, int n);
void cuckoo_add_state(CaseList *list, Case *c, int entries, int counted);
// A table with members, some of them in a place although an earlier one is empty: others
// have been there, and were deleted.
void cuckoo_add_table(Case *c, CuckooShape shape, const uint32_t *members, const uint32_t *values,
                      int n, const uint32_t *others, int m);
Members members_choose(CaseList *list, const uint32_t *keys, const bool *present, int n);
void members_free(Members *all);
// A table in which the members and those that were deleted find their places.
CuckooShape members_shape(CaseList *list, const Members *all, int functions, int load);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void hashing_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
