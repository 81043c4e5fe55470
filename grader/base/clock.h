// clock.h - time that only goes forward, and how fast this machine is.
#pragma once

double clock_seconds(void);

// How many times longer than on a machine of ordinary speed this one takes for a fixed piece of
// work, at least 1. Processor time is measured, so other programs hardly matter. Limits on time
// are multiplied by it: they mean work, not seconds.
double clock_slowness(void);
