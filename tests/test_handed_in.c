// test_handed_in.c - what a class has handed in: names of any kind, files found wherever they are,
// archives that lie, and nothing that is left out without a word.
#include "class_archive.h"
#include "class_kit.h"
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/handed_in.h"
#include "grader/class/names.h"

START_TEST(submissions_have_names_of_any_kind)
{
    SubmittedList list;
    char problem[300];
    write_text("in/O'Brien, $(x)/reduction.cu", "a");
    write_text("in/ann.tar.gz", "a");
    write_text("in/notes.txt", "a");
    write_text("in/.hidden/x", "a");
    ck_assert_int_eq(symlink("/etc", in_top("in/link")), 0);
    ck_assert(submissions_list(&list, in_top("in")));
    ck_assert_int_eq(list.count, 4);
    ck_assert_str_eq(list.one[0].name, "O'Brien, $(x)");
    ck_assert_str_eq(list.one[1].name, "ann");
    ck_assert(list.one[1].archive && !list.one[1].problem[0] && list.one[1].handed_in > 0);
    ck_assert_str_ne(submissions_find(&list, "link")->problem, "");
    ck_assert_str_ne(submissions_find(&list, "notes.txt")->problem, "");
    ck_assert_ptr_eq(submissions_find(&list, list.one[0].id), &list.one[0]);
    ck_assert_uint_eq(strlen(list.one[0].id), 12);
    write_text("times",
               "\"O'Brien, $(x)\",2027-03-01T23:59:00Z\r\n\nann,1970-01-01T01:00:01+01:00\n");
    ck_assert(submissions_take_times(&list, in_top("times"), problem, sizeof problem));
    ck_assert_int_eq(list.one[0].handed_in, 1803945540);
    ck_assert_int_eq(list.one[1].handed_in, 1);
    write_text("times", "ann,1970-01-01T00:00:01Z\nbob,1970-01-01T00:00:01Z\n");
    ck_assert(!submissions_take_times(&list, in_top("times"), problem, sizeof problem));
    ck_assert_ptr_nonnull(strstr(problem, "line 2"));
    submissions_free(&list);
    ck_assert(!submissions_list(&list, in_top("nowhere")));
}
END_TEST

// A name of two submissions would give one of them the other's times.
START_TEST(names_that_differ_in_their_ending_are_kept_apart)
{
    SubmittedList list;
    write_text("in/ann/reduction.cu", "a");
    write_text("in/ann.zip", "a");
    write_text("in/bob.zip", "a");
    write_text("in/zoe.rar", "a");
    ck_assert(submissions_list(&list, in_top("in")));
    ck_assert_int_eq(list.count, 4);
    ck_assert_ptr_nonnull(strstr(submissions_find(&list, "zoe.rar")->problem, "unpack it"));
    ck_assert(!submissions_find(&list, "ann")->archive);
    ck_assert(submissions_find(&list, "ann.zip")->archive);
    ck_assert(submissions_find(&list, "bob")->archive);
    submissions_free(&list);
}
END_TEST

static HandedIn handed_in;
static char choice[256];
#define PLACE(lab) \
    handed_in_place(&handed_in, lab_called(lab), out, &changed, choice, sizeof choice)

static void read_folder(const char *name)
{
    Submitted submitted = {.path = strdup(in_top(name))};
    handed_in_read(&handed_in, &submitted);
    free(submitted.path);
}

// The folder of the lab comes first; the race, the answers and the headers are those beside it.
START_TEST(files_are_found_wherever_they_are)
{
    time_t changed;
    write_text("in/reduction.cu", "loose");
    write_text("in/fastest.cu", "of no lab");
    write_text("in/deep/labs/04_reduction/reduction.cu", "right");
    write_text("in/deep/labs/04_reduction/own.cuh", "header");
    write_text("in/deep/labs/04_reduction/notes.md", "not needed");
    write_text("in/deep/labs/05_scan/fastest.cu", "another lab");
    write_text("in/.git/04_reduction/reduction.cu", "hidden");
    write_text("in/any/scan.cu", "scan anywhere");
    ck_assert_int_eq(symlink("/etc/passwd", in_top("in/sort.cu")), 0);
    read_folder("in");
    ck_assert_str_eq(handed_in.problem, "");
    write_text("out/04_reduction/old.h", "of an earlier submission");
    char *out = strdup(in_top("out"));
    ck_assert(PLACE("04_reduction"));
    ck_assert_int_gt(changed, 1000000000);
    expect_file("out/04_reduction/reduction.cu", "right");
    expect_file("out/04_reduction/own.cuh", "header");
    expect_file("out/04_reduction/fastest.cu", NULL);
    expect_file("out/04_reduction/notes.md", NULL);
    expect_file("out/04_reduction/old.h", NULL);
    ck_assert(PLACE("05_scan"));
    expect_file("out/05_scan/scan.cu", "scan anywhere");
    expect_file("out/05_scan/fastest.cu", NULL);
    ck_assert(!PLACE("06_sort"));
    ck_assert(handed_in.doubt);
    ck_assert_ptr_nonnull(strstr(handed_in.note, "sort.cu is a link"));
    handed_in_free(&handed_in);
    free(out);
}
END_TEST

// A browser has renamed the files; one that has kept its name would come first.
START_TEST(files_that_a_browser_has_renamed_are_found)
{
    time_t changed;
    write_text("in/Reduction (1).cu", "renamed");
    write_text("in/fastest-2.cu", "race");
    write_text("in/scan2.cu", "another file");
    write_text("in/sort (1).cu", "renamed");
    write_text("in/a/b/c/sort.cu", "right");
    char *out = strdup(in_top("out"));
    read_folder("in");
    ck_assert(PLACE("04_reduction"));
    expect_file("out/04_reduction/reduction.cu", "renamed");
    expect_file("out/04_reduction/fastest.cu", "race");
    ck_assert(PLACE("06_sort"));
    expect_file("out/06_sort/sort.cu", "right");
    ck_assert(!PLACE("05_scan"));
    ck_assert_str_eq(handed_in.other, "scan2.cu");
    handed_in_free(&handed_in);
    free(out);
}
END_TEST

// Paths that lead out, links, and files that are too large are left out; the rest is read.
START_TEST(archives_are_read_and_not_believed)
{
    static char large[2 << 20];
    const char *name = _i ? "a.zip" : "a.tar.gz";
    struct archive *a = new_archive(name);
    add_entry(a, "../04_reduction/reduction.cu", "out", 3, AE_IFREG);
    add_entry(a, "/04_reduction/reduction.cu", "root", 4, AE_IFREG);
    add_entry(a, "x/../../04_reduction/reduction.cu", "out", 3, AE_IFREG);
    add_entry(a, "scan.cu", NULL, 0, AE_IFLNK);
    add_entry(a, "sort.cu", large, sizeof large, AE_IFREG);
    add_entry(a, "movie.mp4", large, sizeof large, AE_IFREG);
    add_entry(a, "__MACOSX/04_reduction/reduction.cu", "mac", 3, AE_IFREG);
    add_entry(a, "./labs/04_reduction/reduction.cu", "right", 5, AE_IFREG);
    add_entry(a, "labs/04_reduction/n\xc3\xa9.h", "", 0, AE_IFREG);
    archive_write_free(a);
    Submitted submitted = {.path = strdup(in_top(name)), .archive = true};
    handed_in_read(&handed_in, &submitted);
    ck_assert_str_eq(handed_in.problem, "");
    ck_assert(handed_in.doubt);
    ck_assert_ptr_nonnull(strstr(handed_in.note, "scan.cu in the archive is a link"));
    ck_assert_ptr_nonnull(strstr(handed_in.note, "reduction.cu in the archive has a path that"));
    ck_assert_ptr_nonnull(strstr(handed_in.note, "sort.cu in the archive is too large"));
    ck_assert_int_eq(handed_in.count, 2);
    ck_assert_str_eq(handed_in.file[0].path, "labs/04_reduction/reduction.cu");
    ck_assert_str_eq(handed_in.file[0].data, "right");
    ck_assert_int_eq(handed_in.file[0].changed, 12345);
    ck_assert_str_eq(handed_in.file[1].path, "labs/04_reduction/n\xc3\xa9.h");
    handed_in_free(&handed_in);
    free(submitted.path);
}
END_TEST

// Some campus systems give each student a folder, and put into it what the student has sent.
START_TEST(archives_in_a_folder_are_read)
{
    time_t changed;
    write_text("in/empty", "");
    struct archive *a = new_archive("in/labs.zip");
    add_entry(a, "labs/04_reduction/reduction.cu", "right", 5, AE_IFREG);
    archive_write_free(a);
    write_text("in/broken.tar.gz", "no archive");
    char *out = strdup(in_top("out"));
    read_folder("in");
    ck_assert_str_eq(handed_in.problem, "");
    ck_assert(PLACE("04_reduction"));
    ck_assert_int_ne(changed, 12345); // the date of the archive counts
    expect_file("out/04_reduction/reduction.cu", "right");
    ck_assert(handed_in.doubt); // the broken one is named
    ck_assert_ptr_nonnull(strstr(handed_in.note, "broken.tar.gz: "));
    handed_in_free(&handed_in);
    ck_assert_int_eq(unlink(in_top("in/labs.zip")), 0);
    read_folder("in");
    ck_assert_str_ne(handed_in.problem, ""); // there is nothing else
    handed_in_free(&handed_in);
    free(out);
}
END_TEST

START_TEST(broken_archives_are_a_problem)
{
    static const char *const broken[] = {"", "PK\003\004", "no archive at all", "\037\213\010"};
    Submitted submitted = {.path = strdup(write_text("a.zip", broken[_i])), .archive = true};
    handed_in_read(&handed_in, &submitted);
    ck_assert_int_eq(handed_in.count, 0);
    if (_i) // an empty file is an empty archive
        ck_assert_str_ne(handed_in.problem, "");
    handed_in_free(&handed_in);
    free(submitted.path);
}
END_TEST

// A small archive of many large files: the reader ends, and nothing is believed.
START_TEST(archives_cannot_fill_the_memory)
{
    static char large[1 << 20];
    struct archive *a = new_archive("a.tar.gz");
    char name[64];
    for (int i = 0; i < 80; i++) {
        snprintf(name, sizeof name, "%d/reduction.cu", i);
        add_entry(a, name, large, sizeof large, AE_IFREG);
    }
    archive_write_free(a);
    Submitted submitted = {.path = strdup(in_top("a.tar.gz")), .archive = true};
    handed_in_read(&handed_in, &submitted);
    ck_assert_str_eq(handed_in.problem, "the archive is broken, or unpacks to too much");
    ck_assert_int_eq(handed_in.count, 0);
    handed_in_free(&handed_in);
    free(submitted.path);
}
END_TEST

// Two files that could be meant: which one counts is said. The same bytes twice are no question,
// nor is the course's own skeleton.
START_TEST(a_choice_between_two_files_is_told)
{
    time_t changed;
    char *out = strdup(in_top("out"));
    write_text("in/reduction.cu", "old");
    write_text("in/reduction (1).cu", "new");
    write_text("in/scan.cu", "same");
    write_text("in/copy/scan.cu", "same");
    write_text("in/common/skeletons/05_scan/scan.cu", "skeleton");
    read_folder("in");
    ck_assert(PLACE("04_reduction"));
    ck_assert_str_eq(choice, "reduction.cu counts, and not reduction (1).cu");
    ck_assert(PLACE("05_scan"));
    ck_assert_str_eq(choice, "");
    expect_file("out/05_scan/scan.cu", "same");
    handed_in_free(&handed_in);
    free(out);
}
END_TEST

static const struct {
    const char *name, *who, *file; // NULL: not of Canvas
} canvas_names[] = {
    {"leeann_123_4567_reduction.cu", "leeann_123", "reduction.cu"},
    {"leeann_LATE_123_4567_reduction-1.cu", "leeann_123", "reduction-1.cu"},
    {"o'neil_9_8_my_labs.zip", "o'neil_9", "my_labs.zip"},
    {"reduction.cu", NULL, NULL},
    {"lee_ann_reduction.cu", NULL, NULL},
    {"lee_12_reduction.cu", NULL, NULL},
    {"lee_12_34_", NULL, NULL},
    {"_12_34_x.cu", NULL, NULL},
};

START_TEST(names_of_canvas_are_known)
{
    char who[CANVAS_NAME];
    const char *file = name_of_canvas(canvas_names[_i].name, who);
    ck_assert_int_eq(!file, !canvas_names[_i].who);
    if (file) {
        ck_assert_str_eq(who, canvas_names[_i].who);
        ck_assert_str_eq(file, canvas_names[_i].file);
    }
}
END_TEST

SUITE(s)
{
    setlocale(LC_CTYPE, "C.UTF-8"); // for the writer of archives
    TCase *t =
        TESTS(s, "handed in", submissions_have_names_of_any_kind,
              names_that_differ_in_their_ending_are_kept_apart, files_are_found_wherever_they_are,
              files_that_a_browser_has_renamed_are_found, archives_in_a_folder_are_read,
              archives_cannot_fill_the_memory, a_choice_between_two_files_is_told);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, archives_are_read_and_not_believed, 0, 2);
    tcase_add_loop_test(t, broken_archives_are_a_problem, 0, 4);
    tcase_add_loop_test(t, names_of_canvas_are_known, 0,
                        (int)(sizeof canvas_names / sizeof *canvas_names));
}
