// EXPECT memory.constant.shared: busiest thread
//
// One warp translates all bytes.
#define translate_bytes sound_translate_bytes
#include "../solutions/10_memory/memory.cu"
#undef translate_bytes

extern "C" void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    if (n > 0)
        translate<<<1, 32>>>(out, in, n, table);
    CUDA_CHECK(cudaGetLastError());
}
