// calls.c - how cases call the functions of lab 08; see grader/calls.h.
#include "common/contracts/08_dynamic_parallelism.h"
#include "grader/calls.h"

CALLS(08_dynamic_parallelism)
{
    CALL(ANY_PART, "flat", reduce_flat, out(1), in(0), arg(0), arg(1));
    CALL(1, NULL, nested_hello, out(0), arg(0), arg(1), arg(2));
    CALL(2, NULL, reduce_nested_each, out(1), in(0), arg(0), arg(1));
    CALL(3, NULL, reduce_nested_tail, out(1), in(0), arg(0), arg(1));
    CALL(4, NULL, reduce_nested_grid, out(1), in(0), arg(0), arg(1));
    CALL(5, NULL, nested_quicksort, out(0), arg(0));
    CALL(6, NULL, search_host, out(2), in(0), in(1), arg(0), arg(1));
    CALL(7, NULL, search_nested, out(2), in(0), in(1), arg(0), arg(1));
    CALL(8, NULL, polynomial_by_children, out(2), in(0), arg(0), in(1), arg(1));
}
