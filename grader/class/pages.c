// pages.c - the class as HTML: a page for each student, a list of students, and a page of the class
// that names nobody, for a lecture. Each is one file, without a script and without a network.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gradebook.h"
#include "grader/base/text.h"

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;"
    "color:#1b1f24;background:#fff}"
    "table{border-collapse:collapse;margin:1em 0}"
    "td,th{padding:.2em .7em;border-bottom:1px solid #d0d7de;text-align:left;vertical-align:top}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "pre{background:#f6f8fa;padding:.6em;overflow-x:auto;white-space:pre-wrap}"
    ".bar{display:inline-block;height:.8em;background:#1f6feb}"
    ".lost{color:#b3261e}.full{color:#1a6e2e}"
    "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}"
    "td,th{border-color:#30363d}pre{background:#161b22}.lost{color:#ff8b80}.full{color:#6fdc8c}"
    "a{color:#79b8ff}}";

// Texts are data: clean (text.h), and without the characters of HTML.
static void put_html(FILE *f, const char *text)
{
    char clean[4096];
    text_clean(clean, sizeof clean, text ? text : "", text ? strlen(text) : 0);
    for (const char *c = clean; *c; c++)
        switch (*c) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        default: fputc(*c, f);
        }
}

static FILE *open_page(const StudentClass *class, const char *name, const char *title)
{
    FILE *f = gradebook_open(class, name);
    if (!f)
        return NULL;
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" content=\"width=device-width\"><title>",
          f);
    put_html(f, title);
    fprintf(f, "</title><style>%s</style></head><body>\n<h1>", style);
    put_html(f, title);
    fputs("</h1>\n", f);
    return f;
}

static bool close_page(const StudentClass *class, const char *name, FILE *f)
{
    fputs("</body></html>\n", f);
    return gradebook_close(class, name, f);
}

// ---- the page of a student --------------------------------------------------------------------

static void put_lines(FILE *f, const json_t *lines)
{
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line)
    {
        put_html(f, json_string_value(line));
        fputc('\n', f);
    }
}

static void put_places(FILE *f, const json_t *places)
{
    size_t i;
    json_t *place;
    json_array_foreach(places, i, place)
    {
        put_html(f, json_string_value(json_object_get(place, "file")));
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
    put_html(f, json_string_value(json_object_get(item, "number")));
    fputs(" ", f);
    put_html(f, json_string_value(json_object_get(item, "name")));
    fprintf(f, ": %d of %d</h3>\n<pre>", (int)json_integer_value(json_object_get(item, "score")),
            (int)json_integer_value(json_object_get(item, "max_score")));
    put_html(f, json_string_value(json_object_get(item, "message")));
    fputc('\n', f);
    put_lines(f, json_object_get(item, "detail"));
    put_places(f, json_object_get(item, "where"));
    put_lines(f, json_object_get(item, "output"));
    if (slide) {
        fputs("slide ", f);
        put_html(f, slide);
        fputs(title ? ": " : "", f);
        put_html(f, title);
    }
    fputs("</pre>\n", f);
}

static void put_grade(FILE *f, const json_t *grade)
{
    size_t i;
    json_t *object;
    const json_t *lab = json_array_get(json_object_get(grade, "labs"), 0);
    fputs("<table><tr><th>part<th><th class=\"n\">points<th class=\"n\">of</tr>\n", f);
    json_array_foreach(json_object_get(lab, "parts"), i, object)
    {
        int score = (int)json_integer_value(json_object_get(object, "score"));
        int most = (int)json_integer_value(json_object_get(object, "max_score"));
        fprintf(f, "<tr><td>%d<td>", (int)json_integer_value(json_object_get(object, "number")));
        put_html(f, json_string_value(json_object_get(object, "name")));
        fprintf(f, "<td class=\"n %s\">%d<td class=\"n\">%d</tr>\n",
                score == most ? "full" : "lost", score, most);
    }
    fputs("</table>\n", f);
    if (json_array_size(json_object_get(lab, "log"))) {
        fputs("<pre>", f);
        put_lines(f, json_object_get(lab, "log"));
        fputs("</pre>\n", f);
    }
    json_array_foreach(json_object_get(grade, "items"), i, object) put_item(f, object);
}

static void put_receipt(FILE *f, const json_t *grade)
{
    const json_t *tool = json_object_get(grade, "tool");
    fputs("<p>Course ", f); // and not the seed: others may still hand in work
    put_html(f, json_string_value(json_object_get(tool, "course")));
    fputs(", nvcc ", f);
    put_html(f, json_string_value(json_object_get(tool, "nvcc")));
    fputs(".</p>\n", f);
}

static void put_work_html(FILE *f, const StudentClass *class, const ClassWork *work)
{
    json_t *grade = gradebook_grade(class, work);
    EarnedPoints earned = gradebook_points(class, work, grade);
    fprintf(f, "<h2>%s: %g of %g points</h2>\n", work->lab->lab->name, earned.points, earned.most);
    if (earned.late < 1)
        fprintf(f, "<p>Handed in late: %g of the points count.</p>\n", earned.late);
    if (work->state != WORK_graded) {
        fprintf(f, "<p class=\"lost\">%s", work_state_name(work->state));
        fputs(work->why[0] ? ": " : "", f);
        put_html(f, work->why);
        fputs("</p>\n", f);
    }
    if (grade) {
        put_grade(f, grade);
        put_receipt(f, grade);
    }
    json_decref(grade);
}

static bool write_student(const StudentClass *class, const ClassWork *work, int works)
{
    char name[64];
    snprintf(name, sizeof name, "pages/%s.html", work->who->id);
    FILE *f = open_page(class, name, work->who->name);
    if (!f)
        return false;
    for (int i = 0; i < works; i++)
        put_work_html(f, class, &work[i]);
    return close_page(class, name, f);
}

// ---- the list of students -----------------------------------------------------------------------

static void put_student_row(FILE *f, const StudentClass *class, const ClassWork *work, int works)
{
    fprintf(f, "<tr><td><a href=\"pages/%s.html\">", work->who->id);
    put_html(f, work->who->name);
    fputs("</a>", f);
    for (int i = 0; i < works; i++) {
        json_t *grade = gradebook_grade(class, &work[i]);
        EarnedPoints earned = gradebook_points(class, &work[i], grade);
        if (work[i].state == WORK_graded)
            fprintf(f, "<td class=\"n\">%g", earned.points);
        else
            fprintf(f, "<td class=\"lost\">%s", work_state_name(work[i].state));
        json_decref(grade);
    }
    fputs("</tr>\n", f);
}

static bool write_students(const StudentClass *class, int works)
{
    FILE *f = open_page(class, "students.html", class->course->title);
    if (!f)
        return false;
    fputs("<table><tr><th>student", f);
    for (int i = 0; i < works; i++)
        fprintf(f, "<th class=\"n\">%s", class->work[i].lab->lab->name);
    fputs("</tr>\n", f);
    for (int i = 0; works && i < class->count; i += works)
        put_student_row(f, class, &class->work[i], works);
    fputs("</table>\n", f);
    return close_page(class, "students.html", f);
}

// ---- the class --------------------------------------------------------------------------------

static void put_part_sum(FILE *f, const PartSum *sum)
{
    int most = 0;
    for (const Item *item = sum->part->items; item->name; item++)
        most += item->points;
    double mean = sum->points / sum->graded;
    fprintf(f, "<tr><td>%d<td>", sum->part->number);
    put_html(f, sum->part->name);
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
        put_html(f, m->text);
        fprintf(f, "<td class=\"n\">%d<td>%s</tr>\n", m->students, m->slide);
    }
    fputs("</table>\n", f);
}

static bool write_class(const StudentClass *class, const ClassMistakes *all)
{
    FILE *f = open_page(class, "class.html", class->course->title);
    const Lab *lab = NULL;
    if (!f)
        return false;
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
    return close_page(class, "class.html", f);
}

bool pages_write(const StudentClass *class)
{
    char path[PATH_MAX];
    ClassMistakes all = {.mistakes = 0};
    int works = class->submitted.count ? class->count / class->submitted.count : 0;
    bool written = true;
    snprintf(path, sizeof path, "%s/pages", class->folder);
    mkdir(path, 0777);
    for (int i = 0; works && i < class->count; i += works)
        written = written && write_student(class, &class->work[i], works);
    for (int i = 0; i < class->count; i++) {
        json_t *grade = gradebook_grade(class, &class->work[i]);
        if (grade)
            class_mistakes_add(&all, &class->work[i], grade);
        json_decref(grade);
    }
    class_mistakes_sort(&all);
    written = written && write_students(class, works) && write_class(class, &all);
    class_mistakes_free(&all);
    return written;
}
