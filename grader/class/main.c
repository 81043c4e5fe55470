// main.c - build/class: grades what a class has handed in, and says how it did.
//
//   build/class [options] --submissions FOLDER     one entry for each student: a folder or an
//   archive build/class --course FILE --left-out           the labs that a course leaves out
//   build/class --course FILE --total FILE FOLDER...   the marks of several weeks
//
// A class may be graded by several machines: --prepare draws the seed, each machine grades a share
// (--share 3/20), and the same command without both grades what is left and writes the tables.
//
// Exit status: 0 all is graded, 1 a person has to look at something (it says at what), 2 wrong
// usage, 4 something is missing here (room on the disk, too), 130 asked to end. Points have nothing
// to do with it.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "gradebook.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "grader/judge/reference_facts.h"
#include "grader/labs/choose.h"
#include "grader/submission/confine.h"
#include "options.h"
#include "tell.h"

// ---- the folder of results ----------------------------------------------------------------------

// It has the seed and all marks: nobody else may look into it.
static char *out_folder(const ClassCommand *o)
{
    char full[PATH_MAX], *out;
    if (!o->out && !realpath(o->submissions, full))
        end_with(2, "no such folder", o->submissions);
    if (o->out)
        out = need(strdup(o->out));
    else if (asprintf(&out, "%s-graded", full) < 0)
        out = need(NULL);
    mkdir(out, 0700);
    if (!realpath(out, full) || chmod(full, 0700) != 0)
        end_with(4, "the folder for results cannot be made", out);
    free(out);
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
static void lock_folder(const ClassCommand *o, const char *folder)
{
    char name[64];
    lock_file(folder, "lock", o->shares > 1 ? LOCK_SH : LOCK_EX);
    snprintf(name, sizeof name, "lock.%d-%d", o->share, o->shares);
    if (o->shares > 1)
        lock_file(folder, name, LOCK_EX);
}

// ---- what is graded -----------------------------------------------------------------------------

static void choose_labs(StudentClass *class, const char *words)
{
    const Course *course = class->course;
    char problem[128];
    bool *chosen = need(calloc((size_t)course->assignments + 1, sizeof *chosen));
    if (!course_choose(course, words, chosen, problem, sizeof problem))
        end_with(2, "no such lab in this course", problem);
    class->chosen = chosen;
    class->lab = need(calloc((size_t)course->assignments + 1, sizeof *class->lab));
    for (int k = 0; k < course->assignments; k++)
        if (chosen[k] && (!class->labs || class->lab[class->labs - 1] != course->assignment[k].lab))
            class->lab[class->labs++] = course->assignment[k].lab;
}

// All students of a class get the same cases. The seed is kept, so that work can be graded again.
static void draw_seed(const ClassCommand *o, StudentClass *class)
{
    if (!class->seed && o->shares > 1) // two machines would draw two
        end_with(2, "a share needs a class that is prepared: --prepare first", NULL);
    while (!class->seed)
        if (getrandom(&class->seed, sizeof class->seed, 0) != sizeof class->seed)
            end_with(4, "the system has no random numbers", "name a seed with --seed");
}

static void list_submitted(const ClassCommand *o, const ClassOptions *all, StudentClass *class)
{
    char problem[300];
    if (!submissions_list(&class->submitted, o->submissions))
        end_with(2, "no such folder", o->submissions);
    class->regrade = o->regrade;
    if (o->regrade && strcmp(o->regrade, "all") != 0 &&
        !submissions_find(&class->submitted, o->regrade))
        end_with(2, "no such student", o->regrade);
    if (all->times &&
        !submissions_take_times(&class->submitted, all->times, problem, sizeof problem)) {
        text_say(stderr, "class: %s: %s", all->times, problem);
        exit(2);
    }
}

// A run with other choices than those that the class has: it says which, and grades nothing.
static void remember(const ClassCommand *o, const ClassMemory *memory, const ClassOptions *all,
                     const StudentClass *class)
{
    bool all_again = o->regrade && strcmp(o->regrade, "all") == 0;
    if (memory_compare(memory, all, class, all_again) && !o->again)
        end_with(2, "nothing is graded",
                 "--again grades this class with the new choices (make "
                 "class AGAIN=1)");
    if (o->shares == 1 && !memory_write(class, all))
        end_with(4,
                 errno == ENOSPC ? "disk full: class.json cannot be written"
                                 : "class.json cannot be written",
                 class->folder);
}

// ---- grading ------------------------------------------------------------------------------------

static void write_tables(const ClassMarks *marks, const char *earlier)
{
    if (!gradebook_write(marks) || !pages_write(marks) || !similar_write(marks, earlier))
        end_with(4,
                 errno == ENOSPC ? "disk full: the gradebook cannot be written"
                                 : "the gradebook cannot be written",
                 strerror(errno));
    text_say(stdout, "%s/marks.csv, gradebook.csv, students.html, class.html, similar.csv",
             marks->class->folder);
}

static void grade_work(StudentClass *class)
{
    char full[MAX_LIMIT];
    work_prepare(class);
    switch (work_run(class, full, sizeof full)) {
    case RUN_asked_to_end: end_with(130, "asked to end; the same command goes on", NULL);
    case RUN_disk_full: end_with(4, full, "make room; the same command goes on");
    case RUN_done: break;
    }
}

static void read_course(Course *course, const char *path)
{
    char problem[300];
    if (course_read(course, path, problem, sizeof problem))
        return;
    text_say(stderr, "class: %s: %s", path, problem);
    exit(2);
}

static int grade_class(const ClassCommand *o)
{
    char problem[300];
    Course course;
    ClassMarks marks;
    ClassMemory memory;
    ClassOptions all = o->given;
    StudentClass class = {.course = &course,
                          .nvcc = o->nvcc,
                          .side_by_side = o->jobs,
                          .share = o->share,
                          .shares = o->shares,
                          .folder = out_folder(o)};
    lock_folder(o, class.folder);
    memory_recall(&memory, class.folder, &all);
    read_course(&course, all.course);
    if (course.require_sandbox && (confine_probe() & CONFINE_needed) != CONFINE_needed)
        end_with(4, "a layer of the sandbox is missing", "build/grade --sandbox shows which");
    choose_labs(&class, all.labs);
    class.seed = all.seed;
    if (!marks_read(&marks, &class, all.roster, all.changes, problem, sizeof problem))
        end_with(2, problem, NULL);
    list_submitted(o, &all, &class);
    draw_seed(o, &class);
    remember(o, &memory, &all, &class);
    work_forget(&class);
    if (o->prepare)
        return 0;
    marks_find_students(&marks);
    grade_work(&class);
    if (o->shares == 1)
        write_tables(&marks, all.earlier);
    int status = tell_end(&marks, o->shares == 1);
    marks_free(&marks);
    memory_free(&memory);
    submissions_free(&class.submitted);
    course_free(&course);
    free(class.work);
    free(class.lab);
    free((void *)class.chosen);
    free((char *)class.folder);
    return status;
}

// ---- other commands -----------------------------------------------------------------------------

static int show_course(const ClassCommand *o)
{
    Course course;
    read_course(&course, o->given.course);
    for (int i = 0; o->left_out && i < all_labs_count; i++)
        if (course.left_out[i])
            puts(all_labs[i]->name);
    for (int i = 0; o->locks && i < LOCKS; i++)
        if (course.locked[i])
            puts(lock_words[i]);
    course_free(&course);
    return 0;
}

static int total_marks(const ClassCommand *o)
{
    char problem[600];
    Course course;
    read_course(&course, o->given.course);
    if (!totals_write(&course, o->folders, o->folder_count, o->total, problem, sizeof problem))
        end_with(2, problem, NULL);
    text_say(stdout, "%s: the marks of %d folder%s", o->total, o->folder_count,
             PLURAL(o->folder_count));
    course_free(&course);
    return 0;
}

int main(int argc, char **argv)
{
    ClassCommand o = options_read(argc, argv);
    if (o.left_out || o.locks)
        return show_course(&o);
    if (o.total)
        return total_marks(&o);
    if (reference_facts_needed())
        end_with(4, "a class is graded with the full course: a student release has no solutions",
                 NULL);
    return grade_class(&o);
}
