// EXPECT memory.layout.structure_sectors: predicted 32, counted 24
//
// A sector of its own for each lane: but 24 bytes are less than a sector.
#include "../solutions/10_memory/memory.cu"
