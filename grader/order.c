// order.c - see order.h.
#include "order.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"
#include "grader/submission/toolchain.h"

void order_missing(const char *what, const char *advice)
{
    text_say(stderr, "grade: %s; %s", what, advice);
    exit(4);
}

void order_end_progress(const GradeOrder *order)
{
    if (order->live)
        fprintf(stderr, "\r\033[K");
}

const Part *part_numbered(const Lab *lab, int number)
{
    for (const Part *part = lab->parts; part->number; part++)
        if (part->number == number)
            return part;
    return NULL;
}

static void mark_labs(const char *word, bool *chosen)
{
    bool any = false;
    for (int i = 0; i < all_labs_count; i++)
        if (lab_matches(all_labs[i], word))
            chosen[i] = any = true;
    if (any)
        return;
    char what[160];
    snprintf(what, sizeof what, "%.40s%s", word, lab_question(word));
    usage_error("no such lab", what);
}

static void choose_lab_of_receipt(const char *name, bool *chosen)
{
    for (int i = 0; i < all_labs_count; i++)
        if (strcmp(all_labs[i]->name, name) == 0) {
            chosen[i] = true;
            return;
        }
    order_missing("the receipt has a lab that this course does not have", name);
}

// No chosen lab has the part: how many parts have they?
__attribute__((noreturn)) static void refuse_part(const GradeOrder *order, const bool *chosen)
{
    char what[128];
    int most = 0, labs = 0, last = 0;
    for (int i = 0; i < all_labs_count; i++) {
        if (order->options.count && !chosen[i])
            continue;
        int parts = 0;
        while (all_labs[i]->parts[parts].number)
            parts++;
        most = parts > most ? parts : most;
        last = i;
        labs++;
    }
    if (labs == 1)
        snprintf(what, sizeof what, "%s has the parts 1 to %d, not %d; see make list LAB=%s",
                 all_labs[last]->name, most, order->options.part, lab_topic(all_labs[last]));
    else
        snprintf(what, sizeof what, "no chosen lab has a part %d: they have up to %d parts",
                 order->options.part, most);
    usage_error(what, NULL);
}

void order_choose_labs(GradeOrder *order)
{
    bool *chosen = need(calloc((size_t)all_labs_count + 1, sizeof *chosen));
    for (const char **name = order->receipt.labs; name && *name; name++)
        choose_lab_of_receipt(*name, chosen);
    for (int i = 0; i < order->options.count; i++)
        for (char *word = strtok(order->options.words[i], ", "); word; word = strtok(NULL, ", "))
            mark_labs(word, chosen);
    order->report.selected =
        shared_alloc(((size_t)all_labs_count + 1) * sizeof *order->report.selected);
    for (int i = 0; i < all_labs_count; i++) {
        if ((order->options.count || order->receipt.labs) && !chosen[i])
            continue;
        if (order->options.part && !part_numbered(all_labs[i], order->options.part))
            continue;
        order->report.selected[order->report.count++] =
            (Selected){.lab = all_labs[i], .part = order->options.part};
    }
    if (order->report.count == 0)
        refuse_part(order, chosen);
    free(chosen);
}

// Where the submission is. With a receipt it is where it was, unless another folder is named.
static char *submission_folder(const GradeOrder *order)
{
    const char *folder = order->options.facts        ? paths_at("solutions")
                         : order->options.submission ? order->options.submission
                                                     : paths_at("labs");
    struct stat st;
    if (!order->options.submission && order->options.verify)
        folder = order->receipt.submission[0] == '/' ? order->receipt.submission
                                                     : paths_at("%s", order->receipt.submission);
    if (stat(folder, &st) == 0 && S_ISDIR(st.st_mode))
        return need(strdup(folder));
    if (!order->options.submission && order->options.verify)
        order_missing("the submission of the receipt is not there",
                      "name its folder: SUBMISSION=folder");
    usage_error("no such folder", folder);
}

// The submission's name in a grade: the folder of the folders of the labs.
static void name_submission(GradeOrder *order, const char *lab_folder)
{
    char *name = need(strdup(lab_folder));
    *strrchr(name, '/') = 0;
    order->report.submission = name;
}

void order_find_sources(GradeOrder *order)
{
    char *folder = submission_folder(order);
    for (int i = 0; i < order->report.count; i++) {
        Selected *s = &order->report.selected[i];
        for (LabFile f = 0; f < LAB_FILES; f++) {
            const char *file = lab_file(s->lab, f);
            if (file) {
                compile_place(&s->object[f], s->lab, file, folder);
                compile_place(&s->reference[f], s->lab, file, paths_at("solutions"));
            }
        }
        snprintf(s->folder, sizeof s->folder, "%s", s->object[FILE_lab].source);
        *strrchr(s->folder, '/') = 0;
    }
    name_submission(order, order->report.selected[0].folder);
    free(folder);
}

bool is_own_work(const GradeOrder *order) { return strcmp(order->report.submission, "labs") == 0; }

// Commands that give no marks: any seed will do.
static bool only_shows(const GradeOrder *order)
{
    switch (order->options.command) {
    case COMMAND_run:
    case COMMAND_look:
    case COMMAND_cases:
    case COMMAND_replay: return true;
    default: return false;
    }
}

// The work of others is graded with a seed that nobody knows before: results for the seed of the
// course can be in a table. Students who grade their own labs/ get the same grade again and again.
void order_choose_seed(GradeOrder *order)
{
    order->report.seed = order->options.verify ? order->receipt.seed : order->options.seed;
    order->fresh_seed = !order->options.has_seed && !order->options.verify &&
                        !order->options.facts && !only_shows(order) &&
                        (order->options.fresh_seed || !is_own_work(order));
    if (!order->fresh_seed)
        return;
    uint64_t bits = 0;
    while (!bits)
        if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
            order_missing("the system has no random numbers", "name a seed with --seed");
    order->report.seed = bits;
}

// A release has no solutions: its facts hold for one seed.
void order_find_facts(GradeOrder *order)
{
    char problem[256], advice[128];
    if (!reference_facts_needed())
        return;
    order->facts = reference_facts_read(paths_at("grader/reference.json"), problem, sizeof problem);
    if (!order->facts)
        order_missing(problem, "get the student release again");
    snprintf(advice, sizeof advice, "this release grades with the seed 0x%llx alone (SEED=0x%llx)",
             (unsigned long long)reference_facts_seed(order->facts),
             (unsigned long long)reference_facts_seed(order->facts));
    if (!only_shows(order) && order->report.seed != reference_facts_seed(order->facts))
        order_missing("another seed needs the solutions, which a student release does not have",
                      advice);
}

void order_find_tools(GradeOrder *order)
{
    order->nvcc = toolchain_nvcc(order->options.nvcc);
    if (!order->nvcc)
        order_missing("no nvcc found", "make grade fetches one");
    if (access(paths_lib(), R_OK) != 0 || access(paths_runner(), X_OK) != 0)
        order_missing("the simulator is not built", "run make");
    order->report.nvcc_version = toolchain_version(order->nvcc);
    if (strcmp(order->report.nvcc_version, NVCC_VERSION) != 0)
        text_say(stderr, "grade: warning: nvcc %s; grades are defined for %s, counters may differ",
                 order->report.nvcc_version, NVCC_VERSION);
}
