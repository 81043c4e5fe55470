// grade.c - grades versions, as many at a time as there are processors.
//
// A grade stays in build/versions/grades as long as nothing changes of what it depends on: the
// version, the solution, and the programs that grade. So an audit that was ended goes on where it
// was.
#include "versions.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/hash.h"
#include "grader/base/processors.h"
#include "tests/regions.h"

#define FOLDER "build/versions"

void version_grade_path(const Version *v, const char *ending, char path[VERSION_PATH])
{
    snprintf(path, VERSION_PATH, FOLDER "/grades/%s.%s%s", v->lab->name, v->name, ending);
}

// ---- grades that are there already ----------------------------------------------------------

static uint64_t hash_of_programs(void)
{
    static const char *const files[] = {"build/grade",  "build/runner",
                                        "build/client", "build/lib/libcudart.so.13",
                                        "common/lab.h", "common/labs.h"};
    static uint64_t hash;
    if (!hash)
        for (size_t i = 0; i < sizeof files / sizeof *files; i++)
            hash = hash_file(files[i], hash);
    return hash;
}

static void key_of(const Version *v, char key[64])
{
    char path[VERSION_PATH];
    uint64_t hash = hash_text(v->text, hash_of_programs());
    snprintf(path, sizeof path, "solutions/%s/%s", v->lab->name, version_file(v));
    hash = hash_file(path, hash);
    if (v->lab->answers) {
        snprintf(path, sizeof path, "solutions/%s/%s", v->lab->name, v->lab->answers);
        hash = hash_file(path, hash);
    }
    hash = hash_text(v->answers ? v->answers : "", hash);
    if (v->on[0]) {
        char *all = batch_text(&(Batch){&v, 1});
        hash = hash_text(all, hash);
        free(all);
    }
    hash = hash_text(getenv("WHOLE") ? "whole" : "part", hash);
    snprintf(key, 64, "%016llx", (unsigned long long)hash);
}

int version_status(const Version *v, char folder[VERSION_PATH])
{
    char path[VERSION_PATH], key[64], there[64] = "";
    int status = -1;
    version_grade_path(v, ".key", path);
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    key_of(v, key);
    int read = fscanf(f, "%63s %d %511s", there, &status, folder);
    fclose(f);
    return read == 3 && !strcmp(key, there) ? status : -1;
}

static void note_status(const Version *v, int status, const char *folder)
{
    char path[VERSION_PATH], key[64];
    version_grade_path(v, ".key", path);
    key_of(v, key);
    FILE *f = fopen(path, "w");
    if (!f || fprintf(f, "%s %d %s\n", key, status, folder) < 0 || fclose(f)) {
        perror(path);
        exit(1);
    }
}

// ---- grading --------------------------------------------------------------------------------

// Runs build/grade on a submission; `part` 0 is all parts.
static int run_grader(const char *folder, const Version *v, int part)
{
    char json[VERSION_PATH], log[VERSION_PATH], command[6 * VERSION_PATH], only[32] = "";
    const char *nvcc = getenv("NVCC");
    version_grade_path(v, ".json", json);
    version_grade_path(v, ".log", log);
    if (part)
        snprintf(only, sizeof only, "--part %d", part);
    snprintf(command, sizeof command,
             "build/grade --plain --jobs 1 --seed 0x5c41 --submission %s --json %s %s %s %s %s "
             ">%s 2>&1",
             folder, json, only, nvcc && *nvcc ? "--nvcc" : "", nvcc && *nvcc ? nvcc : "",
             v->lab->name, log);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_graded(const Batch *b)
{
    char folder[VERSION_PATH];
    bool all = true;
    for (int k = 0; k < b->count; k++)
        all = all && version_status(b->version[k], folder) >= 0;
    return all;
}

static void grade_batch(const Batch *b);

static void grade_each_alone(const Batch *b)
{
    for (int k = 0; b->count > 1 && k < b->count; k++) {
        Batch alone = {b->version + k, 1};
        if (!is_graded(&alone))
            grade_batch(&alone);
    }
}

static int part_of_file(const Lab *lab, LabFile file)
{
    for (const Part *part = lab->parts; part->number; part++)
        if (part->file == file)
            return part->number;
    return 0;
}

// Right versions lose nothing together, or one of them does. All parts are graded; of a version of
// fastest.cu or program.cu only its part, since the other files are the solution's.
static void grade_right(const Batch *b, const char *folder)
{
    const Version *first = b->version[0];
    int status = run_grader(folder, first, first->file ? part_of_file(first->lab, first->file) : 0);
    if (status && b->count > 1) {
        grade_each_alone(b);
        return;
    }
    for (int k = 0; k < b->count; k++) {
        char from[VERSION_PATH], to[VERSION_PATH];
        version_grade_path(b->version[0], ".json", from);
        version_grade_path(b->version[k], ".json", to);
        unlink(k ? to : "");
        if (k && link(from, to) != 0) {
            perror(to);
            exit(1);
        }
        note_status(b->version[k], status, folder);
    }
}

// Each wrong version's part. Where the versions do not compile together, each one alone.
static void grade_wrong(const Batch *b, const char *folder)
{
    for (int k = 0; k < b->count; k++) {
        const Version *v = b->version[k];
        int status = run_grader(folder, v, getenv("WHOLE") ? 0 : v->part);
        if (status == 3 && b->count > 1) {
            grade_each_alone(b);
            return;
        }
        note_status(v, status, folder);
    }
}

static void grade_batch(const Batch *b)
{
    char folder[VERSION_PATH];
    if (b->version[0]->problem[0])
        return;
    batch_write(b, FOLDER);
    batch_folder(b, FOLDER, folder);
    if (b->version[0]->right)
        grade_right(b, folder);
    else
        grade_wrong(b, folder);
}

void versions_grade(const VersionList *list, bool progress)
{
    static Batches all;
    atomic_int *next =
        mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (next == MAP_FAILED) {
        perror("versions");
        exit(1);
    }
    batches_make(&all, list);
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/grades", 0777);
    hash_of_programs();
    fflush(NULL);
    long side = processors();
    for (long i = 0; i < side && i < all.count; i++)
        if (fork() == 0) {
            for (int k; (k = atomic_fetch_add(next, 1)) < all.count;) {
                if (!is_graded(&all.batch[k]))
                    grade_batch(&all.batch[k]);
                if (progress)
                    fprintf(stderr, "[%d/%d] %s %s\n", k + 1, all.count,
                            all.batch[k].version[0]->lab->name, all.batch[k].version[0]->name);
            }
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    munmap(next, sizeof *next);
}
