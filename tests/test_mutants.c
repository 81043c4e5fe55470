// test_mutants.c - the grader finds what is wrong. Every file of
// tests/mutants/NN_topic/*.cu is a typical wrong version of a lab's solution; it is
// graded by build/grade, and must lose the item that its first line names, for
// the reason that the line gives, and nothing in any other part:
//
//   // EXPECT lab.part.item: words that the item's message contains
//   // EXPECT full marks                 right, though different: loses nothing
//
// MUTANT=name runs one; WHOLE=1 grades all parts of each, not the wrong one alone.
// Started from the root of the tree; NVCC in the environment names the compiler.
#include <check.h>
#include <dirent.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/grader.h"

enum { MAX_MUTANTS = 256, PATH = 512, LINE = 1024 };

typedef struct {
    const Lab *lab;
    char name[64];
} Mutant;
static Mutant mutants[MAX_MUTANTS];
static int nmutants;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Mutant *)a)->name, ((const Mutant *)b)->name);
}

static void find_mutants(const char *only)
{
    for (int i = 0; i < all_labs_count; i++) {
        char folder[PATH];
        int first = nmutants;
        snprintf(folder, sizeof folder, "tests/mutants/%s", all_labs[i]->name);
        DIR *d = opendir(folder);
        for (struct dirent *e; d && (e = readdir(d)) != NULL && nmutants < MAX_MUTANTS;) {
            size_t n = strlen(e->d_name);
            if (n < 4 || strcmp(e->d_name + n - 3, ".cu"))
                continue;
            Mutant *m = &mutants[nmutants];
            m->lab = all_labs[i];
            snprintf(m->name, sizeof m->name, "%.*s", (int)(n - 3), e->d_name);
            nmutants += !only || !strcmp(only, m->name);
        }
        if (d)
            closedir(d);
        qsort(mutants + first, (size_t)(nmutants - first), sizeof *mutants, by_name);
    }
}

// What the first line expects. `part` is 0 for "full marks".
typedef struct {
    char lab[64], part[64], item[64], words[LINE];
    int number;
} Expectation;

static Expectation read_expectation(const Mutant *m)
{
    char path[PATH], line[LINE] = "";
    Expectation e = {0};
    snprintf(path, sizeof path, "tests/mutants/%s/%s.cu", m->lab->name, m->name);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f && fgets(line, sizeof line, f), "%s cannot be read", path);
    fclose(f);
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "// EXPECT full marks"))
        return e;
    ck_assert_msg(sscanf(line, "// EXPECT %63[^.].%63[^.].%63[^:]: %1000[^\n]", e.lab, e.part,
                         e.item, e.words) == 4,
                  "%s: the first line is no expectation: %s", path, line);
    for (const Part *p = m->lab->parts; p->number; p++)
        if (!strcmp(p->id, e.part))
            e.number = p->number;
    ck_assert_msg(e.number > 0, "%s: the lab has no part '%s'", path, e.part);
    return e;
}

// ---- grading, as many at a time as there are processors ---------------------------------

typedef struct {
    atomic_int next;
    int status[MAX_MUTANTS]; // build/grade's
} Shared;
static Shared *shared;

static void folder_of(const Mutant *m, char folder[PATH])
{
    snprintf(folder, PATH, "build/mutants/%s.%s", m->lab->name, m->name);
}

// Which part to grade: the one that the first line names, 0 for all.
static int part_of(const Mutant *m)
{
    char path[PATH], line[LINE] = "", part[64];
    snprintf(path, sizeof path, "tests/mutants/%s/%s.cu", m->lab->name, m->name);
    FILE *f = fopen(path, "r");
    bool read = f && fgets(line, sizeof line, f);
    if (f)
        fclose(f);
    if (!read || getenv("WHOLE") || sscanf(line, "// EXPECT %*[^.].%63[^.].", part) != 1)
        return 0;
    for (const Part *p = m->lab->parts; p->number; p++)
        if (!strcmp(p->id, part))
            return p->number;
    return 0;
}

// Grades the file as the lab's submission; returns build/grade's status.
static int grade(const Mutant *m)
{
    char command[5 * PATH], only[32] = "", folder[PATH], answers[2 * PATH] = "";
    const char *nvcc = getenv("NVCC");
    int part = part_of(m);
    folder_of(m, folder);
    if (part)
        snprintf(only, sizeof only, "--part %d", part);
    // What a mutant gets wrong is its code; its answers are the solution's.
    if (m->lab->answers)
        snprintf(answers, sizeof answers, "cp solutions/%s/%s $d/ && ", m->lab->name,
                 m->lab->answers);
    // cmp: an unchanged file keeps its time, and so its compiled object.
    snprintf(command, sizeof command,
             "d=%s/%s; mkdir -p $d && "
             "{ cmp -s tests/mutants/%s/%s.cu $d/%s || cp tests/mutants/%s/%s.cu $d/%s; } && %s"
             "build/grade --plain --jobs 1 --submission %s --json %s/grade.json %s %s %s %s > "
             "%s/log 2>&1",
             folder, m->lab->name, m->lab->name, m->name, m->lab->source, m->lab->name, m->name,
             m->lab->source, answers, folder, folder, only, nvcc && *nvcc ? "--nvcc" : "",
             nvcc && *nvcc ? nvcc : "", m->lab->name, folder);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void grade_all(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("test_mutants");
        exit(1);
    }
    long side = sysconf(_SC_NPROCESSORS_ONLN);
    for (long i = 0; i < side && i < nmutants; i++)
        if (fork() == 0) {
            for (int k; (k = atomic_fetch_add(&shared->next, 1)) < nmutants;)
                shared->status[k] = grade(&mutants[k]);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
}

// ---- judging the grades -------------------------------------------------------------------

static json_t *read_grade(int i)
{
    char folder[PATH], result[PATH + 16];
    json_error_t error;
    folder_of(&mutants[i], folder);
    ck_assert_msg(shared->status[i] == 0 || shared->status[i] == 1,
                  "grading left with %d; see %s/log", shared->status[i], folder);
    snprintf(result, sizeof result, "%s/grade.json", folder);
    json_t *root = json_load_file(result, 0, &error);
    ck_assert_msg(root != NULL, "%s: %s", result, error.text);
    return root;
}

static const char *text_of(const json_t *item, const char *key)
{
    const char *s = json_string_value(json_object_get(item, key));
    return s ? s : "";
}

// Whether `words` stand, in any case of letters, in one of an item's texts.
static bool says(const json_t *item, const char *words)
{
    static const char *const lists[] = {"detail", "output"};
    if (strcasestr(text_of(item, "message"), words))
        return true;
    for (int i = 0; i < 2; i++) {
        char all[16384] = "";
        size_t k;
        json_t *line;
        json_array_foreach(json_object_get(item, lists[i]), k, line)
        {
            size_t used = strlen(all);
            snprintf(all + used, sizeof all - used, "%s\n", json_string_value(line));
        }
        if (strcasestr(all, words))
            return true;
    }
    return false;
}

// Calls check(item, user) for every graded item, wherever it is in the tree.
static void each_item(json_t *tree, void (*check)(const json_t *, void *), void *user)
{
    const char *key;
    size_t i;
    json_t *value;
    if (json_is_object(tree)) {
        if (json_object_get(tree, "id") && json_object_get(tree, "max_score"))
            check(tree, user);
        json_object_foreach(tree, key, value) each_item(value, check, user);
    }
    json_array_foreach(tree, i, value) each_item(value, check, user);
}

typedef struct {
    const Expectation *e;
    bool found;
} Search;

static void check_item(const json_t *item, void *user)
{
    Search *s = user;
    const Expectation *e = s->e;
    const char *id = text_of(item, "id"), *status = text_of(item, "status");
    char wanted[256], same_part[160];
    snprintf(wanted, sizeof wanted, "%s.%s.%s", e->lab, e->part, e->item);
    snprintf(same_part, sizeof same_part, "%s.%s.", e->lab, e->part);
    ck_assert_msg(strcmp(status, "grader_error") != 0, "%s: %s", id, text_of(item, "message"));
    if (!e->number || strncmp(id, same_part, strlen(same_part))) {
        ck_assert_msg(!strcmp(status, "pass"), "%s is %s, though nothing is wrong there: %s", id,
                      status, text_of(item, "message"));
        return;
    }
    if (strcmp(id, wanted))
        return;
    s->found = true;
    ck_assert_msg(strcmp(status, "pass") && strcmp(status, "skip"), "%s is %s", id, status);
    ck_assert_msg(says(item, e->words), "%s does not say '%s' but '%s'", id, e->words,
                  text_of(item, "message"));
}

START_TEST(diagnosed)
{
    const Mutant *m = &mutants[_i];
    Expectation e = read_expectation(m);
    json_t *root = read_grade(_i);
    Search s = {&e, false};
    each_item(root, check_item, &s);
    ck_assert_msg(s.found || !e.number, "%s: no item %s.%s.%s", m->name, e.lab, e.part, e.item);
    json_decref(root);
}
END_TEST

int main(void)
{
    find_mutants(getenv("MUTANT"));
    if (!nmutants) {
        fprintf(stderr, "test_mutants: no such mutant\n");
        return 1;
    }
    grade_all();
    Suite *s = suite_create("mutants");
    TCase *t = tcase_create("diagnosis");
    tcase_add_loop_test(t, diagnosed, 0, nmutants);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
