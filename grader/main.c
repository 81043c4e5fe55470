// main.c - build/grade: grades labs, and lists, hints and demonstrates them.
//
// Grading is Check's work: each part is a test, in a process of its own, and as many run side
// by side as there are processors. The test fails when the part loses points, so Check knows
// whether all points were earned. How many, and why, is in the records that the tests append to
// a file opened before they were started. At the end both are compared.
//
// Exit status: 0 all points, 1 points lost, 2 wrong usage, 3 a lab does not compile,
// 4 something is missing here, 5 the grader or the course is broken.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/attempts/history.h"
#include "grader/attempts/look.h"
#include "grader/attempts/progress.h"
#include "grader/attempts/replay.h"
#include "grader/attempts/reset.h"
#include "grader/labs/choose.h"
#include "grader/base/clock.h"
#include "common/version.h"
#include "grader/submission/confine.h"
#include "grader/report/demo.h"
#include "grader/report/gates.h"
#include "grader/judge/judge.h"
#include "grader/judge/reference.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "options.h"
#include "grader/base/paths.h"
#include "grader/report/receipt.h"
#include "grader/report/report.h"
#include "grader/base/terminal.h"
#include "grader/base/text.h"
#include "grader/submission/toolchain.h"

enum { TEST_SECONDS = 4 * 3600 }; // a net: what a submission may use is limited by run/

// One part to be graded.
typedef struct {
    const Selected *selected;
    const Part *part;
    bool ended;
    CheckVerdict verdict; // once it has ended
} GradeJob;

static Options options; // these are also read by the forked tests
static Receipt receipt; // --verify
static bool fresh_seed;
static Report report;
static const char *json_path;
static double start_time;
static GradeJob *jobs;
static int job_count, job_now;
static ReferenceFacts *facts;     // in a release, else NULL
static bool *submission_ran;      // by job, shared with the tests: see Report
static atomic_bool *objects_made; // shared with the process that makes them, and with the tests
static pid_t maker;               // that process
static int making;                // its pipe, which ends when that process ends; 0: there is none
static bool live;                 // progress on one line that is written over
static int parts_shown;           // of the table, already

__attribute__((noreturn)) static void missing(const char *what, const char *advice)
{
    fprintf(stderr, "grade: %s; %s\n", what, advice);
    exit(4);
}

// ---- what is graded --------------------------------------------------------------

static const Part *part_numbered(const Lab *lab, int number)
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
    if (!any)
        usage_error("no such lab", word);
}

static void choose_lab_of_receipt(const char *name, bool *chosen)
{
    for (int i = 0; i < all_labs_count; i++)
        if (strcmp(all_labs[i]->name, name) == 0) {
            chosen[i] = true;
            return;
        }
    missing("the receipt has a lab that this course does not have", name);
}

// Labs that the words or the receipt name (all where there is none) and that have the part.
static void choose_labs(void)
{
    bool *chosen = need(calloc((size_t)all_labs_count + 1, sizeof *chosen));
    for (const char **name = receipt.labs; name && *name; name++)
        choose_lab_of_receipt(*name, chosen);
    for (int i = 0; i < options.count; i++)
        for (char *word = strtok(options.words[i], ", "); word; word = strtok(NULL, ", "))
            mark_labs(word, chosen);
    report.selected = shared_alloc(((size_t)all_labs_count + 1) * sizeof *report.selected);
    for (int i = 0; i < all_labs_count; i++) {
        if ((options.count || receipt.labs) && !chosen[i])
            continue;
        if (options.part && !part_numbered(all_labs[i], options.part))
            continue;
        report.selected[report.count++] = (Selected){.lab = all_labs[i], .part = options.part};
    }
    free(chosen);
    if (report.count == 0)
        usage_error("nothing matches: no chosen lab has such a part", NULL);
}

// Where the submission is. With a receipt it is where it was, unless another folder is named.
static char *submission_folder(void)
{
    const char *folder = options.facts        ? paths_at("solutions")
                         : options.submission ? options.submission
                                              : paths_at("labs");
    struct stat st;
    if (!options.submission && options.verify)
        folder =
            receipt.submission[0] == '/' ? receipt.submission : paths_at("%s", receipt.submission);
    if (stat(folder, &st) == 0 && S_ISDIR(st.st_mode))
        return need(strdup(folder));
    if (!options.submission && options.verify)
        missing("the submission of the receipt is not there", "name its folder: SUBMISSION=folder");
    usage_error("no such folder", folder);
}

// The submission's name in a grade: the folder of the folders of the labs.
static void name_submission(const char *lab_folder)
{
    char *name = need(strdup(lab_folder));
    *strrchr(name, '/') = 0;
    report.submission = name;
}

static void find_sources(void)
{
    char *folder = submission_folder();
    for (int i = 0; i < report.count; i++) {
        Selected *s = &report.selected[i];
        compile_place(&s->object, s->lab, s->lab->source, folder);
        compile_place(&s->reference, s->lab, s->lab->source, paths_at("solutions"));
        if (s->lab->race) {
            compile_place(&s->race, s->lab, s->lab->race, folder);
            compile_place(&s->race_reference, s->lab, s->lab->race, paths_at("solutions"));
        }
        snprintf(s->folder, sizeof s->folder, "%s", s->object.source);
        *strrchr(s->folder, '/') = 0;
    }
    name_submission(report.selected[0].folder);
    free(folder);
}

// A student's own labs/, not the work of others.
static bool is_own_work(void) { return strcmp(report.submission, "labs") == 0; }

// Commands that give no marks: any seed will do.
static bool only_shows(void)
{
    return options.run || options.look || options.replay || options.cases;
}

// The work of others is graded with a seed that nobody knows before: results for the seed of the
// course can be in a table. Students who grade their own labs/ get the same grade again and again.
static void choose_seed(void)
{
    report.seed = options.verify ? receipt.seed : options.seed;
    fresh_seed = !options.has_seed && !options.verify && !options.facts && !only_shows() &&
                 (options.fresh_seed || !is_own_work());
    if (!fresh_seed)
        return;
    uint64_t bits = 0;
    while (!bits)
        if (getrandom(&bits, 6, 0) != 6) // 48 bits are enough, and can be typed
            missing("the system has no random numbers", "name a seed with --seed");
    report.seed = bits;
}

// A release has no solutions: its facts hold for one seed.
static void find_facts(void)
{
    char problem[256], advice[128];
    if (!reference_facts_needed())
        return;
    facts = reference_facts_read(paths_at("grader/reference.json"), problem, sizeof problem);
    if (!facts)
        missing(problem, "get the student release again");
    snprintf(advice, sizeof advice, "this release grades with the seed 0x%llx alone (SEED=0x%llx)",
             (unsigned long long)reference_facts_seed(facts),
             (unsigned long long)reference_facts_seed(facts));
    if (!only_shows() && report.seed != reference_facts_seed(facts))
        missing("another seed needs the solutions, which a student release does not have", advice);
}

static const char *find_tools(void)
{
    const char *nvcc = toolchain_nvcc(options.nvcc);
    if (!nvcc)
        missing("no nvcc found", "make grade fetches one");
    if (access(paths_lib(), R_OK) != 0 || access(paths_runner(), X_OK) != 0)
        missing("the simulator is not built", "run make");
    report.nvcc_version = toolchain_version(nvcc);
    if (strcmp(report.nvcc_version, NVCC_VERSION) != 0)
        fprintf(stderr, "grade: warning: nvcc %s; grades are defined for %s, counters may differ\n",
                report.nvcc_version, NVCC_VERSION);
    return nvcc;
}

// Are there chosen parts whose functions are in that file of the lab: Lab.race, or Lab.source?
static bool has_parts(const Selected *s, bool race)
{
    for (const Part *part = s->lab->parts; part->number; part++)
        if (part->race == race && (!s->part || s->part == part->number))
            return true;
    return false;
}

// The objects of the chosen parts; returns how many.
static int list_objects(Object **objects)
{
    int count = 0;
    for (int i = 0; i < report.count; i++) {
        Selected *s = &report.selected[i];
        if (has_parts(s, false)) {
            objects[count++] = &s->object;
            s->reference.state = OBJECT_missing; // in a release it stays so
            if (!facts)
                objects[count++] = &s->reference;
        }
        if (has_parts(s, true)) {
            objects[count++] = &s->race;
            s->race_reference.state = OBJECT_missing;
            if (!facts)
                objects[count++] = &s->race_reference;
        }
    }
    return count;
}

static void end_progress(void)
{
    if (live)
        fprintf(stderr, "\r\033[K");
}

static void compile_labs(const char *nvcc)
{
    enum { MOST = 4 }; // of one lab
    Object **objects = need(calloc(MOST * (size_t)report.count, sizeof *objects));
    compile_objects(nvcc, objects, list_objects(objects));
    end_progress();
    free(objects);
}

// While a process compiles, the tests draw their cases.
static void start_compiling(const char *nvcc)
{
    enum { MOST = 4 };
    Object **objects = need(calloc(MOST * (size_t)report.count, sizeof *objects));
    int count = list_objects(objects), ends[2];
    objects_made = shared_alloc(sizeof *objects_made);
    compile_take(nvcc, objects, count);
    if (pipe2(ends, O_CLOEXEC) != 0)
        limits_reached("no pipe can be made: %s", strerror(errno));
    fflush(NULL);
    maker = fork();
    if (maker == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        compile_taken(nvcc, objects, count);
        *objects_made = true;
        _exit(0);
    }
    if (maker < 0)
        limits_reached("no process can be started: %s", strerror(errno));
    close(ends[1]);
    making = ends[0];
    free(objects);
}

static bool objects_are_being_made(void) { return !*objects_made; }

static void await_objects(size_t bytes)
{
    checks_await(bytes);
    if (limits_noted())
        _exit(LIMIT_STATUS);
    if (!*objects_made)
        limits_reached("the process that starts nvcc has ended early");
}

// ---- progress ----------------------------------------------------------------------

// One column less than a line has: a terminal may go to the next line when the last one is full.
static size_t progress_width(void)
{
    int columns = terminal_columns(2);
    return columns > 1 && columns < 80 ? (size_t)columns - 1 : 79;
}

static void show_progress(int run, const char *name)
{
    const GradeJob *job = &jobs[job_now];
    submission_ran[job_now] = run != REFERENCE_RUN;
    char line[256];
    snprintf(line, sizeof line, "[%d/%d] %s part %d: %s: %s", job_now + 1, job_count,
             job->selected->lab->name, job->part->number, name, job->part->name);
    if (live)
        fprintf(stderr, "\r\033[K%.*s", (int)text_cut(line, progress_width()), line);
    else if (run == 0)
        fprintf(stderr, "[%d/%d] %s part %d %s\n", job_now + 1, job_count, job->selected->lab->name,
                job->part->number, job->part->name);
    fflush(stderr);
}

// ---- grading -------------------------------------------------------------------------

static Grade *write_grade(void)
{
    report.wall_s = clock_seconds() - start_time;
    Grade *grade = grade_build(&report);
    const char *paths[] = {json_path, options.json};
    for (int i = 0; i < 2; i++)
        if (paths[i] && !grade_write(grade, paths[i]))
            limits_reached("%s cannot be written: %s", paths[i], strerror(errno));
    return grade;
}

// A limit of this machine has ended grading. No file keeps a part of a grade: where not even
// that can be written, the file goes.
static void end_at_limit(void)
{
    const char *paths[] = {json_path, options.json};
    end_progress();
    report.limit = limits_noted();
    fprintf(stderr, "grade: not graded: %s\n", report.limit);
    if (!report.records)
        return;
    Grade *grade = grade_build(&report);
    for (int i = 0; i < 2; i++)
        if (paths[i] && !grade_write(grade, paths[i]))
            unlink(paths[i]);
    if (options.format)
        report_format(grade, options.format, stdout);
    grade_free(grade);
}

static void after_record(void) { grade_free(write_grade()); }

static const char *job_suite(int job) { return jobs[job].selected->lab->name; }

static Judge job_judge(int job)
{
    const Selected *s = jobs[job].selected;
    const Object *reference = jobs[job].part->race ? &s->race_reference : &s->reference;
    return (Judge){
        .lab = s->lab,
        .object = selected_object(s, jobs[job].part),
        .reference = facts ? NULL : reference,
        .facts = facts,
        .folder = s->folder,
        .seed = report.seed,
        .fresh_seed = fresh_seed,
        .records = report.records,
        .progress = show_progress,
        .recorded = after_record,
        .early = objects_are_being_made,
        .await = await_objects,
    };
}

static bool job_passes(int job)
{
    job_now = job;
    Judge judge = job_judge(job);
    return judge_part(&judge, jobs[job].part);
}

static void list_jobs(void)
{
    for (int i = 0; i < report.count; i++)
        for (const Part *p = report.selected[i].lab->parts; p->number; p++)
            job_count += !report.selected[i].part || report.selected[i].part == p->number;
    jobs = need(calloc((size_t)job_count + 1, sizeof *jobs));
    submission_ran = shared_alloc((size_t)job_count + 1);
    int n = 0;
    for (int i = 0; i < report.count; i++)
        for (const Part *p = report.selected[i].lab->parts; p->number; p++)
            if (!report.selected[i].part || report.selected[i].part == p->number)
                jobs[n++] = (GradeJob){.selected = &report.selected[i], .part = p};
}

static TableStyle table_style(void)
{
    return (TableStyle){.colour = !options.plain && !getenv("NO_COLOR") &&
                                  (isatty(1) || getenv("CLICOLOR_FORCE")),
                        .links = !options.plain && isatty(1),
                        .columns = terminal_columns(1)};
}

// What uses another part is judged with that part.
static bool is_told(const GradeJob *job)
{
    for (int i = 0; i < MAX_USES && job->part->uses[i]; i++)
        for (int k = 0; k < job_count; k++)
            if (jobs[k].selected == job->selected && jobs[k].part->number == job->part->uses[i] &&
                !jobs[k].ended)
                return false;
    return true;
}

// On a terminal, a part is shown as soon as it and all parts before it are judged. One write, so
// that no progress of another process is in between.
static void show_parts(void)
{
    int end = parts_shown;
    char *text;
    size_t size;
    while (end < job_count && jobs[end].ended && is_told(&jobs[end]))
        end++;
    if (end == parts_shown)
        return;
    CheckVerdict *verdicts = need(calloc((size_t)job_count + 1, sizeof *verdicts));
    for (int i = 0; i < job_count; i++)
        verdicts[i] = jobs[i].verdict;
    report.checks = verdicts;
    Grade *grade = grade_build(&report);
    FILE *out = need(open_memstream(&text, &size));
    fputs(live ? "\r\033[K" : "", out);
    report_table_parts(grade, out, table_style(), parts_shown, end);
    fclose(out);
    fwrite(text, 1, size, stdout);
    fflush(stdout);
    free(text);
    grade_free(grade);
    report.checks = NULL; // processes of other parts inherit this
    free(verdicts);
    parts_shown = end;
}

static void on_part_ended(int job, CheckVerdict verdict)
{
    jobs[job].ended = true;
    jobs[job].verdict = verdict;
    if (isatty(1) && !options.format && !options.verify && !limits_noted())
        show_parts();
}

// Check's verdicts on all parts, in the order of the grade's.
static CheckVerdict *check_parts(bool (*passes)(int job))
{
    const char *scale = getenv("GRADE_TIMEOUT_SCALE");
    double factor = scale && atof(scale) > 0 ? atof(scale) : 1;
    CheckPlan plan = {
        .count = job_count,
        .suite = job_suite,
        .passes = passes,
        .ended = on_part_ended,
        .seconds = TEST_SECONDS * factor,
        .side_by_side = options.jobs,
        .awaited = making,
    };
    CheckVerdict *verdicts = checks_run(&plan);
    waitpid(maker, NULL, 0);
    int ran = 0;
    if (limits_noted())
        limits_reached("%s", limits_noted()); // by one of the tests
    end_progress();
    for (int i = 0; i < job_count; i++)
        ran += verdicts[i] != CHECK_not_run;
    if (ran == 0)
        fprintf(stderr, "grade: Check ran no test (is CK_RUN_CASE or CK_RUN_SUITE set?)\n");
    return verdicts;
}

static void print_grade(const Grade *grade)
{
    if (options.format) {
        report_format(grade, options.format, stdout);
        return;
    }
    report_table_parts(grade, stdout, table_style(), parts_shown, job_count);
    report_table_sum(grade, stdout, table_style());
}

// 0 if the grade is that of the receipt, else 1.
static int compare_with_receipt(const Grade *grade)
{
    json_t *now = grade_json(grade);
    int differences = receipt_compare(&receipt, now, report.submission, stdout);
    if (differences)
        printf("%d difference%s: this is another grade\n", differences,
               differences == 1 ? "" : "s");
    else
        printf("the same grade: %d/%d\n", grade->sum.score, grade->sum.max_score);
    json_decref(now);
    return differences != 0;
}

// The part that loses points first; NULL: there is none.
static const PartGrade *first_lost_part(const Grade *grade, const Lab **lab)
{
    for (int i = 0; i < grade->labs; i++)
        for (int k = 0; k < grade->lab[i].parts; k++)
            if (grade->lab[i].part[k].sum.status == STATUS_fail) {
                *lab = grade->lab[i].selected->lab;
                return &grade->lab[i].part[k];
            }
    return NULL;
}

// A person at a terminal reads what has changed, and what to try.
static void keep_attempt(const Grade *grade)
{
    const Lab *lab;
    history_add(grade);
    if (!live || options.format)
        return;
    fflush(stdout);
    history_print_last(grade, stderr);
    const PartGrade *lost = first_lost_part(grade, &lab);
    if (lost)
        fprintf(stderr, "what your kernels did: make look LAB=%s PART=%d\n", lab_topic(lab),
                lost->part->number);
}

static int grade_labs(void)
{
    // A file without a name: nothing is left, however this program ends. Forked tests
    // have the same descriptor, and open the file again to append.
    char records[32];
    int fd = memfd_create("records", MFD_CLOEXEC);
    if (fd < 0)
        limits_reached("no memory for records: %s", strerror(errno));
    snprintf(records, sizeof records, "/proc/self/fd/%d", fd);
    report.records = records;
    report.part = options.part;
    json_path = options.verify ? NULL : need(strdup(paths_at("build/grade.json")));
    list_jobs();
    reference_machine(paths_lib());
    after_record(); // the blank grade: whatever happens, no points are made up
    CheckVerdict *verdicts = check_parts(job_passes);
    report.checks = verdicts;
    report.submission_ran = submission_ran;
    Grade *grade = write_grade();
    int status = grade_exit_status(grade);
    grade_print_disputes(grade, stderr);
    if (options.verify) {
        status = compare_with_receipt(grade);
    } else {
        print_grade(grade);
        if (is_own_work() && !options.no_history)
            keep_attempt(grade);
    }
    grade_free(grade);
    free(verdicts);
    close(fd);
    return status;
}

// ---- facts for a release ----------------------------------------------------------------

static char (*job_digests)[65]; // shared with the tests

static bool job_makes_digest(int job)
{
    char problem[1200];
    job_now = job;
    Judge judge = job_judge(job);
    if (judge_reference(&judge, jobs[job].part, job_digests[job], problem, sizeof problem))
        return true;
    fprintf(stderr, "grade: %s part %d: %s\n", judge.lab->name, jobs[job].part->number, problem);
    return false;
}

// Runs the solutions alone. Status 5 if one does not pass.
static int make_facts(void)
{
    list_jobs();
    job_digests = shared_alloc(((size_t)job_count + 1) * sizeof *job_digests);
    CheckVerdict *verdicts = check_parts(job_makes_digest);
    ReferenceFacts *made = reference_facts_new(report.seed);
    bool all = true;
    for (int i = 0; i < job_count; i++) {
        all = all && verdicts[i] == CHECK_passed;
        reference_facts_add(made, jobs[i].selected->lab->name, jobs[i].part->id, job_digests[i]);
    }
    if (all && !reference_facts_write(made, options.facts))
        limits_reached("%s cannot be written: %s", options.facts, strerror(errno));
    reference_facts_free(made);
    free(verdicts);
    return all ? 0 : 5;
}

// ---- the other modes ---------------------------------------------------------------------

static int run_demos(void)
{
    for (int i = 0; i < report.count; i++) {
        int status = demo_run(&report.selected[i], report.seed);
        if (status)
            return status;
    }
    return 0;
}

// The part that a command is about: it takes one.
static const Part *one_part(void)
{
    if (report.count != 1 || !options.part)
        usage_error("name one lab and a part", NULL);
    return part_numbered(report.selected[0].lab, options.part);
}

// If no part is named: the one that the student works on.
static const Part *part_to_look_at(void)
{
    const Lab *lab;
    const Part *part;
    if (report.count != 1)
        usage_error("name one lab", NULL);
    if (options.part)
        return part_numbered(report.selected[0].lab, options.part);
    return progress_next(report.selected, 1, &lab, &part) ? part : report.selected[0].lab->parts;
}

static int make_look(const char *nvcc)
{
    LookOrder order = {
        .selected = &report.selected[0],
        .part = part_to_look_at(),
        .seed = report.seed,
        .lib = paths_lib(),
        .page = options.look ? options.look : "",
        .case_name = options.case_name,
        .finding = options.finding,
        .own = is_own_work(),
    };
    if (options.cases)
        return look_print_cases(&order);
    if (options.debug)
        return replay_in_debugger(&order, nvcc);
    return options.replay && !options.finding ? look_print_findings(&order) : look_make(&order);
}

static int reset_file(void)
{
    const Part *part = one_part();
    return reset_part(report.selected[0].lab, part, options.todo);
}

static int give_hints(void)
{
    if (!options.count) {
        const Lab *lab = progress_ask(report.selected, report.count);
        if (lab)
            demo_hint(lab, options.part, options.level);
        return 0;
    }
    for (int i = 0; i < report.count; i++)
        demo_hint(report.selected[i].lab, options.part, options.level);
    return 0;
}

static int print_gates(void)
{
    for (int i = 0; i < report.count; i++)
        gates_table(report.selected[i].lab, stdout);
    return 0;
}

// The simulator says its version itself: the library may not be the one built with this program.
static int print_version(void)
{
    void *lib = dlopen(paths_lib(), RTLD_NOW | RTLD_LOCAL);
    void *function = lib ? dlsym(lib, "cudasimVersion") : NULL;
    const char *(*version)(void) = NULL;
    memcpy(&version, &function, sizeof version);
    printf("course %s\nnvcc %s (grades are defined for it)\nsimulator %s\n", COURSE_VERSION,
           NVCC_VERSION, version && *version() ? version() : "is not built");
    return 0;
}

static void read_receipt(void)
{
    char problem[128];
    if (options.count)
        usage_error("--verify takes the labs from the file", NULL);
    if (!receipt_read(&receipt, options.verify, problem, sizeof problem)) {
        fprintf(stderr, "grade: %s\n", options.verify);
        usage_error("this cannot be verified", problem);
    }
    options.part = receipt.part;
}

// Status 4 if one of the layers that --require-sandbox asks for is missing.
static int print_sandbox(void)
{
    unsigned layers = confine_probe();
    for (int i = 0; i < CONFINE_LAYERS; i++)
        printf("%-10s %s\n", confine_layer_name(1u << i), layers & 1u << i ? "holds" : "missing");
    return (layers & CONFINE_needed) == CONFINE_needed ? 0 : 4;
}

static void on_large_file(int signal) { (void)signal; } // write() says EFBIG

// What is missing on this machine is found before anything is graded, as far as possible.
static void prepare_for_limits(void)
{
    char line[MAX_LIMIT];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int side = (options.jobs ? options.jobs : (int)processors) + CHECKS_WAITING / 2;
    signal(SIGXFSZ, on_large_file); // a handler, which does not outlive exec
    clock_slowness();               // measured once, before this machine is busy
    limits_share();
    limits_on_end(end_at_limit);
    if (!limits_hold(paths_build(), side, line, sizeof line))
        limits_reached("%s", line);
}

int main(int argc, char **argv)
{
    options = options_read(argc, argv);
    if (options.version)
        return print_version();
    if (options.sandbox)
        return print_sandbox();
    if (options.verify)
        read_receipt();
    choose_labs();
    if (options.list) {
        progress_print(report.selected, report.count, options.count > 0, terminal_columns(1),
                       stdout);
        return 0;
    }
    if (options.history) {
        history_print(report.selected, report.count, stdout);
        return 0;
    }
    if (options.reset)
        return reset_file();
    if (options.hint)
        return give_hints();
    if (options.gates)
        return print_gates();
    prepare_for_limits();
    start_time = clock_seconds();
    time_t t = time(NULL);
    strftime(report.started, sizeof report.started, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    live = !options.plain && isatty(2);
    find_sources();
    choose_seed();
    find_facts();
    report.layers = confine_probe();
    if (options.require_sandbox && (report.layers & CONFINE_needed) != CONFINE_needed)
        missing("a layer of the sandbox is missing", "build/grade --sandbox shows which");
    const char *nvcc = find_tools();
    if (live)
        fprintf(stderr, "compiling ...");
    if (options.run || options.look || options.replay || options.cases)
        compile_labs(nvcc);
    else
        start_compiling(nvcc);
    if (options.look || options.replay || options.cases)
        return make_look(nvcc);
    if (options.facts)
        return make_facts();
    return options.run ? run_demos() : grade_labs();
}
