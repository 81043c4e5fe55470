// handed_in.c - the files of a submission: found by name, and put into folders of their labs.
#include "handed_in.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "grader/submission/snapshot.h"

enum { MAX_DEPTH = 8, MAX_ENTRIES = 20000, MAX_ARCHIVES = 8 };

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_header(const char *name)
{
    static const char *const ends[] = {".h", ".cuh", ".hpp", ".inl"}; // as submission/snapshot.c
    const char *dot = strrchr(name, '.');
    for (int i = 0; dot && i < 4; i++)
        if (strcmp(dot, ends[i]) == 0)
            return true;
    return false;
}

// How a file came to its name.
typedef enum { NAME_other, NAME_renamed, NAME_same } NameMatch;

// Browsers and campus systems rename the second file of a name: "scan (1).cu", "scan-1.cu". Some
// also change the case of letters.
static NameMatch match_name(const char *path, const char *wanted)
{
    const char *name = base_name(path), *dot = wanted ? strrchr(wanted, '.') : NULL;
    if (!dot)
        return NAME_other;
    if (strcmp(name, wanted) == 0)
        return NAME_same;
    size_t stem = (size_t)(dot - wanted), n = strlen(name), ending = strlen(dot);
    if (n < stem + ending || strncasecmp(name, wanted, stem) != 0 ||
        strcasecmp(name + n - ending, dot) != 0)
        return NAME_other;
    size_t added = strspn(name + stem, " -_()0123456789");
    bool same_stem = n == stem + ending || !strchr("0123456789", name[stem]); // no "scan2.cu"
    return added == n - stem - ending && same_stem ? NAME_renamed : NAME_other;
}

bool handed_in_wanted(const char *path)
{
    for (int i = 0; i < all_labs_count; i++)
        if (match_name(path, all_labs[i]->source) || match_name(path, all_labs[i]->fastest) ||
            match_name(path, all_labs[i]->answers))
            return true;
    return is_header(base_name(path));
}

bool handed_in_is_other(const char *path)
{
    const char *dot = strrchr(base_name(path), '.');
    return dot && strcasecmp(dot, ".cu") == 0 && !handed_in_wanted(path);
}

bool handed_in_add(HandedIn *h, const char *path, const char *data, size_t bytes, time_t changed)
{
    if (handed_in_is_other(path)) {
        if (!h->other[0])
            text_clean(h->other, sizeof h->other, base_name(path), strlen(base_name(path)));
        return true;
    }
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
    char broken[128]; // what is wrong with an archive in it
} FolderWalk;

// An archive in a folder: its files are in a folder of its name, and have its date. A broken one
// is a problem only if nothing else was handed in.
static void take_archive(FolderWalk *walk, const char *path, const struct stat *st)
{
    HandedIn *h = walk->handed_in;
    int first = h->count;
    if (h->archives++ == MAX_ARCHIVES)
        return;
    archive_read_submission(h, path);
    if (h->problem[0] && !walk->broken[0])
        snprintf(walk->broken, sizeof walk->broken, "%s", h->problem);
    h->problem[0] = 0;
    for (int i = first; i < h->count; i++) {
        char *inside;
        if (asprintf(&inside, "%s/%s", path + walk->skip, h->file[i].path) < 0)
            inside = need(NULL);
        free(h->file[i].path);
        h->file[i].path = inside;
        h->file[i].changed = st->st_mtime;
    }
}

static void take_file(FolderWalk *walk, const char *path, const struct stat *st)
{
    char *data;
    size_t bytes;
    if (submissions_archive_stem(base_name(path)))
        take_archive(walk, path, st);
    if (handed_in_is_other(path))
        handed_in_add(walk->handed_in, path + walk->skip, "", 0, st->st_mtime);
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
    FolderWalk walk = {h, strlen(submitted->path) + 1, 0, ""};
    if (h->problem[0])
        return;
    if (submitted->archive)
        archive_read_submission(h, submitted->path);
    else
        walk_folder(&walk, submitted->path, 0);
    if (h->count == 0 && !h->problem[0])
        snprintf(h->problem, sizeof h->problem, "%s", walk.broken);
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

static bool is_better(const char *path, const char *than, const char *wanted, const Lab *lab)
{
    NameMatch name = match_name(path, wanted), other_name = match_name(than, wanted);
    bool here = in_folder_of_lab(path, lab), there = in_folder_of_lab(than, lab);
    if (name != other_name)
        return name > other_name;
    if (here != there)
        return here;
    size_t n = strlen(path), k = strlen(than);
    return n != k ? n < k : strcmp(path, than) < 0;
}

static bool in_same_folder(const char *path, const char *other)
{
    size_t n = folder_length(path);
    return folder_length(other) == n && strncmp(path, other, n) == 0;
}

// The best file for the name `wanted`: of all, or of those in the folder of `beside`.
static const HandedInFile *find_file(const HandedIn *h, const Lab *lab, const char *wanted,
                                     const HandedInFile *beside)
{
    const HandedInFile *best = NULL;
    for (int i = 0; i < h->count; i++) {
        const char *path = h->file[i].path;
        if (match_name(path, wanted) && (!beside || in_same_folder(path, beside->path)) &&
            (!best || is_better(path, best->path, wanted, lab)))
            best = &h->file[i];
    }
    return best;
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

static void place_file(const HandedInFile *file, const char *folder, const Lab *lab,
                       const char *name, time_t *changed)
{
    char *path;
    if (!file)
        return;
    if (asprintf(&path, "%s/%s/%s", folder, lab->name, name) < 0)
        path = need(NULL);
    if (!file_write(path, file->data, file->bytes))
        limits_reached("%s cannot be written: %s", path, strerror(errno));
    if (file->changed > *changed)
        *changed = file->changed;
    free(path);
}

bool handed_in_place(const HandedIn *h, const Lab *lab, const char *folder, time_t *changed)
{
    const HandedInFile *source = find_file(h, lab, lab->source, NULL);
    char *path;
    *changed = 0;
    if (asprintf(&path, "%s/%s/.", folder, lab->name) < 0)
        path = need(NULL);
    file_make_folders(path);
    empty_folder(path);
    free(path);
    if (!source)
        return false;
    place_file(source, folder, lab, lab->source, changed);
    place_file(find_file(h, lab, lab->fastest, source), folder, lab, lab->fastest, changed);
    place_file(find_file(h, lab, lab->answers, source), folder, lab, lab->answers, changed);
    for (int i = 0; i < h->count; i++) {
        const HandedInFile *file = &h->file[i];
        if (is_header(base_name(file->path)) && in_same_folder(file->path, source->path))
            place_file(file, folder, lab, base_name(file->path), changed);
    }
    return true;
}
