// test_errors.c - wrong programs end as on the GPU: tests/gpu/errors_gpu.cu prints here what it
// printed on an H200 (tests/data/h200_errors.txt), case by case. In a case whose name begins with
// undefined_ the result of the hardware is chance; here it is an error with a name, and no crash.
#include "suite.h"
#include <unistd.h>

#include "compiled.h"
#include "programs.h"

#define SOURCE "tests/gpu/errors_gpu.cu"
#define PROGRAM "build/tests/errors_gpu"
#define OUTPUT "build/tests/errors_gpu.out"

static char ours[TEXT], theirs[TEXT];

static void run_program(void)
{
    int status = compile_cuda(PROGRAM, "-arch=compute_90 -cudart shared -w " SOURCE);
    ck_assert_msg(status == 0, SOURCE " does not compile");
    status = run("build/cudasim --report none " PROGRAM " >" OUTPUT " 2>/dev/null");
    ck_assert_msg(status == 0, PROGRAM ": exit status %d", status);
    read_text(OUTPUT, ours);
    read_text("tests/data/h200_errors.txt", theirs);
}

// The next case: its name, then lines that begin with a space. "" at the end.
static const char *next_case(char **text, char name[64])
{
    while (**text == '#') // which GPU it was
        *text += strcspn(*text, "\n") + 1;
    int length = (int)strcspn(*text, "\n");
    snprintf(name, 64, "%.*s", length, *text);
    char *body = *text + length + (**text != 0), *at = body;
    while (*at == ' ')
        at += strcspn(at, "\n") + 1;
    static char copy[2][TEXT];
    static int which;
    which = !which;
    snprintf(copy[which], TEXT, "%.*s", (int)(at - body), body);
    *text = at;
    return copy[which];
}

START_TEST(errors_are_those_of_the_gpu)
{
    run_program();
    char *a = ours, *b = theirs, name[64], other[64];
    int cases = 0, differ = 0;
    while (*a && *b) {
        const char *mine = next_case(&a, name), *wanted = next_case(&b, other);
        ck_assert_msg(!strcmp(name, other), "the case is %s, that of the H200 was %s", name, other);
        cases++;
        if (!strncmp(name, "undefined_", 10)) {
            bool named = strstr(mine, ": Inv") || strstr(mine, ": Ill") || strstr(mine, ", I") ||
                         strstr(mine, ", L") || strstr(mine, ": De");
            if (!named || strstr(mine, "signal")) {
                fprintf(stderr, "%s: no error\n%s", name, mine);
                differ++;
            }
        } else if (strcmp(mine, wanted)) {
            fprintf(stderr, "%s: here\n%son the H200\n%s", name, mine, wanted);
            differ++;
        }
    }
    ck_assert_msg(!*a && !*b && cases > 50, "%d cases, and more on one side", cases);
    ck_assert_msg(!differ, "%d of %d cases differ", differ, cases);
}
END_TEST

SUITE(s) { TESTS(s, "errors", errors_are_those_of_the_gpu); }
