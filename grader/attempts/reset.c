// reset.c - see reset.h.
//
// The skeleton is not in labs/ any more once a student has written there, and not every student has
// the course from git. So a release of the course has a copy of each skeleton in common/skeletons/,
// which nobody edits. In the course's own tree, which has the solutions, the Makefile makes the
// skeletons from them, in build/skeletons/; a second copy in the tree could be another one.
#include "reset.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "grader/submission/snapshot.h"
#include "regions.h"

enum { MAX_KEPT = 10000 }; // copies of one file

typedef struct {
    const char *name;          // "reduction.cu"
    char path[PATH_MAX];       // in labs/
    char *text;                // as the student has it
    char *skeleton;            // as the course gave it
    Regions regions, pristine; // of both
} ResetFile;

static int refuse(const char *format, const char *a, const char *b)
{
    char text[2 * PATH_MAX];
    snprintf(text, sizeof text, format, a, b);
    text_say(stderr, "grade: %s", text);
    return 2;
}

static char *read_skeleton(const Lab *lab, const char *name)
{
    char *text;
    size_t bytes;
    if (file_read_ours(paths_at("common/skeletons/%s/%s", lab->name, name), &text, &bytes) ||
        file_read_ours(paths_at("build/skeletons/%s/%s", lab->name, name), &text, &bytes))
        return text;
    return NULL;
}

// 0, or an exit code.
static int open_reset_file(ResetFile *file, const Lab *lab, const Part *part)
{
    size_t bytes;
    file->name = lab_file(lab, part->file);
    snprintf(file->path, sizeof file->path, "%s", paths_at("labs/%s/%s", lab->name, file->name));
    file->skeleton = read_skeleton(lab, file->name);
    if (!file->skeleton)
        return refuse("the course's own %s is not here; make reset makes it%s", file->name, "");
    if (file_read(file->path, MAX_SOURCE, &file->text, &bytes) != FILE_read)
        return refuse("labs/%s/%s cannot be read", lab->name, file->name);
    find_regions(file->text, &file->regions);
    find_regions(file->skeleton, &file->pristine);
    if (file->regions.problem[0])
        return refuse("the marks in %s do not fit together: %s", file->name, file->regions.problem);
    return 0;
}

static void close_reset_file(ResetFile *file)
{
    free(file->text);
    free(file->skeleton);
}

// "2a" is a region of part 2.
static bool is_region_of(const FileRegion *region, const Part *part, const char *label)
{
    return label ? strcmp(region->label, label) == 0 : atoi(region->label) == part->number;
}

// The student's text with the skeleton's regions in it; NULL, with the name of a region, if the
// region is not in the student's file any more.
static char *put_regions_back(const ResetFile *file, const Part *part, const char *label,
                              int *count, char missing[LABEL])
{
    char *out = need(calloc(strlen(file->text) + strlen(file->skeleton) + 1, 1));
    const char *at = file->text;
    *count = 0;
    for (int i = 0; i < file->pristine.count; i++) {
        const FileRegion *given = &file->pristine.region[i];
        const FileRegion *own = region_called(&file->regions, given->label);
        if (!is_region_of(given, part, label))
            continue;
        if (!own || own->begin < at) {
            memcpy(missing, given->label, LABEL);
            free(out);
            return NULL;
        }
        strncat(out, at, (size_t)(own->begin - at));
        strncat(out, given->begin, (size_t)(given->end - given->begin));
        at = own->end;
        ++*count;
    }
    return strcat(out, at);
}

// A copy under a number that no copy has yet. False, with errno, if there can be none.
static bool keep_copy(const Lab *lab, const ResetFile *file, char *name, size_t size)
{
    int fd = -1;
    for (int i = 1; fd < 0 && i < MAX_KEPT; i++) {
        snprintf(name, size, ".history/%s/kept/%s.%d", lab->name, file->name, i);
        file_make_folders(paths_at("%s", name));
        fd = open(paths_at("%s", name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            return false;
    }
    size_t bytes = strlen(file->text);
    bool written = fd >= 0 && write(fd, file->text, bytes) == (ssize_t)bytes && fsync(fd) == 0;
    return fd >= 0 && close(fd) == 0 && written;
}

static int replace_file(const Lab *lab, const ResetFile *file, const char *text)
{
    char kept[256];
    struct stat st;
    if (!keep_copy(lab, file, kept, sizeof kept))
        return refuse("nothing is changed: %s cannot be written: %s", kept, strerror(errno));
    bool known = stat(file->path, &st) == 0;
    if (!file_write(file->path, text, strlen(text)))
        return refuse("nothing is changed: %s cannot be written: %s", file->path, strerror(errno));
    if (known)
        chmod(file->path, st.st_mode & 07777);
    printf("your file as it was: %s\n", kept);
    return 0;
}

static int reset_regions(const Lab *lab, const Part *part, const char *label, const ResetFile *file)
{
    int count;
    char missing[LABEL];
    char *text = put_regions_back(file, part, label, &count, missing);
    if (!text)
        return refuse(
            "there is no TODO %s in your %s, or not where it was: put its marks back first",
            missing, file->name);
    int status = 0;
    if (count == 0)
        status = refuse("there is no TODO %s in %s", label ? label : part->id, file->name);
    else if (strcmp(text, file->text) == 0)
        printf("labs/%s/%s: this is as the course gave it; nothing is changed\n", lab->name,
               file->name);
    else
        status = replace_file(lab, file, text);
    if (status == 0 && strcmp(text, file->text) != 0)
        printf("labs/%s/%s: %d region%s of part %d as the course gave %s\n", lab->name, file->name,
               count, count == 1 ? "" : "s", part->number, count == 1 ? "it" : "them");
    free(text);
    return status;
}

int reset_part(const Lab *lab, const Part *part, const char *label)
{
    ResetFile file = {0};
    if (label && atoi(label) != part->number)
        return refuse("TODO %s is not of this part%s", label, "");
    int status = open_reset_file(&file, lab, part);
    if (status == 0)
        status = reset_regions(lab, part, label, &file);
    close_reset_file(&file);
    return status;
}
