// reference.c - see reference.h. Bits are taken apart by arithmetic, as the formats are defined.
#include "reference.h"

#include <math.h>

#include "common/contracts/16_tensor_cores.h"

enum { DIGITS = 10, BIAS = 15 }; // of a half, behind the point

uint16_t reference_half_bits(float x)
{
    int exponent;
    double part = frexp(fabs((double)x), &exponent); // 0.5 to 1
    if (x == 0)
        return 0;
    uint16_t digits = (uint16_t)(ldexp(part, DIGITS + 1) - (1 << DIGITS));
    return (uint16_t)((x < 0 ? 1 << 15 : 0) | (exponent - 1 + BIAS) << DIGITS | digits);
}

float reference_half_value(uint16_t bits)
{
    int exponent = bits >> DIGITS & 31, digits = bits & ((1 << DIGITS) - 1);
    double value = exponent ? ldexp(digits + (1 << DIGITS), exponent - BIAS - DIGITS)
                            : ldexp(digits, 1 - BIAS - DIGITS);
    return (float)(bits >> 15 ? -value : value);
}

void reference_tensor_products(double *c, const double *a, const double *b, size_t count, size_t m,
                               size_t k, size_t n, bool columns)
{
    for (size_t p = 0; p < count; p++, a += m * k, b += k * n, c += m * n)
        for (size_t i = 0; i < m; i++) {
            for (size_t j = 0; j < n; j++)
                c[i * n + j] = 0;
            for (size_t x = 0; x < k; x++)
                for (size_t j = 0; j < n; j++)
                    c[i * n + j] += a[i * k + x] * b[columns ? j * k + x : x * n + j];
        }
}

double reference_rounded(double x, int digits, HowRounded how)
{
    int exponent;
    if (x == 0)
        return 0;
    double part = ldexp(frexp(x, &exponent), digits);
    part = how == TIE_even ? rint(part) : how == TIE_away ? round(part) : trunc(part);
    return ldexp(part, exponent - digits);
}

// Row l / 4 and a pair of columns, and what is 8 further; b is the other way round.
int reference_fragment_place(int which, int l, int i)
{
    int line = l / 4, pair = l % 4 * 2 + i % 2, far = i / 2 % 2 * 8;
    if (which == FRAGMENT_a)
        return (line + far) * TENSOR_K + pair + i / 4 * 8;
    return which == FRAGMENT_b ? (pair + far) * TENSOR_N + line : (line + far) * TENSOR_N + pair;
}
