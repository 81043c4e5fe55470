// EXPECT reduction.shuffle.registers: accesses per warp
//
// Lanes exchange their sums in the shared memory of the other block of the cluster, not in registers.
#include "tree_in_peer.h"

template <typename T> __device__ static void put(T *at, T value) { *at = value; }
template <typename T> __device__ static T take(T *at) { return *(volatile T *)at; }
