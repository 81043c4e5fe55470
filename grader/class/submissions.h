// submissions.h - what a class has handed in: a folder with one entry for each student, a folder or
// an archive. A git checkout is a folder; what counts is its files as they are (git itself is not
// run there: what a checkout configures could start programs).
//
// Two entries may differ in their ending alone (ann, ann.zip): then each keeps its whole name.
// Names are data: they may have any bytes. `id` is made of the name, and is used for files of ours
// and where a student must not be named.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct {
    char *name;  // of the student: that of the folder or of the archive, without ".zip"
    char *path;  // absolute
    char id[13]; // 12 hex digits
    bool archive;
    time_t handed_in;  // when the archive or the youngest file of a lab was changed, or what the
                       // file of times says
    char problem[128]; // why nothing of it can be graded; "": nothing is wrong
} Submitted;

typedef struct {
    Submitted *one; // by name
    int count;
} SubmittedList;

// The length of an archive's name without its ending; 0: it is no archive.
size_t submissions_archive_stem(const char *name);

// All entries of a folder, except hidden ones. False, with errno: the folder cannot be read.
bool submissions_list(SubmittedList *list, const char *folder);
void submissions_free(SubmittedList *list);

// The submission of that name or id; NULL if there is none.
Submitted *submissions_find(const SubmittedList *list, const char *name);

// Takes the times from lines "name,2027-03-01T23:59:00+01:00". A name with commas may stand in
// quotes. False, with the number of the first line that is wrong or names nobody.
bool submissions_take_times(SubmittedList *list, const char *path, int *wrong_line);
