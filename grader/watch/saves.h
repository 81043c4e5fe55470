// saves.h - when a person has saved: the lab's files have other bytes than before, and nobody is
// writing them.
#pragma once

#include <stdbool.h>

#include "grader/grader.h"

typedef struct Saves Saves;

// Watches the files of a lab in its folder: what is graded, and the headers beside it. NULL, with
// errno: the folder cannot be watched.
Saves *saves_open(const char *folder, const Lab *lab);
void saves_close(Saves *saves);

// Readable when something has happened. Besides, saves_settled() wants to be called every
// saves_wait() milliseconds: some file systems tell nothing.
int saves_fd(const Saves *saves);
int saves_wait(const Saves *saves);

// Seen `now`, in seconds: true once for each state of the files that is whole, and other than the
// one before. The first one counts, too.
bool saves_settled(Saves *saves, double now);

// Whether the lab's own file is there.
bool saves_have_source(const Saves *saves);

// Whether the files are still as they were when saves_settled() was true last.
bool saves_hold(const Saves *saves);
