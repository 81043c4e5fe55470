// pages.c - the class as HTML: a page for each student, a list of students, and a page of the class
// that names nobody, for a lecture. Each is one file, without a script and without a network.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gradebook.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "html.h"
#include "own.h"

// Writes the page to a file of the class's folder, and to `copy` there; NULL: to no other one.
static bool close_page(const StudentClass *class, HtmlPage *page, const char *name,
                       const char *copy)
{
    char path[PATH_MAX], other[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", class->folder, name);
    snprintf(other, sizeof other, "%s/%s", class->folder, copy ? copy : "");
    return html_end(page, path, copy ? other : NULL);
}

// ---- no path of the instructor's machine --------------------------------------------------------

static void drop_text(char *text, const char *prefix)
{
    size_t n = strlen(prefix);
    for (char *at = text; (at = strstr(at, prefix)) != NULL;)
        memmove(at, at + n, strlen(at + n) + 1);
}

static void drop_paths(json_t *value, const char *const prefixes[2])
{
    const char *key;
    json_t *entry;
    size_t i;
    if (json_is_string(value)) {
        char *text = need(strdup(json_string_value(value)));
        for (int k = 0; k < 2; k++)
            drop_text(text, prefixes[k]);
        json_string_set(value, text);
        free(text);
    }
    json_object_foreach(value, key, entry) drop_paths(entry, prefixes);
    json_array_foreach(value, i, entry) drop_paths(entry, prefixes);
}

static json_t *grade_for_page(const StudentClass *class, const ClassWork *work)
{
    char folder[PATH_MAX], root[PATH_MAX];
    const char *prefixes[2] = {root, folder}; // in the course, a path begins behind the root
    json_t *grade = work_grade(class, work);
    snprintf(folder, sizeof folder, "%s/work/%s/", class->folder, work->who->id);
    snprintf(root, sizeof root, "%s/", paths_root());
    if (strncmp(folder, root, strlen(root)) == 0)
        prefixes[1] += strlen(root);
    drop_paths(grade, prefixes);
    return grade;
}

// ---- the page of a student --------------------------------------------------------------------

static void put_lines(FILE *f, const json_t *lines)
{
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line)
    {
        html_put(f, json_string_value(line));
        fputc('\n', f);
    }
}

static void put_places(FILE *f, const json_t *places)
{
    size_t i;
    json_t *place;
    json_array_foreach(places, i, place)
    {
        html_put(f, json_string_value(json_object_get(place, "file")));
        fprintf(f, ":%d\n", (int)json_integer_value(json_object_get(place, "line")));
    }
}

static void put_item(FILE *f, const json_t *item)
{
    const char *slide = json_string_value(json_object_get(item, "slide"));
    const char *title = json_string_value(json_object_get(item, "slide_title"));
    if (strcmp(json_string_value(json_object_get(item, "status")), "pass") == 0)
        return;
    fputs("<h3 class=\"lost\">", f);
    html_put(f, json_string_value(json_object_get(item, "number")));
    fputs(" ", f);
    html_put(f, json_string_value(json_object_get(item, "name")));
    fprintf(f, ": %d of %d</h3>\n<pre>", (int)json_integer_value(json_object_get(item, "score")),
            (int)json_integer_value(json_object_get(item, "max_score")));
    html_put(f, json_string_value(json_object_get(item, "message")));
    fputc('\n', f);
    put_lines(f, json_object_get(item, "detail"));
    put_places(f, json_object_get(item, "where"));
    put_lines(f, json_object_get(item, "output"));
    if (slide) {
        fputs("slide ", f);
        html_put(f, slide);
        fputs(title ? ": " : "", f);
        html_put(f, title);
    }
    fputs("</pre>\n", f);
}

static bool is_marked(const Assignment *a, const json_t *item)
{
    return a->parts >> json_integer_value(json_object_get(item, "part")) & 1;
}

static void put_grade(FILE *f, const Assignment *a, const json_t *grade)
{
    size_t i;
    json_t *object;
    const json_t *lab = json_array_get(json_object_get(grade, "labs"), 0);
    fputs("<table><tr><th>part<th><th class=\"n\">points<th class=\"n\">of</tr>\n", f);
    json_array_foreach(json_object_get(lab, "parts"), i, object)
    {
        const Part *part = mark_part(a, object);
        if (!part)
            continue;
        double points = mark_of_part(a, part, object), most = assignment_part_points(a, part);
        fprintf(f, "<tr><td>%d<td>", part->number);
        html_put(f, part->name);
        fprintf(f, "<td class=\"n %s\">%.6g<td class=\"n\">%.6g</tr>\n",
                points >= most ? "full" : "lost", points, most);
    }
    fputs("</table>\n", f);
    if (json_array_size(json_object_get(lab, "log"))) {
        fputs("<pre>", f);
        put_lines(f, json_object_get(lab, "log"));
        fputs("</pre>\n", f);
    }
    json_array_foreach(json_object_get(grade, "items"), i, object) if (is_marked(a, object))
        put_item(f, object);
}

static void put_receipt(FILE *f, const json_t *grade)
{
    const json_t *tool = json_object_get(grade, "tool");
    fputs("<p>Course ", f); // and not the seed: others may still hand in work
    html_put(f, json_string_value(json_object_get(tool, "course")));
    fputs(", nvcc ", f);
    html_put(f, json_string_value(json_object_get(tool, "nvcc")));
    fputs(".</p>\n", f);
}

static void put_assignment_html(FILE *f, const ClassMarks *marks, const Student *student,
                                const ClassWork *work, const Assignment *a)
{
    char status[800];
    Mark mark = mark_of(marks, student, a);
    json_t *grade = grade_for_page(marks->class, work);
    gradebook_status(&mark, true, status, sizeof status);
    fprintf(f, "<h2>%s: %.6g of %.6g points</h2>\n", a->name, mark.points, assignment_points(a));
    if (strcmp(status, "graded") != 0) {
        fprintf(f, "<p class=\"%s\">", work->state == WORK_graded ? "" : "lost");
        html_put(f, status);
        fputs("</p>\n", f);
    }
    if (mark.work != work)
        fputs("<p>Another attempt of yours is better, and counts.</p>\n", f);
    if (grade) {
        put_grade(f, a, grade);
        put_receipt(f, grade);
    }
    json_decref(grade);
}

static bool write_student(const ClassMarks *marks, int submission)
{
    const StudentClass *class = marks->class;
    const Submitted *who = &class->submitted.one[submission];
    const Student *student = marks_student(marks, who);
    char name[64], *feedback;
    HtmlPage page;
    if (!student)
        return true; // of more attempts than are looked at
    FILE *f = html_begin(&page, student->name);
    for (int k = 0; k < class->course->assignments; k++) {
        const Assignment *a = &class->course->assignment[k];
        const ClassWork *work = class->chosen[k] ? class_work(class, submission, a->lab) : NULL;
        if (work)
            put_assignment_html(f, marks, student, work, a);
    }
    snprintf(name, sizeof name, "pages/%s.html", who->id);
    if (asprintf(&feedback, "feedback/%s/feedback.html", who->name) < 0)
        feedback = need(NULL);
    bool written = close_page(class, &page, name, feedback);
    free(feedback);
    return written;
}

// ---- the list of students -----------------------------------------------------------------------

static void put_student_row(FILE *f, const ClassMarks *marks, const Student *student)
{
    const StudentClass *class = marks->class;
    fputs("<tr><td>", f);
    if (student->attempts)
        fprintf(f, "<a href=\"pages/%s.html\">", class->submitted.one[student->attempt[0]].id);
    html_put(f, student->name);
    fputs(student->attempts ? "</a>" : "", f);
    for (int k = 0; k < class->course->assignments; k++) {
        if (!class->chosen[k])
            continue;
        Mark mark = mark_of(marks, student, &class->course->assignment[k]);
        if (mark.points_changed || (mark.work && mark.work->state == WORK_graded))
            fprintf(f, "<td class=\"n\">%.6g", mark.points);
        else
            fprintf(f, "<td class=\"lost\">%s",
                    mark.work ? work_state_name(mark.work->state) : "nothing");
    }
    fputs("</tr>\n", f);
}

static bool write_students(const ClassMarks *marks)
{
    const StudentClass *class = marks->class;
    HtmlPage page;
    FILE *f = html_begin(&page, class->course->title);
    fputs("<table><tr><th>student", f);
    for (int k = 0; k < class->course->assignments; k++)
        if (class->chosen[k])
            fprintf(f, "<th class=\"n\">%s", class->course->assignment[k].name);
    fputs("</tr>\n", f);
    for (int i = 0; i < marks->count; i++)
        put_student_row(f, marks, &marks->one[i]);
    fputs("</table>\n", f);
    return close_page(class, &page, "students.html", NULL);
}

// ---- the class --------------------------------------------------------------------------------

static void put_part_sum(FILE *f, const PartSum *sum)
{
    int most = 0;
    for (const Item *item = sum->part->items; item->name; item++)
        most += item->points;
    double mean = sum->points / sum->graded;
    fprintf(f, "<tr><td>%d<td>", sum->part->number);
    html_put(f, sum->part->name);
    fprintf(f,
            "<td class=\"n\">%d of %d<td class=\"n\">%.1f of %d<td><span class=\"bar\" "
            "style=\"width:%.0fpx\"></span></tr>\n",
            sum->full, sum->graded, mean, most, most ? 200 * mean / most : 0);
}

static void put_mistakes(FILE *f, const ClassMistakes *all, const Lab *lab)
{
    fputs("<table><tr><th>part<th>mistake<th class=\"n\">students<th>slide</tr>\n", f);
    for (int i = 0; i < all->mistakes; i++) {
        const ClassMistake *m = &all->mistake[i];
        if (m->lab != lab)
            continue;
        fprintf(f, "<tr><td>%d<td>", m->part->number);
        html_put(f, m->text);
        fprintf(f, "<td class=\"n\">%d<td>%s</tr>\n", m->students, m->slide);
    }
    fputs("</table>\n", f);
}

static bool write_class(const StudentClass *class, const ClassMistakes *all, int empty)
{
    HtmlPage page;
    FILE *f = html_begin(&page, class->course->title);
    const Lab *lab = NULL;
    if (empty)
        fprintf(f, "<p>%d skeleton%s that nothing was written into %s not counted.</p>\n", empty,
                PLURAL(empty), empty == 1 ? "is" : "are");
    for (int i = 0; i < all->parts; i++) {
        if (all->part[i].lab != lab) {
            lab = all->part[i].lab;
            fprintf(f,
                    "<h2>%s</h2>\n<table><tr><th>part<th><th class=\"n\">all points<th "
                    "class=\"n\">mean<th></tr>\n",
                    lab->name);
        }
        put_part_sum(f, &all->part[i]);
        if (i + 1 == all->parts || all->part[i + 1].lab != lab) {
            fputs("</table>\n", f);
            put_mistakes(f, all, lab);
        }
    }
    return close_page(class, &page, "class.html", NULL);
}

bool pages_write(const ClassMarks *marks)
{
    const StudentClass *class = marks->class;
    ClassMistakes all = {.mistakes = 0};
    bool written = true;
    int empty = 0;
    for (int i = 0; written && i < class->submitted.count; i++)
        written = write_student(marks, i);
    for (int i = 0; i < class->count; i++) {
        json_t *grade = work_grade(class, &class->work[i]);
        if (grade && own_is_empty(class, &class->work[i], NULL))
            empty++;
        else if (grade)
            class_mistakes_add(&all, class, &class->work[i], grade);
        json_decref(grade);
    }
    class_mistakes_sort(&all);
    written = written && write_students(marks) && write_class(class, &all, empty);
    class_mistakes_free(&all);
    return written;
}
