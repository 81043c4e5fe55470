// test_nvcc_steps.c - nvcc's programs side by side make what nvcc makes: the same object, the same
// messages, the same list of inputs. With the real nvcc.
#include "suite.h"
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/submission/nvcc_steps.h"
#include "grader/submission/toolchain.h"

static char folder[] = "/tmp/test_nvcc_steps.XXXXXX";

// Without the number of the build, which is a digest of names of temporary files, too.
static const char *const options[] = {"-arch=compute_90",
                                      "-code=compute_90",
                                      "-lineinfo",
                                      "--compress-mode=none",
                                      "-cudart",
                                      "shared",
                                      "-shared",
                                      "-Xcompiler",
                                      "-fPIC",
                                      "-Xlinker",
                                      "--build-id=none",
                                      "-MD",
                                      "-MF",
                                      "inputs",
                                      "-o",
                                      "object.so"};
enum { OPTIONS = sizeof options / sizeof options[0] };

typedef struct {
    int status;
    char *object, *messages; // without the numbers of processes
    size_t object_bytes, messages_bytes;
} Made;

static void write_source(const char *name, const char *text)
{
    ck_assert(file_write(name, text, strlen(text)));
}

static void forget_numbers(char *text, size_t bytes)
{
    static const char begin[] = "tmpxft_";
    for (size_t i = 0; i + 15 < bytes; i++)
        if (!memcmp(text + i, begin, 7))
            memset(text + i + 7, '0', 8);
}

// Compiles the source, `alone` with nvcc itself.
static Made make_object(bool alone, const char *option)
{
    char path[4096];
    snprintf(path, sizeof path, "PATH=%s", getenv("PATH"));
    char *const environment[] = {"TMPDIR=.", "LC_ALL=C", path, NULL};
    const char *argv[OPTIONS + 4] = {toolchain_nvcc(getenv("NVCC"))};
    int n = 1, status;
    for (int i = 0; i < OPTIONS; i++)
        argv[n++] = options[i];
    if (option)
        argv[n++] = option;
    argv[n] = "a.cu";
    unlink("object.so");
    unlink("inputs");
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        int log = open("messages", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(log, 1);
        dup2(log, 2);
        if (alone)
            execve(argv[0], (char **)argv, environment);
        int made = alone ? 127 : nvcc_steps(argv, environment, "inputs");
        _exit(made < 0 ? 126 : made);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    Made m = {.status = WEXITSTATUS(status)};
    ck_assert(file_read_ours("messages", &m.messages, &m.messages_bytes));
    forget_numbers(m.messages, m.messages_bytes);
    if (file_read_ours("object.so", &m.object, &m.object_bytes))
        forget_numbers(m.object, m.object_bytes);
    return m;
}

static void same_as_nvcc(const char *source, const char *option, bool compiles)
{
    write_source("a.cu", source);
    Made alone = make_object(true, option), steps = make_object(false, option);
    ck_assert_int_eq(steps.status, alone.status);
    ck_assert_int_eq(steps.status == 0, compiles);
    ck_assert_str_eq(steps.messages, alone.messages);
    ck_assert_int_eq(!!steps.object, compiles);
    if (compiles) {
        ck_assert_uint_eq(steps.object_bytes, alone.object_bytes);
        ck_assert_mem_eq(steps.object, alone.object, alone.object_bytes);
    }
    // Where one side fails, a program that the other has started may still write.
    glob_t left;
    if (compiles)
        ck_assert_int_eq(glob("*tmpxft*", 0, NULL, &left), GLOB_NOMATCH);
}

static const char *const good[] = {
    "__global__ void k(int *p) { *p = threadIdx.x; }\n"
    "extern \"C\" void run(int *p) { k<<<1, 32>>>(p); }\n",
    // Internal names, which need the id of the module; on both sides.
    "namespace { __device__ int hidden; __global__ void k(int *p) { *p = hidden++; } }\n"
    "static __global__ void again() { hidden = 0; }\n"
    "template <class T> static __global__ void typed(T *p) { *p = T(hidden); }\n"
    "extern \"C\" void run(int *p) { again<<<1, 1>>>(); k<<<1, 32>>>(p); typed<<<1, 1>>>(p); }\n",
    "void host_only() {}\n",
    // Warnings of both compilers.
    "__global__ void k() { int unused; }\n"
    "int f() { int none; int two; return 1; }\n",
};

START_TEST(the_same_object)
{
    same_as_nvcc(good[_i], NULL, true);
    same_as_nvcc(good[_i], "-rdc=true", true);
}
END_TEST

static const char *const bad[] = {
    "#include \"missing.h\"\n",
    "__global__ void k( { }\n",
    "__global__ void k() { undeclared = 1; }\n",
    "#ifdef __CUDA_ARCH__\n#error only for the device\n#endif\n",
    "#ifndef __CUDA_ARCH__\n#error only for the host\n#endif\n",
    "#ifdef __CUDA_ARCH__\nint x = undeclared;\n#endif\n",
    "#ifndef __CUDA_ARCH__\nint x = undeclared;\n#endif\n",
    "int two(); \n__global__ void k() { two(); }\n",
    "void f() { asm(\"no such instruction\"); }\n",
    "void missing(); extern \"C\" void run() { missing(); }\nint main;\nint main;\n",
};

START_TEST(the_same_messages) { same_as_nvcc(bad[_i], NULL, false); }
END_TEST

// ptxas reads a file that is gone when its messages are read. They have the lines of the source
// instead, each once, however often a function is called.
START_TEST(what_ptxas_says)
{
    write_source(
        "a.cu",
        "__device__ int twice(int x)\n{\n    asm volatile(\"no such;\");\n    return 2 * x;\n}\n"
        "__global__ void k(int *p) { *p = twice(twice(*p)); }\n"
        "__global__ void l(int *p) { asm volatile(\"add.s32 %0;\" : \"+r\"(*p)); }\n");
    Made alone = make_object(true, NULL), steps = make_object(false, NULL);
    ck_assert_int_eq(steps.status, alone.status);
    ck_assert_ptr_nonnull(strstr(alone.messages, "line"));
    const char *third = strstr(steps.messages, "a.cu(3): error: "),
               *last = strstr(steps.messages, "a.cu(7): error: ");
    ck_assert_msg(third && last, "%s", steps.messages);
    char first[200];
    snprintf(first, sizeof first, "%.*s\n", (int)strcspn(third, "\n"), third);
    ck_assert_ptr_null(strstr(strstr(third, first) + 1, first));
    ck_assert_ptr_null(strstr(steps.messages, "tmpxft"));
    ck_assert_ptr_nonnull(strstr(steps.messages, "ptxas fatal"));
}
END_TEST

// A header that only one side includes is an input; a name of a #line is none.
START_TEST(inputs_of_both_sides)
{
    char *inputs;
    size_t bytes;
    write_source("device.h", "");
    write_source("host.h", "");
    write_source("a.cu", "#ifdef __CUDA_ARCH__\n#include \"device.h\"\n#else\n"
                         "#include \"host.h\"\n#endif\n#line 3 \"named.h\"\nvoid f() {}\n");
    ck_assert_int_eq(make_object(false, NULL).status, 0);
    ck_assert(file_read_ours("inputs", &inputs, &bytes));
    ck_assert_ptr_nonnull(strstr(inputs, "device.h"));
    ck_assert_ptr_nonnull(strstr(inputs, "host.h"));
    ck_assert_ptr_nonnull(strstr(inputs, "cuda_runtime.h"));
    ck_assert_ptr_null(strstr(inputs, "named.h"));
}
END_TEST

// Left to nvcc: another list of programs than the one known, and a source without any external
// name, whose id has the number of a process.
START_TEST(left_to_nvcc)
{
    write_source("a.cu", "static __device__ int hidden;\n");
    ck_assert_int_eq(make_object(false, NULL).status, 126);
    write_source("a.cu", good[0]);
    ck_assert_int_eq(make_object(false, "-ptx").status, 126);
    ck_assert_int_eq(make_object(false, "--no-such-option").status, 126);
}
END_TEST

static void make_folder(void)
{
    ck_assert_ptr_nonnull(mkdtemp(strcpy(folder, "/tmp/test_nvcc_steps.XXXXXX")));
    ck_assert_int_eq(chdir(folder), 0);
}

static void remove_folder(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

SUITE(s)
{
    TCase *t = TESTS(s, "nvcc_steps", inputs_of_both_sides, left_to_nvcc, what_ptxas_says);
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_loop_test(t, the_same_object, 0, sizeof good / sizeof good[0]);
    tcase_add_loop_test(t, the_same_messages, 0, sizeof bad / sizeof bad[0]);
}
