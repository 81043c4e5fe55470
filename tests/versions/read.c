// read.c - reads the versions in grader/labs/NN_topic/versions/, and what they expect:
//
//   // EXPECT lab.part.item: words       that item is lost, and says these words
//   // FIRST words                       what a student reads first says these; else those above
//   ...  // WRONG                        marks a line that it must name
//   // EXPECT full marks                 nothing is lost
#include "versions.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/hash.h"
#include "tests/regions.h"

void version_path(const Version *v, char path[VERSION_PATH])
{
    snprintf(path, VERSION_PATH, "grader/labs/%s/versions/%s.cu", v->lab->name, v->name);
}

const char *version_file(const Version *v) { return v->race ? v->lab->fastest : v->lab->source; }

static const char *after(const char *line, const char *words)
{
    size_t n = strlen(words);
    return strncmp(line, words, n) ? NULL : line + n;
}

static void copy_line(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%.*s", (int)strcspn(from, "\r\n"), from);
}

static void read_expectation(Version *v)
{
    char part[VERSION_NAME], item[VERSION_NAME], lab[VERSION_NAME], line[VERSION_WORDS];
    const char *second = after(next_line(v->text), "// FIRST ");
    copy_line(line, sizeof line, v->text);
    v->right = !strcmp(line, "// EXPECT full marks");
    v->race = v->lab->fastest && after(v->name, "fastest_");
    if (v->right)
        return;
    if (sscanf(line, "// EXPECT %63[^.].%63[^.].%63[^:]: %1000[^\n]", lab, part, item, v->words) !=
        4) {
        snprintf(v->problem, sizeof v->problem, "the first line is no expectation: %.150s", line);
        return;
    }
    snprintf(v->item, sizeof v->item, "%.20s.%.20s.%.20s", lab, part, item);
    copy_line(v->first, sizeof v->first, second ? second : v->words);
    for (const Part *p = v->lab->parts; p->number; p++)
        if (!strcmp(p->id, part) && p->fastest == v->race)
            v->part = p->number;
    if (!v->part)
        snprintf(v->problem, sizeof v->problem, "%s has no part '%s'", version_file(v), part);
}

static void read_marks(Version *v)
{
    int number = 1;
    for (const char *line = v->text; *line; line = next_line(line), number++) {
        const char *mark = strstr(line, "// WRONG");
        if (mark && mark < next_line(line) && v->marks < MAX_MARKS)
            v->mark[v->marks++] = number;
    }
}

// The lines `#define name sound_name`, and where the solution is included.
static void read_renamed(Version *v)
{
    int number = 1;
    for (const char *line = v->text; *line && !v->rest; line = next_line(line), number++) {
        if (after(line, "#include \"../solutions/")) {
            copy_line(v->include_line, sizeof v->include_line, line);
            v->include = number;
            v->rest = next_line(line);
        } else if (after(line, "#include <")) {
            v->headers = true;
        } else if (v->count < MAX_RENAMED && sscanf(line, "#define %63s %63s", v->renamed[v->count],
                                                    v->sound[v->count]) == 2) {
            v->count++;
        }
    }
}

static void read_version(Version *v)
{
    char path[VERSION_PATH];
    version_path(v, path);
    v->text = load_text(path);
    if (!v->text) {
        snprintf(v->problem, sizeof v->problem, "%.200s cannot be read", path);
        v->text = strdup("");
        return;
    }
    strcpy(strrchr(path, '.'), ".txt");
    v->answers = load_text(path);
    read_expectation(v);
    read_marks(v);
    read_renamed(v);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Version *)a)->name, ((const Version *)b)->name);
}

// Whether a list such as "one,other" has this name of n characters.
static bool list_has(const char *names, const char *name, size_t n)
{
    for (const char *at = names; at; at = strchr(at, ','), at += at != NULL)
        if (!strncmp(at, name, n) && (!at[n] || at[n] == ','))
            return true;
    return false;
}

static void read_lab(VersionList *list, const Lab *lab, const char *only)
{
    char folder[VERSION_PATH];
    int first = list->count;
    snprintf(folder, sizeof folder, "grader/labs/%s/versions", lab->name);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        size_t n = strlen(e->d_name);
        if (n < 4 || n - 3 >= VERSION_NAME || strcmp(e->d_name + n - 3, ".cu"))
            continue;
        bool named = !only || !strcmp(only, lab->name) || list_has(only, e->d_name, n - 3);
        if (!named)
            continue;
        if (list->count == MAX_VERSIONS) {
            fprintf(stderr, "there are more than %d versions\n", MAX_VERSIONS);
            exit(1);
        }
        Version *v = &list->version[list->count++];
        *v = (Version){.lab = lab};
        snprintf(v->name, sizeof v->name, "%.*s", (int)(n - 3), e->d_name);
    }
    if (d)
        closedir(d);
    qsort(list->version + first, (size_t)(list->count - first), sizeof *list->version, by_name);
}

void versions_read(VersionList *list, const char *only)
{
    list->count = 0;
    for (int i = 0; i < all_labs_count; i++)
        read_lab(list, all_labs[i], only);
    for (int i = 0; i < list->count; i++)
        read_version(&list->version[i]);
}

// ---- a sample -------------------------------------------------------------------------------

static int by_hash(const void *a, const void *b)
{
    const Version *v = a, *w = b;
    uint64_t hash = hash_text(v->name, 0), other = hash_text(w->name, 0);
    if (v->lab != w->lab)
        return strcmp(v->lab->name, w->lab->name);
    return hash < other ? -1 : hash > other;
}

// Of a right version all parts are graded: so only those of every third lab are in the sample.
static bool may_be_in_sample(const Version *v)
{
    int number = 0;
    while (all_labs[number] != v->lab)
        number++;
    return !v->right || number % 3 == 2;
}

void versions_sample(VersionList *list)
{
    int kept = 0;
    qsort(list->version, (size_t)list->count, sizeof *list->version, by_hash);
    for (int i = 0; i < list->count; i++) {
        bool fits = may_be_in_sample(&list->version[i]);
        for (int k = 0; k < kept; k++) {
            const Version *other = &list->version[k];
            fits =
                fits &&
                (other->lab != list->version[i].lab || other->race != list->version[i].race ||
                 other->right != list->version[i].right || versions_fit(other, &list->version[i]));
        }
        if (fits)
            list->version[kept++] = list->version[i];
    }
    list->count = kept;
}
