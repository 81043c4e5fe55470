// course.h - the instructor's choices for one class: a JSON file, course.json in the course's
// folder or COURSE_FILE=name. All of it may be left out.
//
//   {
//     "title": "CUDA C, spring",
//     "leave_out": ["14_thrust"],
//     "labs": {
//       "04_reduction": {"weight": 2, "due": "2027-03-01T23:59:00+01:00"}
//     },
//     "late": {"grace_minutes": 15, "percent_per_day": 10, "days": 5}
//   }
//
// A lab has the weight 1 and no due date unless the file says so. A weight multiplies the lab's
// share of the total. Work that is late by a part of a day loses percent_per_day of the points that
// it has earned, and again for each further day; after `days` days it earns nothing. Without
// "late", work may be as late as it likes. A word that is not known, also a lab that is not there,
// is an error: a date with a typing error would be no date.
#pragma once

#include <time.h>

#include "grader/grader.h"

typedef struct {
    const Lab *lab;
    double weight;
    time_t due; // 0: no date
    bool left_out;
} CourseLab;

typedef struct {
    char title[200];
    CourseLab *lab; // all labs of the course, in order
    int labs;
    double percent_per_day;
    int grace_minutes, days;
    bool late; // are there rules for late work?
} Course;

// The choices in a file; NULL: none. False, with the reason, if the file cannot be used.
bool course_read(Course *course, const char *path, char *problem, size_t size);
void course_free(Course *course);

// "2027-03-01T23:59:00+01:00" or "...Z". False: it is no such date.
bool course_date(const char *text, time_t *date);

// What is left of the points of work that was handed in then: 1 is everything.
double course_late_factor(const Course *course, const CourseLab *lab, time_t handed_in);
