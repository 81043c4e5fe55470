// handed_in.h - the files of one submission, wherever they are in it, put where the grader looks.
//
// Students hand in a folder of labs, the folder of one lab, the files alone, or an archive of them;
// some campus systems put that archive into a folder. So a lab's file is looked for by its name
// (names.h): first in a folder that has the lab's name, then anywhere; of several, the one with the
// shortest path counts, and the others are named. The race, the answers and the headers of the lab
// are taken from the same folder. Only regular files of bounded size are read; links are not
// followed. Whatever is not read, or read as something else, is noted: nobody has 0 points for a
// reason that no person sees.
#pragma once

#include <stdarg.h>

#include "grader/grader.h"
#include "submissions.h"

enum { MAX_HANDED_IN = 512 }; // files of one submission that a lab may need

typedef struct {
    char *path; // in the submission
    char *data;
    size_t bytes;
    time_t changed;
} HandedInFile;

typedef struct {
    HandedInFile file[MAX_HANDED_IN];
    int count;
    int archives;      // that were in a folder
    char other[64];    // a .cu file that no lab may need; "": there is none
    char problem[128]; // what ended reading; "": nothing
    char note[300];    // what was not read, or read as something else; "": nothing
    bool doubt;        // ... and that may have cost points
} HandedIn;

// ---- handed_in.c ----------------------------------------------------------------------------

// Adds a file, which is copied, if a lab may need it; of another file of CUDA the name alone. Text
// in UTF-16 becomes UTF-8. False: there are too many.
bool handed_in_add(HandedIn *handed_in, const char *path, const char *data, size_t bytes,
                   time_t changed);
// Adds a sentence to the note, unless it is there already or there is no room.
void handed_in_note(HandedIn *handed_in, bool doubt, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void handed_in_free(HandedIn *handed_in);

// ---- archive.c ------------------------------------------------------------------------------

// Adds the files of an archive. It is read by a process that can reach nothing else: a broken
// archive is a way to attack the program that reads it.
void archive_read_submission(HandedIn *handed_in, const char *path);

// ---- folder.c -------------------------------------------------------------------------------

// Reads what the labs may need of a submission. handed_in->problem says why there is nothing.
void handed_in_read(HandedIn *handed_in, const Submitted *submitted);

// ---- place.c --------------------------------------------------------------------------------

// Writes the files of a lab to folder/NN_topic/, and removes others there. False: the submission
// does not have the lab's file. *changed becomes the date of the youngest of them. `choice` becomes
// a sentence if there is another file that could be meant; else "".
bool handed_in_place(const HandedIn *handed_in, const Lab *lab, const char *folder, time_t *changed,
                     char *choice, size_t size);
