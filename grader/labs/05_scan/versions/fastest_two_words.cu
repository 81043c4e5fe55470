// EXPECT scan.fastest.scan: n=
// FIRST without fences, another block may see stores late
//
// The sum and the state are two halves of a word, written one after the other: who sees the state
// need not see the sum.
#define OWN_PUBLISH
#define OWN_LOOK
static __device__ void publish(unsigned long long *status, unsigned state, unsigned sum)
{
    volatile unsigned *half = (volatile unsigned *)status;
    half[0] = sum;   // WRONG
    half[1] = state; // WRONG
}

static __device__ unsigned long long look(unsigned long long *status)
{
    volatile unsigned *half = (volatile unsigned *)status;
    unsigned state = half[1]; // WRONG
    return (unsigned long long)state << 32 | half[0]; // WRONG
}
#include "../grader/labs/05_scan/versions/fastest_look_back.cu"
