// EXPECT memory.kinds.which: not what your experiment
//
// Managed memory is taken to need no wait.
#include "../solutions/10_memory/memory.cu"
