// course.c - the instructor's choices for one class: what they mean. course_read.c reads them.
#include "course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"
#include "grader/labs/choose.h"

const char *const lock_words[LOCKS] = {"hints", "solution"};

void course_free(Course *course)
{
    free(course->assignment);
    free(course->left_out);
}

bool course_date(const char *text, time_t *date)
{
    struct tm tm = {.tm_isdst = -1};
    const char *end = text ? strptime(text, "%Y-%m-%dT%H:%M:%S%z", &tm) : NULL;
    if (!end || *end)
        return false;
    long east = tm.tm_gmtoff; // timegm() overwrites it
    *date = timegm(&tm) - east;
    return true;
}

double course_late_factor(const Course *course, time_t due, time_t handed_in)
{
    enum { DAY = 24 * 60 * 60 };
    time_t late = handed_in - due - 60 * (time_t)course->grace_minutes;
    if (!course->late || !due || late <= 0)
        return 1;
    time_t days = (late + DAY - 1) / DAY; // each begun day counts
    double left = 1 - (double)days * course->percent_per_day / 100;
    return days > course->days || left < 0 ? 0 : left;
}

static int choose_word(const Course *course, const char *word, bool *chosen)
{
    int found = 0;
    for (int by_lab = 0; by_lab < 2 && !found; by_lab++)
        for (int i = 0; i < course->assignments; i++) {
            const Assignment *a = &course->assignment[i];
            if (by_lab ? !lab_matches(a->lab, word) : strcmp(a->name, word) != 0)
                continue;
            chosen[i] = true;
            found++;
        }
    return found;
}

bool course_choose(const Course *course, const char *words, bool *chosen, char *word, size_t size)
{
    char *copy = need(strdup(words ? words : "all")), *rest = copy, *next;
    bool right = true;
    memset(chosen, 0, (size_t)course->assignments * sizeof *chosen);
    while (right && (next = strsep(&rest, ",")) != NULL)
        if (!choose_word(course, next, chosen)) {
            snprintf(word, size, "%s", next);
            right = false;
        }
    free(copy);
    return right;
}

bool assignment_has(const Assignment *assignment, const Part *part)
{
    return assignment->parts >> part->number & 1;
}

double assignment_part_points(const Assignment *assignment, const Part *part)
{
    double points = assignment->points[part->number];
    return points >= 0 ? points : part_points(part);
}

double assignment_points(const Assignment *assignment)
{
    double points = 0, on_top = 0;
    for (const Part *part = assignment->lab->parts; part->number; part++)
        if (assignment_has(assignment, part))
            *(part->file ? &on_top : &points) += assignment_part_points(assignment, part);
    return points > 0 ? points : on_top;
}
