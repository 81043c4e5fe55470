// handed_in.c - the files of a submission: found by name, and put into folders of their labs.
#include "handed_in.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/submission/snapshot.h"

enum { MAX_DEPTH = 8, MAX_ENTRIES = 20000 };

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_header(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".h") == 0 || strcmp(dot, ".cuh") == 0);
}

bool handed_in_wanted(const char *path)
{
    const char *name = base_name(path);
    for (int i = 0; i < all_labs_count; i++)
        if (strcmp(name, all_labs[i]->source) == 0 ||
            (all_labs[i]->race && strcmp(name, all_labs[i]->race) == 0) ||
            (all_labs[i]->answers && strcmp(name, all_labs[i]->answers) == 0))
            return true;
    return is_header(name);
}

bool handed_in_add(HandedIn *h, const char *path, const char *data, size_t bytes, time_t changed)
{
    if (h->count == MAX_HANDED_IN) {
        snprintf(h->problem, sizeof h->problem, "it has more than %d source files", MAX_HANDED_IN);
        return false;
    }
    char *copy = need(malloc(bytes + 1));
    memcpy(copy, data, bytes);
    copy[bytes] = 0;
    h->file[h->count++] = (HandedInFile){need(strdup(path)), copy, bytes, changed};
    return true;
}

void handed_in_free(HandedIn *h)
{
    for (int i = 0; i < h->count; i++) {
        free(h->file[i].path);
        free(h->file[i].data);
    }
    h->count = 0;
}

// ---- a folder -------------------------------------------------------------------------------

typedef struct {
    HandedIn *handed_in;
    size_t skip; // bytes of a path that are the submission's own
    int entries;
} FolderWalk;

static void take_file(FolderWalk *walk, const char *path, const struct stat *st)
{
    char *data;
    size_t bytes;
    if (!handed_in_wanted(path) || file_read(path, MAX_SOURCE, &data, &bytes) != FILE_read)
        return;
    handed_in_add(walk->handed_in, path + walk->skip, data, bytes, st->st_mtime);
    free(data);
}

static void walk_folder(FolderWalk *walk, const char *folder, int depth)
{
    DIR *d = opendir(folder);
    if (!d && depth == 0)
        snprintf(walk->handed_in->problem, sizeof walk->handed_in->problem, "it cannot be read: %s",
                 strerror(errno));
    for (struct dirent *e; d && (e = readdir(d)) != NULL && !walk->handed_in->problem[0];) {
        char *path;
        struct stat st;
        if (e->d_name[0] == '.')
            continue;
        if (++walk->entries > MAX_ENTRIES) {
            snprintf(walk->handed_in->problem, sizeof walk->handed_in->problem,
                     "it has more than %d files", MAX_ENTRIES);
            break;
        }
        if (asprintf(&path, "%s/%s", folder, e->d_name) < 0)
            path = need(NULL);
        bool there = lstat(path, &st) == 0;
        if (there && S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
            walk_folder(walk, path, depth + 1);
        else if (there && S_ISREG(st.st_mode))
            take_file(walk, path, &st);
        free(path);
    }
    if (d)
        closedir(d);
}

void handed_in_read(HandedIn *h, const Submitted *submitted)
{
    *h = (HandedIn){.count = 0};
    snprintf(h->problem, sizeof h->problem, "%s", submitted->problem);
    FolderWalk walk = {h, strlen(submitted->path) + 1, 0};
    if (h->problem[0])
        return;
    if (submitted->archive)
        archive_read_submission(h, submitted->path);
    else
        walk_folder(&walk, submitted->path, 0);
}

// ---- a lab's files ------------------------------------------------------------------------------

// The length of the folder of a path, without the slash.
static size_t folder_length(const char *path)
{
    return (size_t)(base_name(path) - path) - (base_name(path) != path);
}

static bool in_folder_of_lab(const char *path, const Lab *lab)
{
    size_t n = folder_length(path), k = strlen(lab->name);
    return n >= k && strncmp(path + n - k, lab->name, k) == 0 && (n == k || path[n - k - 1] == '/');
}

static bool is_better(const char *path, const char *than, const Lab *lab)
{
    bool here = in_folder_of_lab(path, lab), there = in_folder_of_lab(than, lab);
    if (here != there)
        return here;
    size_t n = strlen(path), k = strlen(than);
    return n != k ? n < k : strcmp(path, than) < 0;
}

static const HandedInFile *find_source(const HandedIn *h, const Lab *lab)
{
    const HandedInFile *best = NULL;
    for (int i = 0; i < h->count; i++)
        if (strcmp(base_name(h->file[i].path), lab->source) == 0 &&
            (!best || is_better(h->file[i].path, best->path, lab)))
            best = &h->file[i];
    return best;
}

static bool belongs_to(const HandedInFile *file, const HandedInFile *source, const Lab *lab)
{
    const char *name = base_name(file->path);
    size_t n = folder_length(source->path);
    if (folder_length(file->path) != n || strncmp(file->path, source->path, n) != 0)
        return false;
    return file == source || is_header(name) || (lab->race && strcmp(name, lab->race) == 0) ||
           (lab->answers && strcmp(name, lab->answers) == 0);
}

static void empty_folder(const char *folder)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.')
            unlinkat(dirfd(d), e->d_name, 0);
    if (d)
        closedir(d);
}

bool handed_in_place(const HandedIn *h, const Lab *lab, const char *folder, time_t *changed)
{
    const HandedInFile *source = find_source(h, lab);
    char *path;
    *changed = 0;
    if (asprintf(&path, "%s/%s/.", folder, lab->name) < 0)
        path = need(NULL);
    file_make_folders(path);
    empty_folder(path);
    free(path);
    for (int i = 0; source && i < h->count; i++) {
        const HandedInFile *file = &h->file[i];
        if (!belongs_to(file, source, lab))
            continue;
        if (asprintf(&path, "%s/%s/%s", folder, lab->name, base_name(file->path)) < 0)
            path = need(NULL);
        if (!file_write(path, file->data, file->bytes))
            limits_reached("%s cannot be written: %s", path, strerror(errno));
        if (file->changed > *changed)
            *changed = file->changed;
        free(path);
    }
    return source != NULL;
}
