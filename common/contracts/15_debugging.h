// 15_debugging.h - what lab 15 has to define: eight broken programs.
//
// 0 <= n <= 2^24, unless a part says otherwise. Arrays do not overlap. Ints may have any value.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DEBUG_BLOCK = 256, // threads per block, and elements of a tile, in every part
    DEBUG_ROOM = 1024  // elements of the list of part 7 at first, and of a piece that is appended
};

// Part 1: out[i] is the largest of in[i - 1], in[i] and in[i + 1], of those that exist.
void debug_three_days(int *out, const int *in, int n);

// Part 2. `in` is cut into tiles of DEBUG_BLOCK elements, the last one shorter. In each of `rounds`
// >= 0 rounds, every element becomes the largest of itself and its neighbours in the tile.
void debug_fire(int *out, const int *in, int n, int rounds);

// Parts 3 and 4, with the same tiles. out[b] is the smallest element of tile b: ceil(n /
// DEBUG_BLOCK) results. Or out[i] is in[i] minus the sum of its tile: n results, without overflow
// in any order of additions.
void debug_coldest(int *out, const int *in, int n);
void debug_deviations(int *out, const int *in, int n);

// Part 5: out[i] = 3 in[i] + in[n - 1 - i]; no overflow. The results are complete when the function
// returns.
void debug_trains(int *out, const int *in, int n);

// Part 6. Throw i is of player[i], 0 <= player[i] < players, and is length[i] >= 0 long. best[p]
// becomes the longest throw of player p and of best[p] before, and its number. Of equal ones it is
// the one with the lowest number; a player without a throw has length 0 and first -1. n <= 2^16,
// 1 <= players <= 2^16. In best before the call, no number `first` is n or above.
typedef struct {
    int length, first;
} Best;
void debug_throws(Best *best, const int *player, const int *length, int n, int players);

// Part 7: out[i] = in[i] - in[0]; no overflow.
void debug_list(int *out, const int *in, int n);

// Part 8: out[r] is the sum of the squares of row r, for r < rows; 0 <= rows, cols <= 2^18, at most
// 2^24 elements between -2^20 and 2^20. So every sum fits in 64 bits.
void debug_energy(long long *out, const int *in, int rows, int cols);

#ifdef __cplusplus
}
#endif
