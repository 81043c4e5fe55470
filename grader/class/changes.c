// changes.c - see changes.h.
#include "changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/memory.h"

// "points 85", "due 2027-03-20T23:59:00+01:00"
static bool take_change(Change *change, const char *text)
{
    static const char due[] = "due ";
    int end = 0;
    change->points_given = sscanf(text, "points %lf%n", &change->points, &end) == 1 && !text[end] &&
                           change->points >= 0 && change->points <= 1e6;
    return change->points_given || (strncasecmp(text, due, strlen(due)) == 0 &&
                                    course_date(text + strlen(due), &change->due));
}

static bool is_of_course(const Course *course, const char *lab)
{
    for (int i = 0; i < course->assignments; i++)
        if (strcmp(course->assignment[i].name, lab) == 0)
            return true;
    return strcmp(lab, "all") == 0;
}

static const char *wrong_with(Change *change, const CsvRow *row, const Course *course)
{
    if (row->fields != 4)
        return "needs student,lab,change,reason";
    if (!is_of_course(course, change->lab))
        return "there is no such lab in the course: name one as in course.json, or all";
    if (!take_change(change, csv_field(row, 2)))
        return "the change is \"points 85\" or \"due 2027-03-20T23:59:00+01:00\"";
    if (change->points_given && strcmp(change->lab, "all") == 0)
        return "points are those of one lab";
    return *change->reason ? NULL : "a change needs a reason";
}

bool changes_read(ClassChanges *changes, const char *path, const Course *course,
                  const Roster *roster, char *problem, size_t size)
{
    *changes = (ClassChanges){.changes = 0};
    if (!path)
        return true;
    if (!csv_read(&changes->csv, path, problem, size))
        return false;
    changes->change = need(calloc((size_t)changes->csv.rows + 1, sizeof *changes->change));
    for (int i = 0; i < changes->csv.rows; i++) {
        const CsvRow *row = &changes->csv.row[i];
        Change *change = &changes->change[changes->changes];
        if (i == 0 && csv_column(row, "student") == 0)
            continue; // the titles
        *change = (Change){.student = csv_field(row, 0),
                           .lab = csv_field(row, 1),
                           .reason = csv_field(row, 3),
                           .on_roster = roster_find(roster, csv_field(row, 0))};
        const char *wrong = wrong_with(change, row, course);
        if (wrong) {
            snprintf(problem, size, "line %d: %s", row->line, wrong);
            return false;
        }
        changes->changes++;
    }
    return true;
}

void class_changes_free(ClassChanges *changes)
{
    free(changes->change);
    csv_free(&changes->csv);
}

Change *class_changes_find(const ClassChanges *changes, int on_roster, const char *name,
                           const Assignment *assignment, bool of_points)
{
    Change *found = NULL;
    for (int i = 0; i < changes->changes; i++) {
        Change *change = &changes->change[i];
        bool of_student = on_roster >= 0 ? change->on_roster == on_roster
                                         : change->on_roster < 0 && !strcmp(change->student, name);
        if (!of_student || change->points_given != of_points)
            continue;
        change->used = true;
        if (strcmp(change->lab, assignment->name) == 0 || strcmp(change->lab, "all") == 0)
            found = change;
    }
    return found;
}
