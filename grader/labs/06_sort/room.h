// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

// clang-format off
enum { PART_odd_even = 1, PART_bitonic, PART_merge_pass, PART_merge, PART_split, PART_digits,
       PART_quick, PART_fastest, PART_program };
// clang-format on

#define COUNT(table) (sizeof table / sizeof *table)

enum {
    ODD_EVEN_COUNTED = 512, // items of the counted case of part 1
    COUNTED = 1 << 14,      // of the other parts
    LEVELS = 1030           // of the sorted and the equal case of part 7: few, because there a
                            // bad pivot costs one launch per item
};

typedef enum {
    RANDOM, // any ints
    SMALL,  // about n / 2 different keys
    SORTED,
    REVERSED,
    EQUAL,
    FEW,      // three keys
    EXTREME,  // the smallest and the largest ints, and those next to 0
    DISTINCT, // every key once, in random order
    LAST,     // sorted, except for the last item, which is the smallest
    ONE,      // equal keys, except for the last one, which is the smallest
    FEW_BITS, // each bit is set in one key of eight: in a byte, some values are frequent
    ONE_BYTE, // 0 to 255
    NEGATIVE, // these and the following are kinds of the kit
    LOWEST,
    ENDS
} KeyOrder;

enum {
    SORT_SHOWN = 1 << 11
}; // items of `make run`: few, because part 1 launches a kernel per item

// ---- cases.c ----------------------------------------------------------------------------

const char *sort_own(CaseList *list, int part, const OwnCase *own);
void sort_draw(CaseList *list, int part);
void sort_demo(CaseList *list, int part);

extern const char *const sort_order_name[];

// Fills `in` with n items of `words` ints, key first; the values of pairs are mostly different.
void sort_fill(CaseList *list, Case *c, int32_t *in, size_t n, size_t words, KeyOrder order);

// ---- fastest.c --------------------------------------------------------------------------

extern const Item sort_fastest_items[];
void sort_fastest_draw(CaseList *list);
void sort_fastest_demo(CaseList *list, size_t n); // of `make run`

// ---- program.c --------------------------------------------------------------------------

extern const Item sort_program_items[];
void sort_program_draw(CaseList *list);
void sort_program_demo(CaseList *list);
void sort_program_diagnose(const Case *c, const char *printed, Diagnoses *all);

// ---- wrong.c -----------------------------------------------------------------------

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void sort_diagnose(const Case *c, int b, const void *got, Diagnoses *all);
