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

// The n-th "thread (1,0,0)" or "block (0,0,0)" of a message; NULL: there is none.
static const char *nth_of(const char *message, const char *what, int n)
{
    const char *at = strstr(message, what);
    while (at && n--)
        at = strstr(at + 1, what);
    return at ? at + strlen(what) - 1 : NULL;
}

// " BLOCK THREAD BLOCK THREAD", if the message names two threads.
static void add_threads(const char *message, char *text, size_t size)
{
    const char *first = nth_of(message, "thread (", 0), *second = nth_of(message, "thread (", 1);
    const char *block = nth_of(message, "block (", 0), *other = nth_of(message, "block (", 1);
    other = other ? other : block;
    if (!first || !second || !block)
        return;
    const char *const all[] = {block, first, other, second};
    for (size_t i = 0, n = 0; i < 4 && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, " %.*s)", (int)strcspn(all[i], ")"), all[i]);
}

// To the place where the finding was made: -G makes other steps, and so other numbers. Without a
// place, the debugger waits for a command.
static const char *command_to_find(const Looking *look)
{
    static char command[200];
    int mistake = choice_mistake(look->evidence, look->order->finding);
    const SimPlace *place =
        mistake < 0 ? NULL : &look->evidence->mistakes.mistake[mistake].finding.place;
    if (!place || !place->file)
        return NULL;
    const char *slash = strrchr(place->file, '/');
    int n = snprintf(command, sizeof command, "run to finding %s:%d",
                     slash ? slash + 1 : place->file, place->line);
    add_threads(mistake_told(&look->evidence->mistakes.mistake[mistake], look->choice.number),
                command + n, sizeof command - (size_t)n);
    return command;
}

static int become_debugger(const LookOrder *order, const LookChoice *choice, uint64_t budget,
                           const char *object, const char *file, const char *command)
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
    if (command) {
        add_word(&words, "--ex");
        add_word(&words, command);
    }
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        add_word(&words, rest[i]);
    fflush(NULL);
    execv(words.word[0], (char **)words.word);
    text_say(stderr, "grade: %s cannot be started: %s", words.word[0], strerror(errno));
    return 4;
}

int replay_in_debugger(const LookOrder *order)
{
    WireCase wire;
    Looking look;
    int status = look_begin(&look, order);
    if (status)
        return status;
    char name[96];
    case_full_name(name, sizeof name, look.list->cases[look.choice.number]);
    const char *object = look_debug_object(order);
    if (!object)
        object = selected_object(order->selected, order->part)->object;
    const char *file = replay_write_case(order, look.list, look.choice.number, &wire);
    if (!file) {
        fprintf(stderr, "grade: the case cannot be written: %s\n", strerror(errno));
        return 4;
    }
    const char *command = order->finding ? command_to_find(&look) : NULL;
    printf("%s, part %d: %s, %s.%s\n", order->selected->lab->name, order->part->number, name,
           look.choice.schedule.name,
           command ? "" : " Type: run to finding 1 (info findings lists all)");
    if (look.choice.schedule.only & CASE_ALL_ORDERS)
        puts("That order was one of many that were tried one after the other. The debugger has the "
             "plain order, in which the mistake may not show.");
    if (command)
        text_say(
            stdout, "finding %d: %s", order->finding,
            mistake_told(
                &look.evidence->mistakes.mistake[choice_mistake(look.evidence, order->finding)],
                look.choice.number));
    return become_debugger(order, &look.choice, wire.budget, object, file, command);
}
