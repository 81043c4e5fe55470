// test_class_pages.c - what a class has earned, as tables and pages: nothing breaks out of them,
// and nothing is in them that students must not see.
#include "class_kit.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/gradebook.h"
#include "grader/class/own.h"

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
        csv_put(f, table[i][0]);
        fclose(f);
        ck_assert_str_eq(text, table[i][1]);
        free(text);
    }
}
END_TEST

static Course course;
static StudentClass class;
static ClassMarks marks;
static ClassWork work[4];
static const Lab *graded_labs[1];
static bool chosen[64];

static void put_result(const ClassWork *of, const char *json)
{
    char name[128];
    snprintf(name, sizeof name, "results/%s/%s.json", of->who->id, of->lab->name);
    write_text(name, json);
}

static void put_file(const ClassWork *of, const char *file, const char *text)
{
    char name[160];
    snprintf(name, sizeof name, "work/%s/%s/%s", of->who->id, of->lab->name, file);
    write_text(name, text);
}

// A class with the entries of the folder in/ and lab 04; those with a result are graded.
static void begin_class(const char *json, const char *roster, const char *changes)
{
    char problem[600], *copy[2] = {NULL, NULL};
    ck_assert(course_read(&course, write_text("course.json", json), problem, sizeof problem));
    graded_labs[0] = lab_called("04_reduction");
    class = (StudentClass){.course = &course,
                           .folder = top,
                           .work = work,
                           .lab = graded_labs,
                           .labs = 1,
                           .chosen = chosen,
                           .shares = 1,
                           .share = 1};
    for (int i = 0; i < course.assignments; i++)
        chosen[i] = course.assignment[i].lab == graded_labs[0];
    ck_assert(submissions_list(&class.submitted, in_top("in")));
    class.count = class.submitted.count;
    for (int i = 0; i < class.count; i++)
        work[i] = (ClassWork){
            .who = &class.submitted.one[i], .lab = graded_labs[0], .state = WORK_missing};
    if (roster)
        copy[0] = strdup(write_text("roster.csv", roster));
    if (changes)
        copy[1] = strdup(write_text("changes.csv", changes));
    ck_assert_msg(marks_read(&marks, &class, copy[0], copy[1], problem, sizeof problem), "%s",
                  problem);
    marks_find_students(&marks);
    free(copy[0]);
    free(copy[1]);
}

static void end_class(void)
{
    marks_free(&marks);
    submissions_free(&class.submitted);
    course_free(&course);
}

// A class of two: one result, with texts that try to get out of a page and with the places of the
// instructor's machine, and one lab that is missing.
static void small_class(void)
{
    char *text;
    write_text("in/Zo<b>/x", "");
    write_text("in/empty/x", "");
    begin_class("{}", NULL, NULL);
    work[0].state = WORK_graded;
    ck_assert_int_gt(
        asprintf(
            &text,
            "{\"seed\":\"0x5ec2e7\",\"score\":99,\"max_score\":110,\"labs\":[{\"parts\":["
            "{\"number\":1,\"name\":\"p\",\"score\":1,\"max_score\":12,\"status\":\"fail\"},"
            "{\"number\":7,\"name\":\"q\",\"score\":10,\"max_score\":10,\"status\":\"pass\"}]}],"
            "\"items\":[{\"part\":1,\"number\":\"1.1\",\"name\":\"<script>\",\"status\":\"race\","
            "\"score\":0,\"max_score\":6,\"message\":\"<img src=x> Zo\",\"slide\":\"02.3\","
            "\"where\":[{\"file\":\"%s/work/%s/04_reduction/reduction.cu\",\"line\":7}],"
            "\"findings\":[{\"cause\":\"race_shared\"},{\"cause\":\"race_shared\"}]},"
            "{\"part\":1,\"number\":\"1.2\",\"name\":\"other\",\"status\":\"fail\",\"score\":0,"
            "\"max_score\":5,\"message\":\"m\"}]}",
            top, work[0].who->id),
        0);
    put_result(&work[0], text);
    free(text);
}

START_TEST(pages_show_texts_as_texts)
{
    small_class();
    snprintf(work[0].alike, sizeof work[0].alike, "the same questions as Yan");
    char name[128];
    ck_assert(gradebook_write(&marks) && pages_write(&marks));
    snprintf(name, sizeof name, "pages/%s.html", class.submitted.one[0].id);
    char *page = NULL;
    size_t bytes;
    ck_assert(file_read_ours(in_top(name), &page, &bytes));
    ck_assert_ptr_null(strstr(page, "<script"));
    ck_assert_ptr_null(strstr(page, "<img"));
    ck_assert_ptr_nonnull(strstr(page, "Zo&lt;b&gt;"));
    ck_assert_ptr_nonnull(strstr(page, "&lt;img src=x&gt;"));
    ck_assert_ptr_null(strstr(page, "5ec2e7")); // the seed
    ck_assert_ptr_null(strstr(page, "Yan"));    // another student
    ck_assert_ptr_null(strstr(page, top));      // a place on the instructor's machine
    ck_assert_ptr_nonnull(strstr(page, "04_reduction/reduction.cu:7"));
    expect_file("feedback/Zo<b>/feedback.html", page); // by name, as it was handed in
    free(page);
    end_class();
}
END_TEST

START_TEST(page_of_the_class_names_nobody)
{
    small_class();
    ck_assert(pages_write(&marks));
    char *page = NULL;
    size_t bytes;
    ck_assert(file_read_ours(in_top("class.html"), &page, &bytes));
    ck_assert_ptr_null(strstr(page, "Zo"));
    ck_assert_ptr_null(strstr(page, class.submitted.one[0].id));
    ck_assert_ptr_nonnull(strstr(page, "(race_shared)<td class=\"n\">1<td>02.3")); // counted once
    ck_assert_ptr_null(strstr(page, "other")); // the race explains the part
    free(page);
    end_class();
}
END_TEST

START_TEST(gradebook_has_parts_and_totals)
{
    small_class();
    ck_assert(gradebook_write(&marks));
    char *text = NULL;
    size_t bytes;
    ck_assert(file_read_ours(in_top("gradebook.csv"), &text, &bytes));
    ck_assert_ptr_nonnull(strstr(text, "\n\"Zo<b>\",04_reduction,1,1,12,\"fail\",\""));
    ck_assert_ptr_nonnull(strstr(text, "\n\"Zo<b>\",04_reduction,all,11,100,\"graded\",\""));
    ck_assert_ptr_nonnull(strstr(text, "\n\"empty\",04_reduction,all,0,100,\"missing\",\n"));
    free(text);
    expect_file("marks.csv", "Student,ID,SIS Login ID,Section,04_reduction,Final Score\n"
                             "\"Zo<b>\",\"\",\"\",\"\",11,11\n\"empty\",\"\",\"\",\"\",0,0\n");
    end_class();
}
END_TEST

START_TEST(full_disk_leaves_the_gradebook_that_was_there)
{
    small_class();
    char *text = NULL;
    size_t bytes;
    write_text("gradebook.csv", "of yesterday");
    ck_assert_int_eq(symlink("/dev/full", in_top("gradebook.csv.part")), 0);
    errno = 0;
    ck_assert(!gradebook_write(&marks));
    ck_assert_int_eq(errno, ENOSPC);
    ck_assert(file_read_ours(in_top("gradebook.csv"), &text, &bytes));
    ck_assert_str_eq(text, "of yesterday");
    free(text);
    end_class();
}
END_TEST

// A grade of lab 04 with all points of its parts and of the race.
static const char all_points[] =
    "{\"labs\":[{\"parts\":[{\"number\":1,\"score\":12,\"max_score\":12},"
    "{\"number\":2,\"score\":12,\"max_score\":12},{\"number\":3,\"score\":16,\"max_score\":16},"
    "{\"number\":4,\"score\":20,\"max_score\":20},{\"number\":5,\"score\":20,\"max_score\":20},"
    "{\"number\":6,\"score\":20,\"max_score\":20},{\"number\":7,\"score\":10,\"max_score\":10}]}]}";

// Those of the roster first: also who has handed in nothing, and the better of two attempts.
START_TEST(marks_are_those_of_the_roster)
{
    write_text("in/ann/x", "");
    write_text("in/Ann Lee_7_assignsubmission_file_/x", "");
    write_text("in/eve/x", "");
    begin_class(
        "{\"labs\": {\"04_reduction\": {\"parts\": \"1-6\", \"due\": "
        "\"2027-03-01T00:00:00Z\"}}, \"late\": {\"percent_per_day\": 25}}",
        "student,id,email,group\nAnn Lee,1,ann@uni.edu,A\nBob,2,,\nZo\xc3\xab,3,,\n",
        "Ann Lee,04_reduction,due 2027-03-03T00:00:00Z,ill\nBob,04_reduction,points 33.5,exam\n");
    for (int i = 0; i < 3; i++) {
        work[i].state = i == 2 ? WORK_graded : i == 1 ? WORK_graded : WORK_missing;
        work[i].handed_in = 1804118400; // 2027-03-04, three days after
        put_result(&work[i], all_points);
    }
    ck_assert(gradebook_write(&marks));
    char *text = NULL;
    size_t bytes;
    expect_file("marks.csv",
                "\xef\xbb\xbfStudent,ID,SIS Login ID,Section,04_reduction,Final Score\n"
                "\"Ann Lee\",\"1\",\"ann@uni.edu\",\"A\",75,75\n"
                "\"Bob\",\"2\",\"\",\"\",33.5,33.5\n\"Zo\xc3\xab\",\"3\",\"\",\"\",0,0\n"
                "\"eve\",\"\",\"\",\"\",25,25\n");
    ck_assert(file_read_ours(in_top("gradebook.csv"), &text, &bytes));
    ck_assert_ptr_nonnull(strstr(text, "late: 0.75 of the points count; another due date: ill"));
    ck_assert_ptr_nonnull(strstr(text, "nothing was handed in; points changed: exam"));
    free(text);
    end_class();
}
END_TEST

// ---- what a student has written ---------------------------------------------------------------

START_TEST(own_lines_are_those_that_the_skeleton_has_not)
{
    char *own = own_lines("a;\r\n\tmine;  \r\nb;\n", "  a;\nb;\n");
    ck_assert_str_eq(own, "\nmine;\n\n");
    free(own);
}
END_TEST

// An empty skeleton, also one of Windows, is no mistake of the class.
START_TEST(page_of_the_class_leaves_out_empty_skeletons)
{
    char *skeleton, *windows = NULL, *page = NULL;
    size_t size, bytes;
    small_class();
    skeleton = own_skeleton(graded_labs[0], "reduction.cu");
    FILE *f = open_memstream(&windows, &size);
    for (const char *c = skeleton; *c; c++)
        fprintf(f, *c == '\n' ? "\r\n" : "%c", *c);
    fclose(f);
    ck_assert_uint_gt(size, 1000);
    put_file(&work[0], "reduction.cu", windows);
    ck_assert(own_is_empty(&class, &work[0], NULL));
    ck_assert(pages_write(&marks));
    ck_assert(file_read_ours(in_top("class.html"), &page, &bytes));
    ck_assert_ptr_null(strstr(page, "race_shared"));
    ck_assert_ptr_nonnull(strstr(page, "1 skeleton that nothing was written into is not counted"));
    free(page);
    free(windows);
    free(skeleton);
    end_class();
}
END_TEST

// Own lines alone, with other names and another layout; and of the group, who works together.
START_TEST(similar_submissions_are_shown_side_by_side)
{
    static const char copied[] = "for (int i = 0; i < n; i++) { sum += in[i] * 3; if (sum > 7) "
                                 "sum -= 7; out[i] = sum; }\n";
    static const char renamed[] = "for (int k=0;k<m;k++) // my own\r\n{ s += a[k]*4;\r\nif (s > 8) "
                                  "s -= 8; b[k] = s; }\r\n";
    static const char other[] = "int w = n; while (w) { w /= 2; step(w, w + 1); } a[0] = b[1] ? c "
                                ": d; return; do { e--; } while (e); f(&g, h); x ^= y | z;\n";
    char *skeleton = own_skeleton(lab_called("04_reduction"), "reduction.cu"), *text, *page;
    const char *const own[] = {copied, renamed, other, ""};
    size_t bytes;
    write_text("in/a/x", "");
    write_text("in/b/x", "");
    write_text("in/c/x", "");
    write_text("in/d/x", "");
    begin_class("{}", "student,group\na,G\nb,G\nc,H\nd,H\n", NULL);
    for (int i = 0; i < 4; i++) {
        work[i].state = WORK_graded;
        ck_assert_int_gt(asprintf(&text, "%s%s", skeleton, own[i]), 0);
        put_file(&work[i], "reduction.cu", text);
        free(text);
    }
    put_file(&work[3], "fastest.cu", copied); // the race is compared, too
    ck_assert(similar_write(&marks, NULL));
    ck_assert(file_read_ours(in_top("similar.csv"), &text, &bytes));
    ck_assert_str_eq(text, "lab,group,percent,student,other,together,page\n"
                           "04_reduction,1,100,\"a\",\"b\",yes,similar/04_reduction-1.html\n"
                           "04_reduction,1,100,\"a\",\"d\",,similar/04_reduction-2.html\n"
                           "04_reduction,1,100,\"b\",\"d\",,similar/04_reduction-3.html\n");
    ck_assert(file_read_ours(in_top("similar/04_reduction-1.html"), &page, &bytes));
    ck_assert_ptr_nonnull(strstr(page, "<mark>{ s += a[k]*4;</mark>"));
    ck_assert_ptr_null(strstr(page, "BEGIN TODO"));
    free(page);
    free(text);
    write_text("earlier/work/0123/04_reduction/reduction.cu", other);
    char *earlier = strdup(in_top("earlier"));
    ck_assert(similar_write(&marks, earlier));
    ck_assert(file_read_ours(in_top("similar.csv"), &text, &bytes));
    ck_assert_ptr_nonnull(strstr(text, "04_reduction,3,100,\"c\",\"earlier class: 0123\",,"));
    free(text);
    free(earlier);
    free(skeleton);
    end_class();
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "class pages", fields_are_no_formulas, pages_show_texts_as_texts,
                     page_of_the_class_names_nobody, gradebook_has_parts_and_totals,
                     full_disk_leaves_the_gradebook_that_was_there, marks_are_those_of_the_roster,
                     own_lines_are_those_that_the_skeleton_has_not,
                     page_of_the_class_leaves_out_empty_skeletons,
                     similar_submissions_are_shown_side_by_side);
    tcase_add_checked_fixture(t, setup, teardown);
}
