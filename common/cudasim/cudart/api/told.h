// told.h - answers that depend on what kernels have computed: they are counted as bits that the
// host has received.
#pragma once

void told_by_call(const char *call); // a call has answered
void told_by_poll(unsigned *polls);  // whether work is done; `polls` of this work so far
