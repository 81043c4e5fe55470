// similar.c - which submissions of a lab are alike. similarity-tester (Debian's package of that
// name: sim_c) compares the tokens of C, so other names and other blanks change nothing.
//
// It gets only the lines that a student has added to the skeleton: the rest is the same in all.
// FOLDER/similar/NN_topic/ID.txt has them.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gradebook.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/submission/snapshot.h"

enum { ALIKE = 40, SIM_SECONDS = 600, MAX_OWN_LINES = 20000 };

typedef struct {
    const ClassWork *one, *other;
    int percent;
} SimilarPair;

typedef struct {
    SimilarPair *pair;
    int count;
} SimilarPairs;

// ---- the lines that are a student's own -------------------------------------------------------

static int by_line(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }

// Cuts a text into its lines; to be freed.
static char **cut_lines(char *text, size_t *count)
{
    char **line = need(calloc(MAX_OWN_LINES, sizeof *line)), *rest = text, *next;
    for (*count = 0; *count < MAX_OWN_LINES && (next = strsep(&rest, "\n")) != NULL; ++*count)
        line[*count] = next;
    return line;
}

static void write_own_lines(const StudentClass *class, const ClassWork *work, char **given,
                            size_t count)
{
    char path[PATH_MAX], *text, *own = NULL;
    size_t bytes, size, lines;
    snprintf(path, sizeof path, "%s/work/%s/%s/%s", class->folder, work->who->id,
             work->lab->lab->name, work->lab->lab->source);
    if (file_read(path, MAX_SOURCE, &text, &bytes) != FILE_read)
        return;
    char **line = cut_lines(text, &lines);
    FILE *f = need(open_memstream(&own, &size));
    for (size_t i = 0; i < lines; i++)
        if (!bsearch(&line[i], given, count, sizeof *given, by_line))
            fprintf(f, "%s\n", line[i]);
    fclose(f);
    snprintf(path, sizeof path, "%s/similar/%s/%s.txt", class->folder, work->lab->lab->name,
             work->who->id);
    file_make_folders(path);
    file_write(path, own, size);
    free(own);
    free(line);
    free(text);
}

// ---- sim_c ------------------------------------------------------------------------------------

// Starts sim_c in a folder, with its list of files as standard input. Its output; NULL: it cannot
// be started.
static FILE *start_sim(const char *folder, const char *list, pid_t *pid)
{
    int out[2], in = memfd_create("names", MFD_CLOEXEC);
    if (in < 0 || pipe2(out, O_CLOEXEC) != 0)
        return NULL;
    if (write(in, list, strlen(list)) < 0 || lseek(in, 0, SEEK_SET) != 0)
        return NULL;
    fflush(NULL);
    *pid = fork();
    if (*pid == 0) {
        struct rlimit seconds = {SIM_SECONDS, SIM_SECONDS};
        setrlimit(RLIMIT_CPU, &seconds);
        dup2(in, 0);
        dup2(out[1], 1);
        if (chdir(folder) == 0)
            execlp("sim_c", "sim_c", "-p", "-e", "-a", "-s", "-T", "-i", (char *)NULL);
        _exit(127);
    }
    close(in);
    close(out[1]);
    return *pid > 0 ? fdopen(out[0], "r") : NULL;
}

static const ClassWork *work_called(const StudentClass *class, const Lab *lab, const char *id)
{
    for (int i = 0; i < class->count; i++)
        if (class->work[i].lab->lab == lab && strcmp(class->work[i].who->id, id) == 0)
            return &class->work[i];
    return NULL;
}

static void add_pair(SimilarPairs *pairs, const ClassWork *one, const ClassWork *other, int percent)
{
    if (!one || !other || percent < ALIKE)
        return;
    for (int i = 0; i < pairs->count; i++) {
        SimilarPair *p = &pairs->pair[i];
        if ((p->one == one && p->other == other) || (p->one == other && p->other == one)) {
            p->percent = percent > p->percent ? percent : p->percent;
            return;
        }
    }
    pairs->pair = need(realloc(pairs->pair, ((size_t)pairs->count + 1) * sizeof *pairs->pair));
    pairs->pair[pairs->count++] = (SimilarPair){one, other, percent};
}

// "ID.txt consists for 80 % of ID.txt material"
static bool compare_lab(SimilarPairs *pairs, const StudentClass *class, const Lab *lab,
                        const char *list)
{
    char folder[PATH_MAX], one[32], other[32], line[512];
    int percent, status = 0;
    pid_t pid = 0;
    snprintf(folder, sizeof folder, "%s/similar/%s", class->folder, lab->name);
    FILE *f = start_sim(folder, list, &pid);
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%12[0-9a-f].txt consists for %d %% of %12[0-9a-f].txt material", one,
                   &percent, other) == 3)
            add_pair(pairs, work_called(class, lab, one), work_called(class, lab, other), percent);
    if (f)
        fclose(f);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return f && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// ---- all labs ---------------------------------------------------------------------------------

static bool compare_students(SimilarPairs *pairs, const StudentClass *class, const Lab *lab)
{
    char *skeleton = NULL, *list = NULL, **given = NULL;
    size_t bytes, size, count = 0;
    int students = 0;
    if (!file_read_ours(paths_at("build/skeletons/%s/%s", lab->name, lab->source), &skeleton,
                        &bytes))
        file_read_ours(paths_at("labs/%s/%s", lab->name, lab->source), &skeleton, &bytes);
    given = cut_lines(skeleton ? skeleton : need(strdup("")), &count);
    qsort(given, count, sizeof *given, by_line);
    FILE *f = need(open_memstream(&list, &size));
    for (int i = 0; i < class->count; i++) {
        const ClassWork *work = &class->work[i];
        if (work->lab->lab != lab || work->state != WORK_graded)
            continue;
        write_own_lines(class, work, given, count);
        fprintf(f, "%s.txt\n", work->who->id);
        students++;
    }
    fclose(f);
    bool compared = students < 2 || compare_lab(pairs, class, lab, list);
    free(list);
    free(given);
    free(skeleton);
    return compared;
}

static int by_likeness(const void *a, const void *b)
{
    const SimilarPair *x = a, *y = b;
    int order = strcmp(x->one->lab->lab->name, y->one->lab->lab->name);
    return order ? order : y->percent - x->percent;
}

bool similar_write(const StudentClass *class)
{
    SimilarPairs pairs = {.count = 0};
    bool compared = true;
    for (int k = 0; compared && k < class->course->labs; k++)
        compared = compare_students(&pairs, class, class->course->lab[k].lab);
    FILE *f = compared ? gradebook_open(class, "similar.csv") : NULL;
    if (pairs.count)
        qsort(pairs.pair, (size_t)pairs.count, sizeof *pairs.pair, by_likeness);
    if (f)
        fputs("lab,percent,student,other\n", f);
    for (int i = 0; f && i < pairs.count; i++) {
        const SimilarPair *p = &pairs.pair[i];
        fprintf(f, "%s,%d,", p->one->lab->lab->name, p->percent);
        gradebook_field(f, p->one->who->name);
        fputc(',', f);
        gradebook_field(f, p->other->who->name);
        fputc('\n', f);
    }
    if (f)
        gradebook_close(class, "similar.csv", f);
    free(pairs.pair);
    return compared;
}
