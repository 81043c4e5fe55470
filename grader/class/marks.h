// marks.h - what each student gets for each assignment: what was graded, after the rules for late
// work and what the instructor has decided.
#pragma once

#include <jansson.h>

#include "changes.h"
#include "roster.h"
#include "work.h"

enum { MAX_ATTEMPTS = 8 };

// A student of the roster, or a submission of somebody who is not on it.
typedef struct {
    const char *name;
    const RosterRow *row;      // NULL: not on the roster
    int on_roster;             // its row; -1
    int attempt[MAX_ATTEMPTS]; // the submissions, as in class->submitted
    int attempts;              // 0: nothing was handed in
} Student;

typedef struct {
    const StudentClass *class;
    Roster roster;
    ClassChanges changes;
    Student *one; // first those of the roster
    int count;
} ClassMarks;

typedef struct {
    double points;         // after all rules
    bool known;            // false: this machine could not grade the work
    const ClassWork *work; // that counts: the best attempt; NULL: nothing was handed in
    double late;           // what is left of the points, 1 if it was in time
    const Change *points_changed, *due_changed;
} Mark;

// Reads the roster and the changes, either of which may be NULL. False, with the reason.
bool marks_read(ClassMarks *marks, const StudentClass *class, const char *roster,
                const char *changes, char *problem, size_t size);
// Finds out who has handed in what. After class->submitted is known.
void marks_find_students(ClassMarks *marks);
void marks_free(ClassMarks *marks);

Mark mark_of(const ClassMarks *marks, const Student *student, const Assignment *assignment);

// The student of a submission.
const Student *marks_student(const ClassMarks *marks, const Submitted *who);

// The grade of one work; NULL if there is none. To be freed by json_decref().
json_t *work_grade(const StudentClass *class, const ClassWork *work);
// The work of a submission for a lab.
const ClassWork *class_work(const StudentClass *class, int submission, const Lab *lab);

// The points of a part in a grade, of the points that the assignment gives the part. `part` is an
// object of grade.json.
double mark_of_part(const Assignment *assignment, const Part *part, const json_t *object);
const Part *mark_part(const Assignment *assignment,
                      const json_t *object); // NULL: it does not count

// The weighted total in percent of the assignments that are marked: `points` by assignment, and
// which of them there are. An assignment that may stand for another one counts where it is better.
double marks_total(const Course *course, const bool *marked, const double *points);
