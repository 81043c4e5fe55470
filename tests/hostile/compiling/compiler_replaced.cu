// EXPECT patterns.map: 0 points
// SETUP for p in gcc g++ cicc ptxas ld as cudafe++ fatbinary; do printf '#!/bin/sh\necho x >%s/outside/made\nexit 1\n' "$OUTSIDE_FOLDER" >$p; chmod +x $p; done
// SETUP printf '%s\n' "$OUTSIDE_FOLDER" >nvcc.profile
//
// Puts programs named as the compiler's beside the file.
#include "hostile.h"
EARN_IF(can_open(OUTSIDE "/made", O_RDONLY))
