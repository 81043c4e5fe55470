// test_fuzz.c - inputs that once found a mistake (fuzz/found). Now each of them must give an error
// or a result, and the sanitizers must find nothing. PTX is read and run, under every checker; a
// .fatbin is read.
#include "fuzz/launch.c"
#include "fuzz/targets.c"

#include "suite.h"
#include <glob.h>

static glob_t inputs;

START_TEST(broken_input_does_no_harm)
{
    static uint8_t bytes[1 << 18];
    const char *path = inputs.gl_pathv[_i], *dot = strrchr(path, '.');
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    ck_assert_uint_gt(n, 0);
    if (!strcmp(dot, ".fatbin")) {
        fuzz_one(FUZZ_fatbin, bytes, n);
        return;
    }
    fuzz_one(FUZZ_text, bytes, n);
    for (int i = 0; i < 4; i++) // in order, and shuffled
        fuzz_one(FUZZ_launch, bytes, n);
}
END_TEST

SUITE(s)
{
    if (glob("tests/fuzz/found/*.*", 0, NULL, &inputs))
        suite_fail("no inputs here");
    TCase *t = TESTS(s, "found");
    tcase_add_loop_test(t, broken_input_does_no_harm, 0, (int)inputs.gl_pathc);
}
