// audit.c - runs the corpus of hostile submissions (tests/hostile/) on the machines that room.h
// plays, and prints how many are contained.
//
//   build/tests/audit                 every attack on every machine
//   build/tests/audit --quick         some of each kind, as the user who calls
//   build/tests/audit --layer N       only that machine, see room.h
//   build/tests/audit --table FILE    replaces the table in that file
//   build/tests/audit NAME...         only these attacks; KIND works, too
//
// All happens in a copy of the course in $TMPDIR, and as many attacks run side by side as there
// are processors. An attack counts as contained if it gets the verdict that it must get, touches
// nothing, and leaves nothing running; an attack that did not say that it was tried counts as
// not contained. The last machine confines nothing: what is "contained" there is an attack that
// does not work, or that something else than confinement stops.
#include <errno.h>
#include <ftw.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"
#include "canary.h"
#include "grader/base/files.h"
#include "grader/base/paths.h"
#include "grader/base/processors.h"
#include "room.h"
#include "verdict.h"

enum { LONG = 4096 };

static Attack attacks[MAX_ATTACKS];
static int attack_count;

// What the workers share.
typedef struct {
    atomic_int next, done;
    Outcome outcome[LAYERS][MAX_ATTACKS];
} Shared;
static Shared *shared;
static bool layer_played[LAYERS];
static char layers_hold[LAYERS][64]; // what `build/grade --sandbox` says there

__attribute__((format(printf, 1, 2))) static void must_run(const char *format, ...)
{
    char command[LONG];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    if (system(command) != 0) {
        fprintf(stderr, "audit: failed: %s\n", command);
        exit(2);
    }
}

// ---- the copy of the course -----------------------------------------------------------------

static void make_tree(void)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(audit_folder, sizeof audit_folder, "%s/audit.XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(audit_folder)) {
        perror("audit");
        exit(2);
    }
    chmod(audit_folder, 0755);
    snprintf(audit_tree, sizeof audit_tree, "%.400s/tree", audit_folder);
    must_run("mkdir -p '%s/build/lib' '%s/students' && cp -r common solutions slides '%s' &&"
             " cp --parents grader/labs/includes.txt '%s' &&"
             " cp build/grade build/runner build/client '%s/build' && cp build/lib/libcudart.so.13 "
             "'%s/build/lib'"
             " && cp -P build/include '%s/build'",
             audit_tree, audit_tree, audit_tree, audit_tree, audit_tree, audit_tree, audit_tree);
    if (access("build/toolkit", F_OK) == 0)
        must_run("ln -s \"$PWD/build/toolkit\" '%s/build/toolkit'", audit_tree);
}

// For the machine that confines nothing: the same programs, with another confine().
static void use_open_programs(void)
{
    must_run("cp build/tests/audit_open/grade build/tests/audit_open/runner "
             "build/tests/audit_open/client '%s/build'",
             audit_tree);
}

static void give_tree_to(Layer layer)
{
    if (geteuid() != 0)
        return;
    int user = layer == LAYER_user || layer == LAYER_open ? ROOM_USER : 0;
    must_run("chown -R %d:%d '%s'", user, user, audit_tree);
}

// ---- one grading ----------------------------------------------------------------------------

typedef struct {
    const Attack *attack; // NULL: the solutions
    char folder[LONG], json[LONG];
} Grading;

static int run_grade(void *data)
{
    const Grading *g = data;
    char part[16], grade[2 * MAX_PLACE];
    snprintf(part, sizeof part, "%d", g->attack->part->number);
    snprintf(grade, sizeof grade, "%s/build/grade", audit_tree);
    setenv("GRADE_TIMEOUT_SCALE", "0.4", 1); // what loops is ended in any case
    unsetenv("GRADE_SEED");
    if (chdir(audit_tree) != 0)
        return 127;
    const char *nvcc = getenv("NVCC");
    execl(grade, "build/grade", "--plain", "--jobs", "1", "--submission", g->folder, "--part", part,
          "--json", g->json, g->attack->lab->name, nvcc && *nvcc ? "--nvcc" : NULL, nvcc,
          (char *)NULL);
    return 127;
}

static int run_sandbox(void *data)
{
    (void)data;
    char grade[2 * MAX_PLACE];
    snprintf(grade, sizeof grade, "%s/build/grade", audit_tree);
    execl(grade, "build/grade", "--sandbox", (char *)NULL);
    return 127;
}

// The submission's folder: the attack in the place of the lab's file, the headers beside it.
static void write_submission(const Attack *a, Grading *g)
{
    char lab[LONG + 256], command[3 * LONG], script[sizeof a->setup + 128];
    char name[256];
    g->attack = a;
    snprintf(name, sizeof name, "%s.%s", a->kind, a->name); // two kinds may have the same name
    if (a->folder[0]) {                                     // with the escapes of printf
        snprintf(command, sizeof command, "printf -- '%s'", a->folder);
        FILE *f = popen(command, "r");
        size_t n = f ? fread(name, 1, sizeof name - 1, f) : 0;
        name[n] = 0;
        if (f)
            pclose(f);
    }
    snprintf(g->folder, sizeof g->folder, "%s/students/%s", audit_tree, name);
    snprintf(g->json, sizeof g->json, "%s/students/%s.%s.json", audit_tree, a->kind, a->name);
    unlink(g->json);
    snprintf(lab, sizeof lab, "%s/%s", g->folder, a->lab->name);
    setenv("AUDIT_LAB", lab, 1);
    setenv("AUDIT_FOLDER", audit_folder, 1);
    setenv("AUDIT_SOURCE", lab_file(a->lab, a->part->file), 1);
    setenv("AUDIT_ATTACK", a->path, 1);
    setenv("TREE", audit_tree, 1);
    must_run("rm -rf \"$AUDIT_LAB\" && mkdir -p \"$AUDIT_LAB\" &&"
             " cp tests/hostile/*.h \"$AUDIT_FOLDER/canary.h\" \"$AUDIT_LAB\" &&"
             " cp \"$AUDIT_ATTACK\" \"$AUDIT_LAB/$AUDIT_SOURCE\"");
    if (a->setup[0]) {
        setenv("OUTSIDE_FOLDER", audit_folder, 1);
        snprintf(script, sizeof script, "cd \"$AUDIT_LAB\" && {\n%s}", a->setup);
        if (system(script) != 0)
            fprintf(stderr, "audit: the set-up of %s has failed\n", a->path);
    }
}

static void own_submission(Layer layer, const Grading *g)
{
    if (geteuid() != 0)
        return;
    int user = layer == LAYER_user || layer == LAYER_open ? ROOM_USER : 0;
    setenv("AUDIT_STUDENT", g->folder, 1);
    // Some set-ups go on swapping files meanwhile, and chown may miss one.
    must_run("for try in 1 2 3 4 5 6 7 8 9; do"
             " chown -R -h %d:%d \"$AUDIT_STUDENT\" 2>/dev/null && exit; sleep 0.05; done; exit 1",
             user, user);
}

static Outcome try_attack(Layer layer, const Attack *a)
{
    Grading g;
    char log[LONG];
    write_submission(a, &g);
    snprintf(log, sizeof log, "%s/students/%s.%s.log", audit_tree, a->kind, a->name);
    own_submission(layer, &g);
    if (a->after_solution) {
        must_run("cd \"$AUDIT_LAB\" && mv \"$AUDIT_SOURCE\" later && cp"
                 " \"$TREE/solutions/%s/$AUDIT_SOURCE\" .",
                 a->lab->name);
        room_run(layer, log, run_grade, &g);
        must_run("cd \"$AUDIT_LAB\" && mv later \"$AUDIT_SOURCE\" && touch -d 2001-01-01"
                 " \"$AUDIT_SOURCE\"");
        unlink(g.json);
    }
    unlink(log);
    RoomResult room = room_run(layer, log, run_grade, &g);
    Outcome outcome = outcome_of(a, &room, g.json, log);
    if (outcome.contained && !outcome.attempted) {
        outcome.contained = false;
        snprintf(outcome.why, sizeof outcome.why, "it does not say that it was tried");
    }
    return outcome;
}

// ---- one machine ----------------------------------------------------------------------------

static void print_outcome(Layer layer, int i)
{
    const Outcome *o = &shared->outcome[layer][i];
    int number = atomic_fetch_add(&shared->done, 1) + 1;
    bool expected = o->contained || layer == LAYER_open;
    printf("%s %d - %s: %s/%s%s%s\n", expected ? "ok" : "not ok", number, layer_name(layer),
           attacks[i].kind, attacks[i].name,
           o->contained          ? ""
           : layer == LAYER_open ? ": succeeds: "
                                 : ": ",
           o->why);
    fflush(stdout);
}

// The solutions first: their objects and what they cost are there for all, and must stay.
static void warm_up(Layer layer, const bool *chosen)
{
    for (int i = 0; i < attack_count; i++) {
        bool seen = !chosen[i];
        for (int k = 0; k < i; k++)
            seen = seen || (chosen[k] && attacks[k].part == attacks[i].part);
        if (seen)
            continue;
        Grading g = {.attack = &attacks[i]};
        snprintf(g.folder, sizeof g.folder, "%s/solutions", audit_tree);
        snprintf(g.json, sizeof g.json, "%s/students/solutions.json", audit_tree);
        char log[LONG];
        snprintf(log, sizeof log, "%s/students/solutions.log", audit_tree);
        RoomResult room = room_run(layer, log, run_grade, &g);
        if (!WIFEXITED(room.status) || WEXITSTATUS(room.status) != 0) {
            fprintf(stderr, "audit: %s: the solution of %s does not earn all points, see %s\n",
                    layer_name(layer), attacks[i].lab->name, log);
            exit(2);
        }
    }
    canary_note_tree();
}

// What the grader says of itself: "landlock holds" becomes "landlock".
static void note_layers(Layer layer)
{
    char log[LONG], *text;
    size_t bytes;
    snprintf(log, sizeof log, "%s/students/sandbox.log", audit_tree);
    room_run(layer, log, run_sandbox, NULL);
    if (!file_read_ours(log, &text, &bytes))
        return;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char name[32];
        size_t used = strlen(layers_hold[layer]);
        if (strstr(line, "holds") && sscanf(line, "%31s", name) == 1)
            snprintf(layers_hold[layer] + used, sizeof layers_hold[layer] - used, "%s%s",
                     used ? ", " : "", name);
    }
    free(text);
}

// What takes long comes first: attacks that sleep or loop.
static void find_order(int *order)
{
    int n = 0;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < attack_count; i++)
            if ((strcmp(attacks[i].kind, "time") == 0) == (round == 0))
                order[n++] = i;
}

static void play_machine(Layer layer, const bool *chosen)
{
    int order[MAX_ATTACKS];
    find_order(order);
    if (layer == LAYER_open)
        use_open_programs();
    give_tree_to(layer);
    note_layers(layer);
    warm_up(layer, chosen);
    layer_played[layer] = true;
    shared->next = 0;
    long side = processors() + 2; // some only sleep
    for (long i = 0; i < side; i++) {
        fflush(NULL);
        if (fork() == 0) {
            for (int n; (n = atomic_fetch_add(&shared->next, 1)) < attack_count;) {
                int k = order[n];
                if (chosen[k]) {
                    shared->outcome[layer][k] = try_attack(layer, &attacks[k]);
                    print_outcome(layer, k);
                }
            }
            _exit(0);
        }
    }
    while (wait(NULL) > 0 || errno == EINTR)
        ;
}

// ---- the table ------------------------------------------------------------------------------

static void print_row(FILE *out, const char *kind, const bool *chosen)
{
    int total = 0, in[LAYERS] = {0};
    for (int i = 0; i < attack_count; i++) {
        if (!chosen[i] || (kind && strcmp(attacks[i].kind, kind) != 0))
            continue;
        total++;
        for (int layer = 0; layer < LAYERS; layer++)
            in[layer] += shared->outcome[layer][i].contained;
    }
    fprintf(out, "| %s |", kind ? kind : "all");
    for (int layer = 0; layer < LAYERS; layer++)
        if (!layer_played[layer])
            fputs(" not tried |", out);
        else
            fprintf(out, " %d / %d |", in[layer], total);
    fputc('\n', out);
}

static void print_table(FILE *out, const bool *chosen)
{
    fputs("| contained / tried |", out);
    for (int layer = 0; layer < LAYERS; layer++)
        fprintf(out, " %s |", layer_name((Layer)layer));
    fputs("\n|---|", out);
    for (int layer = 0; layer < LAYERS; layer++)
        fputs("---|", out);
    fputs("\n| layers that hold |", out);
    for (int layer = 0; layer < LAYERS; layer++)
        fprintf(out, " %s |",
                !layer_played[layer]    ? "not tried"
                : layers_hold[layer][0] ? layers_hold[layer]
                                        : "none");
    fputc('\n', out);
    for (int i = 0; i < attack_count; i++)
        if (i == 0 || strcmp(attacks[i].kind, attacks[i - 1].kind) != 0)
            print_row(out, attacks[i].kind, chosen);
    print_row(out, NULL, chosen);
}

// What stands between two marks of the file.
static void replace_table(const char *path, const bool *chosen)
{
    static const char begin[] = "<!-- make audit -->\n", end[] = "<!-- end -->\n";
    char *text, *table;
    size_t bytes, size;
    if (!file_read_ours(path, &text, &bytes))
        return;
    char *from = strstr(text, begin), *to = from ? strstr(from, end) : NULL;
    if (!to) {
        fprintf(stderr, "audit: %s has no marks for the table\n", path);
        exit(2);
    }
    FILE *f = open_memstream(&table, &size);
    fwrite(text, 1, (size_t)(from - text) + strlen(begin), f);
    print_table(f, chosen);
    fputs(to, f);
    fclose(f);
    file_write(path, table, size);
    free(table);
    free(text);
}

// ---- main -----------------------------------------------------------------------------------

static bool is_named(const Attack *a, char **names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(a->name, names[i]) == 0 || strcmp(a->kind, names[i]) == 0)
            return true;
    return count == 0;
}

int main(int argc, char **argv)
{
    bool quick = false, chosen[MAX_ATTACKS] = {false};
    const char *table = NULL;
    int only = -1, at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++)
        if (strcmp(argv[at], "--quick") == 0)
            quick = true;
        else if (strcmp(argv[at], "--layer") == 0 && at + 1 < argc)
            only = atoi(argv[++at]);
        else if (strcmp(argv[at], "--table") == 0 && at + 1 < argc)
            table = argv[++at];
        else
            return fprintf(stderr, "audit: unknown option %s\n", argv[at]), 2;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    attack_count = attacks_read(attacks);
    for (int i = 0; i < attack_count; i++)
        chosen[i] = is_named(&attacks[i], argv + at, argc - at) && (!quick || attacks[i].quick);
    make_tree();
    canary_place();
    bool root = geteuid() == 0;
    for (int layer = 0; layer < LAYERS; layer++) {
        bool here = quick ? layer == (root ? LAYER_root : LAYER_user)
                          : root || layer == LAYER_user || layer == LAYER_open;
        if (here && (only < 0 || only == layer))
            play_machine((Layer)layer, chosen);
    }
    int wrong = 0;
    for (int i = 0; i < attack_count; i++)
        for (int layer = 0; layer < LAYER_open; layer++)
            wrong += chosen[i] && layer_played[layer] && !shared->outcome[layer][i].contained;
    if (!quick)
        print_table(stdout, chosen);
    if (table)
        replace_table(table, chosen);
    printf("1..%d\n", shared->done);
    if (wrong == 0)
        must_run("rm -rf '%s'", audit_folder);
    else
        printf("# %d not contained; see %s/students\n", wrong, audit_tree);
    return wrong != 0 || shared->done == 0;
}
