// entries.h - all functions of the driver API, by the numbers of both/driver.h.
#pragma once

#include "both/driver.h"

typedef struct {
    void (*function)(void);
    unsigned version; // of CUDA that has it first
} DriverEntry;

// ---- missing.c ------------------------------------------------------

extern const DriverEntry driver_entries[DRIVER_FUNCTIONS];
