// calls.c - how cases call the functions of lab 13; see grader/calls.h.
#include "common/contracts/13_hashing.h"
#include "grader/calls.h"

// In parts 2 to 7 the scalars 1 to 3 are functions, width and seed.
static CuckooTable table(const TaskCall *call, int entries)
{
    return (CuckooTable){out(entries), arg(1), arg(2), arg(3)};
}

CALLS(13_hashing)
{
    CALL(1, "compare", hash_compare, out(1), out(2), in(0), arg(0), arg(1), arg(2));
    CALL(1, NULL, hash_buckets, out(1), out(2), in(0), arg(0), arg(1), arg(2));
    CALL(2, NULL, cuckoo_find, out(2), table(call, 1), in(0), arg(0));
    CALL(3, NULL, cuckoo_insert_checked, out(2), out(3), out(4), arg(1), arg(2), arg(3), in(0),
         in(1), arg(0), arg(4));
    CALL(4, NULL, cuckoo_build_checked, out(2), out(3), out(4), out(5), arg(1), arg(2), arg(3),
         in(0), in(1), arg(0));
    CALL(5, NULL, cuckoo_count_checked, out(1), out(2), out(3), arg(1), arg(2), arg(3), in(0),
         arg(0));
    CALL(6, NULL, cuckoo_serve_checked, out(4), out(5), out(6), table(call, 3), in(0), in(1),
         arg(0), in(2), arg(4));
    CALL(7, NULL, cuckoo_erase_checked, out(3), out(4), table(call, 2), in(0), arg(0), in(1),
         arg(4));
    CALL(8, "cliff", cuckoo_cliff, out(2), in(0), in(1), arg(0), arg(1), arg(3), arg(4));
    CALL(8, NULL, cuckoo_failures, out(2), in(0), in(1), arg(0), arg(1), arg(2), arg(3), arg(4));
}
