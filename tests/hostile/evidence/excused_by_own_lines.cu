// EXPECT patterns.map.safe: ninitialized
//
// PTX that the program hands over has a kernel that branches on a word that nothing has written,
// though the result is right. Its lines are those of a header of CUB.
#define NAME "_ZN3cub11with_a_wordEPiPKiiii"
#define FILE_LINE ".file 1 \"/usr/local/cuda/bin/../include/cub/thread/thread_load.cuh\""
#define LOC ".loc 1 20 0"
#include "excused_text.h"
