// test_look_command.c - `build/cudasim --look` as a command: the page, the status, the browser.
#define BUILT "build/tests/look_command"
#include "recording.h"

#include <pty.h>

#define COMMAND "build/cudasim --no-open --report none --look " BUILT "/page "

// The document of the page that was written last.
static json_t *document_of_page(void)
{
    static char page[1 << 21];
    FILE *f = fopen(BUILT "/page/look.html", "r");
    ck_assert_ptr_nonnull(f);
    page[fread(page, 1, sizeof page - 1, f)] = 0;
    fclose(f);
    char *begin = strstr(page, "id=\"document\">");
    ck_assert_ptr_nonnull(begin);
    begin = strchr(begin, '{');
    char *end = strstr(begin, "</script>");
    ck_assert_ptr_nonnull(end);
    json_t *d = json_loadb(begin, (size_t)(end - begin), 0, NULL);
    ck_assert_msg(d != NULL, "a name has broken the page");
    return d;
}

START_TEST(command_writes_a_page)
{
    compile_programs();
    run("rm -rf " BUILT "/page");
    ck_assert_int_eq(run(COMMAND BUILT "/look names >/dev/null 2>" BUILT "/page.err"), 0);
    json_t *d = document_of_page();
    ck_assert_ptr_nonnull(strstr(text(d, "title"), "look names"));
    size_t i;
    json_t *s;
    bool odd = false;
    json_array_foreach(member(d, "sources"), i, s) odd |=
        strstr(text(s, "file"), "a</script><script>.cu") != NULL;
    ck_assert(odd);
    json_decref(d);
    ck_assert_int_eq(run(COMMAND BUILT "/look transpose >/dev/null 2>&1"), 0);
    ck_assert_int_eq(run("grep -q 'bank conflicts, and a column' " BUILT "/page/look.html"), 0);
}
END_TEST

// The number of a variable of the block; its value in a step, in a lane of warp 0; NULL: none yet.
static const char *variable_in(json_t *block, const char *name, long long until, unsigned lane)
{
    json_t *change, *names = member(block, "names");
    const char *value = NULL;
    size_t i;
    json_array_foreach(member(block, "values"), i, change)
    {
        uint32_t mask = (uint32_t)item(change, 2);
        json_t *values = json_array_get(change, 3);
        unsigned before = (unsigned)__builtin_popcount(mask & ((1u << lane) - 1));
        if (item(change, 0) <= until && mask >> lane & 1 &&
            item(member(member(block, "steps"), "warp"), (size_t)item(change, 0)) == 0 &&
            !strcmp(json_string_value(json_array_get(names, (size_t)item(change, 1))), name))
            value =
                json_string_value(json_is_array(values) ? json_array_get(values, before) : values);
    }
    return value;
}

// Of a program that is compiled with -G, each step has the variables of its lanes.
START_TEST(command_records_variables)
{
    compile("tree", "-G");
    ck_assert_int_eq(run(COMMAND BUILT "/tree >/dev/null 2>&1"), 0);
    json_t *d = document_of_page(), *run = json_array_get(member(d, "runs"), 0),
           *l = json_array_get(member(run, "launches"), 0),
           *block = json_array_get(member(l, "blocks"), 0);
    long long last = (long long)json_array_size(member(member(block, "steps"), "warp")) - 1;
    ck_assert_str_eq(variable_in(block, "n", 0, 0), "120");
    ck_assert_ptr_null(variable_in(block, "stride", 0, 5));
    ck_assert_str_eq(variable_in(block, "i", last, 5), "5");
    ck_assert_str_eq(variable_in(block, "stride", last, 5), "1");
    json_decref(d);
}
END_TEST

START_TEST(command_keeps_the_status)
{
    compile_programs();
    ck_assert_int_eq(run(COMMAND BUILT "/look status >/dev/null 2>&1"), 7);
    ck_assert_int_eq(run(COMMAND "--debug " BUILT "/look </dev/null >/dev/null 2>&1"), 2);
    ck_assert_int_eq(run("build/cudasim --look /proc/none " BUILT "/look >/dev/null 2>&1"), 126);
}
END_TEST

// A folder where the page should be: nobody can write it, root neither.
START_TEST(command_fails_without_its_page)
{
    compile_programs();
    run("rm -rf " BUILT "/taken; mkdir -p " BUILT "/taken/look.html");
    ck_assert_int_eq(run("build/cudasim --no-open --report none --look " BUILT "/taken " BUILT
                         "/look names >/dev/null 2>&1"),
                     126);
    ck_assert_int_eq(run("build/cudasim --no-open --report none --look " BUILT "/taken " BUILT
                         "/look status >/dev/null 2>&1"),
                     7);
}
END_TEST

START_TEST(command_says_why_there_is_no_page)
{
    char said[TEXT];
    compile_programs();
    ck_assert_int_eq(
        run("timeout -s TERM 2 " COMMAND BUILT "/look endless >/dev/null 2>" BUILT "/page.err"),
        124);
    read_text(BUILT "/page.err", said);
    ck_assert_msg(strstr(said, "no page: the program ended while a kernel ran; --budget N"), "%s",
                  said);
    ck_assert_ptr_null(strstr(said, "made no CUDA call"));
}
END_TEST

// A browser that only notes what it would have shown.
static void make_browser(void)
{
    run("rm -rf " BUILT "/bin " BUILT "/opened && mkdir -p " BUILT "/bin && printf '#!/bin/sh\n"
        "echo \"$1\" >" BUILT "/opened.new && mv " BUILT "/opened.new " BUILT "/opened\n' >" BUILT
        "/bin/xdg-open && chmod +x " BUILT "/bin/xdg-open");
}

// Runs the command with standard output on a terminal of its own.
static void run_on_terminal(const char *command)
{
    int terminal;
    char rest[256];
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(1);
    }
    while (read(terminal, rest, sizeof rest) > 0) // until the command has ended
        ;
    waitpid(pid, NULL, 0);
    close(terminal);
}

static bool was_opened(int tries)
{
    for (; tries > 0; tries--, usleep(10000))
        if (access(BUILT "/opened", R_OK) == 0)
            return true;
    return false;
}

#define BROWSE "PATH=" BUILT "/bin:$PATH build/cudasim --report none --look " BUILT "/page "

START_TEST(command_opens_the_page)
{
    char name[PATH], cwd[PATH - 64];
    ck_assert_ptr_nonnull(getcwd(cwd, sizeof cwd));
    setenv("PWD", cwd, 1);
    compile_programs();
    make_browser();
    run_on_terminal("DISPLAY=:7 " BROWSE BUILT "/look names");
    ck_assert(was_opened(1000));
    snprintf(name, sizeof name, "%s/" BUILT "/page/look.html", cwd);
    char opened[TEXT];
    read_text(BUILT "/opened", opened);
    ck_assert_int_eq(strncmp(opened, name, strlen(name)), 0);
    // Not without a screen, not to a file, not if the user does not want it.
    unlink(BUILT "/opened");
    run_on_terminal("unset DISPLAY WAYLAND_DISPLAY; " BROWSE BUILT "/look names");
    run("DISPLAY=:7 " BROWSE BUILT "/look names >/dev/null 2>&1");
    run_on_terminal("DISPLAY=:7 " BROWSE "--no-open " BUILT "/look names");
    ck_assert(!was_opened(30));
}
END_TEST

SUITE(s)
{
    if (access("build/look/page.html", R_OK) != 0)
        suite_skip("cudasim --look", "no build/look/page.html; make look-page builds it");
    TCase *t = TESTS(s, "command", command_writes_a_page, command_records_variables,
                     command_keeps_the_status, command_fails_without_its_page,
                     command_says_why_there_is_no_page, command_opens_the_page);
    tcase_add_unchecked_fixture(t, compile_programs, NULL);
}
