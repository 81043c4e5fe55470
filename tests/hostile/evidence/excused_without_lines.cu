// EXPECT patterns.map.safe: ninitialized
//
// PTX that the program hands over has a kernel that branches on a word that nothing has written,
// though the result is right. It has no lines, and is called like one of CUB's.
#define NAME "_ZN3cub11with_a_wordEPiPKiiii"
#define FILE_LINE ""
#define LOC ""
#include "excused_text.h"
