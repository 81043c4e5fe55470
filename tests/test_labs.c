// test_labs.c - what holds for the files of every lab in grader/all_labs.h: there is
// a skeleton, a solution and an assignment; skeleton and solution are the same
// outside the TODO regions, and every region has both its marks and its comment.
// Started from the root of the tree, as tests/run.sh does.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grader.h"

static char *read_file(const char *folder, const Lab *lab, const char *file)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, file);
    FILE *f = fopen(path, "rb");
    ck_assert_msg(f != NULL, "%s is missing", path);
    char *text = calloc(1, 1 << 20);
    ck_assert_uint_gt(fread(text, 1, (1 << 20) - 1, f), 0);
    fclose(f);
    return text;
}

// Removes what stands between a region's leading comment and its end. Returns
// the number of regions; `code` counts the lines that were removed.
static int strip_regions(char *text, const char *name, int *code)
{
    char *out = text, label[16] = "";
    int regions = 0, inside = 0; // 1: in the leading comment, 2: behind it
    *code = 0;
    for (char *line = text, *next; *line; line = next) {
        size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        const char *words = line + strspn(line, " ");
        char found[16] = "";
        if (sscanf(words, "// BEGIN TODO %15s", found) == 1) {
            ck_assert_msg(!inside, "%s: TODO %s begins inside %s", name, found, label);
            ck_assert_msg(strstr(words, "(") && strstr(words, "line"),
                          "%s: TODO %s does not say how many lines", name, found);
            strcpy(label, found);
            inside = 1;
            regions++;
        } else if (sscanf(words, "// END TODO %15s", found) == 1) {
            ck_assert_msg(inside && strcmp(label, found) == 0, "%s: END TODO %s after BEGIN %s",
                          name, found, label);
            inside = 0;
        } else if (inside == 1 && strncmp(words, "//", 2) != 0) {
            inside = 2;
        }
        if (inside == 2) {
            (*code)++;
            continue;
        }
        memmove(out, line, (size_t)(next - line));
        out += next - line;
    }
    *out = 0;
    ck_assert_msg(!inside, "%s: TODO %s has no end", name, label);
    return regions;
}

START_TEST(solution_differs_in_todos_only)
{
    const Lab *lab = all_labs[_i];
    char *skeleton = read_file("labs", lab, lab->source);
    char *solution = read_file("solutions", lab, lab->source);
    int empty, filled;
    int regions = strip_regions(skeleton, "skeleton", &empty);
    ck_assert_int_gt(regions, 0);
    ck_assert_int_eq(strip_regions(solution, "solution", &filled), regions);
    ck_assert_msg(empty < filled,
                  "labs/%s/%s is filled in: the project's tests want the skeleton "
                  "(git stash puts your work aside)",
                  lab->name, lab->source);
    size_t at = 0; // not ck_assert_str_eq, which would print both files
    int line = 1;
    for (; skeleton[at] && skeleton[at] == solution[at]; at++)
        line += skeleton[at] == '\n';
    ck_assert_msg(skeleton[at] == solution[at], "%s: differs outside the TODOs, about line %d",
                  lab->name, line);
    free(skeleton);
    free(solution);
}
END_TEST

// Each line of the header that a student looks for, and the assignment's pictures.
START_TEST(assignment_is_complete)
{
    const Lab *lab = all_labs[_i];
    static const char *const words[] = {"// Goal ",  "// Write ", "// Try ",
                                        "// Grade ", "// Pass ",  "// Stuck?"};
    char *skeleton = read_file("labs", lab, lab->source);
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

// A hundred points, parts in order, three hints a part, and gates that the naive version
// misses and the reference does not.
START_TEST(suite_is_complete)
{
    const Lab *lab = all_labs[_i];
    int points = 0, parts = 0;
    for (const Part *part = lab->parts; part->number; part++) {
        ck_assert_int_eq(part->number, ++parts);
        ck_assert_msg(part->hint[0] && part->hint[1] && part->hint[2],
                      "part %d has fewer than three hints", parts);
        ck_assert_msg(part->slide != NULL, "part %d names no slide", parts);
        for (const Item *item = part->items; item->name; item++) {
            ck_assert_msg(item->points > 0, "part %d, %s: no points", parts, item->id);
            ck_assert_msg(item->kind != ITEM_gate || item->gate[0].metric,
                          "part %d, %s: a gate without a bound", parts, item->id);
            points += item->points;
            for (int k = 0; item->kind == ITEM_gate && k < MAX_GATES && item->gate[k].metric; k++) {
                const Gate *g = &item->gate[k];
                bool naive = g->at_least ? g->naive >= g->gate : g->naive <= g->gate;
                bool good = g->at_least ? g->good >= g->gate : g->good <= g->gate;
                ck_assert_msg(good && !naive,
                              "part %d, %s: the gate does not lie between naive and good", parts,
                              g->label);
            }
        }
    }
    ck_assert_int_eq(points, 100);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("labs");
    TCase *t = tcase_create("files");
    tcase_add_loop_test(t, solution_differs_in_todos_only, 0, all_labs_count);
    tcase_add_loop_test(t, assignment_is_complete, 0, all_labs_count);
    tcase_add_loop_test(t, suite_is_complete, 0, all_labs_count);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r) + (srunner_ntests_run(r) == 0);
    srunner_free(r);
    return failed != 0;
}
