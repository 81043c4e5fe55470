// submissions.c - what a class has handed in, by name.
#include "submissions.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "course.h"
#include "csv.h"
#include "grader/base/memory.h"
#include "grader/base/sha256.h"
#include "names.h"

static void add_submitted(SubmittedList *list, const char *folder, const char *entry)
{
    char digest[65], *path;
    struct stat st;
    size_t stem = name_archive_stem(entry);
    list->one = need(realloc(list->one, ((size_t)list->count + 1) * sizeof *list->one));
    Submitted *s = &list->one[list->count++];
    if (asprintf(&path, "%s/%s", folder, entry) < 0)
        path = need(NULL);
    *s = (Submitted){.path = path};
    if (lstat(path, &st) != 0)
        snprintf(s->problem, sizeof s->problem, "it cannot be read: %s", strerror(errno));
    else if (S_ISREG(st.st_mode) && stem)
        s->archive = true;
    else if (S_ISREG(st.st_mode) && name_is_rar(entry))
        snprintf(s->problem, sizeof s->problem,
                 "an archive of this kind is not read: unpack it into a folder");
    else if (S_ISREG(st.st_mode))
        snprintf(s->problem, sizeof s->problem,
                 "it is a single file: put it into a folder with the student's name");
    else if (!S_ISDIR(st.st_mode))
        snprintf(s->problem, sizeof s->problem, "it is a link or a device");
    s->name = need(s->archive ? strndup(entry, stem) : strdup(entry));
    s->handed_in = s->archive ? st.st_mtime : 0; // of a folder: known when its files are
    sha256_text(entry, strlen(entry), digest);
    snprintf(s->id, sizeof s->id, "%.12s", digest);
}

// A file of a student of Canvas, whose files are all in one folder. False: it is none.
static bool add_of_canvas(SubmittedList *list, const char *folder, const char *entry)
{
    char who[CANVAS_NAME], digest[65];
    if (!name_of_canvas(entry, who))
        return false;
    for (int i = 0; i < list->count; i++)
        if (list->one[i].flat && strcmp(list->one[i].name, who) == 0)
            return true;
    list->one = need(realloc(list->one, ((size_t)list->count + 1) * sizeof *list->one));
    Submitted *s = &list->one[list->count++];
    *s = (Submitted){.name = need(strdup(who)), .path = need(strdup(folder)), .flat = true};
    sha256_text(who, strlen(who), digest);
    snprintf(s->id, sizeof s->id, "%.12s", digest);
    return true;
}

static bool is_folder(const char *folder, const char *entry)
{
    char *path;
    struct stat st;
    if (asprintf(&path, "%s/%s", folder, entry) < 0)
        path = need(NULL);
    bool is = lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
    free(path);
    return is;
}

static int by_name(const void *a, const void *b)
{
    const Submitted *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->path, y->path);
}

static const char *entry_name(const Submitted *s) { return strrchr(s->path, '/') + 1; }

// A name that stands for two submissions would give one of them the other's times.
static void tell_apart(SubmittedList *list)
{
    for (int i = 0, same; i < list->count; i = same) {
        for (same = i + 1; same < list->count; same++)
            if (strcmp(list->one[i].name, list->one[same].name) != 0)
                break;
        for (int k = i; same > i + 1 && k < same; k++) {
            if (list->one[k].flat)
                continue;
            free(list->one[k].name);
            list->one[k].name = need(strdup(entry_name(&list->one[k])));
        }
    }
}

bool submissions_list(SubmittedList *list, const char *folder)
{
    char full[PATH_MAX];
    DIR *d = realpath(folder, full) ? opendir(full) : NULL;
    *list = (SubmittedList){.count = 0};
    if (!d)
        return false;
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.' &&
            (is_folder(full, e->d_name) || !add_of_canvas(list, full, e->d_name)))
            add_submitted(list, full, e->d_name);
    closedir(d);
    if (list->count)
        qsort(list->one, (size_t)list->count, sizeof *list->one, by_name);
    tell_apart(list);
    return true;
}

void submissions_free(SubmittedList *list)
{
    for (int i = 0; i < list->count; i++) {
        free(list->one[i].name);
        free(list->one[i].path);
    }
    free(list->one);
}

Submitted *submissions_find(const SubmittedList *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->one[i].name, name) == 0 || strcmp(list->one[i].id, name) == 0)
            return &list->one[i];
    return NULL;
}

bool submissions_take_times(SubmittedList *list, const char *path, char *problem, size_t size)
{
    Csv csv;
    bool right = csv_read(&csv, path, problem, size);
    for (int i = 0; right && i < csv.rows; i++) {
        const CsvRow *row = &csv.row[i];
        time_t date;
        Submitted *s = submissions_find(list, csv_field(row, 0));
        right = s && row->fields == 2 && course_date(csv_field(row, 1), &date);
        if (right)
            s->handed_in = date;
        else
            snprintf(problem, size, "line %d: %s", row->line,
                     s ? "needs a name and a date" : "it names nobody who has handed in");
    }
    csv_free(&csv);
    return right;
}
