// EXPECT reduction.halves.pairs: neighbouring pairs
//
// Part 2's kernel in part 3's place: right, but the pairs are the old ones.
#define reduce_halves_int sound_halves_int
#define reduce_halves_float sound_halves_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_halves_int
#undef reduce_halves_float

template <typename T>
void launch_wrong(T *partial, const T *in, int n)
{
    launch_consecutive(partial, in, n);
}

extern "C" void reduce_halves_int(int *partial, const int *in, int n)
{
    launch_wrong(partial, in, n);
}

extern "C" void reduce_halves_float(float *partial, const float *in, int n)
{
    launch_wrong(partial, in, n);
}
