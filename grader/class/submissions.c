// submissions.c - what a class has handed in, by name.
#include "submissions.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "course.h"
#include "grader/base/memory.h"
#include "grader/base/sha256.h"

static const char *const endings[] = {".tar.gz", ".tar.xz", ".tar.bz2", ".zip",
                                      ".tgz",    ".tar",    ".7z",      NULL};

static bool ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name), k = strlen(ending);
    return n > k && strcasecmp(name + n - k, ending) == 0;
}

size_t submissions_archive_stem(const char *name)
{
    for (const char *const *ending = endings; *ending; ending++)
        if (ends_in(name, *ending))
            return strlen(name) - strlen(*ending);
    return 0;
}

static void add_submitted(SubmittedList *list, const char *folder, const char *entry)
{
    char digest[65], *path;
    struct stat st;
    size_t stem = submissions_archive_stem(entry);
    list->one = need(realloc(list->one, ((size_t)list->count + 1) * sizeof *list->one));
    Submitted *s = &list->one[list->count++];
    if (asprintf(&path, "%s/%s", folder, entry) < 0)
        path = need(NULL);
    *s = (Submitted){.path = path};
    if (lstat(path, &st) != 0)
        snprintf(s->problem, sizeof s->problem, "it cannot be read: %s", strerror(errno));
    else if (S_ISREG(st.st_mode) && stem)
        s->archive = true;
    else if (S_ISREG(st.st_mode) && ends_in(entry, ".rar"))
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
        if (e->d_name[0] != '.')
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

// The name before the last comma, without its quotes.
static char *name_in_line(char *line, char *comma)
{
    *comma = 0;
    size_t n = strlen(line);
    if (n >= 2 && line[0] == '"' && line[n - 1] == '"') {
        line[n - 1] = 0;
        line++;
        char *to = line;
        for (char *from = line; *from; from++) { // "" is one quote
            *to++ = *from;
            from += from[0] == '"' && from[1] == '"';
        }
        *to = 0;
    }
    return line;
}

static bool take_time(SubmittedList *list, char *line)
{
    time_t date;
    char *comma = strrchr(line, ',');
    if (!comma || !course_date(comma + 1, &date))
        return false;
    Submitted *s = submissions_find(list, name_in_line(line, comma));
    if (s)
        s->handed_in = date;
    return s != NULL;
}

bool submissions_take_times(SubmittedList *list, const char *path, int *wrong_line)
{
    char *line = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");
    bool right = f != NULL;
    *wrong_line = 0;
    while (right && getline(&line, &size, f) > 0) {
        line[strcspn(line, "\r\n")] = 0;
        ++*wrong_line;
        if (*line)
            right = take_time(list, line);
    }
    free(line);
    if (f)
        fclose(f);
    return right;
}
