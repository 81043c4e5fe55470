// place.c - which of the files that were handed in are those of a lab.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "handed_in.h"
#include "names.h"

// The length of the folder of a path, without the slash.
static size_t folder_length(const char *path)
{
    return (size_t)(name_base(path) - path) - (name_base(path) != path);
}

static bool in_folder_of_lab(const char *path, const Lab *lab)
{
    size_t n = folder_length(path), k = strlen(lab->name);
    return n >= k && strncmp(path + n - k, lab->name, k) == 0 && (n == k || path[n - k - 1] == '/');
}

static bool is_better(const char *path, const char *than, const char *wanted, const Lab *lab)
{
    NameMatch name = name_match(path, wanted), other_name = name_match(than, wanted);
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

// May this be the file of the name `wanted`: of all, or of those in the folder of `beside`? A whole
// course that was handed in has the skeletons, too.
static bool may_be(const HandedInFile *file, const char *wanted, const HandedInFile *beside)
{
    return name_match(file->path, wanted) && !name_is_of_course(file->path) &&
           (!beside || in_same_folder(file->path, beside->path));
}

static const HandedInFile *find_file(const HandedIn *h, const Lab *lab, const char *wanted,
                                     const HandedInFile *beside)
{
    const HandedInFile *best = NULL;
    for (int i = 0; i < h->count; i++)
        if (may_be(&h->file[i], wanted, beside) &&
            (!best || is_better(h->file[i].path, best->path, wanted, lab)))
            best = &h->file[i];
    return best;
}

// Another file, with other bytes, that could be meant.
static void tell_choice(const HandedIn *h, const HandedInFile *best, const char *wanted,
                        const HandedInFile *beside, char *choice, size_t size)
{
    char raw[300];
    for (int i = 0; best && !*choice && i < h->count; i++) {
        const HandedInFile *other = &h->file[i];
        if (other == best || !may_be(other, wanted, beside) ||
            (other->bytes == best->bytes && memcmp(other->data, best->data, best->bytes) == 0))
            continue;
        snprintf(raw, sizeof raw, "%.100s counts, and not %.100s", best->path, other->path);
        text_clean(choice, size, raw, strlen(raw));
    }
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

bool handed_in_place(const HandedIn *h, const Lab *lab, const char *folder, time_t *changed,
                     char *choice, size_t size)
{
    const HandedInFile *source = find_file(h, lab, lab->source, NULL);
    const char *const beside[] = {lab->fastest, lab->program, lab->answers};
    char *path;
    *changed = 0;
    *choice = 0;
    if (asprintf(&path, "%s/%s/.", folder, lab->name) < 0)
        path = need(NULL);
    file_make_folders(path);
    empty_folder(path);
    free(path);
    if (!source)
        return false;
    place_file(source, folder, lab, lab->source, changed);
    tell_choice(h, source, lab->source, NULL, choice, size);
    for (int k = 0; k < 3; k++) {
        const HandedInFile *file = beside[k] ? find_file(h, lab, beside[k], source) : NULL;
        place_file(file, folder, lab, beside[k], changed);
        tell_choice(h, file, beside[k], source, choice, size);
    }
    for (int i = 0; i < h->count; i++) {
        const HandedInFile *file = &h->file[i];
        if (name_is_header(file->path) && in_same_folder(file->path, source->path))
            place_file(file, folder, lab, name_base(file->path), changed);
    }
    return true;
}
