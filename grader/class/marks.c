// marks.c - see marks.h.
#include "marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"

// ---- what was graded --------------------------------------------------------------------------

json_t *work_grade(const StudentClass *class, const ClassWork *work)
{
    return work->state == WORK_graded ? json_load_file(work_file(class, work, "json"), 0, NULL)
                                      : NULL;
}

const ClassWork *class_work(const StudentClass *class, int submission, const Lab *lab)
{
    for (int k = 0; k < class->labs; k++) {
        int at = submission * class->labs + k;
        if (at < class->count && class->work[at].lab == lab)
            return &class->work[at];
    }
    return NULL;
}

const Part *mark_part(const Assignment *assignment, const json_t *object)
{
    int number = (int)json_integer_value(json_object_get(object, "number"));
    for (const Part *part = assignment->lab->parts; part->number; part++)
        if (part->number == number)
            return assignment_has(assignment, part) ? part : NULL;
    return NULL;
}

double mark_of_part(const Assignment *assignment, const Part *part, const json_t *object)
{
    double most = json_number_value(json_object_get(object, "max_score"));
    double score = json_number_value(json_object_get(object, "score"));
    return most > 0 ? assignment_part_points(assignment, part) * score / most : 0;
}

static double points_of(const Assignment *assignment, const json_t *grade)
{
    size_t i;
    json_t *object;
    double points = 0;
    json_array_foreach(json_object_get(json_array_get(json_object_get(grade, "labs"), 0), "parts"),
                       i, object)
    {
        const Part *part = mark_part(assignment, object);
        points += part ? mark_of_part(assignment, part, object) : 0;
    }
    return points;
}

// ---- who is who -------------------------------------------------------------------------------

bool marks_read(ClassMarks *marks, const StudentClass *class, const char *roster,
                const char *changes, char *problem, size_t size)
{
    char why[256];
    *marks = (ClassMarks){.class = class};
    bool right = roster_read(&marks->roster, roster, why, sizeof why);
    if (!right)
        snprintf(problem, size, "%s: %s", roster, why);
    else if (!(right = changes_read(&marks->changes, changes, class->course, &marks->roster, why,
                                    sizeof why)))
        snprintf(problem, size, "%s: %s", changes, why);
    return right;
}

void marks_find_students(ClassMarks *marks)
{
    const SubmittedList *submitted = &marks->class->submitted;
    size_t most = (size_t)marks->roster.rows + (size_t)submitted->count;
    marks->one = need(calloc(most + 1, sizeof *marks->one));
    for (int i = 0; i < marks->roster.rows; i++) {
        const RosterRow *row = &marks->roster.row[i];
        marks->one[marks->count++] = (Student){.name = row->name, .row = row, .on_roster = i};
    }
    for (int i = 0; i < submitted->count; i++) {
        const char *name = submitted->one[i].name;
        int row = roster_find(&marks->roster, name);
        Student *student = row >= 0 ? &marks->one[row] : &marks->one[marks->count++];
        if (row < 0)
            *student = (Student){.name = name, .on_roster = -1};
        if (student->attempts < MAX_ATTEMPTS)
            student->attempt[student->attempts++] = i;
    }
}

void marks_free(ClassMarks *marks)
{
    roster_free(&marks->roster);
    class_changes_free(&marks->changes);
    free(marks->one);
}

const Student *marks_student(const ClassMarks *marks, const Submitted *who)
{
    for (int i = 0; i < marks->count; i++)
        for (int k = 0; k < marks->one[i].attempts; k++)
            if (&marks->class->submitted.one[marks->one[i].attempt[k]] == who)
                return &marks->one[i];
    return NULL;
}

// ---- a mark -----------------------------------------------------------------------------------

Mark mark_of(const ClassMarks *marks, const Student *student, const Assignment *assignment)
{
    Mark best = {.known = true, .late = 1};
    const Change *due_changed =
        class_changes_find(&marks->changes, student->on_roster, student->name, assignment, false);
    const Change *points_changed =
        class_changes_find(&marks->changes, student->on_roster, student->name, assignment, true);
    time_t due = due_changed ? due_changed->due : assignment->due;
    for (int i = 0; i < student->attempts; i++) {
        const ClassWork *work = class_work(marks->class, student->attempt[i], assignment->lab);
        json_t *grade = work ? work_grade(marks->class, work) : NULL;
        double late = grade && work->handed_in
                          ? course_late_factor(marks->class->course, due, work->handed_in)
                          : 1;
        double points = late * points_of(assignment, grade);
        json_decref(grade);
        if (work && (work->state == WORK_not_graded || work->state == WORK_open))
            best.known = false;
        if (work && (!best.work || points > best.points ||
                     (best.work->state != WORK_graded && work->state == WORK_graded))) {
            best.work = work;
            best.points = points;
            best.late = late;
        }
    }
    best.due_changed = due_changed;
    best.points_changed = points_changed;
    if (points_changed) {
        best.points = points_changed->points;
        best.known = true;
    }
    return best;
}

double marks_total(const Course *course, const bool *marked, const double *points)
{
    double sum = 0, weights = 0;
    for (int i = 0; i < course->assignments; i++) {
        const Assignment *a = &course->assignment[i];
        bool stands_for = a->instead_of >= 0 && marked[a->instead_of];
        if (!marked[i] || stands_for)
            continue;
        double percent = 100 * points[i] / assignment_points(a);
        for (int k = 0; k < course->assignments; k++) {
            const Assignment *other = &course->assignment[k];
            if (!marked[k] || other->instead_of != i)
                continue;
            double instead = 100 * points[k] / assignment_points(other);
            percent = instead > percent ? instead : percent;
        }
        sum += percent * a->weight;
        weights += a->weight;
    }
    return weights > 0 ? sum / weights : 0;
}
