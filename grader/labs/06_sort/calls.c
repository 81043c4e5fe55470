// calls.c - how cases call the functions of lab 06; see grader/calls.h.
#include "common/contracts/06_sort.h"
#include "grader/calls.h"

CALLS(06_sort)
{
    CALL(1, "pair", sort_odd_even_pair, out(1), in(0), arg(0));
    CALL(1, NULL, sort_odd_even_int, out(1), in(0), arg(0));
    CALL(2, "pair", sort_bitonic_pair, out(1), in(0), arg(0));
    CALL(2, NULL, sort_bitonic_int, out(1), in(0), arg(0));
    CALL(3, "pair", sort_merge_pass_pair, out(1), in(0), arg(1), arg(0));
    CALL(3, NULL, sort_merge_pass_int, out(1), in(0), arg(1), arg(0));
    CALL(4, "pair", sort_merge_pair, out(1), in(0), arg(0));
    CALL(4, NULL, sort_merge_int, out(1), in(0), arg(0));
    CALL(5, "pair", sort_split_pair, out(1), in(0), arg(0));
    CALL(5, NULL, sort_split_int, out(1), in(0), arg(0));
    CALL(6, "pair", sort_digits_pair, out(1), in(0), arg(0));
    CALL(6, NULL, sort_digits_int, out(1), in(0), arg(0));
    CALL(7, "pair", sort_quick_pair, out(1), in(0), arg(0));
    CALL(7, NULL, sort_quick_int, out(1), in(0), arg(0));
    CALL(8, "merge", merge_sort_fastest, out(1), out(2), in(0), arg(0));
    CALL(8, "pairs", radix_sort_pairs_fastest, out(1), out(4), out(2), out(5), in(0), in(3),
         arg(0));
    CALL(8, NULL, radix_sort_fastest, out(1), out(2), in(0), arg(0));
}
