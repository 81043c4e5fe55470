// reference.h - results of lab 16 on the CPU.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The bits of a half whose value is x, which has to be one: 0, or 2^-14 to 65504 with 11 digits.
uint16_t reference_half_bits(float x);
float reference_half_value(uint16_t bits);

// c = a b in double: m x k by k x n; of `count` products one behind the other. `columns`: b has its
// columns one behind the other.
void reference_tensor_products(double *c, const double *a, const double *b, size_t count, size_t m,
                               size_t k, size_t n, bool columns);

// x with so many binary digits: the nearest value, where a tie becomes even or goes away from 0; or
// the digits that it has, without the others.
typedef enum { TIE_even, TIE_away, DIGITS_cut } HowRounded;
double reference_rounded(double x, int digits, HowRounded how);

// Where element i of lane l is, part 1: row * columns + column. `which`: FRAGMENT_...
int reference_fragment_place(int which, int l, int i);
