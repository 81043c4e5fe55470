// test_compile.c - which object belongs to a source. The content decides, not the date. Names and
// contents of a submission's folder are data, never commands. The compiler is a script: its
// "object" is a copy of the bytes that it gets, and it notes each call.
#include "suite.h"
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/submission/compile.h"
#include "grader/base/files.h"
#include "grader/base/paths.h"
#include "grader/submission/snapshot.h"

static char root[] = "/tmp/test_compile.XXXXXX";
static char nvcc[64];
static const Lab lab = {.name = "07_sum", .source = "sum.cu"};

// It copies the source, then the bytes of its headers. It may write only to its own folder: so it
// notes its calls there, and, while a file `gate` is there, waits for a file `go`.
static const char script[] =
    "#!/bin/sh\n"
    "top=$(dirname \"$0\")\n"
    "[ \"$1\" = --version ] && { cat \"$top/version\"; exit; }\n"
    "case \" $* \" in *' --dryrun '*) exit ;; esac\n"
    "echo call >>calls\n"
    "while [ $# -gt 1 ]; do case $1 in -o) out=$2 ;; -MF) depend=$2 ;; esac; shift; done\n"
    "grep -q wrong \"$1\" && { echo \"$1: wrong\"; exit 1; }\n"
    "grep -q linger \"$1\" && { sleep 1000 & echo $! >lingering; }\n"
    "more=$(sed -n 's/^steal //p' \"$1\")\n"
    "cat \"$1\" >\"$out\"\n"
    "if [ -e \"$top/gate\" ]; then >started; until [ -e go ]; do sleep 0.01; done; fi\n"
    "cat common/lab.h *.h >>\"$out\" 2>/dev/null\n"
    "echo \"$out: $1 common/lab.h $more\" >\"$depend\"\n";

static const char *below(const char *name)
{
    static char path[8][512];
    static int at;
    char *p = path[at++ % 8];
    snprintf(p, 512, "%s/%s", root, name);
    return p;
}

static void write_text(const char *name, const char *text)
{
    const char *path = below(name);
    file_make_folders(path);
    ck_assert(file_write(path, text, strlen(text)));
}

static void make_older(const char *name)
{
    struct timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
    ck_assert_int_eq(utimensat(AT_FDCWD, below(name), old, 0), 0);
}

static int calls(void)
{
    char pattern[600];
    glob_t found;
    int n = 0;
    snprintf(pattern, sizeof pattern, "%s/build/objects/*/*/*/calls", root);
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct stat st;
        ck_assert_int_eq(stat(found.gl_pathv[i], &st), 0);
        n += (int)st.st_size / 5; // "call" and the end of the line
    }
    globfree(&found);
    return n;
}

// Starts a process that writes `text` to a file once the compiler has read the source.
static void write_meanwhile(const char *name, const char *text)
{
    write_text("gate", "");
    fflush(NULL);
    if (fork() != 0)
        return;
    char pattern[600], go[700];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/build/objects/*/*/*/started", root);
    while (glob(pattern, 0, NULL, &found) != 0)
        usleep(1000);
    write_text(name, text);
    unlink(below("gate"));
    snprintf(go, sizeof go, "%.*sgo", (int)strlen(found.gl_pathv[0]) - 7, found.gl_pathv[0]);
    _exit(!file_write(go, "", 0));
}

// A new process compiles root/folder's file, because a process remembers digests.
static Object *compiled(const char *folder)
{
    Object *object = calloc(1, sizeof *object);
    Object *const objects[] = {object};
    compile_place(object, &lab, lab.source, below(folder));
    compile_objects(nvcc, objects, 1);
    return object;
}

// The content of its object, without the line that names the source.
static const char *content(const Object *object)
{
    static char *text;
    size_t bytes;
    free(text);
    ck_assert_msg(object->state == OBJECT_ready, "%s", compile_problem(object));
    ck_assert(file_read_ours(object->object, &text, &bytes));
    return strchr(text, '\n') + 1;
}

static void make_course(void)
{
    ck_assert_ptr_nonnull(mkdtemp(strcpy(root, "/tmp/test_compile.XXXXXX")));
    snprintf(nvcc, sizeof nvcc, "%s/nvcc", root);
    write_text("nvcc", script);
    chmod(nvcc, 0755);
    write_text("version", "release 13.0, V13.0.88\n");
    write_text("common/lab.h", "header\n");
    make_older("common/lab.h");
    paths_set(root, NULL, NULL);
}

static void remove_course(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", root);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(content_decides_not_the_date)
{
    write_text("ann/07_sum/sum.cu", "first\n");
    ck_assert_str_eq(content(compiled("ann")), "first\nheader\n");
    write_text("ann/07_sum/sum.cu", "other\n");
    make_older("ann/07_sum/sum.cu");
    ck_assert_str_eq(content(compiled("ann")), "other\nheader\n");
}
END_TEST

// Editors on Windows write one, and nvcc takes it.
START_TEST(byte_order_mark_is_no_part_of_the_source)
{
    write_text("ann/07_sum/sum.cu", "\xef\xbb\xbf"
                                    "first\n");
    ck_assert_str_eq(content(compiled("ann")), "first\nheader\n");
}
END_TEST

START_TEST(the_same_content_is_compiled_once)
{
    write_text("ann/07_sum/sum.cu", "first\n");
    compiled("ann");
    write_text("ann/07_sum/sum.cu", "other\n");
    compiled("ann");
    int before = calls();
    write_text("ann/07_sum/sum.cu", "first\n"); // newer than its object
    ck_assert_str_eq(content(compiled("ann")), "first\nheader\n");
    ck_assert_int_eq(calls(), before);
}
END_TEST

START_TEST(file_saved_while_the_compiler_runs)
{
    write_text("ann/07_sum/sum.cu", "first\n");
    write_meanwhile("ann/07_sum/sum.cu", "later\n");
    Object *object = compiled("ann");
    ck_assert_str_eq(content(object), "first\nheader\n");
    Object *later = compiled("ann");
    ck_assert_str_eq(content(later), "later\nheader\n");
    ck_assert_str_ne(object->digest, later->digest);
}
END_TEST

START_TEST(changed_header_of_the_course)
{
    write_text("ann/07_sum/sum.cu", "first\n");
    if (fork() == 0) { // another process, because a process remembers digests
        compiled("ann");
        _exit(0);
    }
    wait(NULL);
    write_text("common/lab.h", "newest\n");
    make_older("common/lab.h");
    ck_assert_str_eq(content(compiled("ann")), "first\nnewest\n");
}
END_TEST

START_TEST(header_that_changes_while_the_compiler_runs)
{
    write_text("ann/07_sum/sum.cu", "first\n");
    write_meanwhile("common/lab.h", "newest\n");
    ck_assert_str_eq(content(compiled("ann")), "first\nnewest\n");
    ck_assert_int_eq(calls(), 2);
}
END_TEST

// The compiler lists a source outside of the course by its own name, which #line gives. It has been
// saved just now, but what is compiled is its snapshot.
START_TEST(source_elsewhere_that_is_new_is_compiled_once)
{
    char other[] = "/tmp/test_compile_other.XXXXXX", path[128], text[160], command[64];
    Object *object = calloc(1, sizeof *object);
    write_text("ann/07_sum/sum.cu", "first\n");
    compiled("ann"); // from here on the header, which is new, too, is known
    int before = calls();
    ck_assert_ptr_nonnull(mkdtemp(other));
    snprintf(path, sizeof path, "%s/07_sum/sum.cu", other);
    snprintf(text, sizeof text, "steal %s\n", path); // that is: list it
    file_make_folders(path);
    ck_assert(file_write(path, text, strlen(text)));
    compile_place(object, &lab, lab.source, other);
    compile_objects(nvcc, &object, 1);
    ck_assert_str_eq(object->source, path);
    ck_assert_msg(object->state == OBJECT_ready, "%s", compile_problem(object));
    ck_assert_int_eq(calls(), before + 1);
    snprintf(command, sizeof command, "rm -rf %s", other);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(changed_header_beside_the_source)
{
    write_text("ann/07_sum/sum.cu", "first\n");
    write_text("ann/07_sum/mine.h", "mine\n");
    ck_assert_str_eq(content(compiled("ann")), "first\nheader\nmine\n");
    write_text("ann/07_sum/mine.h", "more\n");
    make_older("ann/07_sum/mine.h");
    ck_assert_str_eq(content(compiled("ann")), "first\nheader\nmore\n");
}
END_TEST

START_TEST(another_folder_has_another_object)
{
    write_text("ann/07_sum/sum.cu", "first\n");
    write_text("ben/07_sum/sum.cu", "first\n");
    const Object *ann = compiled("ann"), *ben = compiled("ben");
    ck_assert_str_ne(ann->object, ben->object); // messages name the file
    ck_assert_str_eq(ann->digest, ben->digest);
}
END_TEST

START_TEST(one_submission_twice_is_compiled_once)
{
    Object *two = calloc(2, sizeof *two);
    Object *const objects[] = {&two[0], &two[1]};
    write_text("ann/07_sum/sum.cu", "wrong\n");
    compile_place(&two[0], &lab, lab.source, below("ann"));
    compile_place(&two[1], &lab, lab.source, below("ann"));
    compile_objects(nvcc, objects, 2);
    ck_assert_int_eq(calls(), 1);
    ck_assert_int_eq(two[0].state, OBJECT_rejected);
    ck_assert_int_eq(two[1].state, OBJECT_rejected);
}
END_TEST

// Names that a shell would take for more than names.
static const char *const names[] = {"O'Brien", "a b", "$(touch x)", "`touch x`", "a\"b;touch x",
                                    "-o",      "*",   "new\nline",  "\xff\xfe",  "\\"};

START_TEST(names_are_not_read_by_a_shell)
{
    char file[512];
    snprintf(file, sizeof file, "%s/07_sum/sum.cu", names[_i]);
    write_text(file, "first\n");
    ck_assert_int_eq(chdir(root), 0);
    ck_assert_str_eq(content(compiled(names[_i])), "first\nheader\n");
    ck_assert_int_ne(access("x", F_OK), 0);
}
END_TEST

START_TEST(only_regular_files_of_bounded_size)
{
    static const struct {
        const char *command;
        ObjectState state;
    } kinds[] = {{"true", OBJECT_missing},
                 {"mkfifo sum.cu", OBJECT_irregular},
                 {"mkdir sum.cu", OBJECT_irregular},
                 {"ln -s /dev/zero sum.cu", OBJECT_irregular},
                 {"ln -s ../../common/lab.h sum.cu", OBJECT_irregular},
                 {"truncate -s 2000000 sum.cu", OBJECT_too_large},
                 {"truncate -s 1000000000000 sum.cu", OBJECT_too_large}};
    char command[1024];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(command, sizeof command, "rm -rf %s; mkdir -p %s && cd %s && %s", below("ann"),
                 below("ann/07_sum"), below("ann/07_sum"), kinds[i].command);
        ck_assert_int_eq(system(command), 0);
        const Object *object = compiled("ann");
        ck_assert_msg(object->state == kinds[i].state, "%s: %s", kinds[i].command,
                      compile_problem(object));
        ck_assert_int_eq(calls(), 0);
    }
}
END_TEST

// Landlock refuses this, too; but a machine may lack Landlock.
START_TEST(files_of_others_are_not_included)
{
    static const struct {
        const char *name;
        ObjectState state;
    } inputs[] = {{"/etc/passwd", OBJECT_foreign},
                  {"../../../../../solutions/07_sum/sum.cu", OBJECT_foreign},
                  {"common/../solutions/07_sum/sum.cu", OBJECT_foreign},
                  {"common/contracts/07_sum.h", OBJECT_ready},
                  {"common/contracts/../../solutions/07_sum/sum.cu", OBJECT_foreign},
                  {"common/version.h", OBJECT_foreign},
                  {"/usr/include/stdio.h", OBJECT_ready},
                  {"/usr/../etc/passwd", OBJECT_foreign},
                  {"mine.h", OBJECT_ready},
                  {"./mine.s", OBJECT_ready},
                  {"/no/such/file.h", OBJECT_foreign}, // it was there for the compiler
                  {"/usr/include/no\\ such/$$file.h", OBJECT_foreign},
                  {"/proc/self/root/usr/include/stdio.h", OBJECT_foreign}};
    char text[128];
    write_text("solutions/07_sum/sum.cu", "right\n");
    write_text("common/contracts/07_sum.h", "contract\n");
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        snprintf(text, sizeof text, "steal %s\n", inputs[i].name);
        write_text("ann/07_sum/sum.cu", text);
        const Object *object = compiled("ann");
        ck_assert_msg(object->state == inputs[i].state, "%s: %d", inputs[i].name, object->state);
    }
}
END_TEST

START_TEST(a_folder_that_is_a_link)
{
    char command[1024];
    write_text("ben/07_sum/sum.cu", "first\n");
    snprintf(command, sizeof command, "mkdir -p %s && ln -s %s %s", below("ann"),
             below("ben/07_sum"), below("ann/07_sum"));
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(compiled("ann")->state, OBJECT_irregular);
    ck_assert_int_eq(calls(), 0);
}
END_TEST

static bool has_ended(pid_t pid)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    return n == 0 || strstr(text, ") Z") != NULL;
}

START_TEST(nothing_of_the_compiler_is_left)
{
    char path[2 * PATH_MAX], *text;
    size_t bytes;
    write_text("ann/07_sum/sum.cu", "linger\n");
    const Object *object = compiled("ann");
    snprintf(path, sizeof path, "%s/lingering", object->folder);
    ck_assert(file_read_ours(path, &text, &bytes));
    pid_t pid = atoi(text);
    ck_assert_int_gt(pid, 0);
    for (int i = 0; i < 10000 && !has_ended(pid); i++)
        usleep(1000);
    ck_assert(has_ended(pid));
    free(text);
}
END_TEST

START_TEST(old_snapshots_are_removed)
{
    char text[32], command[600];
    for (int i = 0; i < 3 * KEPT_SNAPSHOTS; i++) {
        snprintf(text, sizeof text, "version %d\n", i);
        write_text("ann/07_sum/sum.cu", text);
        ck_assert_str_eq(strtok((char *)content(compiled("ann")), "\n"), strtok(text, "\n"));
    }
    snprintf(command, sizeof command, "test $(ls %s/build/objects/*/07_sum | wc -l) -le %d", root,
             KEPT_SNAPSHOTS + 1);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(messages_do_not_name_the_snapshot)
{
    ck_assert_str_eq(paths_source(below("build/objects/labs/07_sum/0123/labs/07_sum/sum.cu"), "x"),
                     "labs/07_sum/sum.cu");
    ck_assert_str_eq(paths_source(below("build/objects/labs/07_sum/0123/common/lab.h"), "x"),
                     "common/lab.h");
    ck_assert_str_eq(paths_source("/elsewhere/sum.cu", "x"), "/elsewhere/sum.cu");
}
END_TEST

SUITE(s)
{
    TCase *tc =
        TESTS(s, "compile", content_decides_not_the_date, byte_order_mark_is_no_part_of_the_source,
              the_same_content_is_compiled_once, file_saved_while_the_compiler_runs,
              changed_header_of_the_course, header_that_changes_while_the_compiler_runs,
              source_elsewhere_that_is_new_is_compiled_once, changed_header_beside_the_source,
              another_folder_has_another_object, one_submission_twice_is_compiled_once,
              only_regular_files_of_bounded_size, files_of_others_are_not_included,
              a_folder_that_is_a_link, nothing_of_the_compiler_is_left, old_snapshots_are_removed,
              messages_do_not_name_the_snapshot);
    tcase_add_checked_fixture(tc, make_course, remove_course);
    tcase_add_loop_test(tc, names_are_not_read_by_a_shell, 0,
                        (int)(sizeof names / sizeof names[0]));
}
