// gradebook.h - what a class has earned, as tables and pages.
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "work.h"

// ---- gradebook.c ----------------------------------------------------------------------------

// The grade of one work; NULL if there is none. To be freed by json_decref().
json_t *gradebook_grade(const StudentClass *class, const ClassWork *work);

// Points that a work has earned, after the rules for late work, and those that it could earn.
typedef struct {
    double points, most, late; // late: what is left of the points, 1 if it was in time
} EarnedPoints;

EarnedPoints gradebook_points(const StudentClass *class, const ClassWork *work,
                              const json_t *grade);

// Writes FOLDER/gradebook.csv (a row for each part) and FOLDER/totals.csv (a row for each student:
// percent of each lab, and the weighted total). False, with errno.
bool gradebook_write(const StudentClass *class);

// A file in the class's folder. It replaces the one that was there when it is whole, so a full disk
// costs no table. gradebook_close() returns false, with errno, if it could not be written.
FILE *gradebook_open(const StudentClass *class, const char *name);
bool gradebook_close(const StudentClass *class, const char *name, FILE *f);

// A name or a text as a field of CSV. A spreadsheet takes what begins with = + - or @ for a
// formula, so such a field gets an apostrophe.
void gradebook_field(FILE *f, const char *text);

// ---- pages.c --------------------------------------------------------------------------------

// Writes FOLDER/pages/ID.html for each student, FOLDER/students.html, which names them, and
// FOLDER/class.html, which names nobody. False, with errno.
bool pages_write(const StudentClass *class);

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

// Adds the grade of one work. In the end, class_mistakes_sort() puts the most frequent first.
void class_mistakes_add(ClassMistakes *all, const ClassWork *work, const json_t *grade);
void class_mistakes_sort(ClassMistakes *all);
void class_mistakes_free(ClassMistakes *all);

// ---- similar.c ------------------------------------------------------------------------------

// Writes FOLDER/similar.csv: pairs of submissions of one lab whose own lines are alike, by
// similarity-tester. False: it is not installed.
bool similar_write(const StudentClass *class);
