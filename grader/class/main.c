// main.c - build/class: grades what a class has handed in, and says how it did.
//
//   build/class [options] --submissions FOLDER     one entry for each student: a folder or an
//   archive build/class --course FILE --left-out           the labs that a course leaves out
//
// A class may be graded by several machines: --prepare draws the seed, each machine grades a share
// (--share 3/20), and the same command without both grades what is left and writes the tables.
//
// Exit status: 0 all is graded, 1 something could not be graded, 2 wrong usage, 4 something is
// missing here (room on the disk, too), 130 asked to end. Points have nothing to do with it.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/version.h"
#include "gradebook.h"
#include "grader/base/files.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/processors.h"
#include "grader/base/text.h"
#include "grader/judge/reference_facts.h"
#include "grader/labs/choose.h"

static const char usage[] =
    "usage: build/class [options] --submissions FOLDER\n"
    "  --submissions FOLDER  one entry for each student: a folder, or an archive\n"
    "  --out FOLDER          for results (default: FOLDER-graded, beside the submissions)\n"
    "  --course FILE         labs that are left out, weights, dates (course.json)\n"
    "  --times FILE          lines \"name,2027-03-01T23:59:00+01:00\": when it was handed in\n"
    "  --lab LAB             only this lab\n"
    "  --regrade NAME        grade this student again, or \"all\"\n"
    "  --seed N              of inputs and schedules (default: drawn once for a class, secret)\n"
    "  --jobs N              labs at a time (default: one per processor)\n"
    "  --prepare             only make the folder for results, draw the seed, and\n"
    "                        forget what --regrade names\n"
    "  --share I/N           grade only share I of N, and write no tables (after --prepare)\n"
    "  --nvcc PATH           the compiler\n"
    "  --left-out            print the labs that the course leaves out\n";

typedef struct {
    const char *submissions, *out, *course, *times, *lab, *regrade, *nvcc;
    uint64_t seed;           // 0: none is given
    int jobs, share, shares; // 1 of 1: all
    bool left_out, prepare;
} ClassOptions;

__attribute__((noreturn)) static void end_with(int status, const char *what, const char *which)
{
    text_say(stderr, "class: %s%s%s", what, which ? ": " : "", which ? which : "");
    exit(status);
}

// "3/20"
static void read_share(ClassOptions *o, const char *text)
{
    int end = 0;
    if (sscanf(text, "%d/%d%n", &o->share, &o->shares, &end) != 2 || text[end] || o->share < 1 ||
        o->share > o->shares)
        end_with(2, "--share takes I/N, the I-th of N shares", NULL);
}

static ClassOptions read_options(int argc, char **argv)
{
    static const struct option table[] = {
        {"submissions", required_argument, NULL, 's'},
        {"out", required_argument, NULL, 'o'},
        {"course", required_argument, NULL, 'c'},
        {"times", required_argument, NULL, 't'},
        {"lab", required_argument, NULL, 'l'},
        {"regrade", required_argument, NULL, 'r'},
        {"seed", required_argument, NULL, 'S'},
        {"jobs", required_argument, NULL, 'J'},
        {"nvcc", required_argument, NULL, 'n'},
        {"prepare", no_argument, NULL, 'p'},
        {"share", required_argument, NULL, 'i'},
        {"left-out", no_argument, NULL, 'L'},
        {"help", no_argument, NULL, 'H'},
        {NULL, 0, NULL, 0},
    };
    ClassOptions o = {.jobs = processors(), .share = 1, .shares = 1};
    for (int letter; (letter = getopt_long(argc, argv, ":", table, NULL)) != -1;)
        switch (letter) {
        case 's': o.submissions = optarg; break;
        case 'o': o.out = optarg; break;
        case 'c': o.course = optarg; break;
        case 't': o.times = optarg; break;
        case 'l': o.lab = optarg; break;
        case 'r': o.regrade = optarg; break;
        case 'S': o.seed = strtoull(optarg, NULL, 0); break;
        case 'J': o.jobs = atoi(optarg); break;
        case 'n': o.nvcc = optarg; break;
        case 'p': o.prepare = true; break;
        case 'i': read_share(&o, optarg); break;
        case 'L': o.left_out = true; break;
        case 'H': fputs(usage, stdout); exit(0);
        default: fputs(usage, stderr); exit(2);
        }
    if (optind < argc || (!o.submissions && !o.left_out))
        end_with(2, "build/class --help shows the usage", NULL);
    if (o.shares > 1 && o.regrade)
        end_with(2, "--regrade belongs to --prepare", NULL);
    if (o.jobs < 1 || o.jobs > 1024)
        end_with(2, "--jobs takes 1 to 1024", NULL);
    return o;
}

static const Lab *find_lab(const char *word)
{
    for (int i = 0; word && i < all_labs_count; i++)
        if (lab_matches(all_labs[i], word))
            return all_labs[i];
    if (word)
        end_with(2, "no such lab", word);
    return NULL;
}

// ---- the folder of results ----------------------------------------------------------------------

static char *out_folder(const ClassOptions *o)
{
    char full[PATH_MAX], *out;
    if (!o->out && !realpath(o->submissions, full))
        end_with(2, "no such folder", o->submissions);
    if (!o->out) {
        if (asprintf(&out, "%s-graded", full) < 0)
            out = need(NULL);
        mkdir(out, 0777);
        return out;
    }
    mkdir(o->out, 0777);
    if (!realpath(o->out, full))
        end_with(4, "the folder for results cannot be made", o->out);
    return need(strdup(full));
}

static void lock_file(const char *folder, const char *name, int kind)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        end_with(4, "the folder for results cannot be written", strerror(errno));
    if (flock(fd, kind | LOCK_NB) != 0)
        end_with(4,
                 errno == EWOULDBLOCK ? "this class is being graded by another process"
                                      : "the folder for results cannot be locked",
                 folder);
}

// One run at a time: two would write the same files. Shares run side by side, but each only once.
// The locks end with this process.
static void lock_folder(const ClassOptions *o, const char *folder)
{
    char name[64];
    lock_file(folder, "lock", o->shares > 1 ? LOCK_SH : LOCK_EX);
    snprintf(name, sizeof name, "lock.%d-%d", o->share, o->shares);
    if (o->shares > 1)
        lock_file(folder, name, LOCK_EX);
}

// All students of a class get the same cases. The seed is kept, so that work can be graded again.
static uint64_t class_seed(const ClassOptions *o, const char *folder)
{
    char path[PATH_MAX], text[32];
    uint64_t seed = o->seed;
    snprintf(path, sizeof path, "%s/class.json", folder);
    json_t *kept = json_load_file(path, 0, NULL);
    if (!seed && kept && json_is_string(json_object_get(kept, "seed")))
        seed = strtoull(json_string_value(json_object_get(kept, "seed")), NULL, 0);
    json_decref(kept);
    if (o->shares > 1) { // two machines would draw two
        if (!seed)
            end_with(2, "a share needs a class that is prepared: --prepare first", NULL);
        return seed;
    }
    while (!seed)
        if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
            end_with(4, "the system has no random numbers", "name a seed with --seed");
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)seed);
    json_t *now = json_pack("{s:s,s:s}", "course", COURSE_VERSION, "seed", text);
    char *dump = need(json_dumps(now, JSON_INDENT(1)));
    if (!file_write(path, dump, strlen(dump)))
        end_with(4,
                 errno == ENOSPC ? "disk full: class.json cannot be written"
                                 : "class.json cannot be written",
                 folder);
    free(dump);
    json_decref(now);
    return seed;
}

// ---- grading ------------------------------------------------------------------------------------

static int count_state(const StudentClass *class, WorkState state)
{
    int count = 0;
    for (int i = 0; i < class->count; i++)
        count += class->work[i].state == state;
    return count;
}

// What an instructor has to look after, by name. A class of which most have not handed in is no
// news.
static void tell_problems(const StudentClass *class)
{
    enum { MOST = 20 };
    int told = 0;
    for (int i = 0; i < class->count && told <= MOST; i++) {
        const ClassWork *work = &class->work[i];
        if (work->state == WORK_graded ||
            (work->state == WORK_missing && class->count > class->submitted.count))
            continue;
        if (told++ == MOST)
            printf("...\n");
        else
            text_say(stdout, "%s: %.120s, %s: %s", work_state_name(work->state), work->who->name,
                     work->lab->lab->name, work->why);
    }
}

static int tell_end(const StudentClass *class)
{
    int not_graded = count_state(class, WORK_not_graded);
    tell_problems(class);
    printf("%d graded, %d missing, %d unusable, %d not graded\n", count_state(class, WORK_graded),
           count_state(class, WORK_missing), count_state(class, WORK_unusable), not_graded);
    return not_graded || count_state(class, WORK_unusable) ? 1 : 0;
}

static void write_tables(const StudentClass *class)
{
    if (!gradebook_write(class) || !pages_write(class))
        end_with(4,
                 errno == ENOSPC ? "disk full: the gradebook cannot be written"
                                 : "the gradebook cannot be written",
                 strerror(errno));
    bool compared = similar_write(class);
    text_say(stdout, "%s/gradebook.csv, totals.csv, students.html, class.html%s", class->folder,
             compared ? ", similar.csv" : "");
    if (!compared)
        printf("no list of similar submissions: install similarity-tester (sim_c)\n");
}

static void list_submitted(const ClassOptions *o, StudentClass *class)
{
    int wrong_line;
    char number[32];
    if (!submissions_list(&class->submitted, o->submissions))
        end_with(2, "no such folder", o->submissions);
    class->regrade = o->regrade;
    if (o->regrade && strcmp(o->regrade, "all") != 0 &&
        !submissions_find(&class->submitted, o->regrade))
        end_with(2, "no such student", o->regrade);
    if (o->times && !submissions_take_times(&class->submitted, o->times, &wrong_line)) {
        snprintf(number, sizeof number, "line %d", wrong_line);
        end_with(2, "the file of times cannot be used, or names nobody", number);
    }
}

static int grade_class(const ClassOptions *o, const Course *course)
{
    char full[MAX_LIMIT];
    StudentClass class = {.course = course,
                          .nvcc = o->nvcc,
                          .side_by_side = o->jobs,
                          .share = o->share,
                          .shares = o->shares};
    const Lab *lab = find_lab(o->lab);
    list_submitted(o, &class);
    class.folder = out_folder(o);
    lock_folder(o, class.folder);
    class.seed = class_seed(o, class.folder);
    work_forget(&class, lab);
    if (o->prepare)
        return 0;
    work_prepare(&class, lab);
    switch (work_run(&class, full, sizeof full)) {
    case RUN_asked_to_end: end_with(130, "asked to end; the same command goes on", NULL);
    case RUN_disk_full: end_with(4, full, "make room; the same command goes on");
    case RUN_done: break;
    }
    int status = tell_end(&class);
    if (o->shares == 1)
        write_tables(&class);
    submissions_free(&class.submitted);
    free(class.work);
    free((char *)class.folder);
    return status;
}

int main(int argc, char **argv)
{
    char problem[300];
    Course course;
    ClassOptions o = read_options(argc, argv);
    if (!course_read(&course, o.course, problem, sizeof problem)) {
        text_say(stderr, "class: %s: %s", o.course, problem);
        return 2;
    }
    int status = 0;
    if (o.left_out) {
        for (int i = 0; i < course.labs; i++)
            if (course.lab[i].left_out)
                puts(course.lab[i].lab->name);
    } else if (reference_facts_needed()) {
        end_with(4, "a class is graded with the full course: a student release has no solutions",
                 NULL);
    } else {
        status = grade_class(&o, &course);
    }
    course_free(&course);
    return status;
}
