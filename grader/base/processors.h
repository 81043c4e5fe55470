// processors.h - how many processors this process may use.
#pragma once

// At least 1: those in its affinity mask, and no more than its cgroup (version 2) gives it time
// for. A job of Slurm and a container may have few of a machine's processors.
int processors(void);
