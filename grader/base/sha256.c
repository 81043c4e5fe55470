// sha256.c - SHA-256 (FIPS 180-4). The constants are the fractional parts of the
// square and cube roots of the first primes, and are computed as such.
#include "sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    uint32_t h[8];
    uint64_t bytes;
    unsigned char block[64];
} Sha256;

static uint32_t round_constant[64], start_state[8];

// The first 32 bits after the binary point of p^(1/2) or p^(1/3), by bisection in
// integers: the largest r with r^k <= p * 2^(32k).
static uint32_t root_bits(unsigned p, int k)
{
    uint64_t low = 0, high = (uint64_t)20 << 32; // no root here is above 20
    while (high - low > 1) {
        uint64_t r = low + (high - low) / 2;
        // Compare r^k with p * 2^(32k), in 128 bits; for cubes divide by r once.
        unsigned __int128 square = (unsigned __int128)r * r;
        bool fits;
        if (k == 2) {
            fits = square <= (unsigned __int128)p << 64;
        } else {
            // r^3 <= p 2^96: r^2 = q 2^32 + rest, r^3 = (q r) 2^32 + rest r
            unsigned __int128 q = square >> 32, rest = square & 0xffffffffu;
            unsigned __int128 cube = q * r + ((rest * r) >> 32); // r^3 / 2^32, rounded down
            fits = cube < (unsigned __int128)p << 64;
        }
        if (fits)
            low = r;
        else
            high = r;
    }
    return (uint32_t)low;
}

static void make_constants(void)
{
    int count = 0;
    for (unsigned n = 2; count < 64; n++) {
        bool prime = true;
        for (unsigned d = 2; d * d <= n; d++)
            prime = prime && n % d != 0;
        if (!prime)
            continue;
        if (count < 8)
            start_state[count] = root_bits(n, 2);
        round_constant[count++] = root_bits(n, 3);
    }
}

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

// One of the 64 rounds; the state's words change their places from round to round.
static inline void add_round(const uint32_t v[8], unsigned shift, uint32_t *d, uint32_t *h,
                             uint32_t more)
{
#define V(i) v[((i) + shift) % 8]
    uint32_t a = V(0), e = V(4);
    uint32_t t1 =
        V(7) + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & V(5)) ^ (~e & V(6))) + more;
    uint32_t t2 =
        (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & V(1)) ^ (a & V(2)) ^ (V(1) & V(2)));
#undef V
    *d += t1;
    *h = t1 + t2;
}

static void add_block(Sha256 *s, const unsigned char *block)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(v, s->h, sizeof v);
    for (unsigned i = 0; i < 64; i += 8)
#pragma GCC unroll 8
        for (unsigned k = 0; k < 8; k++)
            add_round(v, 8 - k, &v[(11 - k) % 8], &v[7 - k], round_constant[i + k] + w[i + k]);
    for (int i = 0; i < 8; i++)
        s->h[i] += v[i];
}

static void hash_more(Sha256 *s, const unsigned char *p, size_t n)
{
    size_t filled = s->bytes % 64;
    s->bytes += n;
    for (size_t piece; n; p += piece, n -= piece, filled = 0) {
        piece = n < 64 - filled ? n : 64 - filled;
        if (piece < 64)
            memcpy(s->block + filled, p, piece);
        if (filled + piece == 64)
            add_block(s, piece < 64 ? s->block : p);
    }
}

static void begin(Sha256 *s)
{
    if (!start_state[0])
        make_constants();
    memcpy(s->h, start_state, sizeof s->h);
    s->bytes = 0;
}

static void finish(Sha256 *s, char digest[65])
{
    uint64_t bits = s->bytes * 8;
    unsigned char length[8];
    hash_more(s, (const unsigned char *)"\x80", 1);
    while (s->bytes % 64 != 56)
        hash_more(s, (const unsigned char *)"", 1);
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    hash_more(s, length, 8);
    for (int i = 0; i < 8; i++)
        snprintf(digest + 8 * i, 9, "%08x", s->h[i]);
}

void sha256_text(const void *data, size_t bytes, char digest[65])
{
    Sha256 s;
    begin(&s);
    hash_more(&s, data, bytes);
    finish(&s, digest);
}

bool sha256_file(const char *path, char digest[65])
{
    Sha256 s;
    unsigned char buffer[65536];
    FILE *f = fopen(path, "rb");
    digest[0] = 0;
    if (!f)
        return false;
    begin(&s);
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        hash_more(&s, buffer, n);
    bool ok = !ferror(f);
    fclose(f);
    if (ok)
        finish(&s, digest);
    return ok;
}
