// main.c - build/grade: grades labs, and lists, hints and demonstrates them.
//
// Exit status: 0 all points, 1 points lost, 2 wrong usage, 3 a lab does not compile,
// 4 something is missing here, 5 the grader or the course is broken.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "common/version.h"
#include "grader/attempts/history.h"
#include "grader/attempts/look.h"
#include "grader/attempts/progress.h"
#include "grader/attempts/replay.h"
#include "grader/attempts/reset.h"
#include "grader/base/clock.h"
#include "grader/base/paths.h"
#include "grader/base/terminal.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"
#include "grader/labs/own_case.h"
#include "grader/report/asked.h"
#include "grader/report/demo.h"
#include "grader/report/gates.h"
#include "grader/submission/confine.h"
#include "grading.h"
#include "objects.h"

static GradeOrder order;

// Each of these does a command, and returns the exit status.

// The case of a student's own, if one was given.
static const OwnCase *own_case(void)
{
    static OwnCase own;
    char problem[256];
    if (!order.options.own_size && !order.options.own_values)
        return NULL;
    if (!own_case_read(order.options.own_size, order.options.own_values, &own, problem,
                       sizeof problem))
        usage_error(problem, NULL);
    return &own;
}

static int run_demos(void)
{
    for (int i = 0; i < order.report.count; i++) {
        int status = demo_run(&order.report.selected[i], order.report.seed, own_case());
        if (status)
            return status;
    }
    return 0;
}

// If no part is named: the one that the student works on.
static const Part *part_to_look_at(void)
{
    const Lab *lab;
    const Part *part;
    if (order.options.part)
        return part_numbered(order.report.selected[0].lab, order.options.part);
    return progress_next(order.report.selected, 1, &lab, &part)
               ? part
               : order.report.selected[0].lab->parts;
}

static int show_look(void)
{
    GraderCommand command = order.options.command;
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)order.report.seed);
    LookOrder look = {
        .selected = &order.report.selected[0],
        .part = part_to_look_at(),
        .seed = order.report.seed,
        .lib = paths_lib(),
        .nvcc = order.nvcc,
        .page = order.options.look ? order.options.look : "",
        .own_case = own_case(),
        .case_name = order.options.case_name,
        .finding = order.options.finding,
        .own = is_own_work(&order),
        .submission = order.options.submission,
        .seed_word = order.options.has_seed ? seed : NULL,
    };
    if (command == COMMAND_cases)
        return look_print_cases(&look);
    if (order.options.debug)
        return replay_in_debugger(&look);
    return command == COMMAND_replay && !order.options.finding ? look_print_findings(&look)
                                                               : look_make(&look);
}

static int list_labs(void)
{
    progress_print(order.report.selected, order.report.count, order.options.count > 0,
                   terminal_columns(1), stdout);
    return 0;
}

static int print_history(void)
{
    history_print(order.report.selected, order.report.count, terminal_columns(1), stdout);
    return 0;
}

static int reset_file(void)
{
    if (order.report.count != 1)
        usage_error("name one lab and a part, as in LAB=reduction PART=2", NULL);
    const Lab *lab = order.report.selected[0].lab;
    return reset_part(lab, part_numbered(lab, order.options.part), order.options.todo);
}

static int give_hints(void)
{
    if (!order.options.count) {
        const Lab *lab = progress_ask(order.report.selected, order.report.count);
        if (lab)
            demo_hint(lab, order.options.part, order.options.level, history_read);
        return 0;
    }
    for (int i = 0; i < order.report.count; i++)
        demo_hint(order.report.selected[i].lab, order.options.part, order.options.level,
                  history_read);
    return 0;
}

static int print_questions(void)
{
    for (int i = 0; i < order.report.count; i++)
        if (!asked_print(order.report.selected[i].lab, stdout) && order.options.count)
            printf("%s: all have the same questions\n", order.report.selected[i].lab->name);
    return 0;
}

static int print_gates(void)
{
    for (int i = 0; i < order.report.count; i++)
        gates_table(order.report.selected[i].lab, stdout);
    return 0;
}

// The simulator says its version itself: the library may not be the one built with this program.
static int print_version(void)
{
    char commit[COMMIT_NAME];
    void *lib = dlopen(paths_lib(), RTLD_NOW | RTLD_LOCAL);
    void *function = lib ? dlsym(lib, "cudasimVersion") : NULL;
    const char *(*version)(void) = NULL;
    memcpy(&version, &function, sizeof version);
    printf("course %s (commit %s)\nnvcc %s (grades are defined for it)\nsimulator %s\n",
           COURSE_VERSION, report_commit(commit), NVCC_VERSION,
           version && *version() ? version() : "is not built");
    return 0;
}

static void read_receipt(void)
{
    char problem[128];
    if (order.options.count)
        usage_error("--verify takes the labs from the file", NULL);
    if (!receipt_read(&order.receipt, order.options.verify, problem, sizeof problem)) {
        text_say(stderr, "grade: %s", order.options.verify);
        usage_error("this cannot be verified", problem);
    }
    order.options.part = order.receipt.part;
}

// Status 4 if one of the layers that --require-sandbox asks for is missing.
static int print_sandbox(void)
{
    unsigned layers = confine_probe();
    for (int i = 0; i < CONFINE_LAYERS; i++)
        printf("%-10s %s\n", confine_layer_name(1u << i), layers & 1u << i ? "holds" : "missing");
    return (layers & CONFINE_needed) == CONFINE_needed ? 0 : 4;
}

// What a command needs before it can be done; each of these needs the ones before it, too.
typedef enum {
    NEEDS_nothing,
    NEEDS_labs,
    NEEDS_objects_begun, // while nvcc works, parts draw their cases
    NEEDS_objects
} Needs;

static const struct {
    Needs needs;
    int (*run)(void);
    bool one_lab;
} commands[COMMANDS] = {
    [COMMAND_grade] = {NEEDS_objects_begun, grading_run},
    [COMMAND_verify] = {NEEDS_objects_begun, grading_run},
    [COMMAND_list] = {NEEDS_labs, list_labs},
    [COMMAND_history] = {NEEDS_labs, print_history},
    [COMMAND_reset] = {NEEDS_labs, reset_file},
    [COMMAND_hint] = {NEEDS_labs, give_hints},
    [COMMAND_questions] = {NEEDS_labs, print_questions},
    [COMMAND_run] = {NEEDS_objects, run_demos},
    [COMMAND_look] = {NEEDS_objects, show_look, .one_lab = true},
    [COMMAND_cases] = {NEEDS_objects, show_look, .one_lab = true},
    [COMMAND_replay] = {NEEDS_objects, show_look, .one_lab = true},
    [COMMAND_gates] = {NEEDS_labs, print_gates},
    [COMMAND_facts] = {NEEDS_objects_begun, grading_make_facts},
    [COMMAND_sandbox] = {NEEDS_nothing, print_sandbox},
    [COMMAND_version] = {NEEDS_nothing, print_version},
};

static void begin_objects(bool wait)
{
    grading_prepare(&order);
    order.start_time = clock_seconds();
    time_t t = time(NULL);
    strftime(order.report.started, sizeof order.report.started, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    order.live = !order.options.plain && terminal_has_escapes(2);
    order_find_sources(&order);
    order_choose_seed(&order);
    order_find_facts(&order);
    order.report.layers = confine_probe();
    if (order.options.require_sandbox && (order.report.layers & CONFINE_needed) != CONFINE_needed)
        order_missing("a layer of the sandbox is missing", "build/grade --sandbox shows which");
    order_find_tools(&order);
    if (order.live)
        fprintf(stderr, "compiling ...");
    if (wait)
        objects_make(&order);
    else
        objects_start(&order);
}

int main(int argc, char **argv)
{
    order.options = options_read(argc, argv);
    Needs needs = commands[order.options.command].needs;
    if (order.options.command == COMMAND_verify)
        read_receipt();
    if (needs >= NEEDS_labs)
        order_choose_labs(&order);
    if (commands[order.options.command].one_lab && order.report.count != 1)
        usage_error("name one lab, as in LAB=reduction", NULL);
    if (needs >= NEEDS_objects_begun)
        begin_objects(needs == NEEDS_objects);
    return commands[order.options.command].run();
}
