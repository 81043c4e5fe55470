// calls.c - how cases call the functions of lab 02; see grader/calls.h.
#include "common/contracts/02_shared_memory.h"
#include "grader/calls.h"

CALLS(02_shared_memory)
{
    CALL(ANY_PART, "words", tile_read_words, out(0), arg(0), arg(1));
    CALL(1, NULL, tile_shift, out(1), in(0), arg(0), arg(1), arg(2));
    CALL(2, NULL, tile_transpose, out(1), in(0), arg(0), arg(1));
    CALL(3, NULL, tile_transpose_padded, out(1), in(0), arg(0), arg(1));
    CALL(4, NULL, tile_transpose_swizzled, out(1), in(0), arg(0), arg(1));
    CALL(5, NULL, tile_stencil, out(1), in(0), arg(0), arg(1));
    CALL(6, NULL, tile_product, out(2), in(0), in(1), arg(0), arg(1), arg(2));
    CALL(7, NULL, tile_product_registers, out(2), in(0), in(1), arg(0), arg(1), arg(2));
    CALL(8, "transpose", transpose_fastest, out(1), in(0), arg(0), arg(1));
    CALL(8, "product", product_fastest, out(2), in(0), in(1), arg(0), arg(1), arg(2));
}
