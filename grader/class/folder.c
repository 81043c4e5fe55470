// folder.c - the files of a submission that is a folder, and of the archives in it.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/submission/snapshot.h"
#include "handed_in.h"
#include "names.h"

enum { MAX_DEPTH = 8, MAX_ENTRIES = 20000, MAX_ARCHIVES = 8 };

typedef struct {
    HandedIn *handed_in;
    const Submitted *submitted;
    int entries;
} FolderWalk;

// An archive in a folder: its files are in a folder of its name, and have its date.
static void take_archive(HandedIn *h, const char *path, const char *name, time_t changed)
{
    int first = h->count;
    if (h->archives++ == MAX_ARCHIVES) {
        handed_in_note(h, true, "it has more than %d archives", MAX_ARCHIVES);
        return;
    }
    archive_read_submission(h, path);
    if (h->problem[0])
        handed_in_note(h, true, "%.60s: %s", name, h->problem);
    h->problem[0] = 0;
    for (int i = first; i < h->count; i++) {
        char *inside;
        if (asprintf(&inside, "%s/%s", name, h->file[i].path) < 0)
            inside = need(NULL);
        free(h->file[i].path);
        h->file[i].path = inside;
        h->file[i].changed = changed;
    }
}

// `name` is the path in the submission.
static void take_file(HandedIn *h, const char *path, const char *name, time_t changed)
{
    char *data;
    size_t bytes;
    if (name_archive_stem(name_base(name)))
        take_archive(h, path, name, changed);
    if (name_is_rar(name))
        handed_in_note(h, true, "%.60s is an archive of a kind that is not read", name_base(name));
    if (name_is_other(name))
        handed_in_add(h, name, "", 0, changed);
    if (!name_is_wanted(name))
        return;
    switch (file_read(path, MAX_SOURCE, &data, &bytes)) {
    case FILE_read:
        handed_in_add(h, name, data, bytes, changed);
        free(data);
        break;
    case FILE_too_large:
        handed_in_note(h, true, "%.60s is larger than %d bytes", name_base(name), MAX_SOURCE);
        break;
    default: handed_in_note(h, true, "%.60s cannot be read", name_base(name));
    }
}

static void walk_folder(FolderWalk *walk, const char *folder, const char *inside, int depth);

static void take_entry(FolderWalk *walk, const char *folder, const char *inside, const char *entry,
                       int depth)
{
    char *path, *name, who[CANVAS_NAME];
    struct stat st;
    const char *own = entry;
    if (walk->submitted->flat) // the entries of others are beside it
        own = name_of_canvas(entry, who);
    if (!own || (walk->submitted->flat && strcmp(who, walk->submitted->name) != 0))
        return;
    if (asprintf(&path, "%s/%s", folder, entry) < 0 ||
        asprintf(&name, "%s%s%s", inside, *inside ? "/" : "", own) < 0)
        path = name = need(NULL);
    bool there = lstat(path, &st) == 0;
    if (there && S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
        walk_folder(walk, path, name, depth + 1);
    else if (there && S_ISDIR(st.st_mode))
        handed_in_note(walk->handed_in, false, "%.60s has folders in it deeper than %d", inside,
                       MAX_DEPTH);
    else if (there && S_ISREG(st.st_mode))
        take_file(walk->handed_in, path, name, st.st_mtime);
    else if (there && (name_is_wanted(name) || S_ISLNK(st.st_mode)))
        handed_in_note(walk->handed_in, name_is_wanted(name), "%.60s is %s, which is not read", own,
                       S_ISLNK(st.st_mode) ? "a link" : "no ordinary file");
    free(path);
    free(name);
}

static void walk_folder(FolderWalk *walk, const char *folder, const char *inside, int depth)
{
    HandedIn *h = walk->handed_in;
    DIR *d = opendir(folder);
    if (!d && depth == 0)
        snprintf(h->problem, sizeof h->problem, "it cannot be read: %s", strerror(errno));
    else if (!d)
        handed_in_note(h, true, "the folder %.60s cannot be read", inside);
    for (struct dirent *e; d && (e = readdir(d)) != NULL && !h->problem[0];) {
        if (e->d_name[0] == '.')
            continue;
        if (++walk->entries > MAX_ENTRIES && !walk->submitted->flat)
            snprintf(h->problem, sizeof h->problem, "it has more than %d files", MAX_ENTRIES);
        else
            take_entry(walk, folder, inside, e->d_name, depth);
    }
    if (d)
        closedir(d);
}

// What was noted is a problem if nothing else was handed in.
void handed_in_read(HandedIn *h, const Submitted *submitted)
{
    *h = (HandedIn){.count = 0};
    snprintf(h->problem, sizeof h->problem, "%s", submitted->problem);
    FolderWalk walk = {h, submitted, 0};
    if (h->problem[0])
        return;
    if (submitted->archive)
        archive_read_submission(h, submitted->path);
    else
        walk_folder(&walk, submitted->path, "", 0);
    if (h->count == 0 && !h->problem[0] && h->doubt)
        snprintf(h->problem, sizeof h->problem, "%.127s", h->note);
}
