// submissions.h - what a class has handed in: a folder with one entry for each student, a folder or
// an archive. All files of a class may also be in one folder, as Canvas has them: those of one
// student are an entry. A git checkout is a folder; what counts is its files as they are (git
// itself is not run there: what a checkout configures could start programs).
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
    bool flat; // `path` is the folder of all: its files begin with the name (names.h, Canvas)
    time_t handed_in;  // when the archive or the youngest file of a lab was changed, or what the
                       // file of times says
    char problem[128]; // why nothing of it can be graded; "": nothing is wrong
} Submitted;

typedef struct {
    Submitted *one; // by name
    int count;
} SubmittedList;

// All entries of a folder, except hidden ones. False, with errno: the folder cannot be read.
bool submissions_list(SubmittedList *list, const char *folder);
void submissions_free(SubmittedList *list);

// The submission of that name or id; NULL if there is none.
Submitted *submissions_find(const SubmittedList *list, const char *name);

// Takes the times from a table of names and dates: name,2027-03-01T23:59:00+01:00. False, with the
// reason.
bool submissions_take_times(SubmittedList *list, const char *path, char *problem, size_t size);
