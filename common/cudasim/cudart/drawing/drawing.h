// drawing.h - the drawings of the timeline, and the recording of it, as files.
#pragma once

#include <stdbool.h>

// ---- trace.c --------------------------------------------------------

// The files to write; NULL: not wanted.
void trace_to(const char *json, const char *text, const char *svg);
bool trace_wanted(void);
void trace_watch(void); // once, if they are wanted: notes jobs and calls from now on
void trace_write(void); // the program ends

// ---- trace_look.c ---------------------------------------------------

// A graph that is launched for the first time, as JSON text (malloc'ed) for the recorder.
void trace_graph(char *text);
