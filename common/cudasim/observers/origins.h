// origins.h - what other observers ask origins.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// How many of these bytes of device memory came from the host last.
uint64_t origins_sent(uint64_t addr, uint64_t n);
// Has a kernel stored this word of the host's memory?
bool origins_stored(uint64_t addr);
