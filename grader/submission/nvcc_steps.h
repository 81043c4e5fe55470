// nvcc_steps.h - the programs that nvcc starts, those for the device beside those for the host.
#pragma once

// Does what `nvcc argv[1]...` does: the same programs with the same arguments, in less time where
// there are two processors. `depend` is the file that argv names after -MF. What the programs say
// is written to standard output and error in nvcc's order, up to the first program that fails.
// Returns nvcc's exit status; -1: nvcc's list of its programs is not of the kind known here, and
// nothing has been written: call nvcc itself.
// Changes the process's environment, and waits for all its children.
int nvcc_steps(const char *const argv[], char *const environment[], const char *depend);
