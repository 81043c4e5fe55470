// calls.c - how cases call the functions of lab 16; see grader/calls.h.
#include "common/contracts/16_tensor_cores.h"
#include "grader/calls.h"

CALLS(16_tensor_cores)
{
    CALL(1, NULL, place_fragments, out(1), in(0), arg(0), arg(1));
    CALL(2, NULL, wmma_products, out(2), in(0), in(1), arg(0));
    CALL(3, NULL, mma_products, out(2), in(0), in(1), arg(0));
    CALL(4, NULL, swizzled_products, out(2), in(0), in(1), arg(0));
    CALL(5, NULL, staged_product, out(2), in(0), in(1), arg(0), arg(1), arg(2));
    CALL(6, NULL, typed_products, out(2), out(3), in(0), in(1), arg(0), arg(1));
    CALL(7, NULL, scaled_product, out(4), in(0), in(1), in(2), in(3), arg(0), arg(1), arg(2));
    CALL(8, NULL, wgmma_products, out(2), in(0), in(1), arg(0));
    CALL(9, NULL, half_product_fastest, out(2), in(0), in(1), arg(0), arg(1), arg(2));
}
