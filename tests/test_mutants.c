// test_mutants.c - the grader recognises wrong solutions. Every file of
// tests/mutants/NN_topic/*.cu is a typical wrong version of a lab's solution; build/grade grades
// it. It must lose the item that its first line names, for the reason in that line, and must lose
// nothing in any other part:
//
//   // EXPECT lab.part.item: words that the item's message contains
//   // EXPECT full marks                 right, though different: loses nothing
//
// MUTANT=name runs one; WHOLE=1 grades all parts of each mutant, not only the wrong part.
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
#include "regions.h"

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

// ---- several mutants in one file -----------------------------------------------------------
//
// A mutant is the solution with some functions renamed and others in their place:
//
//   #define reduce_single_int sound_single_int
//   #include "../solutions/04_reduction/reduction.cu"
//   #undef reduce_single_int
//   ...
//
// Most of a compilation goes into what all mutants share. So mutants of different parts, with
// different functions, make one submission, like a student with several mistakes. Each mutant is in
// its own namespace. If it uses a function that another mutant replaces, it gets the solution's
// function. A submission is one file, so the solution's text replaces the line that includes it;
// `#line` gives the file and line of each text.

enum { MAX_RENAMED = 16, NAME = 64 };

typedef struct {
    char name[MAX_RENAMED][NAME];  // reduce_single_int
    char sound[MAX_RENAMED][NAME]; // sound_single_int
    int count;
    const char *text, *rest; // the file; what follows the line that includes the solution
    char include_line[PATH]; // that line
    int include;             // its number
} Source;

typedef struct {
    int first, count; // in `order`
} Batch;
static int order[MAX_MUTANTS]; // mutants, batch by batch
static Source sources[MAX_MUTANTS];
static Batch batches[MAX_MUTANTS];
static int nbatches, batch_of[MAX_MUTANTS];

static void read_source(int i)
{
    Source *s = &sources[i];
    char path[PATH];
    snprintf(path, sizeof path, "tests/mutants/%s/%s.cu", mutants[i].lab->name, mutants[i].name);
    s->text = load_text(path);
    for (const char *line = s->text; line && *line && !s->rest; line = next_line(line)) {
        s->include++;
        if (!strncmp(line, "#include \"../solutions/", 23)) {
            snprintf(s->include_line, sizeof s->include_line, "%.*s", (int)strcspn(line, "\n"),
                     line);
            s->rest = next_line(line);
        } else if (s->count < MAX_RENAMED &&
                   sscanf(line, "#define %63s %63s", s->name[s->count], s->sound[s->count]) == 2) {
            s->count++;
        }
    }
    if (!s->rest) {
        fprintf(stderr, "test_mutants: %s does not include the solution\n", path);
        exit(1);
    }
}

static bool renames(const Source *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (!strcmp(s->name[i], name))
            return true;
    return false;
}

// Which part to grade: the one that the first line names, 0 for all.
static int part_of(int i)
{
    char part[64];
    if (getenv("WHOLE") || sscanf(sources[i].text, "// EXPECT %*[^.].%63[^.].", part) != 1)
        return 0;
    for (const Part *p = mutants[i].lab->parts; p->number; p++)
        if (!strcmp(p->id, part))
            return p->number;
    return 0;
}

static bool fit(int a, int b)
{
    bool apart =
        mutants[a].lab == mutants[b].lab && part_of(a) && part_of(b) && part_of(a) != part_of(b);
    for (int i = 0; apart && i < sources[a].count; i++)
        apart = !renames(&sources[b], sources[a].name[i]);
    return apart;
}

// Each mutant goes into the first batch where it fits.
static void make_batches(void)
{
    for (int i = 0; i < nmutants; i++) {
        read_source(i);
        for (batch_of[i] = 0; batch_of[i] < nbatches; batch_of[i]++) {
            bool room = true;
            for (int k = 0; room && k < i; k++)
                room = batch_of[k] != batch_of[i] || fit(i, k);
            if (room)
                break;
        }
        nbatches += batch_of[i] == nbatches;
    }
    for (int b = 0, n = 0; b < nbatches; b++) {
        batches[b].first = n;
        for (int i = 0; i < nmutants; i++)
            if (batch_of[i] == b)
                order[n++] = i;
        batches[b].count = n - batches[b].first;
    }
}

static void define_all(FILE *f, const Source *s, const Source *but)
{
    for (int i = 0; i < s->count; i++)
        if (!but || !renames(but, s->name[i]))
            fprintf(f, "#define %s %s\n", s->name[i], s->sound[i]);
}

static void undefine_all(FILE *f, const Batch *b)
{
    for (int k = 0; k < b->count; k++) {
        const Source *s = &sources[order[b->first + k]];
        for (int i = 0; i < s->count; i++)
            fprintf(f, "#undef %s\n", s->name[i]);
    }
}

// Writes a file's text from a line on. Where the line includes a file of the project, that file's
// text follows instead.
static void write_text(FILE *f, const char *path, const char *text, int number)
{
    fprintf(f, "#line %d \"%s\"\n", number, path);
    for (const char *line = text; line && *line; line = next_line(line), number++) {
        char name[PATH];
        if (sscanf(line, "#include \"../%500[^\"]", name) != 1) {
            fprintf(f, "%.*s\n", (int)strcspn(line, "\n"), line);
            continue;
        }
        char *included = load_text(name);
        if (!included) {
            fprintf(stderr, "test_mutants: %s: there is no %s\n", path, name);
            _exit(1);
        }
        write_text(f, name, included, 1);
        free(included);
        fprintf(f, "#line %d \"%s\"\n", number + 1, path);
    }
}

static void write_mutant(FILE *f, int at, const char *text, int number)
{
    char path[PATH];
    snprintf(path, sizeof path, "tests/mutants/%s/%s.cu", mutants[at].lab->name, mutants[at].name);
    write_text(f, path, text, number);
}

static void write_batch(FILE *f, const Batch *b)
{
    const int first = order[b->first];
    if (b->count == 1) {
        write_mutant(f, first, sources[first].text, 1);
        return;
    }
    for (int k = 0; k < b->count; k++)
        define_all(f, &sources[order[b->first + k]], NULL);
    write_mutant(f, first, sources[first].include_line, sources[first].include);
    undefine_all(f, b);
    for (int k = 0; k < b->count; k++) {
        const int at = order[b->first + k];
        for (int other = 0; other < b->count; other++)
            if (other != k)
                define_all(f, &sources[order[b->first + other]], &sources[at]);
        fprintf(f, "namespace in_%s {\n", mutants[at].name);
        write_mutant(f, at, sources[at].rest, sources[at].include + 1);
        fputs("}\n", f);
        undefine_all(f, b);
    }
}

// ---- grading, one mutant per processor at a time ---------------------------------

typedef struct {
    atomic_int next;         // the batch that is graded next
    int status[MAX_MUTANTS]; // of build/grade
} SharedResults;
static SharedResults *shared;

// build/mutants/04_reduction.NAME, the name of the first mutant of a batch
static void folder_of(int i, char folder[PATH])
{
    const Mutant *first = &mutants[order[batches[batch_of[i]].first]];
    snprintf(folder, PATH, "build/mutants/%s.%s", first->lab->name, first->name);
}

// A file that does not change keeps its time, and so its compiled object.
static void update_file(const char *path, const char *text)
{
    char *there = load_text(path);
    if (!there || strcmp(there, text)) {
        FILE *f = fopen(path, "w");
        if (!f || fputs(text, f) < 0 || fclose(f)) {
            perror(path);
            _exit(1);
        }
    }
    free(there);
}

static void write_submission(const Batch *b)
{
    const Lab *lab = mutants[order[b->first]].lab;
    char folder[PATH], path[2 * PATH], *text, *answers;
    size_t size;
    folder_of(order[b->first], folder);
    mkdir("build/mutants", 0777);
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/%s", folder, lab->name);
    mkdir(path, 0777);
    FILE *f = open_memstream(&text, &size);
    write_batch(f, b);
    fclose(f);
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, lab->source);
    update_file(path, text);
    free(text);
    if (!lab->answers)
        return;
    // What a mutant gets wrong is its code; its answers are the solution's.
    snprintf(path, sizeof path, "solutions/%s/%s", lab->name, lab->answers);
    answers = load_text(path);
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, lab->answers);
    update_file(path, answers ? answers : "");
    free(answers);
}

// Grades a mutant's part of the submission it is in; returns build/grade's status.
static int grade(int i)
{
    const Mutant *m = &mutants[i];
    char command[4 * PATH], only[32] = "", folder[PATH];
    const char *nvcc = getenv("NVCC");
    int part = part_of(i);
    folder_of(i, folder);
    if (part)
        snprintf(only, sizeof only, "--part %d", part);
    snprintf(
        command, sizeof command,
        "build/grade --plain --jobs 1 --seed 0x5c41 --submission %s --json %s/%s.json %s %s %s %s "
        ">%s/%s.log 2>&1",
        folder, folder, m->name, only, nvcc && *nvcc ? "--nvcc" : "", nvcc && *nvcc ? nvcc : "",
        m->lab->name, folder, m->name);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void grade_batch(const Batch *b)
{
    write_submission(b);
    for (int k = 0; k < b->count; k++)
        shared->status[order[b->first + k]] = grade(order[b->first + k]);
}

static void grade_all(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("test_mutants");
        exit(1);
    }
    long side = sysconf(_SC_NPROCESSORS_ONLN);
    for (long i = 0; i < side && i < nbatches; i++)
        if (fork() == 0) {
            for (int k; (k = atomic_fetch_add(&shared->next, 1)) < nbatches;)
                grade_batch(&batches[k]);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
}

// ---- judging the grades -------------------------------------------------------------------

static json_t *read_grade(int i)
{
    char folder[PATH], result[PATH + 80];
    json_error_t error;
    folder_of(i, folder);
    ck_assert_msg(shared->status[i] == 0 || shared->status[i] == 1,
                  "grading left with %d; see %s/%s.log", shared->status[i], folder,
                  mutants[i].name);
    snprintf(result, sizeof result, "%s/%s.json", folder, mutants[i].name);
    json_t *root = json_load_file(result, 0, &error);
    ck_assert_msg(root != NULL, "%s: %s", result, error.text);
    return root;
}

static const char *text_of(const json_t *item, const char *key)
{
    const char *s = json_string_value(json_object_get(item, key));
    return s ? s : "";
}

// Does one of an item's texts contain `words`, in upper or lower case?
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

START_TEST(wrong_solution_is_recognised)
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
    make_batches();
    grade_all();
    Suite *s = suite_create("mutants");
    TCase *t = tcase_create("diagnosis");
    tcase_add_loop_test(t, wrong_solution_is_recognised, 0, nmutants);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
