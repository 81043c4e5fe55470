// test_strange.c - a class of strange submissions, and what becomes of each: it is read, or named
// with the reason. tests/data/strange_submissions.csv is the same table, for those who teach.
//
//     build/tests/test_strange table      prints it
//
// Nothing is graded: what is "graded" here would be.
#include "class_archive.h"
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum {
    NOTHING,
    TEXT,    // a file
    CRLF,    // ... with the ends of lines of Windows
    WIDE,    // ... in UTF-16 with a byte order mark
    WIDE_BE, // ... in UTF-16 with the large byte first, and without a mark
    BYTES,   // ... of bytes that are no text
    LARGE,
    LINK,
    PIPE,
    FOLDER,
    PACKED, // an archive by its ending; inside is a path in it
    LOCKED, // ... with a password
    CUT,    // ... of two files, the second one cut
    TORN,   // ... without its end, from the beginning on
    NESTED  // ... with an archive in it
} Recipe;

typedef struct {
    Recipe recipe;
    const char *name;   // in the folder of submissions
    const char *inside; // of an archive: the file's path; of another one: what the text says
} StrangeStep;

static const struct {
    const char *what, *who;
    StrangeStep step[3];
    const char *became;
} strange[] = {
    {"a folder laid out like labs/",
     "a01",
     {{TEXT, "a01/labs/04_reduction/reduction.cu", NULL}},
     "graded"},
    {"the folder of one lab", "a02", {{TEXT, "a02/04_reduction/reduction.cu", NULL}}, "graded"},
    {"the file alone, in a folder", "a03", {{TEXT, "a03/reduction.cu", NULL}}, "graded"},
    {"the file in a folder in a folder",
     "a04",
     {{TEXT, "a04/x/my work/reduction.cu", NULL}},
     "graded"},
    {"a .zip", "a05", {{PACKED, "a05.zip", "04_reduction/reduction.cu"}}, "graded"},
    {"a .tar.gz", "a06", {{PACKED, "a06.tar.gz", "reduction.cu"}}, "graded"},
    {"a .tar.xz", "a07", {{PACKED, "a07.tar.xz", "reduction.cu"}}, "graded"},
    {"a .7z", "a08", {{PACKED, "a08.7z", "reduction.cu"}}, "graded"},
    {"a .zip in a folder, as Moodle makes it",
     "Ann Lee_7_assignsubmission_file_",
     {{PACKED, "Ann Lee_7_assignsubmission_file_/labs.zip", "reduction.cu"}},
     "graded"},
    {"one of the files in one folder, as Canvas makes it",
     "leeann_12",
     {{TEXT, "leeann_12_345_reduction.cu", NULL}},
     "graded"},
    {"the same, late, with the archive of a second attempt",
     "leebob_13",
     {{PACKED, "leebob_LATE_13_346_labs-1.zip", "reduction.cu"}},
     "graded"},
    {"a whole course, with the skeletons",
     "a12",
     {{TEXT, "a12/labs/04_reduction/reduction.cu", NULL},
      {TEXT, "a12/common/skeletons/04_reduction/reduction.cu", "skeleton"}},
     "graded"},
    {"a name with quotes and blanks",
     "O'Neil \"x\" $(y)",
     {{TEXT, "O'Neil \"x\" $(y)/reduction.cu", NULL}},
     "graded"},
    {"reduction (1).cu", "a14", {{TEXT, "a14/reduction (1).cu", NULL}}, "graded"},
    {"reduction-2.cu", "a15", {{TEXT, "a15/reduction-2.cu", NULL}}, "graded"},
    {"Reduction.CU", "a16", {{TEXT, "a16/Reduction.CU", NULL}}, "graded"},
    {"reduction.cu.txt", "a17", {{TEXT, "a17/reduction.cu.txt", NULL}}, "graded"},
    {"ends of lines of Windows", "a18", {{CRLF, "a18/reduction.cu", NULL}}, "graded"},
    {"UTF-16",
     "a19",
     {{WIDE, "a19/reduction.cu", NULL}},
     "graded; reduction.cu was UTF-16, and is read as UTF-8"},
    {"UTF-16 without a byte order mark",
     "a20",
     {{WIDE_BE, "a20/reduction.cu", NULL}},
     "graded; reduction.cu was UTF-16, and is read as UTF-8"},
    {"reduction.cu and reduction (1).cu, which differ",
     "a21",
     {{TEXT, "a21/reduction.cu", NULL}, {TEXT, "a21/reduction (1).cu", "new"}},
     "graded; reduction.cu counts, and not reduction (1).cu"},
    {"two folders with a reduction.cu, which differ",
     "a22",
     {{TEXT, "a22/first/reduction.cu", NULL}, {TEXT, "a22/second/reduction.cu", "new"}},
     "graded; first/reduction.cu counts, and not second/reduction.cu"},
    {"the same file twice",
     "a23",
     {{TEXT, "a23/first/reduction.cu", NULL}, {TEXT, "a23/second/reduction.cu", NULL}},
     "graded"},
    {"bytes that are no text",
     "a24",
     {{BYTES, "a24/reduction.cu", NULL}},
     "graded; reduction.cu is no text"},
    {"a file without anything in it",
     "a44",
     {{TEXT, "a44/reduction.cu", ""}},
     "graded; reduction.cu is empty"},
    {"a web page of the file",
     "a45",
     {{TEXT, "a45/reduction.cu", "\n<!DOCTYPE html>"}},
     "graded; reduction.cu begins as a web page does"},
    {"the file, and a broken archive beside it",
     "a25",
     {{TEXT, "a25/reduction.cu", NULL}, {TEXT, "a25/more.zip", "no archive"}},
     "graded; more.zip: it is no archive, or a damaged one"},
    {"an archive whose second file is cut",
     "a26",
     {{CUT, "a26.zip", "reduction.cu"}},
     "graded; more.h in the archive is damaged; the archive is damaged: what could be read of it "
     "counts"},
    {"another name",
     "a27",
     {{TEXT, "a27/reduction_final.cu", NULL}},
     "missing: no file reduction.cu, but reduction_final.cu"},
    {"a report, and no code",
     "a28",
     {{TEXT, "a28/report.pdf", NULL}},
     "missing: no file reduction.cu"},
    {"an empty folder", "a29", {{FOLDER, "a29", NULL}}, "missing: no file reduction.cu"},
    {"an archive of macOS's own files alone",
     "a30",
     {{PACKED, "a30.zip", "__MACOSX/reduction.cu"}},
     "missing: no file reduction.cu"},
    {"an archive with a path that leads out",
     "a31",
     {{PACKED, "a31.tar.gz", "../04_reduction/reduction.cu"}},
     "unusable: reduction.cu in the archive has a path that leads out of it"},
    {"a link to the file",
     "a32",
     {{LINK, "a32/reduction.cu", NULL}},
     "unusable: reduction.cu is a link, which is not read"},
    {"a file of more than 1 MB",
     "a33",
     {{LARGE, "a33/reduction.cu", NULL}},
     "unusable: reduction.cu is larger than 1048576 bytes"},
    {"an archive with a password",
     "a34",
     {{LOCKED, "a34.zip", "reduction.cu"}},
     "unusable: the archive needs a password"},
    {"an archive that is none",
     "a35",
     {{TEXT, "a35.zip", "no archive"}},
     "unusable: it is no archive, or a damaged one"},
    {"an archive without its end",
     "a36",
     {{TORN, "a36.tar.xz", "reduction.cu"}},
     "unusable: it is no archive, or a damaged one"},
    {"an archive in an archive",
     "a37",
     {{NESTED, "a37.zip", "labs.tar.gz"}},
     "unusable: labs.tar.gz in the archive is an archive in an archive"},
    {"a .rar in a folder",
     "a38",
     {{TEXT, "a38/labs.rar", NULL}},
     "unusable: labs.rar is an archive of a kind that is not read"},
    {"a file without a folder",
     "a39.cu",
     {{TEXT, "a39.cu", NULL}},
     "unusable: it is a single file: put it into a folder with the student's name"},
    {"a link instead of a folder",
     "a40",
     {{LINK, "a40", NULL}},
     "unusable: it is a link or a device"},
    {"a pipe",
     "a41",
     {{PIPE, "a41/reduction.cu", NULL}},
     "unusable: reduction.cu is no ordinary file, which is not read"},
    {"a copy of the editor",
     "a42",
     {{TEXT, "a42/reduction.cu~", NULL}},
     "missing: no file reduction.cu, but reduction.cu~"},
    {"folders in folders without end",
     "a43",
     {{TEXT, "a43/b/c/d/e/f/g/h/i/j/k/reduction.cu", NULL}},
     "missing: no file reduction.cu; b/c/d/e/f/g/h/i has folders in it deeper than 8"},
};
enum { STRANGE = sizeof strange / sizeof *strange };

static const char code[] = "int sum(void);\n";

static void put_bytes(const char *name, const void *data, size_t bytes)
{
    ck_assert(file_write(name, data, bytes));
}

static void put_wide(const char *name, bool large_first)
{
    char wide[2 * sizeof code + 2];
    size_t n = 0;
    if (!large_first) {
        wide[n++] = '\xff';
        wide[n++] = '\xfe';
    }
    for (const char *c = code; *c; c++) {
        wide[n++] = large_first ? 0 : *c;
        wide[n++] = large_first ? *c : 0;
    }
    put_bytes(name, wide, n);
}

static void cut_file(const char *name, size_t keep_of_100)
{
    struct stat st;
    ck_assert_int_eq(stat(name, &st), 0);
    ck_assert_int_eq(truncate(name, st.st_size * (off_t)keep_of_100 / 100), 0);
}

static void put_archive(const StrangeStep *step, const char *name)
{
    static char noise[60000]; // does not get smaller: the cut is in it
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)('a' + rand() % 26);
    struct archive *a = new_archive_at(name, step->recipe == LOCKED ? "secret" : NULL);
    add_entry(a, step->inside, code, strlen(code), AE_IFREG);
    if (step->recipe == CUT)
        add_entry(a, "more.h", noise, sizeof noise, AE_IFREG);
    archive_write_free(a);
    if (step->recipe == CUT)
        cut_file(name, 60);
    if (step->recipe == TORN)
        cut_file(name, 20);
}

static void make(const StrangeStep *step)
{
    static char large[2 << 20];
    char *name;
    ck_assert_int_gt(asprintf(&name, "%s/in/%s", top, step->name), 0);
    file_make_folders(name);
    switch (step->recipe) {
    case NOTHING: break;
    case TEXT:
        put_bytes(name, step->inside ? step->inside : code,
                  strlen(step->inside ? step->inside : code));
        break;
    case CRLF: put_bytes(name, "int sum(void);\r\n", 16); break;
    case WIDE: put_wide(name, false); break;
    case WIDE_BE: put_wide(name, true); break;
    case BYTES: put_bytes(name, "PK\3\4\0\0\1", 7); break;
    case LARGE:
        memset(large, ' ', sizeof large);
        put_bytes(name, large, sizeof large);
        break;
    case LINK: ck_assert_int_eq(symlink("/etc/passwd", name), 0); break;
    case PIPE: ck_assert_int_eq(mkfifo(name, 0600), 0); break;
    case FOLDER: ck_assert_int_eq(mkdir(name, 0700), 0); break;
    default: put_archive(step, name);
    }
    free(name);
}

static void put_became(char *text, size_t size, const ClassWork *work)
{
    if (work->state == WORK_open)
        snprintf(text, size, "graded%s%s", work->note[0] ? "; " : "", work->note);
    else
        snprintf(text, size, "%s: %s", work_state_name(work->state), work->why);
}

START_TEST(each_is_read_or_named)
{
    static const Lab *one[1];
    Course course = {.assignments = 0};
    StudentClass class = {
        .course = &course, .lab = one, .labs = 1, .folder = top, .share = 1, .shares = 1};
    one[0] = lab_called("04_reduction");
    for (int i = 0; i < STRANGE; i++)
        for (const StrangeStep *step = strange[i].step; step < strange[i].step + 3 && step->name;
             step++)
            make(step);
    ck_assert(submissions_list(&class.submitted, in_top("in")));
    ck_assert_int_eq(class.submitted.count, STRANGE);
    work_prepare(&class);
    for (int i = 0; i < STRANGE; i++) {
        char became[700];
        const Submitted *who = submissions_find(&class.submitted, strange[i].who);
        ck_assert_msg(who != NULL, "nobody is called %s", strange[i].who);
        const ClassWork *work = &class.work[who - class.submitted.one];
        put_became(became, sizeof became, work);
        ck_assert_msg(strcmp(became, strange[i].became) == 0, "%s: %s", strange[i].what, became);
        // What may have cost points needs a person; what is read as it was meant does not.
        bool plain = strcmp(became, "graded") == 0 || strstr(became, "was UTF-16");
        ck_assert_msg(work->doubt || work->state == WORK_unusable || plain, "%s: %s",
                      strange[i].what, became);
        ck_assert_msg(!plain || !work->doubt, "%s", strange[i].what);
    }
    submissions_free(&class.submitted);
    free(class.work);
}
END_TEST

// Nobody answers the questions of the course, which others have answered: a file without a name
// gets that of the submission, and what is graded is what the receipt has.
START_TEST(answers_without_a_name_get_one)
{
    static const Lab *one[1];
    Course course = {.own_questions = true};
    StudentClass class = {
        .course = &course, .lab = one, .labs = 1, .folder = top, .share = 1, .shares = 1};
    char name[128];
    one[0] = lab_called("12_graphs");
    write_text("in/ann/graphs.cu", code);
    write_text("in/ann/answers.txt", "name = ?\nrounds_1000 = 10\n");
    write_text("in/bob/graphs.cu", code);
    write_text("in/bob/answers.txt", "name = Bob\n");
    write_text("in/eve/graphs.cu", code);
    write_text("in/eve/answers.txt", "name = bob\n");
    ck_assert(submissions_list(&class.submitted, in_top("in")));
    work_prepare(&class);
    ck_assert_str_eq(class.work[0].note, "answers.txt has no name: the questions are those of ann");
    ck_assert_str_eq(class.work[1].alike, "the same questions as eve");
    ck_assert_str_eq(class.work[2].alike, "the same questions as bob");
    ck_assert(class.work[0].doubt && class.work[1].doubt && class.work[2].doubt);
    snprintf(name, sizeof name, "work/%s/12_graphs/answers.txt", class.submitted.one[0].id);
    expect_file(name, "name = ann\nname = ?\nrounds_1000 = 10\n");
    snprintf(name, sizeof name, "work/%s/12_graphs/answers.txt", class.submitted.one[1].id);
    expect_file(name, "name = Bob\n");
    submissions_free(&class.submitted);
    free(class.work);
}
END_TEST

static void put_table(FILE *f)
{
    fputs("what is handed in,what becomes of it\n", f);
    for (int i = 0; i < STRANGE; i++) {
        csv_put(f, strange[i].what);
        fputc(',', f);
        csv_put(f, strange[i].became);
        fputc('\n', f);
    }
}

START_TEST(table_is_the_one_for_those_who_teach)
{
    char *kept, *table = NULL;
    size_t bytes, size;
    ck_assert(file_read_ours("tests/data/strange_submissions.csv", &kept, &bytes));
    FILE *f = open_memstream(&table, &size);
    put_table(f);
    fclose(f);
    ck_assert_str_eq(kept, table);
    free(table);
    free(kept);
}
END_TEST

SUITE(s)
{
    const char *argument = suite_argument(1);
    if (argument && strcmp(argument, "table") == 0) {
        put_table(stdout);
        exit(0);
    }
    setlocale(LC_CTYPE, "C.UTF-8"); // for the writer of archives
    TCase *t = TESTS(s, "strange", each_is_read_or_named, answers_without_a_name_get_one,
                     table_is_the_one_for_those_who_teach);
    tcase_add_checked_fixture(t, setup, teardown);
}
