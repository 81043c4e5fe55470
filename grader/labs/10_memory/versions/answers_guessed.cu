// EXPECT memory.flight.law: not what your experiment
//
// More is always faster: a guess, without the experiment.
#include "../solutions/10_memory/memory.cu"
