// test_class.c - a class: the instructor's file, the times, files found in what was handed in,
// archives that lie, and tables and pages that nothing breaks out of.
#include <archive.h>
#include <archive_entry.h>
#include "suite.h"
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/class/gradebook.h"
#include "grader/class/handed_in.h"

static char top[64]; // a folder of this test
static char path[256];

static const char *in_top(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static const char *write_text(const char *name, const char *text)
{
    file_make_folders(in_top(name));
    ck_assert(file_write(in_top(name), text, strlen(text)));
    return path;
}

static void setup(void)
{
    strcpy(top, "/tmp/test-class-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(top));
}

static void teardown(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", top);
    ck_assert_int_eq(system(command), 0);
}

static const Lab *lab_called(const char *name)
{
    for (int i = 0; i < all_labs_count; i++)
        if (strcmp(all_labs[i]->name, name) == 0)
            return all_labs[i];
    ck_abort_msg("no lab %s", name);
}

static CourseLab *lab_of(Course *course, const char *name)
{
    for (int i = 0; i < course->labs; i++)
        if (strcmp(course->lab[i].lab->name, name) == 0)
            return &course->lab[i];
    ck_abort_msg("no lab %s", name);
}

// ---- the instructor's file --------------------------------------------------------------------

START_TEST(course_has_labs_weights_and_dates)
{
    Course course;
    char problem[300];
    const char *file =
        write_text("course.json", "{\"title\": \"T\", \"leave_out\": [\"14_thrust\"], \"labs\": "
                                  "{\"04_reduction\": {\"weight\": 2.5, \"due\": "
                                  "\"2027-03-01T23:59:00+01:00\"}}, \"late\": {\"days\": 3}}");
    ck_assert_msg(course_read(&course, file, problem, sizeof problem), "%s", problem);
    ck_assert_str_eq(course.title, "T");
    ck_assert(lab_of(&course, "14_thrust")->left_out);
    ck_assert(!lab_of(&course, "04_reduction")->left_out);
    ck_assert(lab_of(&course, "04_reduction")->weight == 2.5);
    ck_assert(lab_of(&course, "01_patterns")->weight == 1);
    ck_assert_int_eq(lab_of(&course, "04_reduction")->due, 1803941940); // 22:59 UTC
    ck_assert_int_eq(lab_of(&course, "01_patterns")->due, 0);
    course_free(&course);
    ck_assert(course_read(&course, NULL, problem, sizeof problem));
    ck_assert_int_eq(course.labs, all_labs_count);
    course_free(&course);
}
END_TEST

static const char *const wrong_courses[][2] = {
    {"{", "line 1"},
    {"[]", "object"},
    {"{\"titel\": \"T\"}", "\"titel\" is not known"},
    {"{\"title\": 1}", "\"title\" is not known, or"},
    {"{\"leave_out\": [\"99_nothing\"]}", "no lab 99_nothing"},
    {"{\"leave_out\": [4]}", "no lab"},
    {"{\"leave_out\": \"14_thrust\"}", "is a list"},
    {"{\"labs\": {\"reduction\": {}}}", "no lab reduction"},
    {"{\"labs\": {\"04_reduction\": {\"weight\": -1}}}", "\"weight\""},
    {"{\"labs\": {\"04_reduction\": {\"due\": \"tomorrow\"}}}", "\"due\" has the form"},
    {"{\"labs\": {\"04_reduction\": {\"due\": \"2027-03-01T23:59:00\"}}}", "\"due\" has the form"},
    {"{\"late\": {\"percent_per_day\": 101}}", "\"percent_per_day\""},
    {"{\"late\": {\"per_day\": 10}}", "\"per_day\" is not known"},
};

START_TEST(wrong_course_is_refused)
{
    Course course;
    char problem[300];
    const char *file = write_text("course.json", wrong_courses[_i][0]);
    ck_assert(!course_read(&course, file, problem, sizeof problem));
    ck_assert_msg(strstr(problem, wrong_courses[_i][1]) != NULL, "%s", problem);
    course_free(&course);
}
END_TEST

START_TEST(late_work_loses_points_by_the_day)
{
    enum { HOUR = 3600, DAY = 24 * HOUR, DUE = 1000000 };
    Course course = {.late = true, .percent_per_day = 10, .grace_minutes = 15, .days = 5};
    CourseLab lab = {.due = DUE}, no_date = {.due = 0};
    static const struct {
        long late;
        double left;
    } table[] = {
        {-DAY, 1},     {0, 1},        {15 * 60, 1},     {15 * 60 + 1, .9}, {DAY, .9},
        {DAY + 1, .8}, {5 * DAY, .5}, {5 * DAY + 1, 0}, {900 * DAY, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_double_eq_tol(course_late_factor(&course, &lab, DUE + table[i].late),
                                table[i].left, 1e-12);
    ck_assert(course_late_factor(&course, &no_date, DUE + DAY) == 1);
    course.percent_per_day = 60;
    ck_assert(course_late_factor(&course, &lab, DUE + 2 * DAY) == 0);
    course.late = false;
    ck_assert(course_late_factor(&course, &lab, DUE + 900 * DAY) == 1);
}
END_TEST

// ---- what was handed in -----------------------------------------------------------------------

START_TEST(submissions_have_names_of_any_kind)
{
    SubmittedList list;
    int line;
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
    ck_assert(submissions_take_times(&list, in_top("times"), &line));
    ck_assert_int_eq(list.one[0].handed_in, 1803945540);
    ck_assert_int_eq(list.one[1].handed_in, 1);
    write_text("times", "ann,1970-01-01T00:00:01Z\nbob,1970-01-01T00:00:01Z\n");
    ck_assert(!submissions_take_times(&list, in_top("times"), &line));
    ck_assert_int_eq(line, 2);
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

static void read_folder(const char *name)
{
    Submitted submitted = {.path = strdup(in_top(name))};
    handed_in_read(&handed_in, &submitted);
    free(submitted.path);
}

static char *placed(const char *name)
{
    char *text = NULL;
    size_t bytes;
    file_read(in_top(name), 1000, &text, &bytes);
    return text;
}

static void expect_placed(const char *name, const char *want)
{
    char *text = placed(name);
    ck_assert_msg(want ? text && strcmp(text, want) == 0 : !text, "%s: %s", name,
                  text ? text : "is not there");
    free(text);
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
    ck_assert(handed_in_place(&handed_in, lab_called("04_reduction"), out, &changed));
    ck_assert_int_gt(changed, 1000000000);
    expect_placed("out/04_reduction/reduction.cu", "right");
    expect_placed("out/04_reduction/own.cuh", "header");
    expect_placed("out/04_reduction/fastest.cu", NULL);
    expect_placed("out/04_reduction/notes.md", NULL);
    expect_placed("out/04_reduction/old.h", NULL);
    ck_assert(handed_in_place(&handed_in, lab_called("05_scan"), out, &changed));
    expect_placed("out/05_scan/scan.cu", "scan anywhere");
    expect_placed("out/05_scan/fastest.cu", NULL);
    ck_assert(!handed_in_place(&handed_in, lab_called("06_sort"), out, &changed)); // a link
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
    ck_assert(handed_in_place(&handed_in, lab_called("04_reduction"), out, &changed));
    expect_placed("out/04_reduction/reduction.cu", "renamed");
    expect_placed("out/04_reduction/fastest.cu", "race");
    ck_assert(handed_in_place(&handed_in, lab_called("06_sort"), out, &changed));
    expect_placed("out/06_sort/sort.cu", "right");
    ck_assert(!handed_in_place(&handed_in, lab_called("05_scan"), out, &changed));
    ck_assert_str_eq(handed_in.other, "scan2.cu");
    handed_in_free(&handed_in);
    free(out);
}
END_TEST

static void add_entry(struct archive *a, const char *name, const char *text, size_t bytes, int type)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_size(entry, (la_int64_t)bytes);
    archive_entry_set_filetype(entry, (unsigned)type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 12345, 0);
    if (type == AE_IFLNK)
        archive_entry_set_symlink(entry, "/etc/passwd");
    ck_assert_int_ge(archive_write_header(a, entry), ARCHIVE_WARN);
    if (bytes)
        archive_write_data(a, text, bytes);
    archive_entry_free(entry);
}

static struct archive *new_archive(const char *name, bool zip)
{
    struct archive *a = archive_write_new();
    if (zip) {
        archive_write_set_format_zip(a);
    } else {
        archive_write_set_format_pax_restricted(a);
        archive_write_add_filter_gzip(a);
    }
    ck_assert_int_eq(archive_write_open_filename(a, in_top(name)), ARCHIVE_OK);
    return a;
}

// Paths that lead out, links, and files that are too large are left out; the rest is read.
START_TEST(archives_are_read_and_not_believed)
{
    static char large[2 << 20];
    const char *name = _i ? "a.zip" : "a.tar.gz";
    struct archive *a = new_archive(name, _i);
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
    struct archive *a = new_archive("in/labs.zip", true);
    add_entry(a, "labs/04_reduction/reduction.cu", "right", 5, AE_IFREG);
    archive_write_free(a);
    write_text("in/broken.tar.gz", "no archive");
    char *out = strdup(in_top("out"));
    read_folder("in");
    ck_assert_str_eq(handed_in.problem, "");
    ck_assert(handed_in_place(&handed_in, lab_called("04_reduction"), out, &changed));
    ck_assert_int_ne(changed, 12345); // the date of the archive counts
    expect_placed("out/04_reduction/reduction.cu", "right");
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
    struct archive *a = new_archive("a.tar.gz", false);
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

// ---- tables and pages -------------------------------------------------------------------------

START_TEST(fields_are_no_formulas)
{
    static const char *const table[][2] = {
        {"Ann", "\"Ann\""},    {"=1+1", "\"'=1+1\""},
        {"@x", "\"'@x\""},     {"a \"b\", c", "\"a \"\"b\"\", c\""},
        {"a\nb", "\"a\\nb\""}, {"-3", "\"'-3\""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *text;
        size_t size;
        FILE *f = open_memstream(&text, &size);
        gradebook_field(f, table[i][0]);
        fclose(f);
        ck_assert_str_eq(text, table[i][1]);
        free(text);
    }
}
END_TEST

// A class of two: one result, with texts that try to get out of a page, and one lab that is
// missing.
static StudentClass small_class(Course *course)
{
    static ClassWork work[2];
    char problem[300], name[128];
    ck_assert(course_read(course, NULL, problem, sizeof problem));
    StudentClass class = {.course = course, .folder = top, .work = work, .count = 2};
    write_text("in/Zo<b>/x", "");
    write_text("in/empty/x", "");
    ck_assert(submissions_list(&class.submitted, in_top("in")));
    for (int i = 0; i < 2; i++)
        work[i] = (ClassWork){.who = &class.submitted.one[i],
                              .lab = lab_of(course, "04_reduction"),
                              .state = i == 0 ? WORK_graded : WORK_missing};
    snprintf(name, sizeof name, "results/%s/04_reduction.json", work[0].who->id);
    write_text(
        name,
        "{\"seed\":\"0x5ec2e7\",\"score\":99,\"max_score\":110,\"labs\":[{\"parts\":[{\"number\":1,"
        "\"name\":\"p\",\"score\":1,\"max_score\":12,\"status\":\"fail\"}]}],\"items\":["
        "{\"part\":1,\"number\":\"1.1\",\"name\":\"<script>\",\"status\":\"race\",\"score\":0,"
        "\"max_score\":6,\"message\":\"<img src=x> Zo\",\"slide\":\"02.3\",\"findings\":["
        "{\"cause\":\"race_shared\"},{\"cause\":\"race_shared\"}]},"
        "{\"part\":1,\"number\":\"1.2\",\"name\":\"other\",\"status\":\"fail\",\"score\":0,"
        "\"max_score\":5,\"message\":\"m\"}]}");
    return class;
}

START_TEST(pages_show_texts_as_texts)
{
    Course course;
    StudentClass class = small_class(&course);
    char name[128];
    ck_assert(gradebook_write(&class) && pages_write(&class));
    snprintf(name, sizeof name, "pages/%s.html", class.submitted.one[0].id);
    char *page = NULL;
    size_t bytes;
    ck_assert(file_read_ours(in_top(name), &page, &bytes));
    ck_assert_ptr_null(strstr(page, "<script"));
    ck_assert_ptr_null(strstr(page, "<img"));
    ck_assert_ptr_nonnull(strstr(page, "Zo&lt;b&gt;"));
    ck_assert_ptr_nonnull(strstr(page, "&lt;img src=x&gt;"));
    ck_assert_ptr_null(strstr(page, "5ec2e7")); // the seed
    free(page);
    submissions_free(&class.submitted);
    course_free(&course);
}
END_TEST

START_TEST(page_of_the_class_names_nobody)
{
    Course course;
    StudentClass class = small_class(&course);
    ck_assert(pages_write(&class));
    char *page = NULL;
    size_t bytes;
    ck_assert(file_read_ours(in_top("class.html"), &page, &bytes));
    ck_assert_ptr_null(strstr(page, "Zo"));
    ck_assert_ptr_null(strstr(page, class.submitted.one[0].id));
    ck_assert_ptr_nonnull(strstr(page, "(race_shared)<td class=\"n\">1<td>02.3")); // counted once
    ck_assert_ptr_null(strstr(page, "other")); // the race explains the part
    free(page);
    submissions_free(&class.submitted);
    course_free(&course);
}
END_TEST

START_TEST(gradebook_has_parts_and_totals)
{
    Course course;
    StudentClass class = small_class(&course);
    ck_assert(gradebook_write(&class));
    char *text = NULL;
    size_t bytes;
    ck_assert(file_read_ours(in_top("gradebook.csv"), &text, &bytes));
    ck_assert_ptr_nonnull(strstr(text, "\n\"Zo<b>\",04_reduction,1,1,12,\"fail\",\""));
    ck_assert_ptr_nonnull(strstr(text, "\n\"Zo<b>\",04_reduction,all,99,110,\"graded\",\""));
    ck_assert_ptr_nonnull(strstr(text, "\n\"empty\",04_reduction,all,0,110,\"missing\",\n"));
    free(text);
    ck_assert(file_read_ours(in_top("totals.csv"), &text, &bytes));
    ck_assert_str_eq(text, "student,04_reduction,total\n\"Zo<b>\",90,90\n\"empty\",0,0\n");
    free(text);
    submissions_free(&class.submitted);
    course_free(&course);
}
END_TEST

START_TEST(full_disk_leaves_the_gradebook_that_was_there)
{
    Course course;
    StudentClass class = small_class(&course);
    char *text = NULL;
    size_t bytes;
    write_text("gradebook.csv", "of yesterday");
    ck_assert_int_eq(symlink("/dev/full", in_top("gradebook.csv.part")), 0);
    errno = 0;
    ck_assert(!gradebook_write(&class));
    ck_assert_int_eq(errno, ENOSPC);
    ck_assert(file_read_ours(in_top("gradebook.csv"), &text, &bytes));
    ck_assert_str_eq(text, "of yesterday");
    free(text);
    submissions_free(&class.submitted);
    course_free(&course);
}
END_TEST

SUITE(s)
{
    setlocale(LC_CTYPE, "C.UTF-8"); // for the writer of archives
    TCase *t =
        TESTS(s, "class", course_has_labs_weights_and_dates, late_work_loses_points_by_the_day,
              submissions_have_names_of_any_kind, names_that_differ_in_their_ending_are_kept_apart,
              files_are_found_wherever_they_are, files_that_a_browser_has_renamed_are_found,
              archives_in_a_folder_are_read, archives_cannot_fill_the_memory,
              fields_are_no_formulas, pages_show_texts_as_texts, page_of_the_class_names_nobody,
              gradebook_has_parts_and_totals, full_disk_leaves_the_gradebook_that_was_there);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, wrong_course_is_refused, 0,
                        (int)(sizeof wrong_courses / sizeof *wrong_courses));
    tcase_add_loop_test(t, archives_are_read_and_not_believed, 0, 2);
    tcase_add_loop_test(t, broken_archives_are_a_problem, 0, 4);
}
