// gpu.c - labs on the GPU of this machine: the command `make grade BACKEND=gpu`, and with --run
// `make run BACKEND=gpu`, with --race `make race`. See gpu.h.
//
//   build/gpu [options] [lab ...]
//   build/gpu --child OBJECT LAB PART        one part, started by the first
#include "gpu.h"

#include <dlfcn.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"
#include "grader/run/cases.h"

enum {
    EXIT_right = 0,
    EXIT_wrong = 1,
    EXIT_usage = 2,
    EXIT_no_compile = 3,
    EXIT_missing = 4,
    DEFAULT_SEED = 0x5c41,
    SIMULATED_COMPUTE = 90,
    MAX_LABS = 64
};

static const char usage[] = "usage: build/gpu [options] [lab ...]\n"
                            "  --part N            only this part\n"
                            "  --submission DIR    a folder laid out like labs/ (default labs)\n"
                            "  --seed N            of inputs (default 0x5c41)\n"
                            "  --run               the labs' demos: every variant with its time\n"
                            "  --race              variants, fastest kernels and libraries, large\n"
                            "  --race-check        the same, compared only\n"
                            "  --race-predict      the same, small, in the simulator: no GPU\n"
                            "  --device            only say which GPU is here\n"
                            "  --compile           only compile, and list what was compiled\n"
                            "  --nvcc PATH         the compiler\n"
                            "status: 0 all is right, 1 something is wrong, 2 wrong usage,\n"
                            "3 a file does not compile, 4 there is no GPU that can be used\n";

typedef struct {
    int part;
    bool demo, child, race, compile, device;
    RaceMode race_mode;
    uint64_t seed;
    const char *submission, *nvcc;
    const Lab *lab[MAX_LABS];
    int labs;
} GpuOptions;

static _Noreturn void refuse_usage(const char *what, const char *which)
{
    text_say(stderr, "gpu: %s: %s", what, which);
    fputs(usage, stderr);
    exit(EXIT_usage);
}

static uint64_t read_number(const char *text, const char *option)
{
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 0);
    if (!*text || *end || errno || *text == '-')
        refuse_usage(option, text);
    return value;
}

static void choose_labs(GpuOptions *options, char *words)
{
    for (char *word = strtok(words, ", "); word; word = strtok(NULL, ", ")) {
        int before = options->labs;
        for (int i = 0; i < all_labs_count && options->labs < MAX_LABS; i++)
            if (lab_matches(all_labs[i], word))
                options->lab[options->labs++] = all_labs[i];
        char which[160];
        snprintf(which, sizeof which, "%.40s%s", word, lab_question(word));
        if (options->labs == before)
            refuse_usage("there is no such lab", which);
    }
}

static GpuOptions read_options(int argc, char **argv)
{
    static const struct option longs[] = {{"part", required_argument, NULL, 'p'},
                                          {"submission", required_argument, NULL, 's'},
                                          {"seed", required_argument, NULL, 'r'},
                                          {"nvcc", required_argument, NULL, 'n'},
                                          {"run", no_argument, NULL, 'd'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"child", no_argument, NULL, 'c'},
                                          {"race", no_argument, NULL, 'a'},
                                          {"race-check", no_argument, NULL, 'k'},
                                          {"race-predict", no_argument, NULL, 'v'},
                                          {"device", no_argument, NULL, 'e'},
                                          {"compile", no_argument, NULL, 'o'},
                                          {NULL, 0, NULL, 0}};
    GpuOptions options = {.seed = DEFAULT_SEED, .submission = "labs", .nvcc = "nvcc"};
    int letter;
    while ((letter = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        switch (letter) {
        case 'p': options.part = (int)read_number(optarg, "--part"); break;
        case 's': options.submission = optarg; break;
        case 'r': options.seed = read_number(optarg, "--seed"); break;
        case 'n': options.nvcc = optarg; break;
        case 'd': options.demo = true; break;
        case 'o': options.compile = true; break;
        case 'e': options.device = true; break;
        case 'a': options.race = true; break;
        case 'k':
        case 'v':
            options.race = true;
            options.race_mode = letter == 'k' ? RACE_check : RACE_predict;
            break;
        case 'c': options.child = true; return options;
        case 'h': fputs(usage, stdout); exit(0);
        default: fputs(usage, stderr); exit(EXIT_usage);
        }
    }
    for (int i = optind; i < argc; i++)
        choose_labs(&options, argv[i]);
    for (int i = 0; i < all_labs_count && optind == argc; i++)
        options.lab[options.labs++] = all_labs[i];
    return options;
}

// ---- the child: one part --------------------------------------------------------------------

static const Part *find_part(const Lab *lab, int number)
{
    for (const Part *part = lab->parts; part->number; part++)
        if (part->number == number)
            return part;
    return NULL;
}

static const Lab *find_lab(const char *name)
{
    for (int i = 0; i < all_labs_count; i++)
        if (strcmp(all_labs[i]->name, name) == 0)
            return all_labs[i];
    return NULL;
}

// Options of the simulator that a GPU has, too.
static void set_environment(const Part *part)
{
    if (part->options && strstr(part->options, "queue=single"))
        setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 1);
}

// argv: OBJECT LAB PART SEED MODE. MODE 0 runs all cases, 1 the demo's, timed; 2 the demo's once,
// for a profiler. Lines of cases go to stdout; what the lab prints goes to stderr.
static int run_child(char **argv)
{
    const Lab *lab = find_lab(argv[1]);
    const Part *part = lab ? find_part(lab, atoi(argv[2])) : NULL;
    int mode = atoi(argv[4]);
    if (!part)
        return CHILD_unusable;
    FILE *out = fdopen(dup(1), "w");
    dup2(2, 1);
    set_environment(part);
    void *object = dlopen(argv[0], RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        fprintf(out, "%s\n", dlerror());
        fclose(out);
        return CHILD_unusable;
    }
    CaseList *list = cases_new(lab->name, part->number, strtoull(argv[3], NULL, 0));
    (mode && lab->demo ? lab->demo : lab->draw)(list, part->number);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        bool counted = c->flags & CASE_COUNTED;
        if (mode && !lab->demo && !counted)
            continue;
        CaseLine line;
        fprintf(out, "begin\t%s\n", c->name);
        fflush(out);
        alarm(GPU_SECONDS);
        gpu_case_run(task_of_lab(lab->name), object, lab, c, mode == 1 || (mode == 0 && counted),
                     &line);
        alarm(0);
        case_line_write(out, &line);
        if (line.outcome == CASE_error)
            break; // the context may be lost
    }
    fclose(out);
    _exit(0); // no destructor of the lab's object changes the result
}

// ---- the table --------------------------------------------------------------------------------

enum { MAX_SHOWN_CASES = 3 };

typedef struct {
    int cases, wrong, timed;
    CaseLine worst[MAX_SHOWN_CASES]; // the first that are not right
    CaseLine last_timed;
    char begun[48], problem[GPU_TEXT]; // the case that has not ended; why there are none
} PartResult;

static void print_time(const CaseLine *line)
{
    printf("%10.1f us  (%.1f to %.1f)", line->median, line->least, line->most);
}

static void read_case(const char *text, bool demo, PartResult *result)
{
    CaseLine line;
    if (sscanf(text, "begin\t%47[^\n]", result->begun) == 1)
        return;
    if (!case_line_read(text, &line)) {
        snprintf(result->problem, sizeof result->problem, "%.*s", (int)strcspn(text, "\n"), text);
        return;
    }
    result->begun[0] = 0;
    result->cases++;
    if (line.outcome != CASE_right && result->wrong++ < MAX_SHOWN_CASES)
        result->worst[result->wrong - 1] = line;
    if (line.median > 0) {
        result->timed++;
        result->last_timed = line;
    }
    if (demo) {
        printf("  %-44s", line.name);
        if (line.median > 0)
            print_time(&line);
        else
            printf("  %s", line.what);
        printf("\n");
    }
}

static void explain_end(int status, PartResult *result)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(result->problem, sizeof result->problem, "%s: no end after %d seconds",
                 result->begun, GPU_SECONDS);
    else if (WIFSIGNALED(status))
        snprintf(result->problem, sizeof result->problem, "%s: the program died: %s", result->begun,
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) && !*result->problem)
        snprintf(result->problem, sizeof result->problem, "%s: the program left with status %d",
                 result->begun, WEXITSTATUS(status));
}

static PartResult run_part(const GpuOptions *options, const GpuObject *object, const Part *part)
{
    PartResult result = {0};
    char number[16], seed[32], text[2 * GPU_TEXT];
    int ends[2], status = 0;
    snprintf(number, sizeof number, "%d", part->number);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->seed);
    if (pipe(ends))
        return result;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        execl(paths_at("build/gpu/gpu"), "gpu", "--child", object->object, object->lab->name,
              number, seed, options->demo ? "1" : "0", (char *)NULL);
        _exit(CHILD_unusable);
    }
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    while (fgets(text, sizeof text, in))
        read_case(text, options->demo, &result);
    fclose(in);
    waitpid(pid, &status, 0);
    explain_end(status, &result);
    return result;
}

// Why a part is not run here, or NULL.
static const char *skip_reason(const GpuObject *object, const Part *part, const GpuDevice *device)
{
    static char reason[GPU_TEXT];
    if (object->lab->compute > device->compute ||
        (object->lab->alone && object->lab->compute != device->compute))
        snprintf(reason, sizeof reason,
                 "skipped: needs compute capability %d.%d, this GPU has %d.%d",
                 object->lab->compute / 10, object->lab->compute % 10, device->compute / 10,
                 device->compute % 10);
    else if (object->needs_newer)
        snprintf(reason, sizeof reason,
                 "skipped: its file compiles, but not for compute capability %d.%d",
                 device->compute / 10, device->compute % 10);
    else if (part->gpu && strcmp(part->gpu, device->name) != 0)
        snprintf(reason, sizeof reason, "skipped: its answers are those of one %s", part->gpu);
    else if (!object->wanted)
        snprintf(reason, sizeof reason, "skipped: there is no %s",
                 lab_file(object->lab, part->file));
    else
        return NULL;
    return reason;
}

static bool print_part(const Part *part, const PartResult *result)
{
    bool right = !result->wrong && !*result->problem;
    printf("  %-5s Part %d: %-40.40s", right ? "ok" : "FAIL", part->number, part->name);
    if (right && result->timed)
        print_time(&result->last_timed);
    printf("\n");
    for (int i = 0; i < result->wrong && i < MAX_SHOWN_CASES; i++)
        printf("        %s: %s\n", result->worst[i].name, result->worst[i].what);
    if (result->wrong > MAX_SHOWN_CASES)
        printf("        and %d more cases\n", result->wrong - MAX_SHOWN_CASES);
    if (*result->problem)
        printf("        %s\n", result->problem);
    return right;
}

typedef struct {
    int parts, right, skipped;
} PartTally;

static bool is_rejected(const GpuObject *object) { return object->wanted && !object->compiled; }

static void run_lab(const GpuOptions *options, const GpuDevice *device, const GpuObject *files,
                    PartTally *tally)
{
    const Lab *lab = files->lab;
    printf("\n%s on %s\n", lab->name, device->name);
    for (int i = 0; i < LAB_FILES; i++)
        if (is_rejected(&files[i]))
            text_say(stdout, "  FAIL  %s does not compile", files[i].source);
    for (const Part *part = lab->parts; part->number; part++) {
        const GpuObject *object = &files[part->file];
        if ((options->part && options->part != part->number) || is_rejected(object))
            continue;
        const char *reason = skip_reason(object, part, device);
        tally->parts++;
        if (reason) {
            printf("  --    Part %d: %s\n", part->number, reason);
            tally->skipped++;
            continue;
        }
        if (options->demo)
            printf(" Part %d: %s\n", part->number, part->name);
        PartResult result = run_part(options, object, part);
        if (!options->demo || result.wrong || *result.problem)
            tally->right += print_part(part, &result);
        else
            tally->right++;
    }
}

// LAB_FILES objects for each lab.
static GpuObject *compile_labs(const GpuOptions *options, const GpuDevice *device)
{
    static const char *const kinds[LAB_FILES] = {"lab", "yours", "program"};
    GpuObject *object = need(calloc((size_t)options->labs * LAB_FILES, sizeof *object));
    for (int i = 0; i < options->labs; i++) {
        const Lab *lab = options->lab[i];
        GpuObject *files = &object[i * LAB_FILES];
        for (LabFile f = 0; f < LAB_FILES; f++) {
            const char *file = lab_file(lab, f);
            files[f] = gpu_object(options->submission, lab, file ? file : "none", kinds[f],
                                  device->compute);
            if (f != FILE_lab && access(files[f].source, F_OK))
                files[f].wanted = false;
        }
    }
    gpu_compile(options->nvcc, device->compute, object, options->labs * LAB_FILES);
    return object;
}

static int count_rejected(const GpuOptions *options, const GpuObject *object)
{
    int rejected = 0;
    for (int i = 0; i < options->labs * LAB_FILES; i++)
        rejected += is_rejected(&object[i]);
    return rejected;
}

// One line per part that the GPU can run: OBJECT LAB PART NAME, with tabs between them.
static int compile_all(const GpuOptions *options, const GpuDevice *device)
{
    GpuObject *object = compile_labs(options, device);
    int rejected = count_rejected(options, object);
    for (int i = 0; i < options->labs; i++) {
        for (const Part *part = options->lab[i]->parts; part->number; part++) {
            const GpuObject *o = &object[i * LAB_FILES + (int)part->file];
            if (o->compiled && (!options->part || options->part == part->number))
                printf("%s\t%s\t%d\t%s\n", o->object, o->lab->name, part->number, part->name);
        }
    }
    free(object);
    return rejected ? EXIT_no_compile : EXIT_right;
}

static int grade_all(const GpuOptions *options, const GpuDevice *device)
{
    GpuObject *object = compile_labs(options, device);
    PartTally tally = {0};
    int rejected = count_rejected(options, object);
    printf("%s, compute capability %d.%d, driver for CUDA %d.%d, runtime %d.%d\n", device->name,
           device->compute / 10, device->compute % 10, device->driver / 1000,
           device->driver % 1000 / 10, device->runtime / 1000, device->runtime % 1000 / 10);
    printf("Times are those of the call with all its work: the median of %d, least and most.\n",
           GPU_RUNS);
    for (int i = 0; i < options->labs; i++)
        run_lab(options, device, &object[i * LAB_FILES], &tally);
    int tried = tally.parts - tally.skipped;
    printf("\nRight on this GPU: %d of %d parts", tally.right, tried);
    if (tally.skipped)
        printf(", %d skipped", tally.skipped);
    printf(". Marks come from the simulator: make grade\n");
    free(object);
    return rejected ? EXIT_no_compile : tally.right < tried ? EXIT_wrong : EXIT_right;
}

int main(int argc, char **argv)
{
    GpuOptions options = read_options(argc, argv);
    if (options.child && argc - optind == 5)
        return run_child(argv + optind);
    // The parts have processes of their own: this one never has a CUDA context, and may fork.
    GpuDevice device = {.compute = SIMULATED_COMPUTE};
    char problem[GPU_TEXT];
    if (options.race_mode != RACE_predict && !gpu_device(&device, problem, sizeof problem)) {
        fprintf(stderr, "gpu: %s. Without a GPU: make grade\n", problem);
        return EXIT_missing;
    }
    if (options.device) {
        printf("%s, compute capability %d.%d\n", device.name, device.compute / 10,
               device.compute % 10);
        return EXIT_right;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (options.race)
        return gpu_race(&(RaceOptions){options.nvcc, options.submission, options.race_mode,
                                       options.lab, options.labs},
                        &device);
    return options.compile ? compile_all(&options, &device) : grade_all(&options, &device);
}
