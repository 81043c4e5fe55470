// grading.c - see grading.h.
//
// Each part is a test of Check, in a process of its own, and as many run side by side as there are
// processors. The test fails when the part loses points, so Check knows whether all points were
// earned. How many, and why, is in the records that the tests append to a file opened before they
// were started. At the end both are compared.
#include "grading.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/attempts/history.h"
#include "grader/base/clock.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/terminal.h"
#include "grader/base/text.h"
#include "grader/judge/judge.h"
#include "grader/judge/reference.h"
#include "grader/labs/choose.h"
#include "grader/run/loads.h"
#include "grader/run/slots.h"
#include "objects.h"

enum { TEST_SECONDS = 4 * 3600 }; // a net: what a submission may use is limited by run/

// One part to be graded.
typedef struct {
    const Selected *selected;
    const Part *part;
    bool ended;
    CheckVerdict verdict; // once it has ended
} GradeJob;

static GradeOrder *order; // these are also read by the forked tests
static const char *json_path;
static GradeJob *jobs;
static int job_count, job_now;
static bool *submission_ran; // by job, shared with the tests: see Report
static int parts_shown;      // of the table, already
static struct {
    int parts;
    double since; // in seconds: when the first part began
} * done;         // shared with the tests

// ---- progress ----------------------------------------------------------------------

// One column less than a line has: a terminal may go to the next line when the last one is full.
static size_t progress_width(void)
{
    int columns = terminal_columns(2);
    return columns > 1 && columns < 80 ? (size_t)columns - 1 : 79;
}

// ", about 12 s left": if the parts that are left take as long as those that are done. Nothing is
// said before two are done, which may be the shortest ones.
static void describe_rest(char *text, size_t size)
{
    double rest =
        (clock_seconds() - done->since) * (job_count - done->parts) / (done->parts + 1e-9);
    text[0] = 0;
    if (done->parts >= 2 && rest >= 1)
        snprintf(text, size, rest < 90 ? ", about %.0f s left" : ", about %.0f min left",
                 rest < 90 ? rest : rest / 60);
}

static void show_progress(int run, const char *name)
{
    const GradeJob *job = &jobs[job_now];
    submission_ran[job_now] = run != REFERENCE_RUN;
    char line[256], left[48];
    describe_rest(left, sizeof left);
    snprintf(line, sizeof line, "[%d of %d done%s] %s part %d: %s: %s", done->parts, job_count,
             left, job->selected->lab->name, job->part->number, name, job->part->name);
    if (order->live)
        fprintf(stderr, "\r\033[K%.*s", (int)text_cut(line, progress_width()), line);
    else if (run == 0)
        fprintf(stderr, "[%d of %d done] %s part %d %s\n", done->parts, job_count,
                job->selected->lab->name, job->part->number, job->part->name);
    fflush(stderr);
}

// ---- the parts, tests of Check --------------------------------------------------------

static Grade *write_grade(void)
{
    order->report.wall_s = clock_seconds() - order->start_time;
    Grade *grade = grade_build(&order->report);
    const char *paths[] = {json_path, order->options.json};
    for (int i = 0; i < 2; i++)
        if (paths[i] && !grade_write(grade, paths[i]))
            limits_reached("%s cannot be written: %s", paths[i], strerror(errno));
    return grade;
}

// A limit of this machine has ended grading. No file keeps a part of a grade: where not even
// that can be written, the file goes.
static void end_at_limit(void)
{
    const char *paths[] = {json_path, order->options.json};
    order_end_progress(order);
    order->report.limit = limits_noted();
    text_say(stderr, "grade: not graded: %s", order->report.limit);
    if (!order->report.records)
        return;
    Grade *grade = grade_build(&order->report);
    for (int i = 0; i < 2; i++)
        if (paths[i] && !grade_write(grade, paths[i]))
            unlink(paths[i]);
    if (order->options.format)
        report_format(grade, order->options.format, stdout);
    grade_free(grade);
}

static void after_records(void) { grade_free(write_grade()); }

static const char *job_suite(int job) { return jobs[job].selected->lab->name; }

static Judge job_judge(int job)
{
    const Selected *s = jobs[job].selected;
    const Object *reference = &s->reference[jobs[job].part->file];
    return (Judge){
        .lab = s->lab,
        .object = selected_object(s, jobs[job].part),
        .reference = order->facts ? NULL : reference,
        .facts = order->facts,
        .folder = s->folder,
        .seed = order->report.seed,
        .fresh_seed = order->fresh_seed,
        .records = order->report.records,
        .progress = show_progress,
        .recorded = after_records,
        .early = objects_are_being_made,
        .await = objects_await,
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
    for (int i = 0; i < order->report.count; i++)
        for (const Part *p = order->report.selected[i].lab->parts; p->number; p++)
            job_count +=
                !order->report.selected[i].part || order->report.selected[i].part == p->number;
    jobs = need(calloc((size_t)job_count + 1, sizeof *jobs));
    submission_ran = shared_alloc((size_t)job_count + 1);
    done = shared_alloc(sizeof *done);
    done->since = clock_seconds();
    int n = 0;
    for (int i = 0; i < order->report.count; i++)
        for (const Part *p = order->report.selected[i].lab->parts; p->number; p++)
            if (!order->report.selected[i].part || order->report.selected[i].part == p->number)
                jobs[n++] = (GradeJob){.selected = &order->report.selected[i], .part = p};
}

// GRADE_COLUMNS: the program that reads this writes it to a terminal of that many columns.
static TableStyle table_style(void)
{
    const char *columns = getenv("GRADE_COLUMNS");
    bool escapes =
        !order->options.plain && (columns ? terminal_knows_escapes() : terminal_has_escapes(1));
    return (TableStyle){.colour = !order->options.plain && !getenv("NO_COLOR") &&
                                  (escapes || getenv("CLICOLOR_FORCE")),
                        .links = escapes,
                        .columns = columns ? atoi(columns) : terminal_columns(1)};
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
    order->report.checks = verdicts;
    Grade *grade = grade_build(&order->report);
    FILE *out = need(open_memstream(&text, &size));
    fputs(order->live ? "\r\033[K" : "", out);
    report_table_parts(grade, out, table_style(), parts_shown, end);
    fclose(out);
    fwrite(text, 1, size, stdout);
    fflush(stdout);
    free(text);
    grade_free(grade);
    order->report.checks = NULL; // processes of other parts inherit this
    free(verdicts);
    parts_shown = end;
}

static void on_part_ended(int job, CheckVerdict verdict)
{
    jobs[job].ended = true;
    done->parts++;
    jobs[job].verdict = verdict;
    if (isatty(1) && !order->options.format && !order->options.verify && !limits_noted())
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
        .side_by_side = order->options.jobs,
        .awaited = objects_pipe(),
    };
    CheckVerdict *verdicts = checks_run(&plan);
    objects_end();
    int ran = 0;
    if (limits_noted())
        limits_reached("%s", limits_noted()); // by one of the tests
    order_end_progress(order);
    for (int i = 0; i < job_count; i++)
        ran += verdicts[i] != CHECK_not_run;
    if (ran == 0)
        fprintf(stderr, "grade: Check ran no test (is CK_RUN_CASE or CK_RUN_SUITE set?)\n");
    return verdicts;
}

static void print_grade(const Grade *grade)
{
    if (order->options.format) {
        report_format(grade, order->options.format, stdout);
        return;
    }
    report_table_parts(grade, stdout, table_style(), parts_shown, job_count);
    report_table_sum(grade, stdout, table_style());
}

// 0 if the grade is that of the receipt, or another version gives the same points; else 1.
static int compare_with_receipt(const Grade *grade)
{
    json_t *now = grade_json(grade);
    int differences = receipt_compare(&order->receipt, now, order->report.submission, stdout);
    bool same_points = differences && receipt_has_same_points(&order->receipt, now);
    if (same_points)
        printf("another version, and the same points: %d/%d\n", grade->sum.score,
               grade->sum.max_score);
    else if (differences)
        printf("%d difference%s: this is another grade\n", differences, PLURAL(differences));
    else
        printf("the same grade: %d/%d\n", grade->sum.score, grade->sum.max_score);
    json_decref(now);
    return differences && !same_points;
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
    if (order->options.plain || !isatty(2) || order->options.format)
        return;
    fflush(stdout);
    history_print_last(grade, terminal_columns(2), stderr);
    const PartGrade *lost = first_lost_part(grade, &lab);
    if (lost)
        fprintf(stderr, "what your kernels did: make look LAB=%s PART=%d\n", lab_topic(lab),
                lost->part->number);
}

int grading_run(void)
{
    // A file without a name: nothing is left, however this program ends. Forked tests
    // have the same descriptor, and open the file again to append.
    char records[32];
    int fd = memfd_create("records", MFD_CLOEXEC);
    if (fd < 0)
        limits_reached("no memory for records: %s", strerror(errno));
    snprintf(records, sizeof records, "/proc/self/fd/%d", fd);
    order->report.records = records;
    order->report.part = order->options.part;
    json_path = order->options.verify ? NULL : need(strdup(paths_at("build/grade.json")));
    list_jobs();
    reference_machine(paths_lib());
    after_records(); // the blank grade: whatever happens, no points are made up
    CheckVerdict *verdicts = check_parts(job_passes);
    order->report.checks = verdicts;
    order->report.submission_ran = submission_ran;
    Grade *grade = write_grade();
    int status = grade_exit_status(grade);
    grade_print_disputes(grade, stderr);
    if (order->options.verify) {
        status = compare_with_receipt(grade);
    } else {
        print_grade(grade);
        if (is_own_work(order) && !order->options.no_history)
            keep_attempt(grade);
    }
    grade_free(grade);
    free(verdicts);
    close(fd);
    return status;
}

// ---- order->facts for a release ----------------------------------------------------------------

static char (*job_facts)[FACT_SIZE]; // shared with the tests

static bool job_makes_fact(int job)
{
    char problem[1200];
    job_now = job;
    Judge judge = job_judge(job);
    if (judge_reference(&judge, jobs[job].part, job_facts[job], problem, sizeof problem))
        return true;
    text_say(stderr, "grade: %s part %d: %s", judge.lab->name, jobs[job].part->number, problem);
    return false;
}

// Runs the solutions alone. Status 5 if one does not pass.
int grading_make_facts(void)
{
    list_jobs();
    job_facts = shared_alloc(((size_t)job_count + 1) * sizeof *job_facts);
    CheckVerdict *verdicts = check_parts(job_makes_fact);
    ReferenceFacts *made = reference_facts_new(order->report.seed);
    bool all = true;
    for (int i = 0; i < job_count; i++) {
        all = all && verdicts[i] == CHECK_passed;
        reference_facts_add(made, jobs[i].selected->lab->name, jobs[i].part->id, job_facts[i]);
    }
    if (all && !reference_facts_write(made, order->options.facts))
        limits_reached("%s cannot be written: %s", order->options.facts, strerror(errno));
    reference_facts_free(made);
    free(verdicts);
    return all ? 0 : 5;
}

// ---- limits of this machine ------------------------------------------------------------

static void on_large_file(int signal) { (void)signal; } // write() says EFBIG

void grading_prepare(GradeOrder *made)
{
    order = made;
    char line[MAX_LIMIT];
    int side = (order->options.jobs ? order->options.jobs : slots_usual()) + CHECKS_WAITING / 2;
    signal(SIGXFSZ, on_large_file); // a handler, which does not outlive exec
    clock_slowness();               // measured once, before this machine is busy
    limits_share();
    loads_share();
    limits_on_end(end_at_limit);
    if (!limits_hold(paths_build(), side, line, sizeof line))
        limits_reached("%s", line);
}
