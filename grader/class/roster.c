// roster.c - see roster.h.
#include "roster.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/memory.h"

// The titles that columns have in the tables of Moodle, Canvas, and of a person.
static const char title_name[] = "student|name|full name";
static const char title_first[] = "first name", title_last[] = "last name|surname";
static const char title_id[] = "id|id number|student id|matriculation number";
static const char title_email[] = "e-mail|email|email address|sis login id|login|username";
static const char title_group[] = "group|groups|section";

static char *name_of_row(const CsvRow *titles, const CsvRow *row)
{
    char *name;
    int whole = csv_column(titles, title_name), first = csv_column(titles, title_first);
    if (whole >= 0)
        return need(strdup(csv_field(row, whole)));
    if (asprintf(&name, "%s %s", csv_field(row, first),
                 csv_field(row, csv_column(titles, title_last))) < 0)
        name = need(NULL);
    return name;
}

static bool is_same_student(const RosterRow *a, const RosterRow *b)
{
    return strcasecmp(a->name, b->name) == 0 && strcmp(a->id, b->id) == 0 &&
           strcasecmp(a->email, b->email) == 0;
}

// Canvas has a row for the points of each column below the titles.
static bool is_of_canvas(const char *name)
{
    return strstr(name, "Points Possible") || strcmp(name, "Student, Test") == 0;
}

bool roster_read(Roster *roster, const char *path, char *problem, size_t size)
{
    *roster = (Roster){.rows = 0};
    if (!path)
        return true;
    if (!csv_read(&roster->csv, path, problem, size))
        return false;
    const CsvRow *titles = roster->csv.row;
    if (!roster->csv.rows ||
        (csv_column(titles, title_name) < 0 &&
         (csv_column(titles, title_first) < 0 || csv_column(titles, title_last) < 0))) {
        snprintf(problem, size,
                 "its first line needs the titles of the columns, one of them "
                 "\"student\"; others: id, email, group");
        return false;
    }
    roster->row = need(calloc((size_t)roster->csv.rows, sizeof *roster->row));
    for (int i = 1; i < roster->csv.rows; i++) {
        const CsvRow *row = &roster->csv.row[i];
        RosterRow *r = &roster->row[roster->rows];
        *r = (RosterRow){name_of_row(titles, row), csv_field(row, csv_column(titles, title_id)),
                         csv_field(row, csv_column(titles, title_email)),
                         csv_field(row, csv_column(titles, title_group))};
        if (is_of_canvas(r->name)) {
            free(r->name);
            continue;
        }
        roster->rows++;
        for (int k = 0; k < roster->rows - 1; k++)
            if (is_same_student(r, &roster->row[k])) {
                snprintf(problem, size, "line %d: %.100s is there twice", row->line, r->name);
                return false;
            }
    }
    return true;
}

void roster_free(Roster *roster)
{
    for (int i = 0; i < roster->rows; i++)
        free(roster->row[i].name);
    free(roster->row);
    csv_free(&roster->csv);
}

static bool is_word(const char *text, size_t n, const char *word)
{
    return *word && strlen(word) == n && strncasecmp(text, word, n) == 0;
}

static bool is_called(const RosterRow *row, const char *name, size_t n)
{
    size_t local = strcspn(row->email, "@");
    return is_word(name, n, row->name) || is_word(name, n, row->id) ||
           is_word(name, n, row->email) ||
           (local && local == n && strncasecmp(name, row->email, n) == 0);
}

// Canvas: "leeann_123" has the ID at the end. Moodle: "Ann Lee_123_assignsubmission_file_".
static bool is_called_by_system(const RosterRow *row, const char *name)
{
    const char *moodle = strstr(name, "_assignsubmission_"), *number = moodle;
    if (moodle) {
        while (number > name && isdigit((unsigned char)number[-1]))
            number--;
        return number > name && is_called(row, name, (size_t)(number - 1 - name));
    }
    number = strrchr(name, '_');
    return number && is_word(number + 1, strlen(number + 1), row->id);
}

// The only one that is called so: of two students of one name, neither is meant.
int roster_find(const Roster *roster, const char *name)
{
    int found = -1, all = 0;
    for (int i = 0; i < roster->rows; i++)
        if (is_called(&roster->row[i], name, strlen(name)) ||
            is_called_by_system(&roster->row[i], name)) {
            found = i;
            all++;
        }
    return all == 1 ? found : -1;
}
