// slots.h - how many runners work at a time, in all processes of a grade together.
//
// A runner takes a slot before it starts, and gives it back when it has ended. The slots are bytes
// in a pipe, as make hands out its jobs: who reads a byte has a slot.
#pragma once

#include <stdbool.h>

// How many there are if nobody says: two more than there are processors.
int slots_usual(void);

// Makes `slots` slots for this process and those that it forks, of which up to `owners` take some:
// each has a number, from 0 on. Without this call there are slots_usual().
void slots_share(int slots, int owners);

// From now on this process takes slots as this owner.
void slots_are_taken_by(int owner);

// Takes a slot. False: none is free now; slots_fd() is readable when one is.
bool slots_take(void);
void slots_give(void);
int slots_fd(void);

// Gives back what an owner that has ended still had.
void slots_give_back(int owner);
