// EXPECT patterns.map: 0 points
//
// Makes memory pools without end.
#include "hostile.h"

static bool try_it(void)
{
    for (long i = 0; i < 20000000; i++)
        if (!([] {
        cudaMemPool_t pool;
        cudaMemPoolProps props = {};
        props.allocType = cudaMemAllocationTypePinned;
        props.location.type = cudaMemLocationTypeDevice;
        return cudaMemPoolCreate(&pool, &props) == cudaSuccess;
    }()))
            return false;
    return true;
}

EARN_IF(try_it())
