// changes.h - what an instructor decides for one student: a table of four columns,
// student,lab,change,reason.
//
//   Ann Lee,04_reduction,points 85,the machine in the exam room was broken
//   bob@uni.edu,05_scan,due 2027-03-20T23:59:00+01:00,ill until 15 March
//   Carol,all,due 2027-06-30T23:59:00+02:00,part-time
#pragma once

#include <time.h>

#include "course.h"
#include "csv.h"
#include "roster.h"

typedef struct {
    const char *student, *lab, *reason; // of the table
    int on_roster;                      // the row of the student; -1: not there
    bool points_given, used;
    double points;
    time_t due; // 0: as for all
} Change;

typedef struct {
    Csv csv;
    Change *change;
    int changes;
} ClassChanges;

// NULL: no changes. False, with the reason: a line without a reason is one.
bool changes_read(ClassChanges *changes, const char *path, const Course *course,
                  const Roster *roster, char *problem, size_t size);
void class_changes_free(ClassChanges *changes);

// The last change of this kind for a student (by the row of the roster, or by name) in an
// assignment; NULL: there is none.
Change *class_changes_find(const ClassChanges *changes, int on_roster, const char *name,
                           const Assignment *assignment, bool of_points);
