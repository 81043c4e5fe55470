// debugger.h - the debugger: stops a kernel, shows threads and variables, goes forwards and
// backwards.
//
// The machine is deterministic, so the past of a launch can be run again. Processes that share
// one piece of memory (DebugSession) divide the work:
//
//   the tool      starts the program, reads commands while no kernel runs
//   the machine   serves the program; it runs each launch only when the debugger is done with it
//   a point       a copy of the machine (fork) that waits at a moment of the past: where a launch
//                 begins, and every few million steps. It forks a worker whenever that is wanted.
//   a worker      runs on from a point, stops, and answers commands; at the end of the launch it is
//                 gone. Then the machine itself runs the launch. Device memory, and pinned memory,
//                 of a worker are its own.
//   a scanner     a worker that only looks for something in the past
//
// A moment is a launch (its number: the segment) and a number of steps since the launch began. A
// kernel that waits for the host is several segments.
//
// Reading order: this file, then the headers and the files from below: session, where, value,
// engine, command, dap. A file uses only files below it.
#pragma once

#include "command.h"
#include "dap.h"
