// handed_in.h - the files of one submission, wherever they are in it, put where the grader looks.
//
// Students hand in a folder of labs, the folder of one lab, the files alone, or an archive of them;
// some campus systems put that archive into a folder. So a lab's file is looked for by its name:
// first in a folder that has the lab's name, then anywhere; of several, the one with the shortest
// path counts. If no file has the name, one that a browser has renamed counts ("reduction (1).cu").
// The race, the answers and the headers of the lab are taken from the same folder. Only regular
// files of bounded size are read; links are not followed.
#pragma once

#include "course.h"
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
} HandedIn;

// ---- handed_in.c ----------------------------------------------------------------------------

// Reads what the labs may need of a submission. handed_in->problem says why there is less.
void handed_in_read(HandedIn *handed_in, const Submitted *submitted);
void handed_in_free(HandedIn *handed_in);

// Writes the files of a lab to folder/NN_topic/, and removes others there. False: the submission
// does not have the lab's file. *changed becomes the date of the youngest of them.
bool handed_in_place(const HandedIn *handed_in, const Lab *lab, const char *folder,
                     time_t *changed);

// May a lab need a file of this name? For both kinds of submission.
bool handed_in_wanted(const char *path);
// Is the file one of CUDA, and of no lab? Its name may tell why a lab's file is missing.
bool handed_in_is_other(const char *path);
// Adds a file, which is copied; of another file of CUDA the name alone. False: there are too many.
bool handed_in_add(HandedIn *handed_in, const char *path, const char *data, size_t bytes,
                   time_t changed);

// ---- archive.c ------------------------------------------------------------------------------

// The same of an archive. It is read by a process that can reach nothing else: a broken archive
// is a way to attack the program that reads it.
void archive_read_submission(HandedIn *handed_in, const char *path);
