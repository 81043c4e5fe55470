// gradebook.h - what a class has earned, as tables and pages.
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "marks.h"

// ---- gradebook.c ----------------------------------------------------------------------------

// Writes FOLDER/gradebook.csv (a row for each part, with the reasons) and FOLDER/marks.csv (a row
// for each student, for campus systems). False, with errno.
bool gradebook_write(const ClassMarks *marks);

// "graded", "missing: no file reduction.cu", "late: 0.9 of the points count", ... For the
// instructor, also what names another student.
void gradebook_status(const Mark *mark, bool for_student, char *text, size_t size);

// ---- totals.c -------------------------------------------------------------------------------

// The titles of FOLDER/marks.csv, and a row. `marked`, `points`: by assignment of the course.
// `known` false: there is no total.
void marks_put_titles(FILE *f, const Course *course, const bool *marked);
void marks_put_row(FILE *f, const Course *course, const bool *marked, const char *const who[4],
                   const double *points, const bool *known);

// Reads FOLDER/marks.csv of several folders, and writes one to `path`: of each assignment the best
// that a student has in any of them. False, with the reason.
bool totals_write(const Course *course, char **folders, int count, const char *path, char *problem,
                  size_t size);

// ---- pages.c --------------------------------------------------------------------------------

// Writes FOLDER/pages/ID.html for each submission, the same as FOLDER/feedback/NAME/feedback.html,
// FOLDER/students.html, which names them, and FOLDER/class.html, which names nobody. False, with
// errno.
bool pages_write(const ClassMarks *marks);

// ---- class_mistakes.c -----------------------------------------------------------------------

// How many students make which mistake in which part.
typedef struct {
    const Lab *lab;
    const Part *part;
    char text[200], slide[16];
    int students;
    const Submitted *last; // who was counted last: nobody counts twice
} ClassMistake;

typedef struct {
    const Lab *lab;
    const Part *part;
    int graded, full;
    double points; // of all together
} PartSum;

typedef struct {
    ClassMistake *mistake;
    int mistakes;
    PartSum *part;
    int parts;
} ClassMistakes;

// Adds the grade of one work, without the parts that nothing was written into. In the end,
// class_mistakes_sort() puts the most frequent first.
void class_mistakes_add(ClassMistakes *all, const StudentClass *class, const ClassWork *work,
                        const json_t *grade);
void class_mistakes_sort(ClassMistakes *all);
void class_mistakes_free(ClassMistakes *all);

// ---- similar.c ------------------------------------------------------------------------------

// Writes FOLDER/similar.csv, FOLDER/similar/*.html: submissions of one lab whose own lines are
// alike, side by side. `earlier`: the results of another class, for comparison; or NULL. False,
// with errno.
bool similar_write(const ClassMarks *marks, const char *earlier);
