// replay.c - see replay.h.
//
// The debugger needs a program, and a lab is none: build/replay is the program, with one case. The
// code is compiled anew with -G, which keeps its variables. Such code is not optimised, so it may
// do other steps; schedule, seed, inputs and addresses are the same.
#include "replay.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "grader/run/runner_process.h"

// ---- the object ---------------------------------------------------------------------------------

// The part's object with -G; where that does not compile, the one that is graded.
static const char *object_for_debugger(const LookOrder *order, const char *nvcc)
{
    static Lab lab;
    static Object object, *objects[] = {&object};
    static char flags[256];
    const Object *graded = selected_object(order->selected, order->part);
    lab = *order->selected->lab;
    snprintf(flags, sizeof flags, "%s%s-G", lab.nvcc_flags ? lab.nvcc_flags : "",
             lab.nvcc_flags ? " " : "");
    lab.nvcc_flags = flags;
    compile_place(&object, &lab, graded->name, paths_at("labs"));
    compile_objects(nvcc, objects, 1);
    if (object.state == OBJECT_ready)
        return object.object;
    printf("it does not compile with -G, so variables are not known\n");
    return graded->object;
}

// ---- the case -----------------------------------------------------------------------------------

static void put_inputs(FILE *f, const Case *c)
{
    for (int b = 0; b < c->buffers; b++)
        if (role_is_input(c->buffer[b].role))
            fwrite(c->buffer[b].data, elem_size(c->buffer[b].type), c->buffer[b].count, f);
}

const char *replay_write_case(const LookOrder *order, const CaseList *list, int number,
                              WireCase *wire)
{
    static char path[PATH_MAX];
    WireRequest request = {.part = (uint32_t)list->part, .cases = 1};
    snprintf(request.lab, sizeof request.lab, "%s", order->selected->lab->name);
    runner_describe_case(wire, list->cases[number], number);
    snprintf(path, sizeof path, "%s",
             paths_at("build/replays/%s-%d.case", request.lab, list->part));
    file_make_folders(path);
    FILE *f = fopen(path, "wb");
    if (!f)
        return NULL;
    fwrite(&request, sizeof request, 1, f);
    fwrite(wire, sizeof *wire, 1, f);
    put_inputs(f, list->cases[number]);
    bool failed = ferror(f);
    return fclose(f) == 0 && !failed ? path : NULL;
}

// ---- the command ----------------------------------------------------

typedef struct {
    const char *word[48];
    int count;
} CommandWords;

static void add_word(CommandWords *words, const char *word)
{
    if (words->count + 1 < 48)
        words->word[words->count++] = word;
}

// Those of "shuffle;memory-model=weak", and of the part's options, that change what the machine
// does.
static void add_options(CommandWords *words, char *options)
{
    static const char *const taken[] = {"schedule", "memory-model", "queue", "memory"};
    static const char *const names[] = {"--schedule", "--memory-model", "--queue", "--memory"};
    for (char *option = strtok(options, ";"); option; option = strtok(NULL, ";")) {
        char *value = strchr(option, '=');
        if (value)
            *value++ = 0;
        for (int i = 0; value && i < 4; i++)
            if (strcmp(option, taken[i]) == 0) {
                add_word(words, names[i]);
                add_word(words, value);
            }
    }
}

static int become_debugger(const LookOrder *order, const LookChoice *choice, uint64_t budget,
                           const char *object, const char *file)
{
    static char options[256], seed[32], limit[32];
    const char *more = order->part->options;
    CommandWords words = {{paths_at("build/cudasim"), "--debug", "--tool", choice->schedule.tools},
                          4};
    snprintf(options, sizeof options, "fresh-memory=seed;schedule=%s%s%s",
             choice->schedule.schedule, more ? ";" : "", more ? more : "");
    add_options(&words, options);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)choice->schedule.seed);
    snprintf(limit, sizeof limit, "%llu", (unsigned long long)budget);
    const char *rest[] = {"--seed", seed, "--budget", limit, paths_at("build/replay"),
                          object,   file};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        add_word(&words, rest[i]);
    fflush(NULL);
    execv(words.word[0], (char **)words.word);
    text_say(stderr, "grade: %s cannot be started: %s", words.word[0], strerror(errno));
    return 4;
}

int replay_in_debugger(const LookOrder *order, const char *nvcc)
{
    WireCase wire;
    Looking look;
    int status = look_begin(&look, order);
    if (status)
        return status;
    char name[96];
    case_full_name(name, sizeof name, look.list->cases[look.choice.number]);
    const char *object = object_for_debugger(order, nvcc);
    const char *file = replay_write_case(order, look.list, look.choice.number, &wire);
    if (!file) {
        fprintf(stderr, "grade: the case cannot be written: %s\n", strerror(errno));
        return 4;
    }
    printf("%s, part %d: %s, %s. Type: run to finding 1 (info findings lists all)\n",
           order->selected->lab->name, order->part->number, name, look.choice.schedule.name);
    if (look.choice.schedule.only & CASE_ALL_ORDERS)
        puts("That order was one of many that were tried one after the other. The debugger has the "
             "plain order, in which the mistake may not show.");
    return become_debugger(order, &look.choice, wire.budget, object, file);
}
