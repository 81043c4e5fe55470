// kit.h - the kinds of input that every suite takes its cases from. A mistake shows with one kind
// of input and not with others: so no suite may forget a kind.
//
// A suite fills its inputs with the functions below. They note in Case.kinds what the case has.
// Sizes, shapes and old values need no note: kit_kinds() sees them in the buffers and arguments.
// tests/test_kit.c compares: each kind is in a case of each part, or the part says in
// Part.lacks why none has it. `build/tests/test_kit table [lab]` prints the kinds of each part.
#pragma once

#include <string.h>

#include "grader/grader.h"

// KIND(id, words, meaning). `words` are for the name of a case: "n=300 one kept".
#define EACH_KIND(KIND) \
    EACH_SIZE(KIND) EACH_SHAPE(KIND) EACH_VALUES(KIND) EACH_CHOICE(KIND) EACH_WORK(KIND)

// The number of elements of the first buffer.
#define EACH_SIZE(KIND) \
    KIND(size_0, "", "no element") \
    KIND(size_1, "", "one element") \
    KIND(size_warp, "", "checked, with 31, 32 or 33 elements") \
    KIND(size_ragged, "", "checked, with several blocks, and the last warp is not full") \
    KIND(size_2_15, "", "more than 2^15 elements, which a short cannot count") \
    KIND(size_2_16, "", "more than 2^16 elements, which 16 bits cannot count") \
    KIND(size_2_24, "", "more than 2^24 elements, which a float cannot count")

// For parts whose first two arguments are the sides of a matrix or a picture.
#define EACH_SHAPE(KIND) \
    KIND(shape_row, "", "one row of several elements") \
    KIND(shape_column, "", "one column of several elements") \
    KIND(shape_small, "", "a matrix that is smaller than a block in both directions") \
    KIND(shape_wide, "", "far more columns than rows") \
    KIND(shape_tall, "", "far more rows than columns") \
    KIND(shape_window, "", "a window that is larger than the whole picture")

// The values of an input, between the lowest and the highest that the part's contract allows.
#define EACH_VALUES(KIND) \
    KIND(values_equal, "equal", "all elements are equal") \
    KIND(values_negative, "negative", "all elements are below 0") \
    KIND(values_rising, "rising", "no element is smaller than the one before") \
    KIND(values_falling, "falling", "no element is larger than the one before") \
    KIND(values_lowest, "lowest", "nearly all elements are the lowest value of the contract") \
    KIND(values_ends, "extreme", "the lowest and the highest value, nothing between them")

// Which elements an algorithm takes: those that are kept, counted, head a segment, and so on.
#define EACH_CHOICE(KIND) \
    KIND(choice_none, "none", "no element") \
    KIND(choice_all, "all", "every element") \
    KIND(choice_sparse, "sparse", "one of about 100 elements, so that most warps have none") \
    KIND(choice_dense, "dense", "all but one of about 100 elements") \
    KIND(choice_first_lane, "lane 0", "lane 0 of each warp, alone") \
    KIND(choice_last_lane, "lane 31", "lane 31 of each warp, alone") \
    KIND(choice_last, "the last", "only the last element of all")

#define EACH_WORK(KIND) \
    KIND(overlap, "", "checked, with 8 blocks or more (or 4 clusters) that use the same memory") \
    KIND(idle, "", "blocks, ranks or threads without any work") \
    KIND(old_values, "", "results are added to values, not 0, that are there before the call")

typedef enum {
#define KIND(id, words, meaning) KIND_##id,
    EACH_KIND(KIND)
#undef KIND
        KINDS
} Kind;

#define KIND_BIT(kind) (UINT64_C(1) << (kind))
#define KIND_SET(id, words, meaning) | KIND_BIT(KIND_##id)
#define KINDS_size (UINT64_C(0) EACH_SIZE(KIND_SET))
#define KINDS_shape (UINT64_C(0) EACH_SHAPE(KIND_SET))
#define KINDS_values (UINT64_C(0) EACH_VALUES(KIND_SET))
#define KINDS_choice (UINT64_C(0) EACH_CHOICE(KIND_SET))
#define KINDS_work (UINT64_C(0) EACH_WORK(KIND_SET))
#define KINDS_all (KINDS_size | KINDS_shape | KINDS_values | KINDS_choice | KINDS_work)

#define FIRST_VALUES KIND_values_equal
#define LAST_VALUES KIND_values_ends
#define FIRST_CHOICE KIND_choice_none
#define LAST_CHOICE KIND_choice_last

// Adds a case for each kind of values, or of choices: KIT_EACH_VALUES(k, add_map(list, 300, k)).
// KIT_EACH_UNSIGNED leaves out negative values.
#define KIT_EACH_VALUES(k, ...) \
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++) \
    __VA_ARGS__
#define KIT_EACH_UNSIGNED(k, ...) KIT_EACH_VALUES(k, if (k != KIND_values_negative) __VA_ARGS__)
#define KIT_EACH_CHOICE(k, ...) \
    for (Kind k = FIRST_CHOICE; k <= LAST_CHOICE; k++) \
    __VA_ARGS__

static inline bool kit_is_values(Kind kind) { return kind >= FIRST_VALUES && kind <= LAST_VALUES; }
static inline bool kit_is_choice(Kind kind) { return kind >= FIRST_CHOICE && kind <= LAST_CHOICE; }

enum { OVERLAPPING_BLOCKS = 8 };

typedef struct {
    const char *id, *words, *meaning;
} KindText;
extern const KindText kind_text[KINDS];

// The first arguments of a case, all at once.
#define KIT_ARGS(c, ...) \
    memcpy((c)->arg, (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}))

// " negative", for the end of a case's name; "" for KINDS.
const char *kit_words(Kind kind);

// The values of a kind between `low` and `high`. `kind` may also be KINDS: any values.
void kit_fill_ints(CaseList *list, Case *c, int32_t *to, size_t n, Kind kind, int64_t low,
                   int64_t high);
// Quarters, `low` and `high` also in quarters: a kernel that computes with ints is wrong. Where
// sums and products of whole numbers from `low` to `high` are exact, so are those of quarters.
float kit_quarters(int64_t value); // value / 4
void kit_fill_floats(CaseList *list, Case *c, float *to, size_t n, Kind kind, int64_t low,
                     int64_t high);
void kit_fill_bytes(CaseList *list, Case *c, uint8_t *to, size_t n, Kind kind, int64_t low,
                    int64_t high);

// Whether element i of n is taken, for a kind of choice; KINDS: about every second one. The suite
// then gives an element that is taken one value, and an element that is not another one.
bool kit_chosen(CaseList *list, Case *c, Kind kind, size_t i, size_t n);

// The case has this number of blocks that use the same memory: what the assignment makes of its
// size. Only cases that are checked count.
void kit_blocks(Case *c, int64_t blocks);

// The case has a kind that the suite alone knows: idle ranks, for example.
void kit_note(Case *c, Kind kind);

// The kinds that a part says it lacks.
uint64_t kit_lacking(const Lacking *lacks);

// All kinds that the cases of a part have. A case that is right by accident (CASE_TRIVIAL) shows
// only that it has few elements, takes none, or has equal ones. In a part that does not lack all
// kinds of shape, the first two arguments of a case are the sides of a matrix, and the third one,
// if it does not lack shape_window, is the radius of a window. A part that lacks all kinds has
// none.
uint64_t kit_kinds(const CaseList *list, const Lacking *lacks);
