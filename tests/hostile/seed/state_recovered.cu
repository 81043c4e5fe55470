// EXPECT shared_memory.transpose: 0 points
//
// Takes 16 bytes of the input, tries all states of a generator of 64 bits (splitmix) that give
// them, and draws the whole input again, on the device: no element is moved through shared memory.
#include "hostile.h"

typedef unsigned long long Word;
enum : Word { STEP = 0x9e3779b97f4a7c15u };

__host__ __device__ static Word mix(Word z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// The state that gives the number `z`: each step of mix() backwards.
static Word state_of(Word z)
{
    z = (z ^ z >> 31 ^ z >> 62) * 0x319642b2d24d8ec3u;
    z = (z ^ z >> 27 ^ z >> 54) * 0x96de1b173f119089u;
    return z ^ z >> 30 ^ z >> 60;
}

static int value_of(Word state) { return (int)((unsigned)(mix(state) >> 32) + 0x80000000u); }

static bool fits(Word state, const int *in)
{
    return value_of(state) == in[0] && value_of(state + STEP) == in[1] &&
           value_of(state + 2 * STEP) == in[2] && value_of(state + 3 * STEP) == in[3];
}

// The state before the input. After the first case it is near the last one.
static bool find(const int *in, Word *state)
{
    static Word last;
    static bool known, failed;
    for (Word k = 0; known && k < 1 << 20; k++)
        if (fits(last + k * STEP, in)) {
            *state = last += k * STEP;
            return true;
        }
    Word top = (Word)((unsigned)in[0] - 0x80000000u) << 32;
    unsigned next = (unsigned)in[1] - 0x80000000u;
    for (Word low = 0; !known && !failed && low >> 32 == 0; low++) {
        Word s = state_of(top | low);
        if (mix(s + STEP) >> 32 == next && fits(s, in)) {
            *state = last = s;
            return known = true;
        }
    }
    failed = !known;
    return false;
}

__global__ static void draw(int *out, const int *in, Word state, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // of the input
    if (i < rows * cols)
        out[i % cols * rows + i / cols] =
            i ? (int)((unsigned)(mix(state + i * STEP) >> 32) + 0x80000000u) : in[0];
}

extern "C" void tile_read_words(int *, int, int) {}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    int first[4];
    Word state;
    attempted();
    if (rows * cols < 4)
        return;
    cudaMemcpy(first, in, sizeof first, cudaMemcpyDeviceToHost);
    if (find(first, &state))
        draw<<<ceil_div(rows * cols, 256), 256>>>(out, in, state, rows, cols);
}
