// test_saves.c - when a person has saved: an editor that writes in pieces, renames, removes, saves
// twice. The clock of these tests is a number.
#include "suite.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/watch/saves.h"

static const Lab lab = {.name = "99_test", .source = "test.cu", .answers = "answers.txt"};
static char folder[] = "/tmp/saves.XXXXXX";
static Saves *saves;
static double now; // seconds

static const char *path(const char *name)
{
    static char text[2][PATH_MAX];
    static int next;
    next = !next;
    snprintf(text[next], sizeof text[next], "%s/%s", folder, name);
    return text[next];
}

static FILE *open_file(const char *name, const char *mode)
{
    FILE *f = fopen(path(name), mode);
    ck_assert_ptr_nonnull(f);
    setbuf(f, NULL); // each write is one of its own
    return f;
}

static void save(const char *name, const char *text)
{
    FILE *f = open_file(name, "w");
    fputs(text, f);
    fclose(f);
}

// Looks many times within so many seconds; true: it has settled in one of these.
static bool settles_within(double seconds)
{
    enum { LOOKS = 20 };
    for (int i = 0; i < LOOKS; i++) {
        now += seconds / LOOKS;
        if (saves_settled(saves, now))
            return true;
    }
    return false;
}

static void setup(void)
{
    strcpy(folder, "/tmp/saves.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    now = 100;
    save("test.cu", "old");
    saves = saves_open(folder, &lab);
    ck_assert_ptr_nonnull(saves);
    ck_assert(settles_within(1)); // the first state
    ck_assert(!settles_within(10));
}

static void teardown(void)
{
    static const char *const names[] = {"test.cu",     "other.cu", "test.cu~",
                                        "answers.txt", "mine.h",   ".test.cu.swp"};
    saves_close(saves);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(path(names[i]));
    rmdir(folder);
}

START_TEST(a_save_counts_once)
{
    save("test.cu", "new");
    ck_assert(settles_within(1));
    ck_assert(saves_hold(saves));
    ck_assert(!settles_within(10));
}
END_TEST

START_TEST(the_same_bytes_are_no_change)
{
    save("test.cu", "old");
    ck_assert(!settles_within(10));
    save("test.cu", "new");
    save("test.cu", "old");
    ck_assert(!settles_within(10));
}
END_TEST

START_TEST(a_file_in_pieces_is_whole_when_it_is_closed)
{
    FILE *f = open_file("test.cu", "w"); // empty now
    ck_assert(!settles_within(1));
    fputs("ne", f);
    ck_assert(!settles_within(1));
    fputs("w", f);
    ck_assert(!settles_within(1));
    fclose(f);
    ck_assert(settles_within(1));
    ck_assert(!settles_within(10));
}
END_TEST

START_TEST(a_rename_is_a_save)
{
    save("other.cu", "new");
    ck_assert(!settles_within(1)); // not a file of this lab
    ck_assert_int_eq(rename(path("other.cu"), path("test.cu")), 0);
    ck_assert(settles_within(1));
    ck_assert(!settles_within(10));
}
END_TEST

// The old file becomes the backup, then the new one is written.
START_TEST(a_file_that_is_away_for_a_moment)
{
    ck_assert_int_eq(rename(path("test.cu"), path("test.cu~")), 0);
    ck_assert(!settles_within(1));
    save("test.cu", "new");
    ck_assert(settles_within(1));
    ck_assert(!settles_within(10));
}
END_TEST

START_TEST(a_file_that_stays_away)
{
    unlink(path("test.cu"));
    ck_assert(settles_within(10));
    ck_assert(!settles_within(10));
}
END_TEST

START_TEST(two_saves_quickly_are_one)
{
    save("test.cu", "new");
    now += 0.01;
    ck_assert(!saves_settled(saves, now));
    save("test.cu", "newer");
    now += 0.01;
    ck_assert(!saves_settled(saves, now));
    ck_assert(settles_within(1));
    ck_assert(!settles_within(10));
}
END_TEST

START_TEST(a_later_save_makes_the_state_old)
{
    save("test.cu", "new");
    ck_assert(settles_within(1));
    save("test.cu", "newer");
    ck_assert(!saves_hold(saves));
    ck_assert(settles_within(1));
    ck_assert(saves_hold(saves));
}
END_TEST

START_TEST(a_writer_that_never_closes_is_not_waited_for)
{
    FILE *f = open_file("test.cu", "w");
    fputs("new", f);
    ck_assert(!settles_within(1));
    ck_assert(settles_within(10));
    fclose(f);
}
END_TEST

START_TEST(answers_and_headers_count_and_what_editors_keep_does_not)
{
    save("answers.txt", "a = 1");
    ck_assert(settles_within(1));
    save("mine.h", "// mine");
    ck_assert(settles_within(1));
    save("mine.h", "// mine");
    ck_assert(!settles_within(10));
    save(".test.cu.swp", "?");
    save("test.cu~", "?");
    ck_assert(!settles_within(10));
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "saves", a_save_counts_once, the_same_bytes_are_no_change,
              a_file_in_pieces_is_whole_when_it_is_closed, a_rename_is_a_save,
              a_file_that_is_away_for_a_moment, a_file_that_stays_away, two_saves_quickly_are_one,
              a_later_save_makes_the_state_old, a_writer_that_never_closes_is_not_waited_for,
              answers_and_headers_count_and_what_editors_keep_does_not);
    tcase_add_checked_fixture(t, setup, teardown);
}
