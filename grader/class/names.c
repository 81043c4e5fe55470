// names.c - see names.h.
#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "grader/grader.h"

const char *name_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool ends_in(const char *name, size_t n, const char *ending)
{
    size_t k = strlen(ending);
    return n > k && strncasecmp(name + n - k, ending, k) == 0;
}

// The name is the first n bytes. It may have more between the stem and the ending: a number.
static NameMatch match(const char *name, size_t n, const char *wanted)
{
    const char *dot = strrchr(wanted, '.');
    size_t stem = (size_t)(dot - wanted), ending = strlen(dot);
    if (n == stem + ending && strncmp(name, wanted, n) == 0)
        return NAME_same;
    if (n < stem + ending || strncasecmp(name, wanted, stem) != 0 || !ends_in(name, n, dot))
        return NAME_other;
    size_t added = strspn(name + stem, " -_()0123456789");
    bool same_stem = n == stem + ending || !isdigit((unsigned char)name[stem]); // no "scan2.cu"
    return added == n - stem - ending && same_stem ? NAME_renamed : NAME_other;
}

NameMatch name_match(const char *path, const char *wanted)
{
    static const char text[] = ".txt"; // what an editor or a mail program has added
    const char *name = name_base(path);
    size_t n = strlen(name);
    if (!wanted || !strrchr(wanted, '.'))
        return NAME_other;
    NameMatch found = match(name, n, wanted);
    if (found == NAME_other && ends_in(name, n, text) &&
        match(name, n - strlen(text), wanted) != NAME_other)
        found = NAME_renamed;
    return found;
}

bool name_is_header(const char *path)
{
    static const char *const ends[] = {".h", ".cuh", ".hpp", ".inl"}; // as submission/snapshot.c
    const char *dot = strrchr(name_base(path), '.');
    for (int i = 0; dot && i < 4; i++)
        if (strcmp(dot, ends[i]) == 0)
            return true;
    return false;
}

bool name_is_wanted(const char *path)
{
    for (int i = 0; i < all_labs_count; i++)
        if (name_match(path, all_labs[i]->source) || name_match(path, all_labs[i]->fastest) ||
            name_match(path, all_labs[i]->program) || name_match(path, all_labs[i]->answers))
            return true;
    return name_is_header(path);
}

// "reduction.cpp", "reduction.txt"
static bool has_stem_of_lab(const char *name)
{
    for (int i = 0; i < all_labs_count; i++) {
        size_t stem = strcspn(all_labs[i]->source, ".");
        if (strncasecmp(name, all_labs[i]->source, stem) == 0 && name[stem] == '.')
            return true;
    }
    return false;
}

bool name_is_other(const char *path)
{
    const char *name = name_base(path);
    return (strcasestr(name, ".cu") || has_stem_of_lab(name)) && !name_is_wanted(path);
}

size_t name_archive_stem(const char *name)
{
    static const char *const endings[] = {".tar.gz", ".tar.xz", ".tar.bz2", ".zip",
                                          ".tgz",    ".tar",    ".7z"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_in(name, strlen(name), endings[i]))
            return strlen(name) - strlen(endings[i]);
    return 0;
}

bool name_is_rar(const char *name) { return ends_in(name, strlen(name), ".rar"); }

bool name_is_of_course(const char *path)
{
    static const char *const folders[] = {"skeletons/", "build/", "solutions/", "grader/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *at = strstr(path, folders[i]);
        if (at && (at == path || at[-1] == '/'))
            return true;
    }
    return false;
}

const char *name_of_canvas(const char *name, char who[CANVAS_NAME])
{
    static const char late[] = "_LATE";
    int student = (int)strcspn(name, "_"), id = 0, file = 0;
    const char *numbers = name + student;
    if (strncmp(numbers, late, strlen(late)) == 0)
        numbers += strlen(late);
    sscanf(numbers, "_%*[0-9]%n_%*[0-9]_%n", &id, &file);
    if (!student || !file || !numbers[file] || student + id >= CANVAS_NAME)
        return NULL;
    snprintf(who, CANVAS_NAME, "%.*s%.*s", student, name, id, numbers);
    return numbers + file;
}
