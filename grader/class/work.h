// work.h - one lab of one student: graded by a build/grade of its own, with all that confines a
// submission, and kept as a file. What is kept is not graded again, so a run that was killed goes
// on where it was. Several machines may each grade a share of a class: share I of N is every N-th
// work, beginning with the I-th.
//
//   FOLDER/work/ID/NN_topic/...        the student's files, as they are graded
//   FOLDER/results/ID/NN_topic.json    the grade: a receipt (grader/report/receipt.h)
//   FOLDER/results/ID/NN_topic.key     what it was made of: seed, versions, digests of the files
//   FOLDER/results/ID/NN_topic.txt     what build/grade printed
#pragma once

#include "course.h"
#include "submissions.h"

typedef enum {
    WORK_open,      // to be graded
    WORK_graded,    // there is a result
    WORK_missing,   // the student has not handed in this lab
    WORK_unusable,  // nothing of the submission can be read
    WORK_not_graded // this machine or the grader failed: no mark
} WorkState;

typedef struct {
    const Submitted *who;
    const Lab *lab;
    WorkState state;
    time_t handed_in;
    char why[512];   // missing, unusable, not graded: the reason
    char note[560];  // graded: what was not read, or read as something else; "": nothing
    char alike[200]; // who else has the same questions; not for the student. "": nobody
    bool doubt;      // a person has to look at the reason or the note
    char key[65];
} ClassWork;

typedef struct {
    const Course *course;
    const Lab **lab; // that are graded
    int labs;
    const bool *chosen; // by assignment of the course: its lab is graded
    SubmittedList submitted;
    const char *folder, *nvcc; // nvcc NULL: build/grade finds it
    uint64_t seed;
    int side_by_side;
    int share, shares; // 1 of 1: all
    ClassWork *work;   // by student, then by lab; of a share, only its own
    int count;
    const char *regrade; // a student's name or id, or "all"; NULL: nobody
} StudentClass;

// ---- work.c ---------------------------------------------------------------------------------

// Removes the keys of what is to be graded again (class->regrade). So it stays to be graded again
// if the run is ended.
void work_forget(const StudentClass *class);
// Puts the files of all students in place, and finds out what is to be graded.
void work_prepare(StudentClass *class);
// The digest of a lab's suite and solution: marks of another one are of another scale.
void work_suite_digest(const Lab *lab, char digest[65]);
const char *work_state_name(WorkState state);
// "FOLDER/results/ID/NN_topic.ENDING"; good until the eighth call after this one.
const char *work_file(const StudentClass *class, const ClassWork *work, const char *ending);

// ---- work_run.c -----------------------------------------------------------------------------

typedef enum {
    RUN_done,
    RUN_asked_to_end, // by SIGINT or SIGTERM
    RUN_disk_full
} RunEnd;

// Grades all open work, several at a time, and says on stderr how far it is. What is graded is
// kept, however the run ends. *full: a line for RUN_disk_full.
RunEnd work_run(StudentClass *class, char *full, size_t size);
