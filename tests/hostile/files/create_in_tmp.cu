// EXPECT patterns.map: 0 points
//
// Leaves a file in /tmp, /var/tmp or /dev/shm, where the next submission would find it.
#include "hostile.h"

EARN_IF(can_open("/tmp/audit_left", O_WRONLY | O_CREAT) | can_open("/var/tmp/audit_left", O_WRONLY | O_CREAT) | can_open("/dev/shm/audit_left", O_WRONLY | O_CREAT))
