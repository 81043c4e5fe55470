// EXPECT patterns.map: 0 points
//
// Forks before anything else, in an array of functions that the loader calls; the child would
// outlive all cases and write the report.
#include "hostile.h"

static int child = -1;

static void early(int, char **, char **)
{
    child = fork();
    if (child == 0)
        for (int i = 0; i < 600; i++) {
            can_open(TREE "/students/made_by_a_child", O_CREAT | O_WRONLY);
            usleep(100000);
        }
}
__attribute__((section(".init_array"), used)) static void (*first)(int, char **, char **) = early;

EARN_IF(child > 0)
