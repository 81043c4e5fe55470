// gradebook.c - the class as CSV: what a spreadsheet or a campus system reads.
#include "gradebook.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"

void gradebook_status(const Mark *mark, bool for_student, char *text, size_t size)
{
    const ClassWork *work = mark->work;
    if (!work)
        snprintf(text, size, "nothing was handed in");
    else if (work->state == WORK_graded && mark->late < 1)
        snprintf(text, size, "late: %g of the points count", mark->late);
    else
        snprintf(text, size, "%s", work_state_name(work->state));
    for (int i = 0; i < 4; i++) {
        const char *more[] = {work ? work->state == WORK_graded ? work->note : work->why : "",
                              mark->points_changed ? mark->points_changed->reason : "",
                              mark->due_changed ? mark->due_changed->reason : "",
                              work && !for_student ? work->alike : ""};
        static const char *const words[] = {": ",
                                            "; points changed: ", "; another due date: ", "; "};
        size_t used = strlen(text);
        if (*more[i])
            snprintf(text + used, size - used, "%s%s", words[i], more[i]);
    }
}

// ---- a row for each part ----------------------------------------------------------------------

static void put_row(FILE *f, const ClassMarks *marks, const Student *student, const Assignment *a,
                    const Mark *mark, const char *part, double points, double most,
                    const char *status)
{
    csv_put(f, student->name);
    fprintf(f, ",%s,%s,%.6g,%.6g,", a->name, part, points, most);
    csv_put(f, status);
    fputc(',', f);
    if (mark->work && mark->work->state == WORK_graded)
        csv_put(f, work_file(marks->class, mark->work, "json"));
    fputc('\n', f);
}

static void put_assignment(FILE *f, const ClassMarks *marks, const Student *student,
                           const Assignment *a)
{
    char status[800], number[16];
    Mark mark = mark_of(marks, student, a);
    json_t *grade = mark.work ? work_grade(marks->class, mark.work) : NULL, *object;
    size_t i;
    json_array_foreach(json_object_get(json_array_get(json_object_get(grade, "labs"), 0), "parts"),
                       i, object)
    {
        const Part *part = mark_part(a, object);
        if (!part)
            continue;
        snprintf(number, sizeof number, "%d", part->number);
        put_row(f, marks, student, a, &mark, number, mark_of_part(a, part, object),
                assignment_part_points(a, part),
                json_string_value(json_object_get(object, "status")));
    }
    gradebook_status(&mark, false, status, sizeof status);
    put_row(f, marks, student, a, &mark, "all", mark.points, assignment_points(a), status);
    json_decref(grade);
}

// ---- files --------------------------------------------------------------------------------------

static bool write_table(const ClassMarks *marks, const char *name,
                        void (*put)(FILE *f, const ClassMarks *marks))
{
    char path[PATH_MAX], *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    put(f, marks);
    fclose(f);
    snprintf(path, sizeof path, "%s/%s", marks->class->folder, name);
    bool written = csv_write(path, text, size);
    free(text);
    return written;
}

static void put_gradebook(FILE *f, const ClassMarks *marks)
{
    const Course *course = marks->class->course;
    fputs("student,lab,part,points,max_points,status,receipt\n", f);
    for (int i = 0; i < marks->count; i++)
        for (int k = 0; k < course->assignments; k++)
            if (marks->class->chosen[k])
                put_assignment(f, marks, &marks->one[i], &course->assignment[k]);
}

static void put_marks(FILE *f, const ClassMarks *marks)
{
    const Course *course = marks->class->course;
    size_t n = (size_t)course->assignments + 1;
    double *points = need(calloc(n, sizeof *points));
    bool *known = need(calloc(n, sizeof *known));
    marks_put_titles(f, course, marks->class->chosen);
    for (int i = 0; i < marks->count; i++) {
        const Student *student = &marks->one[i];
        const char *const who[4] = {student->name, student->row ? student->row->id : "",
                                    student->row ? student->row->email : "",
                                    student->row ? student->row->group : ""};
        for (int k = 0; k < course->assignments; k++) {
            if (!marks->class->chosen[k])
                continue;
            Mark mark = mark_of(marks, student, &course->assignment[k]);
            points[k] = mark.points;
            known[k] = mark.known;
        }
        marks_put_row(f, course, marks->class->chosen, who, points, known);
    }
    free(points);
    free(known);
}

bool gradebook_write(const ClassMarks *marks)
{
    bool written = write_table(marks, "gradebook.csv", put_gradebook);
    return written && write_table(marks, "marks.csv", put_marks);
}
