// EXPECT patterns.map: 0 points
//
// Prints a line as CUDA_CHECK does, with control characters, and leaves: it becomes part of
// the message.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    fprintf(stderr, "patterns.cu:1: \033[31m\xff\x01 cudaMalloc(): cudaErrorUnknown (\x1b[2J%s)\n", text("%0500d", 1));
    exit(EXIT_CUDA_ERROR);
}
