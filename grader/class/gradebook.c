// gradebook.c - the class as CSV: what a spreadsheet or a campus system reads.
#include "gradebook.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"

json_t *gradebook_grade(const StudentClass *class, const ClassWork *work)
{
    json_t *grade =
        work->state == WORK_graded ? json_load_file(work_file(class, work, "json"), 0, NULL) : NULL;
    return grade;
}

static double lab_points(const Lab *lab)
{
    double points = 0;
    for (const Part *part = lab->parts; part->number; part++)
        points += part_points(part);
    return points;
}

EarnedPoints gradebook_points(const StudentClass *class, const ClassWork *work, const json_t *grade)
{
    double late =
        work->handed_in ? course_late_factor(class->course, work->lab, work->handed_in) : 1;
    double points = json_number_value(json_object_get(grade, "score"));
    return (EarnedPoints){points * late, lab_points(work->lab->lab), late};
}

void gradebook_field(FILE *f, const char *text)
{
    char clean[1024];
    text_clean(clean, sizeof clean, text, strlen(text));
    bool formula = clean[0] && strchr("=+-@", clean[0]);
    fprintf(f, "\"%s", formula ? "'" : "");
    for (const char *c = clean; *c; c++)
        fprintf(f, *c == '"' ? "\"\"" : "%c", *c);
    fputc('"', f);
}

// ---- a row for each part ----------------------------------------------------------------------

static void put_part(FILE *f, const StudentClass *class, const ClassWork *work, const char *part,
                     double points, double most, const char *status)
{
    gradebook_field(f, work->who->name);
    fprintf(f, ",%s,%s,%g,%g,", work->lab->lab->name, part, points, most);
    gradebook_field(f, status);
    fputc(',', f);
    if (work->state == WORK_graded)
        gradebook_field(f, work_file(class, work, "json"));
    fputc('\n', f);
}

static void put_parts_of_grade(FILE *f, const StudentClass *class, const ClassWork *work,
                               const json_t *grade)
{
    const json_t *parts =
        json_object_get(json_array_get(json_object_get(grade, "labs"), 0), "parts");
    size_t i;
    json_t *part;
    json_array_foreach(parts, i, part)
    {
        char number[32];
        snprintf(number, sizeof number, "%d",
                 (int)json_integer_value(json_object_get(part, "number")));
        put_part(f, class, work, number, json_number_value(json_object_get(part, "score")),
                 json_number_value(json_object_get(part, "max_score")),
                 json_string_value(json_object_get(part, "status")));
    }
}

static void put_work(FILE *f, const StudentClass *class, const ClassWork *work)
{
    char status[300];
    json_t *grade = gradebook_grade(class, work);
    EarnedPoints earned = gradebook_points(class, work, grade);
    snprintf(status, sizeof status, "%s%s%s", work_state_name(work->state),
             work->why[0] ? ": " : "", work->why);
    if (grade && earned.late < 1)
        snprintf(status, sizeof status, "late: %g of the points count", earned.late);
    if (grade)
        put_parts_of_grade(f, class, work, grade);
    put_part(f, class, work, "all", earned.points, earned.most, status);
    json_decref(grade);
}

// ---- a row for each student -------------------------------------------------------------------

static void put_total_titles(FILE *f, const StudentClass *class, int works)
{
    fputs("student", f);
    for (int i = 0; i < works; i++)
        fprintf(f, ",%s", class->work[i].lab->lab->name);
    fputs(",total\n", f);
}

// A lab that this machine could not grade leaves its field empty, and the total, too.
static void put_total(FILE *f, const StudentClass *class, const ClassWork *work, int works)
{
    double sum = 0, weights = 0;
    bool whole = true;
    gradebook_field(f, work->who->name);
    for (int i = 0; i < works; i++) {
        json_t *grade = gradebook_grade(class, &work[i]);
        EarnedPoints earned = gradebook_points(class, &work[i], grade);
        double percent = 100 * earned.points / earned.most;
        json_decref(grade);
        sum += percent * work[i].lab->weight;
        weights += work[i].lab->weight;
        bool known = work[i].state != WORK_not_graded && work[i].state != WORK_open;
        whole = whole && known;
        fprintf(f, known ? ",%.4g" : ",", percent);
    }
    fprintf(f, whole ? ",%.4g\n" : ",\n", weights > 0 ? sum / weights : 0);
}

// ---- files --------------------------------------------------------------------------------------

FILE *gradebook_open(const StudentClass *class, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.part", class->folder, name);
    return fopen(path, "w");
}

bool gradebook_close(const StudentClass *class, const char *name, FILE *f)
{
    char path[PATH_MAX], part[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", class->folder, name);
    snprintf(part, sizeof part, "%s/%s.part", class->folder, name);
    bool written = f && !ferror(f) && fflush(f) == 0;
    int why = errno;
    if (f && fclose(f) != 0 && written) {
        written = false;
        why = errno;
    }
    if (written && rename(part, path) == 0)
        return true;
    why = written ? errno : why;
    unlink(part);
    errno = why;
    return false;
}

bool gradebook_write(const StudentClass *class)
{
    FILE *f = gradebook_open(class, "gradebook.csv"), *totals = gradebook_open(class, "totals.csv");
    int works = class->submitted.count ? class->count / class->submitted.count : 0;
    if (!f || !totals) {
        int why = errno;
        gradebook_close(class, "gradebook.csv", f);
        gradebook_close(class, "totals.csv", totals);
        errno = why;
        return false;
    }
    fputs("student,lab,part,points,max_points,status,receipt\n", f);
    put_total_titles(totals, class, works);
    for (int i = 0; i < class->count; i++)
        put_work(f, class, &class->work[i]);
    for (int i = 0; works && i < class->count; i += works)
        put_total(totals, class, &class->work[i], works);
    bool written = gradebook_close(class, "gradebook.csv", f);
    return gradebook_close(class, "totals.csv", totals) && written;
}
