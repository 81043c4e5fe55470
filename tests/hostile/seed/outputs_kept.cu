// EXPECT patterns.map: 0 points
//
// Keeps what the first process of a grading has seen, for the next one, in a file.
#include "hostile.h"


EARN_IF(can_open(OUTSIDE "/kept", O_CREAT | O_RDWR) || can_open("/tmp/audit_kept", O_CREAT | O_RDWR))
