// test_class.c - a class: the instructor's file, the roster, and what is decided for one student.
#include "class_kit.h"

#include "grader/class/gradebook.h"
#include "grader/labs/choose.h"

static Course course;
static char problem[600];

static const Assignment *assignment_of(const char *name)
{
    for (int i = 0; i < course.assignments; i++)
        if (strcmp(course.assignment[i].name, name) == 0)
            return &course.assignment[i];
    ck_abort_msg("no assignment %s", name);
}

static void read_course(const char *text)
{
    const char *file = write_text("course.json", text);
    ck_assert_msg(course_read(&course, file, problem, sizeof problem), "%s", problem);
}

// ---- the instructor's file --------------------------------------------------------------------

START_TEST(course_has_labs_weights_and_dates)
{
    read_course("{\"title\": \"T\", \"leave_out\": [\"14_thrust\"], \"labs\": "
                "{\"04_reduction\": {\"weight\": 2.5, \"due\": "
                "\"2027-03-01T23:59:00+01:00\"}}, \"late\": {\"days\": 3}, \"lock\": [\"hints\"]}");
    ck_assert_str_eq(course.title, "T");
    ck_assert(course.locked[LOCK_hints] && !course.locked[LOCK_solution]);
    ck_assert_int_eq(course.assignments, all_labs_count - 1); // without 14
    ck_assert(assignment_of("04_reduction")->weight == 2.5);
    ck_assert(assignment_of("01_patterns")->weight == 1);
    ck_assert_int_eq(assignment_of("04_reduction")->due, 1803941940); // 22:59 UTC
    ck_assert_int_eq(assignment_of("01_patterns")->due, 0);
    course_free(&course);
    ck_assert(course_read(&course, NULL, problem, sizeof problem));
    ck_assert_int_eq(course.assignments, all_labs_count);
    course_free(&course);
}
END_TEST

// The race is on top of the 100 points of a lab, unless nothing else is marked.
START_TEST(assignments_have_parts_and_points)
{
    read_course("{\"only_named\": true, \"labs\": {"
                "\"04_reduction\": {\"points\": {\"2\": 30, \"7\": 5}},"
                "\"first\": {\"lab\": \"04_reduction\", \"parts\": \"1-2,4\"},"
                "\"race\": {\"lab\": \"04_reduction\", \"parts\": \"7\", "
                "\"instead_of\": \"first\"}}}");
    const Assignment *all = assignment_of("04_reduction"), *first = assignment_of("first");
    const Part *part = all->lab->parts;
    ck_assert_int_eq(course.assignments, 3);
    ck_assert(assignment_points(all) == 100 - part_points(&part[1]) + 30);
    ck_assert(assignment_part_points(all, &part[6]) == 5);
    ck_assert(assignment_has(first, &part[3]) && !assignment_has(first, &part[2]));
    ck_assert(assignment_points(first) ==
              part_points(&part[0]) + part_points(&part[1]) + part_points(&part[3]));
    ck_assert(assignment_points(assignment_of("race")) == 10);
    ck_assert_ptr_eq(&course.assignment[assignment_of("race")->instead_of], first);
    course_free(&course);
}
END_TEST

// A lab that is marked in two weeks has a name for each.
START_TEST(words_choose_assignments)
{
    bool chosen[64];
    static const struct {
        const char *words;
        int chosen; // -1: a word means none
    } table[] = {{NULL, 11},       {"05_scan", 1},   {"05_scan week 6", 1},
                 {"scan", 2},      {"5", 2},         {"04,13", 3},
                 {"05_scan,5", 2}, {"06_sort", -1},  {"04_reduction race", 1},
                 {"", -1},         {"04,nosuch", -1}};
    ck_assert(
        course_read(&course, "grader/release/templates/course.json", problem, sizeof problem));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int count = 0;
        bool right = course_choose(&course, table[i].words, chosen, problem, sizeof problem);
        for (int k = 0; k < course.assignments; k++)
            count += chosen[k];
        ck_assert_msg((right ? count : -1) == table[i].chosen, "%s: %d", table[i].words, count);
    }
    course_free(&course);
}
END_TEST

// The example is the plan of labs/README.md: each week has a row there.
START_TEST(plan_of_ten_weeks_can_be_marked)
{
    const char *file = "grader/release/templates/course.json";
    ck_assert_msg(course_read(&course, file, problem, sizeof problem), "%s", problem);
    ck_assert_int_eq(course.assignments, 11);
    ck_assert(
        assignment_has(assignment_of("05_scan week 6"), &assignment_of("05_scan")->lab->parts[10]));
    bool marked[11];
    double points[11];
    for (int i = 0; i < 11; i++) {
        marked[i] = true;
        points[i] = assignment_points(&course.assignment[i]);
    }
    ck_assert_double_eq_tol(marks_total(&course, marked, points), 100, 1e-9);
    points[assignment_of("13_hashing") - course.assignment] = 0; // the race counts instead
    ck_assert_double_eq_tol(marks_total(&course, marked, points), 100, 1e-9);
    points[assignment_of("01_patterns") - course.assignment] = 0;
    ck_assert_double_eq_tol(marks_total(&course, marked, points), 90, 1e-9);
    course_free(&course);
}
END_TEST

START_TEST(ten_more_weeks_can_be_marked)
{
    ck_assert_msg(course_read(&course, "grader/release/templates/course_after_05.json", problem,
                              sizeof problem),
                  "%s", problem);
    ck_assert_int_eq(course.assignments, 10);
    course_free(&course);
}
END_TEST

static const char *const wrong_courses[][2] = {
    {"{", "line 1"},
    {"[]", "object"},
    {"{\"titel\": \"T\"}", "\"titel\" is not known"},
    {"{\"title\": 1}", "\"title\" is a text"},
    {"{\"leave_out\": [\"99_nothing\"]}", "no lab 99_nothing"},
    {"{\"leave_out\": [4]}", "no lab"},
    {"{\"leave_out\": \"14_thrust\"}", "is a list"},
    {"{\"labs\": {\"reduction\": {}}}", "no lab reduction"},
    {"{\"labs\": {\"04_reduction\": 3}}", "04_reduction: needs an object"},
    {"{\"labs\": {\"04_reduction\": {\"weight\": -1}}}", "\"weight\" is a number"},
    {"{\"labs\": {\"04_reduction\": {\"due\": \"tomorrow\"}}}", "\"due\" is a date of the form"},
    {"{\"labs\": {\"04_reduction\": {\"due\": \"2027-03-01T23:59:00\"}}}", "\"due\" is a date"},
    {"{\"labs\": {\"04_reduction\": {\"parts\": \"1-9\"}}}", "has no part 9"},
    {"{\"labs\": {\"04_reduction\": {\"parts\": \"3-1\"}}}", "\"parts\" is a list"},
    {"{\"labs\": {\"04_reduction\": {\"parts\": \"\"}}}", "\"parts\" is a list"},
    {"{\"labs\": {\"04_reduction\": {\"parts\": 3}}}", "\"parts\" is a list"},
    {"{\"labs\": {\"04_reduction\": {\"points\": {\"9\": 3}}}}", "has no part 9"},
    {"{\"labs\": {\"04_reduction\": {\"points\": {\"3\": \"x\"}}}}", "\"points\" is an object"},
    {"{\"labs\": {\"04_reduction\": {\"parts\": \"3\", \"points\": {\"3\": 0}}}}",
     "no part has points"},
    {"{\"labs\": {\"a\": {\"lab\": \"04_reduction\", \"instead_of\": \"b\"}}}", "there is no b"},
    {"{\"labs\": {\"a,b\": {\"lab\": \"04_reduction\"}}}", "none of them"},
    {"{\"leave_out\": [\"05_scan\"], \"labs\": {\"05_scan\": {}}}", "is in \"leave_out\""},
    {"{\"late\": {\"percent_per_day\": 101}}", "\"percent_per_day\" is a number"},
    {"{\"late\": {\"per_day\": 10}}", "\"per_day\" is not known"},
    {"{\"late\": {\"days\": 2.5}}", "\"days\" is a whole number"},
    {"{\"lock\": [\"hint\"]}", "\"lock\" is a list"},
    {"{\"lock\": true}", "\"lock\" is a list"},
    {"{\"require_sandbox\": 1}", "\"require_sandbox\" is true or false"},
};

START_TEST(wrong_course_is_refused)
{
    const char *file = write_text("course.json", wrong_courses[_i][0]);
    ck_assert(!course_read(&course, file, problem, sizeof problem));
    ck_assert_msg(strstr(problem, wrong_courses[_i][1]) != NULL, "%s", problem);
    course_free(&course);
}
END_TEST

START_TEST(late_work_loses_points_by_the_day)
{
    enum { HOUR = 3600, DAY = 24 * HOUR, DUE = 1000000 };
    Course rules = {.late = true, .percent_per_day = 10, .grace_minutes = 15, .days = 5};
    static const struct {
        long late;
        double left;
    } table[] = {
        {-DAY, 1},
        {0, 1},
        {15 * 60, 1},
        {15 * 60 + 1, .9},
        {DAY + 15 * 60, .9},
        {DAY + 15 * 60 + 1, .8},
        {48 * HOUR + 10 * 60, .8}, // not three days
        {5 * DAY + 15 * 60, .5},
        {5 * DAY + 15 * 60 + 1, 0},
        {900 * DAY, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_double_eq_tol(course_late_factor(&rules, DUE, DUE + table[i].late), table[i].left,
                                1e-12);
    ck_assert(course_late_factor(&rules, 0, DUE + DAY) == 1);
    rules.percent_per_day = 60;
    ck_assert(course_late_factor(&rules, DUE, DUE + 2 * DAY) == 0);
    rules.late = false;
    ck_assert(course_late_factor(&rules, DUE, DUE + 900 * DAY) == 1);
}
END_TEST

// ---- tables that others make ------------------------------------------------------------------

static const struct {
    const char *text;
    int rows, line;       // rows; where the last one begins
    const char *field[3]; // of the last row
} csv_tables[] = {
    {"a,b\nc,d\n", 2, 2, {"c", "d", ""}},
    {"\xef\xbb\xbf"
     "a;b;c\r\n\r\nd;e,f;g\r\n",
     2,
     3,
     {"d", "e,f", "g"}},
    {"a,b,c\n\"x, \"\"y\"\"\",\"two\nlines\",z", 2, 2, {"x, \"y\"", "two\nlines", "z"}},
    {"\"not closed", 1, 1, {"not closed", "", ""}},
    {" a , b \n", 1, 1, {"a", "b", ""}},
};

START_TEST(tables_are_read)
{
    Csv csv;
    const char *file = write_text("t.csv", csv_tables[_i].text);
    ck_assert(csv_read(&csv, file, problem, sizeof problem));
    ck_assert_int_eq(csv.rows, csv_tables[_i].rows);
    const CsvRow *last = &csv.row[csv.rows - 1];
    ck_assert_int_eq(last->line, csv_tables[_i].line);
    for (int k = 0; k < 3; k++)
        ck_assert_str_eq(csv_field(last, k), csv_tables[_i].field[k]);
    csv_free(&csv);
}
END_TEST

// Excel takes a file without a mark for one of an old encoding.
START_TEST(a_table_has_a_mark_if_excel_needs_one)
{
    ck_assert(csv_write(in_top("a.csv"), "Ann\n", 4) &&
              csv_write(in_top("z.csv"), "Zo\xc3\xab\n", 5));
    expect_file("a.csv", "Ann\n");
    expect_file("z.csv", "\xef\xbb\xbfZo\xc3\xab\n");
}
END_TEST

// The tables of Moodle and of Canvas, and one that a person has made.
static const char *const rosters[] = {
    "student,id,email,group\nAnn Lee,123,ann@uni.edu,A\nBob O'Neil,124,bob@uni.edu,\n",
    "First name,Last name,ID number,Email address,Groups\nAnn,Lee,123,ann@uni.edu,A\n"
    "Bob,O'Neil,124,bob@uni.edu,\n",
    "Student,ID,SIS User ID,SIS Login ID,Section,04_reduction (77)\n"
    "    Points Possible,,,,,100.0\nAnn Lee,123,,ann@uni.edu,A,\n\"Bob "
    "O'Neil\",124,,bob@uni.edu,,\n",
    "Name;E-Mail;ID\nAnn Lee;ann@uni.edu;123\nBob O'Neil;bob@uni.edu;124\n",
};

static const struct {
    const char *name;
    int row;
} roster_names[] = {
    {"Ann Lee", 0},      {"ann lee", 0},
    {"123", 0},          {"ann@uni.edu", 0},
    {"ann", 0},          {"BOB", 1},
    {"oneilbob_124", 1}, {"Ann Lee_4711_assignsubmission_file_", 0},
    {"An", -1},          {"Ann Lee_assignsubmission_file_", -1},
    {"x_999", -1},       {"", -1},
};

START_TEST(a_roster_knows_who_is_meant)
{
    Roster roster;
    const char *file = write_text("roster.csv", rosters[_i]);
    ck_assert_msg(roster_read(&roster, file, problem, sizeof problem), "%s", problem);
    ck_assert_int_eq(roster.rows, 2);
    ck_assert_str_eq(roster.row[0].name, "Ann Lee");
    for (size_t i = 0; i < sizeof roster_names / sizeof *roster_names; i++)
        ck_assert_msg(roster_find(&roster, roster_names[i].name) == roster_names[i].row, "%s",
                      roster_names[i].name);
    roster_free(&roster);
}
END_TEST

static const char *const wrong_rosters[][2] = {
    {"", "needs the titles"},
    {"Ann Lee,123\n", "needs the titles"},
    {"id,email\n1,a@b\n", "needs the titles"},
    {"student\nAnn\nBob\nAnn\n", "line 4: Ann is there twice"},
};

START_TEST(wrong_roster_is_refused)
{
    Roster roster;
    const char *file = write_text("roster.csv", wrong_rosters[_i][0]);
    ck_assert(!roster_read(&roster, file, problem, sizeof problem));
    ck_assert_msg(strstr(problem, wrong_rosters[_i][1]) != NULL, "%s", problem);
    roster_free(&roster);
}
END_TEST

START_TEST(two_students_of_one_name_are_not_mixed)
{
    Roster roster;
    const char *file = write_text("roster.csv", "student,id\nAnn Lee,1\nAnn Lee,2\n");
    ck_assert(roster_read(&roster, file, problem, sizeof problem));
    ck_assert_int_eq(roster_find(&roster, "Ann Lee"), -1);
    ck_assert_int_eq(roster_find(&roster, "2"), 1);
    roster_free(&roster);
}
END_TEST

static const char *const wrong_changes[][2] = {
    {"Ann,04_reduction,points 85\n", "line 1: needs student,lab,change,reason"},
    {"student,lab,change,reason\nAnn,04_reduction,points 85,\n", "line 2: a change needs a reason"},
    {"Ann,99_x,points 85,r\n", "no such lab"},
    {"Ann,04_reduction,85,r\n", "the change is"},
    {"Ann,04_reduction,points -1,r\n", "the change is"},
    {"Ann,04_reduction,due tomorrow,r\n", "the change is"},
    {"Ann,all,points 85,r\n", "points are those of one lab"},
};

START_TEST(wrong_change_is_refused)
{
    Roster nobody = {.rows = 0};
    ClassChanges changes;
    read_course("{}");
    const char *file = write_text("changes.csv", wrong_changes[_i][0]);
    ck_assert(!changes_read(&changes, file, &course, &nobody, problem, sizeof problem));
    ck_assert_msg(strstr(problem, wrong_changes[_i][1]) != NULL, "%s", problem);
    class_changes_free(&changes);
    course_free(&course);
}
END_TEST

// Of several weeks, and of two attempts the better one. Who is missing in a week has nothing there.
START_TEST(marks_of_several_folders_are_added)
{
    char a[300], b[300], out[300];
    char *folders[] = {a, b};
    read_course("{\"labs\": {\"05_scan\": {\"weight\": 3}}}");
    write_text("w1/marks.csv", "Student,ID,SIS Login ID,Section,04_reduction,Final Score\n"
                               "\"Ann\",\"1\",\"\",\"\",80,80\n\"'=Bob\",\"\",\"\",\"\",50,50\n");
    write_text("w2/marks.csv", "Student,ID,SIS Login ID,Section,04_reduction,05_scan,Final Score\n"
                               "\"'=Bob\",\"\",\"\",\"\",60,100,90\n\"Ann "
                               "L.\",\"1\",\"\",\"\",70,,\n\"Zoe\",\"3\",\"\",\"\",0,8,6\n");
    snprintf(a, sizeof a, "%s", in_top("w1"));
    snprintf(b, sizeof b, "%s", in_top("w2"));
    snprintf(out, sizeof out, "%s", in_top("all.csv"));
    ck_assert_msg(totals_write(&course, folders, 2, out, problem, sizeof problem), "%s", problem);
    expect_file("all.csv", "Student,ID,SIS Login ID,Section,04_reduction,05_scan,Final Score\n"
                           "\"Ann\",\"1\",\"\",\"\",80,,\n"
                           "\"'=Bob\",\"\",\"\",\"\",60,100,90\n"
                           "\"Zoe\",\"3\",\"\",\"\",0,8,6\n");
    write_text("w2/marks.csv", "Student,ID,SIS Login ID,Section,week 9,Final Score\n");
    ck_assert(!totals_write(&course, folders, 2, out, problem, sizeof problem));
    ck_assert_ptr_nonnull(strstr(problem, "has no \"week 9\""));
    course_free(&course);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "class", course_has_labs_weights_and_dates,
                     assignments_have_parts_and_points, plan_of_ten_weeks_can_be_marked,
                     ten_more_weeks_can_be_marked, words_choose_assignments,
                     late_work_loses_points_by_the_day, a_table_has_a_mark_if_excel_needs_one,
                     two_students_of_one_name_are_not_mixed, marks_of_several_folders_are_added);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, wrong_course_is_refused, 0,
                        (int)(sizeof wrong_courses / sizeof *wrong_courses));
    tcase_add_loop_test(t, tables_are_read, 0, (int)(sizeof csv_tables / sizeof *csv_tables));
    tcase_add_loop_test(t, a_roster_knows_who_is_meant, 0, (int)(sizeof rosters / sizeof *rosters));
    tcase_add_loop_test(t, wrong_roster_is_refused, 0,
                        (int)(sizeof wrong_rosters / sizeof *wrong_rosters));
    tcase_add_loop_test(t, wrong_change_is_refused, 0,
                        (int)(sizeof wrong_changes / sizeof *wrong_changes));
}
