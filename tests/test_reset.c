// test_reset.c - a part of a student's file as the course gave it: only that part changes, and what
// was there is kept.
#include "suite.h"
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/attempts/reset.h"
#include "grader/base/files.h"
#include "grader/base/paths.h"

static const Part parts[] = {
    {.number = 1, .id = "one", .name = "the first"},
    {.number = 2, .id = "two", .name = "the second"},
    {.number = 3, .id = "race", .name = "the fastest", .file = FILE_fastest},
    {.number = 0},
};
static const Lab lab = {
    .name = "07_sum", .source = "sum.cu", .fastest = "fastest.cu", .title = "Sums", .parts = parts};

#define GIVEN \
    "top\n" \
    "// BEGIN TODO 1a (1 line): one\n" \
    "// END TODO 1a\n" \
    "between\n" \
    "// BEGIN TODO 2a (1 line): two\n" \
    "// END TODO 2a\n" \
    "// BEGIN TODO 2b (1 line): three\n" \
    "given();\n" \
    "// END TODO 2b\n" \
    "end\n"
#define WRITTEN \
    "top, mine\n" \
    "// BEGIN TODO 1a (1 line): one\n" \
    "first();\n" \
    "// END TODO 1a\n" \
    "helper of mine\n" \
    "// BEGIN TODO 2a (1 line): a note of mine\n" \
    "second();\n" \
    "// END TODO 2a\n" \
    "// BEGIN TODO 2b (1 line): three\n" \
    "third();\n" \
    "// END TODO 2b\n" \
    "end\n"
#define SECOND_BACK \
    "top, mine\n" \
    "// BEGIN TODO 1a (1 line): one\n" \
    "first();\n" \
    "// END TODO 1a\n" \
    "helper of mine\n" \
    "// BEGIN TODO 2a (1 line): two\n" \
    "// END TODO 2a\n" \
    "// BEGIN TODO 2b (1 line): three\n" \
    "given();\n" \
    "// END TODO 2b\n" \
    "end\n"

#define OWN "labs/07_sum/sum.cu"
#define KEPT ".history/07_sum/kept/sum.cu"

static char root[64];

static void put(const char *name, const char *text)
{
    file_make_folders(paths_at("%s", name));
    ck_assert(file_write(paths_at("%s", name), text, strlen(text)));
}

static void expect(const char *name, const char *wanted)
{
    char *text;
    size_t bytes;
    ck_assert_msg(file_read_ours(paths_at("%s", name), &text, &bytes), "no %s", name);
    ck_assert_str_eq(text, wanted);
    free(text);
}

static bool exists(const char *name) { return access(paths_at("%s", name), F_OK) == 0; }

static void make_root(void)
{
    strcpy(root, "/tmp/test-reset-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(root));
    paths_set(root, NULL, NULL);
    put("build/skeletons/07_sum/sum.cu", GIVEN);
    put(OWN, WRITTEN);
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

static void remove_root(void) { nftw(root, remove_entry, 8, FTW_DEPTH | FTW_PHYS); }

START_TEST(all_regions_of_a_part)
{
    ck_assert_int_eq(reset_part(&lab, &parts[1], NULL), 0);
    expect(OWN, SECOND_BACK);
    expect(KEPT ".1", WRITTEN);
}
END_TEST

START_TEST(one_region)
{
    ck_assert_int_eq(reset_part(&lab, &parts[1], "2b"), 0);
    ck_assert_int_eq(reset_part(&lab, &parts[1], "2a"), 0);
    expect(OWN, SECOND_BACK);
    expect(KEPT ".1", WRITTEN);
    ck_assert(exists(KEPT ".2") && !exists(KEPT ".3"));
}
END_TEST

START_TEST(nothing_to_change)
{
    ck_assert_int_eq(reset_part(&lab, &parts[1], NULL), 0);
    ck_assert_int_eq(reset_part(&lab, &parts[1], NULL), 0);
    expect(OWN, SECOND_BACK);
    ck_assert(!exists(KEPT ".2"));
}
END_TEST

START_TEST(copies_are_never_replaced)
{
    put(KEPT ".1", "an older copy");
    ck_assert_int_eq(reset_part(&lab, &parts[0], NULL), 0);
    expect(KEPT ".1", "an older copy");
    expect(KEPT ".2", WRITTEN);
}
END_TEST

START_TEST(unknown_regions)
{
    ck_assert_int_eq(reset_part(&lab, &parts[1], "2c"), 2);
    ck_assert_int_eq(reset_part(&lab, &parts[1], "1a"), 2);
    expect(OWN, WRITTEN);
    ck_assert(!exists(".history"));
}
END_TEST

START_TEST(marks_that_are_gone)
{
    put(OWN, "// BEGIN TODO 1a (1 line): one\n// END TODO 1a\n");
    ck_assert_int_eq(reset_part(&lab, &parts[1], NULL), 2);
    put(OWN, "// BEGIN TODO 1a (1 line): one\n// BEGIN TODO 2a (1 line): one\n");
    ck_assert_int_eq(reset_part(&lab, &parts[0], NULL), 2);
    ck_assert(!exists(".history"));
}
END_TEST

START_TEST(regions_in_another_order)
{
    put(OWN, "// BEGIN TODO 2b (1 line): 1\nx\n// END TODO 2b\n// BEGIN TODO 2a (1 line): 2\ny\n// "
             "END TODO "
             "2a\n");
    ck_assert_int_eq(reset_part(&lab, &parts[1], NULL), 2);
    ck_assert_int_eq(reset_part(&lab, &parts[1], "2a"), 0);
    expect(OWN, "// BEGIN TODO 2b (1 line): 1\nx\n// END TODO 2b\n// BEGIN TODO 2a (1 line): "
                "two\n// END TODO 2a\n");
}
END_TEST

START_TEST(no_file_and_no_skeleton)
{
    ck_assert_int_eq(reset_part(&lab, &parts[2], NULL), 2); // no skeleton of fastest.cu
    put("build/skeletons/07_sum/fastest.cu", GIVEN);
    ck_assert_int_eq(reset_part(&lab, &parts[2], NULL), 2); // and no such file of the student's
}
END_TEST

// A release has no solutions to make a skeleton from.
START_TEST(skeletons_of_a_release_come_first)
{
    put("common/skeletons/07_sum/sum.cu",
        "// BEGIN TODO 2a (1 line): released\n// END TODO 2a\n// BEGIN TODO 2b\n// END TODO 2b\n");
    ck_assert_int_eq(reset_part(&lab, &parts[1], "2a"), 0);
    char *text;
    size_t bytes;
    ck_assert(file_read_ours(paths_at(OWN), &text, &bytes));
    ck_assert_ptr_nonnull(strstr(text, "TODO 2a (1 line): released"));
    free(text);
}
END_TEST

START_TEST(permissions_stay)
{
    struct stat st;
    chmod(paths_at(OWN), 0640);
    ck_assert_int_eq(reset_part(&lab, &parts[0], NULL), 0);
    ck_assert_int_eq(stat(paths_at(OWN), &st), 0);
    ck_assert_int_eq(st.st_mode & 07777, 0640);
}
END_TEST

START_TEST(no_copy_no_change)
{
    put(".history", "a file where the folder should be");
    ck_assert_int_eq(reset_part(&lab, &parts[0], NULL), 2);
    expect(OWN, WRITTEN);
}
END_TEST

SUITE(s)
{
    TCase *tcase = TESTS(s, "reset", all_regions_of_a_part, one_region, nothing_to_change,
                         copies_are_never_replaced, unknown_regions, marks_that_are_gone,
                         regions_in_another_order, no_file_and_no_skeleton,
                         skeletons_of_a_release_come_first, permissions_stay, no_copy_no_change);
    tcase_add_checked_fixture(tcase, make_root, remove_root);
}
