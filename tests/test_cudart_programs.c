// test_cudart_programs.c - whole programs: nvcc compiles each file of tests/cuda/api/,
// tests/cuda/driver/ and tests/cuda/library/, the program runs under build/cudasim, and its output
// is compared with the output that the file expects. Lines at the start of a file that have a
// meaning:
//
//   // NVCC: options          in addition to -arch=compute_90 -cudart shared
//   // WITH: FILE.cu          a second file of the program
//   // CUDASIM: options
//   // STDERR: text           must appear on standard error
//   /* EXPECT ... END */      standard output, line by line
//
// Programs of library/ are compiled together (batch.h). Programs of api/ are compiled alone: some
// start themselves again, or ask what their own module contains. A program is compiled again only
// if a source is newer. If there is no compiler (NVCC in the environment, or nvcc on the PATH) the
// test fails.
#include "suite.h"
#include <dirent.h>
#include <unistd.h>

#include "batch.h"

#define FOLDER "tests/cuda"
#define BUILT "build/tests/cuda"
enum { MAX_PROGRAMS = 96, TOGETHER = 6 };

static char names[MAX_PROGRAMS][64]; // "api/copies"
static unsigned nnames;

static void compile(const char *name, const char *source)
{
    char program[PATH], file[PATH], other[PATH] = "", with[PATH], options[PATH];
    snprintf(program, sizeof program, BUILT "/%s", name);
    snprintf(file, sizeof file, FOLDER "/%s.cu", name);
    if (*directive(source, "WITH", with))
        snprintf(other, sizeof other, FOLDER "/%.*s/%.*s", (int)strcspn(name, "/"), name, 200,
                 with);
    directive(source, "NVCC", options);
    const char *arch = strstr(options, "-gencode") ? "" : "-arch=compute_90";
    int status = compile_cuda(program, "-w %s -cudart shared %s %s %s", arch, options, file, other);
    char log[TEXT], path[PATH + 8];
    snprintf(path, sizeof path, "%s.log", program);
    ck_assert_msg(status == 0, "%s does not compile:\n%s", file, read_text(path, log));
}

// ---- several at a time --------------------------------------------------------------

static char files[MAX_PROGRAMS][PATH];
static ProgramBatch batches[MAX_PROGRAMS];
static char batch_options[MAX_PROGRAMS][PATH];
static int nbatches, batch_of[MAX_PROGRAMS]; // of names[], -1: alone

static void make_batches(void)
{
    static char source[TEXT];
    char value[PATH];
    for (unsigned i = 0; i < nnames; i++) {
        snprintf(files[i], sizeof files[i], FOLDER "/%s.cu", names[i]);
        read_text(files[i], source);
        batch_of[i] = -1;
        directive(source, "NVCC", value);
        if (strncmp(names[i], "library/", 8) || strstr(value, "-gencode"))
            continue;
        ProgramBatch *b = nbatches ? &batches[nbatches - 1] : NULL;
        if (!b || b->count == TOGETHER || strcmp(batch_options[nbatches - 1], value)) {
            b = &batches[nbatches++];
            strcpy(batch_options[nbatches - 1], value);
        }
        b->file[b->count++] = files[i];
        batch_of[i] = (int)(b - batches);
    }
}

// The command that runs a program, which is compiled if need be.
static void prepare(unsigned i, const char *source, char command[2 * PATH])
{
    char program[PATH], options[PATH + 4];
    if (batch_of[i] < 0) {
        compile(names[i], source);
        snprintf(command, 2 * PATH, BUILT "/%s", names[i]);
        return;
    }
    const ProgramBatch *b = &batches[batch_of[i]];
    snprintf(program, sizeof program, BUILT "/batch_%d", batch_of[i]);
    snprintf(options, sizeof options, "-w %s", batch_options[batch_of[i]]);
    ck_assert_msg(compile_batch(b, program, options) == 0, "%s does not compile, see %s.log",
                  names[i], program);
    program_command(b, program, files[i], command);
}

// The line number where two texts first differ, 0 if they are the same.
static int first_difference(const char *a, const char *b)
{
    int line = 1;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return *a == *b ? 0 : line;
}

START_TEST(program_prints_what_it_should)
{
    const char *name = names[_i];
    static char source[TEXT], out[TEXT], err[TEXT];
    char path[PATH], options[PATH], wanted[PATH], command[2 * PATH];
    snprintf(path, sizeof path, FOLDER "/%s.cu", name);
    read_text(path, source);
    prepare((unsigned)_i, source, command);
    int status = run("build/cudasim %s %s >" BUILT "/%s.out 2>" BUILT "/%s.err",
                     directive(source, "CUDASIM", options), command, name, name);
    snprintf(path, sizeof path, BUILT "/%s.out", name);
    read_text(path, out);
    snprintf(path, sizeof path, BUILT "/%s.err", name);
    read_text(path, err);
    ck_assert_msg(status == 0, "%s: exit status %d\n%s", name, status, err);

    char *expected = strstr(source, "/* EXPECT");
    ck_assert_msg(expected, "%s does not say which output it expects", name);
    expected = strchr(expected, '\n') + 1;
    char *end = strstr(expected, "END */");
    ck_assert_ptr_nonnull(end);
    *end = 0;
    int line = first_difference(expected, out);
    ck_assert_msg(!line, "%s: line %d of the output is not as expected; all of it:\n%s", name, line,
                  out);
    if (*directive(source, "STDERR", wanted))
        ck_assert_msg(strstr(err, wanted), "%s: no \"%s\" on standard error:\n%s", name, wanted,
                      err);
}
END_TEST

// ---- the launcher ---------------------------------------------------------------

static void expect_line(const char *command, int status, const char *line)
{
    static char err[TEXT];
    int got = run("%s >/dev/null 2>" BUILT "/launcher.err", command);
    read_text(BUILT "/launcher.err", err);
    ck_assert_msg(got == status, "%s: exit status %d, not %d\n%s", command, got, status, err);
    ck_assert_msg(strstr(err, line), "%s: no \"%s\" in:\n%s", command, line, err);
    ck_assert_msg(strchr(err, '\n') == strrchr(err, '\n'), "%s: more than one line:\n%s", command,
                  err);
}

START_TEST(launcher_explains_what_it_cannot_run)
{
    expect_line("build/cudasim", 2, "no program named");
    expect_line("build/cudasim ./no/such", 127, "No such file");
    expect_line("build/cudasim no-such-program", 127, "not found");
    expect_line("build/cudasim Makefile", 127, "did you mean ./");
    expect_line("build/cudasim ./Makefile", 126, "not executable");
    expect_line("build/cudasim ./tests", 126, "not a file");
    expect_line("build/cudasim /bin/ls", 0, "not a CUDA program");
    expect_line("build/cudasim --tool memcheck,rubbish /bin/ls", 2, "there is no rubbish");
    expect_line("build/cudasim --seed x /bin/ls", 2, "not a number");
    expect_line("build/cudasim --budget -1 /bin/ls", 2, "not a number");
    expect_line("build/cudasim --schedule random /bin/ls", 2,
                "inorder, interleave, reorder or shuffle");
    expect_line("build/cudasim --memory much /bin/ls", 2, "not a number of bytes");
    expect_line("build/cudasim --queue double /bin/ls", 2, "independent or single");
    expect_line("build/cudasim --memory-model trong /bin/ls", 2, "one of strong, weak");
    expect_line("build/cudasim --error-exitcode 300 /bin/ls", 2, "0 to 255");
    ck_assert_int_eq(run("printf '#!/bin/sh\nexit 3' >" BUILT "/script && printf text >" BUILT
                         "/text && chmod +x " BUILT "/script " BUILT "/text"),
                     0);
    expect_line("build/cudasim " BUILT "/script", 3, "called nothing of CUDA");
    expect_line("build/cudasim " BUILT "/text", 126, "neither a 64-bit ELF program nor a script");
}
END_TEST

// Programs of other runtimes, built with a fake library.
START_TEST(launcher_knows_other_runtimes)
{
    ck_assert_int_eq(
        run("cd " BUILT " && echo 'int cudaMalloc(void){return 0;}' >old.c && "
            "echo 'int cudaMalloc(void);int main(void){return cudaMalloc();}' >user.c && "
            "cc -shared -fPIC -Wl,-soname,libcudart.so.12 -o libold.so old.c && "
            "cc -o user12 user.c ./libold.so && "
            "echo 'int main(void){return 0;}' >plain.c && cc -static -o all_static plain.c"),
        0);
    expect_line("build/cudasim " BUILT "/user12", 126, "linked to libcudart.so.12");
    expect_line("build/cudasim " BUILT "/all_static", 126, "rebuild without -static");
}
END_TEST

START_TEST(launcher_passes_the_status_through)
{
    static char source[TEXT];
    compile("api/status", read_text(FOLDER "/api/status.cu", source));
    struct {
        const char *options, *arguments;
        int status;
    } cases[] = {
        {"", "exit 0", 0},
        {"", "exit 7", 7},
        {"", "fault 0", 0},
        {"--error-exitcode 9", "exit 0", 0},
        {"--error-exitcode 9", "exit 7", 7},
        {"--error-exitcode 9", "fault 0", 9},
        {"--error-exitcode 9", "fault 7", 7},
        {"--error-exitcode 9", "fault_exit 0", 9},
        {"", "crash 0", 128 + 11},
        {"--error-exitcode 9", "crash 0", 128 + 11},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        // A shell in between turns a signal into a status.
        int status =
            run("sh -c 'build/cudasim %s " BUILT "/api/status %s; exit $?' >/dev/null 2>&1",
                cases[i].options, cases[i].arguments);
        ck_assert_msg(status == cases[i].status, "%s, %s: exit status %d, not %d", cases[i].options,
                      cases[i].arguments, status, cases[i].status);
    }
    // A script that leaves no descriptor open in what it starts.
    static const char python[] =
        "build/cudasim --tool memcheck --error-exitcode 9 python3 -c 'import subprocess, sys; "
        "subprocess.run(sys.argv[1:])' " BUILT "/api/status fault 0 2>&1 >/dev/null | grep -q "
        "'Invalid __global__ write'";
    ck_assert_int_eq(run("%s", python), 0);
}
END_TEST

// The kernel never ends by itself; what it has counted so far is reported.
START_TEST(launcher_reports_what_was_interrupted)
{
    static char source[TEXT], err[TEXT];
    compile("api/ahead", read_text(FOLDER "/api/ahead.cu", source));
    ck_assert_int_eq(run("sh -c 'build/cudasim --summary --tool racecheck " BUILT
                         "/api/ahead interrupted; exit $?' >/dev/null 2>" BUILT "/interrupted.err"),
                     128 + 2);
    read_text(BUILT "/interrupted.err", err);
    ck_assert_msg(strstr(err, "cudasim: interrupted: count(int*, int), 0 of 4 blocks\n"), "%s",
                  err);
    ck_assert_msg(strstr(err, "touch(int*, int)\n"), "%s", err); // a line of the summary
    ck_assert_msg(strstr(err, "ERROR SUMMARY: "), "%s", err);
}
END_TEST

START_TEST(launcher_works_from_a_folder_with_spaces)
{
    static char source[TEXT];
    compile("api/status", read_text(FOLDER "/api/status.cu", source));
    ck_assert_int_eq(run("mkdir -p '" BUILT "/a b/lib' && cp build/cudasim '" BUILT "/a b/' && "
                         "cp build/lib/libcud*.so.* '" BUILT "/a b/lib/'"),
                     0);
    ck_assert_int_eq(run("'" BUILT "/a b/cudasim' " BUILT "/api/status exit 3"), 3);
}
END_TEST

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

// Every program except helpers, which say nothing about their output.
static void list_programs(const char *folder)
{
    static char source[TEXT];
    char path[PATH];
    snprintf(path, sizeof path, FOLDER "/%s", folder);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, ".cu"))
            continue;
        if (nnames == MAX_PROGRAMS)
            suite_fail("more programs than MAX_PROGRAMS");
        snprintf(path, sizeof path, FOLDER "/%s/%s", folder, e->d_name);
        if (strstr(read_text(path, source), "/* EXPECT"))
            snprintf(names[nnames++], sizeof names[0], "%s/%.*s", folder, (int)(dot - e->d_name),
                     e->d_name);
    }
    if (dir)
        closedir(dir);
    qsort(names, nnames, sizeof names[0], by_name);
}

SUITE(s)
{
    list_programs("api");
    list_programs("library");
    list_programs("driver");
    if (!nnames)
        suite_fail("no programs here");
    make_batches();
    run("mkdir -p " BUILT "/api " BUILT "/library " BUILT "/driver");
    TCase *t = TESTS(s, "programs");
    tcase_add_loop_test(t, program_prints_what_it_should, 0, (int)nnames);
    TESTS(s, "launcher", launcher_explains_what_it_cannot_run, launcher_knows_other_runtimes,
          launcher_passes_the_status_through, launcher_reports_what_was_interrupted,
          launcher_works_from_a_folder_with_spaces);
}
