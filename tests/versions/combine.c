// combine.c - several versions in one submission.
//
// A version is the solution with some functions renamed and others in their place:
//
//   #define reduce_single_int sound_single_int
//   #include "../solutions/04_reduction/reduction.cu"
//   #undef reduce_single_int
//   ...
//
// Most of a compilation goes into what all versions share. So wrong versions of different parts,
// with different functions, make one submission, like a student with several mistakes; and so do
// right versions. Each version is in its own namespace. If it uses a function that another one
// replaces, it gets the solution's function. A submission is one file, so the solution's text
// replaces the line that includes it; `#line` gives the file and line of each text.
#include "versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/regions.h"

static bool renames(const Version *v, const char *name)
{
    for (int i = 0; i < v->count; i++)
        if (!strcmp(v->renamed[i], name))
            return true;
    return false;
}

// Answers are a file of the whole submission, and so is a version that does not include the
// solution. System headers cannot be included in a namespace.
static bool is_alone(const Version *v)
{
    return v->answers || v->headers || !v->rest || v->problem[0];
}

bool versions_fit(const Version *a, const Version *b)
{
    bool apart = a->lab == b->lab && a->race == b->race && a->right == b->right &&
                 (a->right || a->part != b->part) && !is_alone(a) && !is_alone(b);
    for (int i = 0; apart && i < a->count; i++)
        apart = !renames(b, a->renamed[i]);
    return apart;
}

// Each version goes into the first batch where it fits.
void batches_make(Batches *all, const VersionList *list)
{
    static int batch_of[MAX_VERSIONS];
    int n = 0;
    all->count = 0;
    for (int i = 0; i < list->count; i++) {
        for (batch_of[i] = 0; batch_of[i] < all->count; batch_of[i]++) {
            bool room = true;
            for (int k = 0; room && k < i; k++)
                room = batch_of[k] != batch_of[i] ||
                       versions_fit(&list->version[i], &list->version[k]);
            if (room)
                break;
        }
        all->count += batch_of[i] == all->count;
    }
    for (int b = 0; b < all->count; b++) {
        all->batch[b] = (Batch){&all->order[n], 0};
        for (int i = 0; i < list->count; i++)
            if (batch_of[i] == b)
                all->order[n++] = &list->version[i];
        all->batch[b].count = (int)(&all->order[n] - all->batch[b].version);
    }
}

// ---- the file -------------------------------------------------------------------------------

static void define_all(FILE *f, const Version *v, const Version *but)
{
    for (int i = 0; i < v->count; i++)
        if (!but || !renames(but, v->renamed[i]))
            fprintf(f, "#define %s %s\n", v->renamed[i], v->sound[i]);
}

static void undefine_all(FILE *f, const Batch *b)
{
    for (int k = 0; k < b->count; k++)
        for (int i = 0; i < b->version[k]->count; i++)
            fprintf(f, "#undef %s\n", b->version[k]->renamed[i]);
}

// Writes a file's text from a line on. Where the line includes a file of the project, that file's
// text follows instead.
static void write_text(FILE *f, const char *path, const char *text, int number)
{
    fprintf(f, "#line %d \"%s\"\n", number, path);
    for (const char *line = text; line && *line; line = next_line(line), number++) {
        char name[VERSION_PATH];
        if (sscanf(line, "#include \"../%500[^\"]", name) != 1) {
            fprintf(f, "%.*s\n", (int)strcspn(line, "\n"), line);
            continue;
        }
        char *included = load_text(name);
        if (!included) {
            fprintf(stderr, "%s: there is no %s\n", path, name);
            exit(1);
        }
        write_text(f, name, included, 1);
        free(included);
        fprintf(f, "#line %d \"%s\"\n", number + 1, path);
    }
}

static void write_version(FILE *f, const Version *v, const char *text, int number)
{
    char path[VERSION_PATH];
    version_path(v, path);
    write_text(f, path, text, number);
}

static void write_batch(FILE *f, const Batch *b)
{
    const Version *first = b->version[0];
    if (b->count == 1) {
        write_version(f, first, first->text, 1);
        return;
    }
    for (int k = 0; k < b->count; k++)
        define_all(f, b->version[k], NULL);
    write_version(f, first, first->include_line, first->include);
    undefine_all(f, b);
    for (int k = 0; k < b->count; k++) {
        const Version *v = b->version[k];
        for (int other = 0; other < b->count; other++)
            if (other != k)
                define_all(f, b->version[other], v);
        fprintf(f, "namespace in_%s {\n", v->name);
        write_version(f, v, v->rest, v->include + 1);
        fputs("}\n", f);
        undefine_all(f, b);
    }
}

// ---- the submission -------------------------------------------------------------------------

void batch_folder(const Batch *b, char folder[VERSION_PATH])
{
    const Version *first = b->version[0];
    snprintf(folder, VERSION_PATH, "build/versions/%s.%s%s", first->lab->name, first->name,
             b->count > 1 ? "" : ".alone");
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) {
        perror(path);
        exit(1);
    }
}

// What a version gets wrong is its code, unless it has answers of its own.
static void write_answers(const char *folder, const Version *v)
{
    char path[3 * VERSION_PATH];
    snprintf(path, sizeof path, "solutions/%s/%s", v->lab->name, v->lab->answers);
    char *answers = v->answers ? strdup(v->answers) : load_text(path);
    snprintf(path, sizeof path, "%s/%s", folder, v->lab->answers);
    write_file(path, answers ? answers : "");
    free(answers);
}

// The lab's other file.
static void copy_solution(const char *folder, const Lab *lab, const char *file)
{
    char path[2 * VERSION_PATH];
    snprintf(path, sizeof path, "solutions/%s/%s", lab->name, file);
    char *text = load_text(path);
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, file);
    write_file(path, text ? text : "");
    free(text);
}

void batch_write(const Batch *b)
{
    const Lab *lab = b->version[0]->lab;
    char folder[VERSION_PATH], path[2 * VERSION_PATH], *text;
    size_t size;
    batch_folder(b, folder);
    mkdir("build/versions", 0777);
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/%s", folder, lab->name);
    mkdir(path, 0777);
    if (lab->answers)
        write_answers(path, b->version[0]);
    FILE *f = open_memstream(&text, &size);
    write_batch(f, b);
    fclose(f);
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, version_file(b->version[0]));
    write_file(path, text);
    free(text);
    if (lab->fastest)
        copy_solution(folder, lab, b->version[0]->race ? lab->source : lab->fastest);
}
