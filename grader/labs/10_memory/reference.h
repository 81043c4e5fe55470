// reference.h - the results of lab 10, computed on the CPU in another way than the kernels do it.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Particle i has the floats p[6 i] ... p[6 i + 5]; soa[f * n + i] is float f of particle i.
void reference_split(float *soa, const float *p, size_t n);

// Each of the first three arrays of n floats grows by dt times the array three further on. In
// double precision: exact, and so is the float result, if it needs at most 24 bits.
void reference_move(float *soa, size_t n, double dt);

// The differences of neighbouring rows in a window of a picture: column by column.
void reference_edges(int32_t *out, const int32_t *picture, size_t stride, size_t left, size_t top,
                     size_t width, size_t height);

// x[i] after `rounds` rounds x = a x + round: all rounds together are one such step.
void reference_rounds(uint32_t *x, size_t n, unsigned rounds);

// The sums of the pieces between start[r] and start[r + 1]: differences of running sums.
void reference_ragged_sums(int64_t *sums, const int32_t *words, const int32_t *start, size_t rows);

// c[0] + c[1] x + c[2] x^2 ..., modulo 2^32: power by power.
uint32_t reference_polynomial(uint32_t x, const uint32_t *c, size_t count);

// x after `steps` steps of x = a (x ^ x >> 15) + c, modulo 2^32, in 64 bits.
uint32_t reference_walk(uint32_t x, unsigned steps);

// x after `steps` steps of x ^= x << 13, x ^= x >> 17, x ^= x << 5. A step is linear: the bits of x
// are taken one by one.
uint32_t reference_shake(uint32_t x, unsigned steps);

// In double precision.
double reference_gray(float red, float green, float blue);
double reference_damped_wave(float t);
