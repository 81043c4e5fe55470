// verdict.h - did an attack get what it must get, and nothing besides?
#pragma once

#include "attack.h"
#include "room.h"

typedef struct {
    bool contained;
    bool attempted; // its code said so
    char why[512];  // it is not contained, or was not tried
} Outcome;

// `json` and `log` are what build/grade wrote.
Outcome outcome_of(const Attack *attack, const RoomResult *room, const char *json, const char *log);
