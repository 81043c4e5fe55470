// calls.h - the rows of a lab's calls.c: which case calls which function of the lab, and with what.
//
//   #include "common/contracts/07_sum.h"
//   #include "grader/calls.h"
//
//   CALLS(07_sum)
//   {
//       CALL(1, "slow", sum_slow, out(1), in(0), arg(0));
//       CALL(1, NULL, sum_fast, out(1), in(0), arg(0));
//   }
//
// A case of part 1 calls sum_slow() if its variant is "slow", and sum_fast() otherwise: the first
// row of the case's part and variant counts, and NULL is any variant. in(b) and out(b) are the
// buffer b of the case and arg(i) is its scalar i, in the order in which the suite added them.
//
// The type of the function is that of the contract. So a row does not compile if its function is
// not in the contract, if an argument is missing, if a number stands for an array, or if an input
// stands where the function writes.
#pragma once

#include <stdbool.h>
#include <string.h>

#include "grader/task.h"

// In rows these are mistakes.
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wdiscarded-qualifiers"

enum { ANY_PART = 0 };

#define CALLS(lab) \
    static void lab_calls(const TaskCall *call, const char **problem); \
    const Task task_##lab = {#lab, lab_calls}; \
    static void lab_calls(const TaskCall *call, const char **problem)

#define CALL(its_part, its_variant, function, ...) \
    CALL_AS(its_part, its_variant, function, lab_function(__VA_ARGS__))

// For a function with a result, or with more than one call in a case: `caller` gets the case and
// the function, and calls the function.
#define CALL_BY(its_part, its_variant, function, caller) \
    CALL_AS(its_part, its_variant, function, caller(call, lab_function))

#define CALL_AS(its_part, its_variant, function, ...) \
    do { \
        if (call_is(call, its_part, its_variant)) { \
            typeof(function) *lab_function = call->symbol(#function); \
            *problem = lab_function ? NULL : #function "() is missing"; \
            if (lab_function) \
                __VA_ARGS__; \
            return; \
        } \
    } while (0)

#define in(b) ((const void *)call->buffer[b])
#define out(b) ((void *)call->buffer[b])
#define arg(i) (call->arg[i])

// A variant may say more after a comma: "order, case a".
static inline bool call_is(const TaskCall *call, int part, const char *variant)
{
    size_t n = strcspn(call->variant, ",");
    bool same = !variant || (strlen(variant) == n && memcmp(variant, call->variant, n) == 0);
    return same && (part == ANY_PART || part == call->part);
}
