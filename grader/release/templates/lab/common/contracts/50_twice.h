// 50_twice.h - what lab 50 has to define: twice each element.
//
// 0 <= n <= 2^25; |in[i]| <= 2^30.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Part 1: out[i] = 2 * in[i].
void twice(int *out, const int *in, int n);

#ifdef __cplusplus
}
#endif
