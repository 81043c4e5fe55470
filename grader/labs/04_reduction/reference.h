// reference.h - the results of lab 04, computed on the CPU.
//
// There are two kinds. The partial sums are the right results: exact for integers, and for floats
// the correctly rounded sum, with a bound on the error of a sum in another order. The trees do the
// additions of one block in the order of parts 1 to 3: a float kernel that adds the same pairs has
// the same bits, and a kernel that adds other pairs has not.
#pragma once

#include <stddef.h>
#include <stdint.h>

// `in` is cut into tiles of `tile` elements, the last one shorter. partial[b],
// for b < blocks, becomes the sum of tiles b, b + blocks, b + 2 * blocks ...
// The caller makes sure that no integer sum overflows.
void reference_partials_i32(int32_t *partial, size_t blocks, size_t tile, const int32_t *in,
                            size_t n);
void reference_partials_f32(float *partial, size_t blocks, size_t tile, const float *in, size_t n);

// The largest sum of the absolute values of one partial sum's elements.
double reference_magnitude_f32(size_t blocks, size_t tile, const float *in, size_t n);

// The largest difference between a float sum and the correctly rounded sum, if no element goes
// through more than `depth` additions and the absolute values of the elements add up to
// `magnitude`.
//
// Each addition multiplies the exact sum by a factor 1 + d with |d| <= u = 2^-24 (round to
// nearest; additions do not underflow inexactly). An element that goes through `depth` additions
// is multiplied by a product of `depth` factors, which differs from 1 by at most g(depth),
// g(k) = k u / (1 - k u). So for the sum |computed - exact| <= g(depth) * magnitude. The expected
// value is rounded once, too: u * |exact| <= u * magnitude, and g(k) + u <= g(k + 1). Without an
// addition nothing is rounded: the bound is 0.
double reference_tolerance_f32(double magnitude, size_t depth);

typedef enum {
    TREE_neighbours, // strides 1, 2, 4 ...: element i + stride is added to element i
    TREE_halves      // the upper half is added to the lower half, again and again
} TreeShape;

// partial[b] becomes the sum of in[b * block] ... in[(b + 1) * block - 1], with
// 0 for elements beyond n, by float additions in the tree's order. `block` is
// a power of two, at most TREE_MAX_BLOCK; ceil(n / block) sums are written.
enum { TREE_MAX_BLOCK = 1024 };
void reference_tree_f32(float *partial, size_t block, TreeShape shape, const float *in, size_t n);
