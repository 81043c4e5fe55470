// course.h - the instructor's choices for one class: a JSON file, course.json in the course's
// folder or COURSE_FILE=name. All of it may be left out.
//
//   {
//     "title": "CUDA C, spring",
//     "leave_out": ["14_thrust"],
//     "only_named": true,
//     "labs": {
//       "04_reduction": {"weight": 2, "due": "2027-03-01T23:59:00+01:00"},
//       "05_scan": {"parts": "1-6", "points": {"6": 20}},
//       "week 6": {"lab": "05_scan", "parts": "7-11"}
//     },
//     "late": {"grace_minutes": 15, "percent_per_day": 10, "days": 5},
//     "lock": ["hints", "solution"],
//     "require_sandbox": true,
//     "own_questions": true
//   }
//
// An entry of "labs" is what is marked: an assignment, with parts of one lab. Without "lab", its
// name is that of the lab. It has all parts, the points of the suite, the weight 1 and no due date
// unless the file says so; a lab that the file does not name is such an assignment, too, unless
// "only_named". A weight multiplies the share of the total. "instead_of": the better of the two
// counts. "points" are those of a part as a whole.
//
// Work that is late by a part of a day loses percent_per_day of the points that it has earned, and
// again for each further day; after `days` days it earns nothing. The grace is added to each
// deadline. Without "late", work may be as late as it likes. A word that is not known, also a lab
// that is not there, is an error: a date with a typing error would be no date.
#pragma once

#include <time.h>

#include "grader/grader.h"

enum { MAX_PARTS = 64, ASSIGNMENT_NAME = 48 };

// What a release may keep closed, by its words in "lock" (grader/base/locked.h): hints from level 3
// on; the text of the solution on the page of `make look`.
enum { LOCK_hints, LOCK_solution, LOCKS };
extern const char *const lock_words[LOCKS];

typedef struct {
    char name[ASSIGNMENT_NAME];
    const Lab *lab;
    double weight;
    time_t due;     // 0: no date
    uint64_t parts; // bit N: part N counts
    double points[MAX_PARTS];
    int instead_of; // the index of another one; -1: none
} Assignment;

typedef struct {
    char title[200];
    Assignment *assignment; // in the order of the labs
    int assignments;
    bool *left_out; // by lab, as in all_labs
    bool only_named;
    double percent_per_day;
    int grace_minutes, days;
    bool late; // are there rules for late work?
    bool require_sandbox;
    bool
        own_questions; // who has no name in answers.txt gets the questions of the submission's name
    bool locked[LOCKS]; // what the release keeps closed
} Course;

// ---- course_read.c --------------------------------------------------------------------------

// The choices in a file; NULL: none. False, with the reason, if the file cannot be used.
bool course_read(Course *course, const char *path, char *problem, size_t size);

// ---- course.c -------------------------------------------------------------------------------

void course_free(Course *course);

// "2027-03-01T23:59:00+01:00" or "...Z". False: it is no such date.
bool course_date(const char *text, time_t *date);

// What is left of the points of work that was handed in then: 1 is everything. `due` 0: no date.
double course_late_factor(const Course *course, time_t due, time_t handed_in);

// Which assignments the words mean, "04,05_scan": one of that name, or else all of such a lab.
// NULL: all. False, with the word, if one means none.
bool course_choose(const Course *course, const char *words, bool *chosen, char *word, size_t size);

bool assignment_has(const Assignment *assignment, const Part *part);
// The points that a part of it may earn, and all its parts: without the open part, whose points are
// on top, unless there is no other part.
double assignment_part_points(const Assignment *assignment, const Part *part);
double assignment_points(const Assignment *assignment);
