// 14_thrust.h - what lab 14 has to define: algorithms of a library.
//
// 0 <= n <= 2^25. Ints may have any value, unless a part says otherwise. Arrays do not overlap, and
// those that are inputs do not change. A function that has a result in host memory returns when it
// is there.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Part 1. y[i] becomes a x[i] + y[i]. Multiples of 1/4, so small that the results are exact.
void thrust_saxpy(float *y, const float *x, float a, int n);

// Part 2. `out` and `in` are in host memory. out[i] = in[i]^2; |in[i]| <= 46340. A kernel computes
// it.
void thrust_squares(int *out, const int *in, int n);

// Part 3. `largest` and `sum` are in host memory. The largest element, or the lowest int if n = 0.
// The sum of the squares in 64 bits; |in[i]| <= 2^19.
void thrust_largest(int *largest, const int *in, int n);
void thrust_square_sum(long long *sum, const int *in, int n);

// Part 4. dots[i] = ax[i] bx[i] + ay[i] by[i] + az[i] bz[i]. Multiples of 1/4 up to 2^8.
void thrust_dots(float *dots, const float *ax, const float *ay, const float *az, const float *bx,
                 const float *by, const float *bz, int n);

// Part 5. *sum, in host memory, is the sum of all in[index[i]], i < n. Several may be equal.
void thrust_picked_sum(long long *sum, const int *in, const int *index, int n);

// Part 6. group[0], group[1], ... are the different keys, rising; total[k] is the sum of the values
// whose key is group[k], which fits in an int. *groups, in host memory, is the number of different
// keys. `group` and `total` have room for n elements; what is after the last group stays.
void thrust_totals(int *groups, int *group, int *total, const int *keys, const int *values, int n);

// Part 7. places[0], places[1], ... are all i with in[i] > limit, rising. *kept, in host memory, is
// their number. What is after the last place stays.
void thrust_places(int *kept, int *places, const int *in, int n, int limit);

// Part 8. *sum, in host memory, is the sum of all |x[i] - y[i]|.
void distance_thrust(long long *sum, const int *x, const int *y, int n);
void distance_cub(long long *sum, const int *x, const int *y, int n);
void distance_by_hand(long long *sum, const int *x, const int *y, int n);

#ifdef __cplusplus
}
#endif
