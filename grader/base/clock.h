// clock.h - time that only goes forward.
#pragma once

double clock_seconds(void);
