// test_labs.c - rules for the files of every lab in grader/labs/. There is a skeleton, a
// solution and an assignment. The skeleton is the solution without the bodies of the TODO regions,
// and every region has both its marks and its comment. Every picture has a text that says what the
// picture shows. Nothing here depends on how a student has changed labs/. Started from the root of
// the tree, as tests/run.c does.
#include "suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grader.h"
#include "grader/report/hints.h"
#include "pictures.h"
#include "regions.h"

static char *read_file(const char *folder, const Lab *lab, const char *file)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, file);
    char *text = load_text(path);
    ck_assert_msg(text != NULL, "%s is missing", path);
    return text;
}

START_TEST(regions_are_marked)
{
    const Lab *lab = all_labs[_i / LAB_FILES];
    const char *file = lab_file(lab, (LabFile)(_i % LAB_FILES));
    if (!file)
        return;
    char *solution = read_file("solutions", lab, file);
    Regions all;
    find_regions(solution, &all);
    ck_assert_msg(!all.problem[0], "%s: %s", lab->name, all.problem);
    ck_assert_int_gt(all.count, 0);
    for (int i = 0; i < all.count; i++) {
        const FileRegion *r = &all.region[i];
        char line[128];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(r->begin, "\n"), r->begin);
        ck_assert_msg(strstr(line, "(") && strstr(line, "line"),
                      "%s: TODO %s does not say how many lines", lab->name, r->label);
        ck_assert_msg(r->body < r->end, "%s: TODO %s has no solution", lab->name, r->label);
    }
    free(solution);
}
END_TEST

// ---- how much there is to write -------------------------------------

// Lines of code up to `end`: neither blank nor only a comment.
static int code_lines(const char *text, const char *end)
{
    int lines = 0;
    for (; text < end; text = next_line(text)) {
        size_t blanks = strspn(text, " ");
        lines += text[blanks] != '\n' && strncmp(text + blanks, "//", 2) != 0;
    }
    return lines;
}

// The number in front of " lines" or " short lines"; 0: the line has none.
static int lines_promised(const char *line)
{
    for (const char *at = line; at < next_line(line); at++) {
        int number, n = 0;
        if (at[-1] == ' ' || at[-1] == '(')
            if (sscanf(at, "%d short lines%n", &number, &n) == 1 && n)
                return number;
        if ((at[-1] == ' ' || at[-1] == '(') && sscanf(at, "%d lines%n", &number, &n) == 1 && n)
            return number;
    }
    return 0;
}

// Counts that a student plans by: of a region within a quarter or 3 lines, of the file, in the
// line `// Write`, within a tenth.
START_TEST(lines_to_write_are_as_promised)
{
    const Lab *lab = all_labs[_i / LAB_FILES];
    const char *file = lab_file(lab, (LabFile)(_i % LAB_FILES));
    if (!file)
        return;
    char *solution = read_file("solutions", lab, file);
    char path[256];
    snprintf(path, sizeof path, "grader/labs/%s/given.cu", lab->name);
    char *given = _i % LAB_FILES ? NULL : load_text(path);
    Regions all, kept;
    find_regions(solution, &all);
    find_regions(given ? given : "", &kept);
    int sum = 0;
    for (int i = 0; i < all.count; i++) {
        const FileRegion *r = &all.region[i];
        int promised = lines_promised(r->begin + 1), lines = code_lines(r->body, r->end);
        sum += region_called(&kept, r->label) ? 0 : lines;
        ck_assert_msg(!promised || abs(promised - lines) <= (lines > 12 ? lines / 4 : 3),
                      "%s: TODO %s promises %d lines, the solution has %d", lab->name, r->label,
                      promised, lines);
    }
    const char *write = strstr(solution, "\n// Write");
    int promised = write ? lines_promised(write + 1) : 0;
    ck_assert_msg(!promised || abs(promised - sum) <= sum / 10,
                  "%s: %s promises %d lines, the solution has %d", lab->name, file, promised, sum);
    free(given);
    free(solution);
}
END_TEST

// ---- the skeletons --------------------------------------------------------------------

// What a command prints, or NULL if it fails or prints nothing.
static char *output_of(const char *command)
{
    FILE *f = popen(command, "r");
    char *text = f ? calloc(1, MAX_FILE) : NULL;
    size_t n = text ? fread(text, 1, MAX_FILE - 1, f) : 0;
    if (f && pclose(f) == 0 && n > 0)
        return text;
    free(text);
    return NULL;
}

// A file of labs/ in the commit that `commit` names; a shell may compute that.
static char *committed(const char *commit, const Lab *lab, const char *file)
{
    char command[512];
    snprintf(command, sizeof command, "git show \"%s:./labs/%s/%s\" 2>/dev/null", commit, lab->name,
             file);
    return output_of(command);
}

static char *in_labs(const Lab *lab, const char *file)
{
    char path[256];
    snprintf(path, sizeof path, "labs/%s/%s", lab->name, file);
    return load_text(path);
}

static bool same_as(char *text, const char *made)
{
    bool same = text && !strcmp(text, made);
    free(text);
    return same;
}

// The number of the first line in which a text differs from the skeleton.
static int first_difference(const char *text, const char *made)
{
    int line = 1;
    for (; *text && *text == *made; text++, made++)
        line += *text == '\n';
    return line;
}

// The skeleton is compared with labs/; if a student has changed that, with the last commit; and
// if the student has made commits, with the last commit that changed the solution. A copy of
// the tree without git has labs/ alone.
static void check_skeleton(const Lab *lab, const char *file)
{
    char commit[256];
    char *made = make_skeleton(lab->name, file), *here = NULL, *there;
    ck_assert_msg(made != NULL, "solutions/%s/%s is missing", lab->name, file);
    snprintf(commit, sizeof commit, "$(git log -1 --format=%%H -- solutions/%s/%s 2>/dev/null)",
             lab->name, file);
    bool right = same_as(in_labs(lab, file), made) || same_as(committed("HEAD", lab, file), made) ||
                 same_as(committed(commit, lab, file), made);
    if (!right && !(there = committed(commit, lab, file))) {
        printf("SKIP  labs/%s/%s has been changed, and there is no git to compare with\n",
               lab->name, file);
    } else if (!right) {
        here = in_labs(lab, file);
        ck_abort_msg(
            "labs/%s/%s is not the solution without its TODO regions: the skeleton differs "
            "from line %d of labs/ and from line %d of the last commit of the solution",
            lab->name, file, first_difference(here ? here : "", made),
            first_difference(there, made));
    }
    free(made);
}

START_TEST(skeleton_is_the_solution_without_its_regions)
{
    const Lab *lab = all_labs[_i];
    for (LabFile f = 0; f < LAB_FILES; f++)
        if (lab_file(lab, f))
            check_skeleton(lab, lab_file(lab, f));
    if (lab->answers)
        check_skeleton(lab, lab->answers);
}
END_TEST

// Each line of the header that a student looks for, and the assignment's pictures.
START_TEST(assignment_is_complete)
{
    const Lab *lab = all_labs[_i];
    static const char *const words[] = {"// Goal ",  "// Write ", "// Try ",
                                        "// Grade ", "// Pass ",  "// Stuck?"};
    char *skeleton = make_skeleton(lab->name, lab->source);
    ck_assert_ptr_nonnull(skeleton);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ck_assert_msg(strstr(skeleton, words[i]) != NULL, "no line '%s'", words[i]);
    char *readme = read_file("labs", lab, "README.md");
    ck_assert_msg(strstr(readme, "@@") == NULL, "a transcript is missing");
    for (char *p = readme; (p = strstr(p, "](pictures/")); p++) {
        char picture[64];
        ck_assert_int_eq(sscanf(p, "](%63[^)])", picture), 1);
        free(read_file("labs", lab, picture));
    }
    for (const Part *part = lab->parts; part->number; part++) {
        char title[32];
        snprintf(title, sizeof title, "\n## Part %d", part->number);
        ck_assert_msg(strstr(readme, title) != NULL, "no section%s", title);
    }
    free(skeleton);
    free(readme);
}
END_TEST

START_TEST(assignment_says_what_its_pictures_show)
{
    const Lab *lab = all_labs[_i];
    char *readme = read_file("labs", lab, "README.md"), path[256];
    const char *at = readme;
    snprintf(path, sizeof path, "labs/%s/README.md", lab->name);
    for (Picture p; next_picture(&at, &p);)
        check_picture_text(path, &p);
    free(readme);
}
END_TEST

// Is there such a gate in a lab? `label` may be longer than the gate's. `good` may be rounded, as
// in tests/grade_solutions.sh.
static bool has_gate(const Lab *lab, const char *label, double naive, double good, bool at_least,
                     double bound)
{
    for (const Part *part = lab->parts; part->number; part++)
        for (const Item *item = part->items; item->name; item++)
            for (int k = 0; item->kind == ITEM_gate && k < MAX_GATES && item->gate[k].metric; k++) {
                const Gate *g = &item->gate[k];
                if (!strncmp(label, g->label, strlen(g->label)) && g->naive == naive &&
                    fabs(g->good - good) <= 0.005 * fabs(g->good) && g->at_least == at_least &&
                    floor(g->gate) == bound)
                    return true;
            }
    return false;
}

// A row of a table of gates: "| barriers per warp | 13 (three in every round) | 9 | at most 10 |".
static void check_gate_row(const Lab *lab, const char *row, size_t length)
{
    char line[256], *cell[4], *rest = line;
    snprintf(line, sizeof line, "%.*s", (int)length, row);
    for (int i = 0; i < 4; i++)
        ck_assert_msg((cell[i] = strtok_r(rest, "|", &rest)) != NULL, "a short row: %s", line);
    const char *bound = cell[3] + strcspn(cell[3], "0123456789");
    ck_assert_msg(has_gate(lab, cell[0] + strspn(cell[0], " "), atof(cell[1]), atof(cell[2]),
                           strstr(cell[3], "at least") != NULL, atof(bound)),
                  "labs/%s/README.md has a gate that the suite does not have: %.*s", lab->name,
                  (int)length, row);
}

START_TEST(assignment_names_the_gates_of_the_suite)
{
    static const char heading[] = "| counter | naive | good | gate |\n|---|---|---|---|\n";
    const Lab *lab = all_labs[_i];
    char *readme = read_file("labs", lab, "README.md");
    for (const char *p = readme; (p = strstr(p, heading));) {
        p += sizeof heading - 1;
        ck_assert_msg(*p == '|', "%s: a table of gates without a row", lab->name);
        for (size_t length; *p == '|'; p += length + 1)
            check_gate_row(lab, p, length = strcspn(p, "\n"));
    }
    free(readme);
}
END_TEST

// A hundred points, and those of what came later; ten for the open part and four to ten for a
// program, which has the last number and any place; parts in order; three hints per part; and gates
// that the naive version misses and the reference does not.
START_TEST(suite_is_complete)
{
    const Lab *lab = all_labs[_i];
    int points[LAB_FILES] = {0}, last = 0, programs = 0, parts = 0;
    for (const Part *part = lab->parts; part->number; part++) {
        parts = part->number;
        ck_assert_msg(part->file == FILE_program || parts == last + 1, "part %d", parts);
        if (part->file == FILE_program)
            programs = parts;
        else
            last = parts;
        Hints hints;
        char problem[512];
        ck_assert_msg(hints_read(&hints, lab, parts, problem, sizeof problem), "%s", problem);
        ck_assert_msg(hints.count >= 3, "part %d has fewer than three hints", parts);
        hints_free(&hints);
        ck_assert_msg(part->slide != NULL, "part %d names no slide", parts);
        for (const Item *item = part->items; item->name; item++) {
            ck_assert_msg(item->points > 0, "part %d, %s: no points", parts, item->id);
            ck_assert_msg(item->kind != ITEM_gate || item->gate[0].metric,
                          "part %d, %s: a gate without a bound", parts, item->id);
            points[part->file] += item->points;
            for (int k = 0; item->kind == ITEM_gate && k < MAX_GATES && item->gate[k].metric; k++) {
                const Gate *g = &item->gate[k];
                bool naive = g->at_least ? g->naive >= g->gate : g->naive <= g->gate;
                bool good = g->at_least ? g->good >= g->gate : g->good <= g->gate;
                ck_assert_msg(good && !naive,
                              "part %d, %s: the gate does not lie between naive and good", parts,
                              g->label);
                for (const Gate *before = item->gate; before < g; before++) // keys in grade.json
                    ck_assert_msg(strcmp(before->label, g->label) != 0, "part %d: two gates '%s'",
                                  parts, g->label);
            }
        }
    }
    ck_assert_msg(points[FILE_lab] >= 100 && points[FILE_lab] <= 110, "%d points",
                  points[FILE_lab]);
    ck_assert_int_eq(points[FILE_fastest], lab->fastest ? 10 : 0);
    ck_assert_msg(!programs || programs == last + 1, "the program has number %d", programs);
    ck_assert_msg(lab->program ? points[FILE_program] >= 4 && points[FILE_program] <= 10
                               : !points[FILE_program],
                  "%d points for the program", points[FILE_program]);
}
END_TEST

// A part that a release has keeps its points there: an old file loses the points of new parts and
// items only. tests/grade_release.sh grades such files.
START_TEST(parts_keep_their_points)
{
    const Lab *lab = all_labs[_i];
    FILE *f = fopen("tests/data/points_1.0.0.csv", "r");
    char line[100], name[40];
    ck_assert(f && fgets(line, sizeof line, f));
    for (int number, points; fscanf(f, "%39[^,],%d,%d ", name, &number, &points) == 3;) {
        if (strcmp(name, lab->name) != 0)
            continue;
        int now = 0;
        const Part *part = lab->parts;
        while (part->number && part->number != number)
            part++;
        for (const Item *item = part->items; part->number && item->name; item++)
            now += item->points;
        ck_assert_msg(now >= points, "part %d: %d points, and %d in 1.0.0", number, now, points);
    }
    ck_assert(feof(f));
    fclose(f);
}
END_TEST

// A guess of yes or no is right half of the time; so such answers are in sets that a constant does
// not fit, and an experiment has to show them.
START_TEST(yes_and_no_are_asked_in_sets)
{
    for (const Part *part = all_labs[_i]->parts; part->number; part++)
        for (const Item *item = part->items; item->name; item++) {
            int answers = 0;
            bool constant = true;
            ck_assert_msg(!item->want || (strcmp(item->want, "yes") && strcmp(item->want, "no")),
                          "%s: yes or no, but not in a set", item->id);
            if (item->kind != ITEM_set)
                continue;
            for (; answers < MAX_SET && item->set[answers].key; answers++)
                constant = constant && !strcmp(item->set[answers].want, item->set[0].want);
            ck_assert_msg(answers > 1 && !constant, "%s: a constant answer is right", item->id);
            ck_assert_msg(item->group && item->gate[0].metric, "%s: no experiment", item->id);
        }
}
END_TEST

// Where a comment behind an answer begins would tell how long the right answer is.
START_TEST(comments_of_answers_are_in_one_column)
{
    const Lab *lab = all_labs[_i];
    char *answers = lab->answers ? make_skeleton(lab->name, lab->answers) : NULL;
    size_t column = 0;
    for (const char *line = answers; line && *line; line = next_line(line)) {
        size_t at = strcspn(line, "#\n");
        if (!at || line[at] != '#')
            continue;
        ck_assert_msg(!column || at == column, "%s: not in the column of the others: %.*s",
                      lab->name, (int)strcspn(line, "\n"), line);
        column = at;
    }
    free(answers);
}
END_TEST

START_TEST(used_parts_exist)
{
    const Lab *lab = all_labs[_i];
    for (const Part *part = lab->parts; part->number; part++)
        for (int i = 0; i < MAX_USES && part->uses[i]; i++) {
            bool found = false;
            for (const Part *used = lab->parts; used->number; used++)
                found = found || (used->number == part->uses[i] && used != part);
            ck_assert_msg(found, "part %d uses part %d", part->number, part->uses[i]);
        }
}
END_TEST

// ---- calls.c ----------------------------------------------------------------------------

// A row of a calls.c; each but the first has one mistake.
static const char *const rows[] = {
    "CALL(9, NULL, scan_compact, out(1), out(2), in(0), arg(0), arg(1));",
    "CALL(9, NULL, scan_compact, out(1), out(2), in(0), arg(0));",
    "CALL(9, NULL, scan_compact, out(1), out(2), in(0), arg(0), arg(1), arg(2));",
    "CALL(9, NULL, scan_compact, in(0), out(2), out(1), arg(0), arg(1));",
    "CALL(9, NULL, scan_compact, out(1), out(2), arg(0), arg(0), arg(1));",
    "CALL(9, NULL, scan_compact, out(1), out(2), in(0), in(0), arg(1));",
    "CALL(9, NULL, scan_compress, out(1), out(2), in(0), arg(0), arg(1));",
    "CALL_BY(9, NULL, scan_compact, scan_each);"};
enum { ROWS = sizeof rows / sizeof rows[0] };

START_TEST(a_row_has_the_type_of_the_contract)
{
    FILE *f = popen("${CC:-cc} -std=gnu11 -I. -fsyntax-only -x c - 2>/dev/null", "w");
    ck_assert_ptr_nonnull(f);
    fprintf(f,
            "#include \"common/contracts/05_scan.h\"\n"
            "#include \"grader/calls.h\"\n"
            "void scan_each(const TaskCall *call, typeof(scan_in_place) *scan);\n"
            "CALLS(05_scan) { %s }\n",
            rows[_i]);
    ck_assert_msg((pclose(f) == 0) == (_i == 0), "%s", rows[_i]);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "files");
    tcase_add_loop_test(t, regions_are_marked, 0, LAB_FILES * all_labs_count);
    tcase_add_loop_test(t, lines_to_write_are_as_promised, 0, LAB_FILES * all_labs_count);
    tcase_add_loop_test(t, skeleton_is_the_solution_without_its_regions, 0, all_labs_count);
    tcase_add_loop_test(t, assignment_is_complete, 0, all_labs_count);
    tcase_add_loop_test(t, assignment_says_what_its_pictures_show, 0, all_labs_count);
    tcase_add_loop_test(t, assignment_names_the_gates_of_the_suite, 0, all_labs_count);
    tcase_add_loop_test(t, suite_is_complete, 0, all_labs_count);
    tcase_add_loop_test(t, parts_keep_their_points, 0, all_labs_count);
    tcase_add_loop_test(t, yes_and_no_are_asked_in_sets, 0, all_labs_count);
    tcase_add_loop_test(t, comments_of_answers_are_in_one_column, 0, all_labs_count);
    tcase_add_loop_test(t, used_parts_exist, 0, all_labs_count);
    tcase_add_loop_test(t, a_row_has_the_type_of_the_contract, 0, ROWS);
}
