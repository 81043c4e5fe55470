// audit.c - grades all versions, and prints by lab what the grader has found.
//
//   build/tests/versions [--table FILE] [NAME]
//   build/tests/versions --apply FOLDER [NAME]
//   build/tests/versions --right FROM:TO [NAME]
//
// Without NAME, the variable MUTANT has the name, if it is set. With --table, the table replaces
// the one between the marks in FILE, and the margins of all gates go to tests/versions/margins.csv.
// The program fails if less is found than the course promises. With --apply, nothing is graded: the
// submissions are written to FOLDER. The program fails if a patch does not apply. With --right, the
// solutions and the right versions are graded with all seeds FROM to TO (seeds.c). The program
// fails if an item loses points.
#include "versions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/choose.h"
#include "tests/regions.h"

#define MARK_BEGIN "<!-- make audit-versions -->\n"
#define MARK_END "<!-- end -->"
#define MARGINS "tests/versions/margins.csv"

// What the course promises, in percent.
enum { CAUGHT_PROMISED = 97, FIRST_PROMISED = 95, RIGHT_PROMISED = 100 };

typedef struct {
    int wrong, caught, words, line, both; // `marked`: versions with a marked line
    int marked, right, full, findings;
} VersionTally;

static void count_version(VersionTally *t, const Version *v, const VersionVerdict *verdict)
{
    t->findings += verdict->false_findings;
    if (v->right) {
        t->right++;
        t->full += verdict->graded && verdict->full;
        return;
    }
    t->wrong++;
    t->marked += v->marked;
    t->caught += verdict->caught;
    t->words += verdict->first_words;
    t->line += v->marked && verdict->first_line;
    t->both += verdict->first_words && verdict->first_line;
}

static void add_tally(VersionTally *sum, const VersionTally *t)
{
    const int *from = (const int *)t;
    int *to = (int *)sum;
    for (size_t i = 0; i < sizeof *t / sizeof(int); i++)
        to[i] += from[i];
}

static void print_tally(FILE *out, const char *name, const VersionTally *t)
{
    const char *topic = strchr(name, '_');
    double margin = margins_smallest(topic ? topic + 1 : "");
    fprintf(out, "| %s | %d / %d | %d / %d | %d / %d | %d / %d | %d / %d | %d | ", name, t->caught,
            t->wrong, t->words, t->wrong, t->line, t->marked, t->both, t->wrong, t->full, t->right,
            t->findings);
    fprintf(out, isfinite(margin) ? "%.0f%% |\n" : "|\n", 100 * margin);
}

static void print_table(FILE *out, const VersionTally *tally, const VersionTally *sum)
{
    fputs("| lab | wrong versions that lose points | first message: true words | a marked line | "
          "both | right versions with full marks | false findings | smallest margin of a gate |\n"
          "|---|---|---|---|---|---|---|---|\n",
          out);
    for (int i = 0; i < all_labs_count; i++)
        print_tally(out, all_labs[i]->name, &tally[i]);
    print_tally(out, "all", sum);
}

static bool replace_table(const char *path, const VersionTally *tally, const VersionTally *sum)
{
    char *text = load_text(path), *begin = text ? strstr(text, MARK_BEGIN) : NULL;
    char *end = begin ? strstr(begin, MARK_END) : NULL;
    FILE *f = end ? fopen(path, "w") : NULL;
    if (!f) {
        fprintf(stderr, "versions: %s has no place for the table\n", path);
        return false;
    }
    fprintf(f, "%.*s%s", (int)(begin - text), text, MARK_BEGIN);
    print_table(f, tally, sum);
    fputs(end, f);
    free(text);
    return fclose(f) == 0;
}

static bool holds(int part, int all, int percent) { return part * 100 >= all * percent; }

static bool promises_hold(const VersionTally *sum)
{
    return holds(sum->caught, sum->wrong, CAUGHT_PROMISED) &&
           holds(sum->both, sum->wrong, FIRST_PROMISED) &&
           holds(sum->full, sum->right, RIGHT_PROMISED) && !sum->findings;
}

static void count_all(const VersionList *list, VersionTally *tally, VersionTally *sum)
{
    for (int i = 0; i < list->count; i++) {
        const Version *v = &list->version[i];
        VersionVerdict verdict;
        VersionTally one = {.wrong = 0};
        version_verdict(v, &verdict);
        count_version(&one, v, &verdict);
        for (int k = 0; k < all_labs_count; k++)
            if (v->lab == all_labs[k])
                add_tally(&tally[k], &one);
        add_tally(sum, &one);
        if (verdict.problem[0])
            printf("%s %s: %s\n", v->lab->name, v->name, verdict.problem);
    }
}

static void print_batch(const Batch *b, const char *parent)
{
    char folder[VERSION_PATH];
    batch_folder(b, parent, folder);
    printf("%s/%s/%s:", folder, b->version[0]->lab->name, version_file(b->version[0]));
    for (int k = 0; k < b->count; k++)
        printf(" %s", b->version[k]->name);
    putchar('\n');
}

// Returns how many do not apply.
static int apply(const VersionList *list, const char *folder)
{
    static Batches all;
    int problems = 0;
    batches_make(&all, list);
    for (int i = 0; i < all.count; i++) {
        const Version *first = all.batch[i].version[0];
        if (!first->problem[0]) {
            batch_write(&all.batch[i], folder);
            print_batch(&all.batch[i], folder);
            continue;
        }
        printf("%s %s: %s\n", first->lab->name, first->name, first->problem);
        problems++;
    }
    printf("%d versions, %d submissions, %d problems\n", list->count, all.count, problems);
    return problems;
}

int main(int argc, char **argv)
{
    static VersionList list;
    static VersionTally tally[64], sum;
    const char *table = argc > 2 && !strcmp(argv[1], "--table") ? argv[2] : NULL;
    const char *folder = argc > 2 && !strcmp(argv[1], "--apply") ? argv[2] : NULL;
    const char *seeds = argc > 2 && !strcmp(argv[1], "--right") ? argv[2] : NULL;
    unsigned long long from, to;
    int names = table || folder || seeds ? 3 : 1;
    versions_read(&list, names < argc ? argv[names] : getenv("MUTANT"));
    if (!list.count) {
        fprintf(stderr, "versions: there is no such version\n");
        return 2;
    }
    if (folder)
        return apply(&list, folder) != 0;
    if (seeds && sscanf(seeds, "%llu:%llu", &from, &to) != 2) {
        fprintf(stderr, "versions: --right FROM:TO, two seeds\n");
        return 2;
    }
    if (seeds)
        return !versions_seeds(&list, from, to);
    versions_grade(&list, true);
    count_all(&list, tally, &sum);
    print_table(stdout, tally, &sum);
    if (table && !(replace_table(table, tally, &sum) && margins_write(MARGINS)))
        return 2;
    return !promises_hold(&sum);
}
