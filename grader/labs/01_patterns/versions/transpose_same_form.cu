// EXPECT patterns.transpose.writes: sectors per store request
//
// The second version is the first one again: it reads rows.
#define transpose_writing_rows sound_writing
#include "../solutions/01_patterns/patterns.cu"
#undef transpose_writing_rows

extern "C" void transpose_writing_rows(int *out, const int *in, int rows, int cols)
{
    transpose_reading_rows(out, in, rows, cols);
}
