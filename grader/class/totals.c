// totals.c - FOLDER/marks.csv, and the marks of several folders in one such table.
//
// Its columns are those of Canvas's gradebook, which Canvas imports as they are: columns of its
// own, the assignments by name, and "Final Score", which it does not read. Moodle lets a person
// choose which column says who the student is.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"
#include "gradebook.h"

enum { WHO = 4 }; // columns before the marks
static const char *const who_titles[WHO] = {"Student", "ID", "SIS Login ID", "Section"};
static const char total_title[] = "Final Score";

void marks_put_titles(FILE *f, const Course *course, const bool *marked)
{
    for (int i = 0; i < WHO; i++)
        fprintf(f, "%s%s", i ? "," : "", who_titles[i]);
    for (int i = 0; i < course->assignments; i++)
        if (marked[i])
            fprintf(f, ",%s", course->assignment[i].name);
    fprintf(f, ",%s\n", total_title);
}

// An assignment that this machine could not grade leaves its field empty, and the total, too.
void marks_put_row(FILE *f, const Course *course, const bool *marked, const char *const who[4],
                   const double *points, const bool *known)
{
    bool whole = true;
    for (int i = 0; i < WHO; i++) {
        fputs(i ? "," : "", f);
        csv_put(f, who[i]);
    }
    for (int i = 0; i < course->assignments; i++) {
        if (!marked[i])
            continue;
        fprintf(f, known[i] ? ",%.6g" : ",", points[i]);
        whole = whole && known[i];
    }
    fprintf(f, whole ? ",%.4g\n" : ",\n", marks_total(course, marked, points));
}

// ---- several folders --------------------------------------------------------------------------

typedef struct {
    char *who[WHO];
    double *points; // by assignment
    bool *known;
} TotalRow;

typedef struct {
    const Course *course;
    bool *marked; // by assignment: a folder has it
    TotalRow *row;
    int rows;
} Totals;

// Without the apostrophe of a formula, which comes again.
static const char *plain_field(const CsvRow *csv, int column)
{
    const char *text = csv_field(csv, column);
    return text + (text[0] == '\'' && text[1] && strchr("=+-@", text[1]));
}

// By ID where both have one, else by name.
static TotalRow *find_row(Totals *totals, const CsvRow *csv)
{
    size_t n = (size_t)totals->course->assignments + 1;
    for (int i = 0; i < totals->rows; i++) {
        bool ids = totals->row[i].who[1][0] && *csv_field(csv, 1);
        if (strcmp(totals->row[i].who[ids], plain_field(csv, ids)) == 0)
            return &totals->row[i];
    }
    totals->row = need(realloc(totals->row, ((size_t)totals->rows + 1) * sizeof *totals->row));
    TotalRow *row = &totals->row[totals->rows++];
    for (int k = 0; k < WHO; k++)
        row->who[k] = need(strdup(plain_field(csv, k)));
    row->points = need(calloc(n, sizeof *row->points));
    row->known = need(malloc(n));
    memset(row->known, true, n);
    return row;
}

static int assignment_titled(const Course *course, const char *title)
{
    for (int i = 0; i < course->assignments; i++)
        if (strcmp(course->assignment[i].name, title) == 0)
            return i;
    return -1;
}

static bool add_table(Totals *totals, const Csv *csv, char *problem, size_t size)
{
    const CsvRow *titles = csv->row;
    if (!csv->rows || csv_column(titles, who_titles[0]) != 0 ||
        csv_column(titles, total_title) != titles->fields - 1) {
        snprintf(problem, size, "it is no table of marks");
        return false;
    }
    for (int c = WHO; c < titles->fields - 1; c++) {
        int k = assignment_titled(totals->course, titles->field[c]);
        if (k < 0) {
            snprintf(problem, size, "the course has no \"%.60s\"", titles->field[c]);
            return false;
        }
        totals->marked[k] = true;
        for (int i = 1; i < csv->rows; i++) {
            TotalRow *row = find_row(totals, &csv->row[i]);
            const char *field = csv_field(&csv->row[i], c);
            double points = strtod(field, NULL);
            row->known[k] = row->known[k] && *field;
            row->points[k] = points > row->points[k] ? points : row->points[k];
        }
    }
    return true;
}

static bool write_totals(const Totals *totals, const char *path, char *problem, size_t size)
{
    char *text = NULL;
    size_t bytes;
    FILE *f = need(open_memstream(&text, &bytes));
    marks_put_titles(f, totals->course, totals->marked);
    for (int i = 0; i < totals->rows; i++)
        marks_put_row(f, totals->course, totals->marked, (const char *const *)totals->row[i].who,
                      totals->row[i].points, totals->row[i].known);
    fclose(f);
    bool written = csv_write(path, text, bytes);
    if (!written)
        snprintf(problem, size, "%s: %m", path);
    free(text);
    return written;
}

bool totals_write(const Course *course, char **folders, int count, const char *path, char *problem,
                  size_t size)
{
    Totals totals = {.course = course};
    char table[PATH_MAX], why[200];
    bool right = true;
    totals.marked = need(calloc((size_t)course->assignments + 1, sizeof *totals.marked));
    for (int i = 0; right && i < count; i++) {
        Csv csv;
        snprintf(table, sizeof table, "%s/marks.csv", folders[i]);
        right = csv_read(&csv, table, why, sizeof why) && add_table(&totals, &csv, why, sizeof why);
        if (!right)
            snprintf(problem, size, "%s: %s", table, why);
        csv_free(&csv);
    }
    right = right && write_totals(&totals, path, problem, size);
    for (int i = 0; i < totals.rows; i++) {
        for (int k = 0; k < WHO; k++)
            free(totals.row[i].who[k]);
        free(totals.row[i].points);
        free(totals.row[i].known);
    }
    free(totals.row);
    free(totals.marked);
    return right;
}
