// machines.h - the machines of a program: each process that makes CUDA calls has one, a process of
// ours.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// A socket on which processes ask for machines; BROKER_VARIABLE has its name. -1: errno says why.
int machines_open(void);
// Starts a machine for the process that asks.
void machines_start(int broker);
// How many have been started since machines_open().
size_t machines_count(void);
// No more are started. The machines of all processes that have ended write their reports before
// this returns; a process that the program has left behind keeps its machine. interrupted: an
// interrupt has ended the program, so its kernel ends, too. True: one of them has found errors.
bool machines_close(int broker, bool interrupted);
// Is the machine of a program that runs without build/cudasim. Started twice over, so that the
// program does not see it among its children.
_Noreturn void machines_alone(int socket);
