// work.c - what is to be graded: files in place, and which results are still good.
#include "work.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/version.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/sha256.h"
#include "handed_in.h"
#include "named.h"

const char *work_state_name(WorkState state)
{
    static const char *const names[] = {"open", "graded", "missing", "unusable", "not graded"};
    return names[state];
}

const char *work_file(const StudentClass *class, const ClassWork *work, const char *ending)
{
    static char ring[8][PATH_MAX];
    static int at;
    char *path = ring[at++ % 8];
    snprintf(path, PATH_MAX, "%s/results/%s/%s.%s", class->folder, work->who->id, work->lab->name,
             ending);
    return path;
}

// ---- what a result was made of --------------------------------------------------------------

static int by_text(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }

// Names and digests of the files in a folder, sorted.
static void put_digests(FILE *f, const char *folder)
{
    char *line[256], digest[65], path[2 * PATH_MAX];
    size_t lines = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && lines < 256 && (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            sha256_file(path, digest);
            if (asprintf(&line[lines], "%s %s", e->d_name, digest) < 0)
                line[lines] = need(NULL);
            lines++;
        }
    if (d)
        closedir(d);
    qsort(line, lines, sizeof *line, by_text);
    for (size_t i = 0; i < lines; i++) {
        fprintf(f, "%s\n", line[i]);
        free(line[i]);
    }
}

void work_suite_digest(const Lab *lab, char digest[65])
{
    static const char *const folders[] = {"grader/labs/%s", "solutions/%s"};
    char *text = NULL, folder[64];
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    for (int i = 0; i < 2; i++) {
        snprintf(folder, sizeof folder, folders[i], lab->name);
        put_digests(f, paths_at("%s", folder));
    }
    fclose(f);
    sha256_text(text, size, digest);
    free(text);
}

static void make_key(const StudentClass *class, ClassWork *work)
{
    char *text = NULL, folder[PATH_MAX], suite[65];
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    work_suite_digest(work->lab, suite);
    fprintf(f, "%s %s %llx %s %s\n", COURSE_VERSION, NVCC_VERSION, (unsigned long long)class->seed,
            work->lab->name, suite);
    snprintf(folder, sizeof folder, "%s/work/%s/%s", class->folder, work->who->id, work->lab->name);
    put_digests(f, folder);
    fclose(f);
    sha256_text(text, size, work->key);
    free(text);
}

static bool is_graded(const StudentClass *class, const ClassWork *work)
{
    char *key;
    size_t bytes;
    struct stat st;
    if (stat(work_file(class, work, "json"), &st) != 0 ||
        !file_read_ours(work_file(class, work, "key"), &key, &bytes))
        return false;
    bool same = strcmp(key, work->key) == 0;
    free(key);
    return same;
}

// ---- all work -------------------------------------------------------------------------------

// "no file reduction.cu, but reduce_final.cu": what an instructor has to ask the student about.
static void say_missing(ClassWork *work, const HandedIn *h)
{
    work->state = WORK_missing;
    snprintf(work->why, sizeof work->why, "no file %s%s%s%s%s", work->lab->source,
             h->other[0] ? ", but " : "", h->other, h->note[0] ? "; " : "", h->note);
}

static void add_work(StudentClass *class, const HandedIn *h, Submitted *who, const Lab *lab)
{
    char folder[PATH_MAX], choice[256];
    time_t changed;
    ClassWork *work = &class->work[class->count++];
    *work = (ClassWork){.who = who, .lab = lab, .handed_in = who->handed_in, .doubt = h->doubt};
    snprintf(folder, sizeof folder, "%s/work/%s", class->folder, who->id);
    bool there = handed_in_place(h, lab, folder, &changed, choice, sizeof choice);
    if (there && !work->handed_in)
        work->handed_in = changed;
    if (h->problem[0]) {
        work->state = WORK_unusable;
        snprintf(work->why, sizeof work->why, "%s", h->problem);
    } else if (!there) {
        say_missing(work, h);
    } else {
        work->doubt |= choice[0] != 0;
        snprintf(work->note, sizeof work->note, "%s%s%s", choice,
                 choice[0] && h->note[0] ? "; " : "", h->note);
        named_answers(class, work);
        make_key(class, work);
        if (is_graded(class, work))
            work->state = WORK_graded;
    }
}

// Somebody who has handed in a file of no lab has not handed in nothing.
static void doubt_strangers(ClassWork *work, int works)
{
    for (int i = 0; i < works; i++)
        if (work[i].state != WORK_missing)
            return;
    for (int i = 0; i < works; i++)
        work[i].doubt = true;
}

static bool is_to_be_graded_again(const StudentClass *class, const Submitted *who)
{
    return class->regrade &&
           (strcmp(class->regrade, "all") == 0 || strcmp(class->regrade, who->name) == 0 ||
            strcmp(class->regrade, who->id) == 0);
}

void work_forget(const StudentClass *class)
{
    for (int i = 0; i < class->submitted.count; i++)
        for (int k = 0; k < class->labs; k++) {
            ClassWork work = {.who = &class->submitted.one[i], .lab = class->lab[k]};
            if (is_to_be_graded_again(class, work.who))
                unlink(work_file(class, &work, "key"));
        }
}

void work_prepare(StudentClass *class)
{
    size_t most = (size_t) class->submitted.count * (size_t) class->labs;
    HandedIn *h = need(malloc(sizeof *h));
    int number = 0;
    class->work = need(calloc(most + 1, sizeof *class->work));
    for (int i = 0; i < class->submitted.count; i++) {
        int first = class->count;
        for (int k = 0; k < class->labs; k++) {
            if (number++ % class->shares != class->share - 1)
                continue;
            if (first == class->count)
                handed_in_read(h, &class->submitted.one[i]);
            add_work(class, h, &class->submitted.one[i], class->lab[k]);
        }
        if (first < class->count)
            handed_in_free(h);
        doubt_strangers(&class->work[first], class->count - first);
    }
    free(h);
    named_twice(class);
}
