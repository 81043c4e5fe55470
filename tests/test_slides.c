// test_slides.c - rules for the source of every deck slides/NN_topic/slides.md, without pandoc:
// slides are numbered in order; all code comes from regions that exist; pictures exist, and
// their texts say what they show; the data of each plot says where it comes from. Every lab has
// a deck, and every point that can be lost has a slide in it. Started from the root of the tree, as
// tests/run.c does.
#include "suite.h"
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/grader.h"
#include "grader/base/slides.h"
#include "pictures.h"
#include "regions.h"

enum { PATH = 512, LINE = 1024 };

static glob_t decks; // the paths of all slides.md

// ---- lines of a file ----------------------------------------------------------------

// The next line without its end; false after the last line.
static bool read_line(FILE *f, char line[LINE])
{
    if (!fgets(line, LINE, f))
        return false;
    ck_assert_msg(strchr(line, '\n') || feof(f), "a line of more than %d bytes", LINE);
    line[strcspn(line, "\r\n")] = 0;
    return true;
}

static bool starts(const char *line, const char *words)
{
    return strncmp(line, words, strlen(words)) == 0;
}

// "path" of `include="path"`; false if the line has no such attribute.
static bool attribute(const char *line, const char *key, char value[PATH])
{
    char mark[32];
    snprintf(mark, sizeof mark, "%s=\"", key);
    const char *at = strstr(line, mark);
    if (!at)
        return false;
    at += strlen(mark);
    snprintf(value, PATH, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

// How many regions of this name a file has, each with an end and at least a line.
static int regions(const char *file, const char *name)
{
    char line[LINE], begin[PATH], end[PATH];
    int found = 0, lines = -1; // lines of the region; -1 outside
    FILE *f = fopen(file, "r");
    if (!f)
        return 0;
    snprintf(begin, sizeof begin, "// BEGIN SLIDE %s", name);
    snprintf(end, sizeof end, "// END SLIDE %s", name);
    while (read_line(f, line)) {
        const char *words = line + strspn(line, " ");
        if (strcmp(words, begin) == 0) {
            ck_assert_msg(lines < 0, "%s: region %s begins twice", file, name);
            lines = 0;
        } else if (strcmp(words, end) == 0) {
            ck_assert_msg(lines > 0, "%s: the end of region %s ends nothing", file, name);
            lines = -1;
            found++;
        } else if (lines >= 0) {
            lines++;
        }
    }
    fclose(f);
    ck_assert_msg(lines < 0, "%s: region %s has no end", file, name);
    return found;
}

// ---- a deck ----------------------------------------------------------------------------

static void check_include(const char *deck, const char *line)
{
    char file[PATH], region[PATH];
    ck_assert_msg(attribute(line, "include", file) && attribute(line, "region", region),
                  "%s: an included block needs include= and region=: %s", deck, line);
    ck_assert_msg(access(file, R_OK) == 0, "%s includes %s, which is not there", deck, file);
    ck_assert_msg(regions(file, region) == 1, "%s: %s has %d regions %s, not one", deck, file,
                  regions(file, region), region);
}

// The data of a plot: in the file beside it, or those of the races if the plot loads ../race.gp.
static void find_data(const char *stem, char *path, size_t size)
{
    char line[LINE];
    snprintf(path, size, "%s.gp", stem);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "there is no %s", path);
    snprintf(path, size, "%s.csv", stem);
    while (read_line(f, line))
        if (strcmp(line, "load \"../race.gp\"") == 0)
            snprintf(path, size, "tests/data/h200_race.csv");
    fclose(f);
}

// A plot's data begins with where it comes from.
static void check_plot(const char *deck, const char *stem)
{
    char path[2 * PATH + 8], line[LINE] = "";
    find_data(stem, path, sizeof path);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s: there is %s.gp, but no %s", deck, stem, path);
    ck_assert_msg(read_line(f, line) && line[0] == '#' && strlen(line) > 10,
                  "%s does not begin with where its numbers come from", path);
    fclose(f);
}

static void check_picture(const char *deck, const char *name)
{
    char path[2 * PATH];
    int folder = (int)(strrchr(deck, '/') - deck);
    snprintf(path, sizeof path, "%.*s/%s", folder, deck, name);
    if (access(path, R_OK) == 0)
        return;
    char *dot = strrchr(path, '.');
    ck_assert_msg(dot && strcmp(dot, ".svg") == 0, "%s: there is no picture %s", deck, name);
    strcpy(dot, ".gp");
    ck_assert_msg(access(path, R_OK) == 0, "%s: there is neither %s nor a plot for it", deck, name);
    *dot = 0;
    check_plot(deck, path);
}

static void check_heading(const char *deck, const char *line, int slide)
{
    char want[32];
    const char *topic = strchr(deck, '/') + 1; // slides/NN_topic/...
    int n = snprintf(want, sizeof want, "## %.2s.%d ", topic, slide);
    ck_assert_msg(strncmp(line, want, (size_t)n) == 0 && line[n] > ' ',
                  "%s: \"%s\" does not begin with \"%s\"", deck, line, want);
}

static void check_text(const char *deck, const char *line, int *slide)
{
    if (starts(line, "## ") || starts(line, "# "))
        check_heading(deck, line, ++*slide);
    ck_assert_msg(*slide || !*line, "%s: there is text before the first slide", deck);
}

static void check_deck(const char *deck)
{
    char line[LINE];
    int slide = 0;
    bool title = false, code = false, pulled = false, ours = false;
    FILE *f = fopen(deck, "r");
    ck_assert_msg(f != NULL, "%s is missing", deck);
    ck_assert_msg(read_line(f, line) && strcmp(line, "---") == 0, "%s begins without ---", deck);
    while (read_line(f, line) && strcmp(line, "---") != 0)
        title |= starts(line, "title: ");
    ck_assert_msg(title, "%s has no title", deck);
    while (read_line(f, line)) {
        if (starts(line, "```")) {
            code = !code;
            pulled = code && strstr(line, "include=");
            ours = code && (strstr(line, "cuda") || strcmp(line, "```c") == 0);
            if (pulled)
                check_include(deck, line);
        } else if (code) {
            ck_assert_msg(!pulled, "%s: a block that includes is not empty: %s", deck, line);
            ck_assert_msg(!ours, "%s: code is typed into the deck: %s", deck, line);
        } else {
            check_text(deck, line, &slide);
        }
    }
    fclose(f);
    ck_assert_msg(!code, "%s: a block of code has no end", deck);
    ck_assert_msg(slide >= 5, "%s has %d slides", deck, slide);
}

START_TEST(deck_is_well_formed) { check_deck(decks.gl_pathv[_i]); }
END_TEST

START_TEST(pictures_exist_and_say_what_they_show)
{
    const char *deck = decks.gl_pathv[_i];
    char *text = load_text(deck);
    const char *at = text;
    ck_assert_msg(text != NULL, "%s is missing", deck);
    for (Picture p; next_picture(&at, &p);) {
        check_picture(deck, p.file);
        check_picture_text(deck, &p);
    }
    free(text);
}
END_TEST

// The rule itself: a text of several lines, and texts that say too little.
START_TEST(picture_texts_are_judged)
{
    static const char markdown[] = "text ![Two rows of four words, and an arrow\nfrom each a[i] to "
                                   "b[i].](two.svg) text ![Part 1](one.svg)\n![no end";
    const char *at = markdown;
    Picture p;
    ck_assert(next_picture(&at, &p));
    ck_assert_str_eq(p.text, "Two rows of four words, and an arrow from each a[i] to b[i].");
    ck_assert_str_eq(p.file, "two.svg");
    ck_assert(says_what_it_shows(p.text));
    ck_assert(next_picture(&at, &p));
    ck_assert_str_eq(p.file, "one.svg");
    ck_assert(!says_what_it_shows(p.text));
    ck_assert(!next_picture(&at, &p));
    ck_assert(!says_what_it_shows(""));
    ck_assert(!says_what_it_shows("Two rows."));
    ck_assert(!says_what_it_shows("Breadth-first search goes in waves, and each one waits"));
    ck_assert(!says_what_it_shows("copies, kernels and copies back in one stream never overlap."));
}
END_TEST

// ---- the labs ---------------------------------------------------------------------------

START_TEST(lab_has_a_deck)
{
    char path[PATH];
    snprintf(path, sizeof path, "slides/%s/slides.md", all_labs[_i]->name);
    ck_assert_msg(access(path, R_OK) == 0, "%s is missing", path);
    snprintf(path, sizeof path, "slides/%s/examples.cu", all_labs[_i]->name);
    ck_assert_msg(access(path, R_OK) == 0, "%s is missing", path);
}
END_TEST

START_TEST(every_point_has_its_slide)
{
    const Lab *lab = all_labs[_i];
    char title[128];
    for (const Part *part = lab->parts; part->number; part++) {
        ck_assert_msg(part->slide != NULL, "%s: part %d names no slide", lab->name, part->number);
        ck_assert_msg(slides_title(part->slide, title, sizeof title),
                      "%s: part %d names slide %s, which no deck has", lab->name, part->number,
                      part->slide);
        for (const Item *item = part->items; item->name; item++)
            ck_assert_msg(!item->slide || slides_title(item->slide, title, sizeof title),
                          "%s: part %d, %s names slide %s, which no deck has", lab->name,
                          part->number, item->id, item->slide);
    }
}
END_TEST

START_TEST(titles_are_found)
{
    char title[128];
    ck_assert(slides_title("04.2", title, sizeof title));
    ck_assert_str_eq(title, "Another order, another float");
    ck_assert(slides_title("00.1", title, sizeof title)); // without its {.small}
    ck_assert_str_eq(title, "Five kinds of mistakes");
    ck_assert(slides_title("08.12", title, sizeof title)); // no marks of Markdown
    ck_assert_ptr_null(strchr(strchr(title, '^') + 1, '^'));
    ck_assert(!slides_title("04.99", title, sizeof title));
    ck_assert_str_eq(title, "");
    ck_assert(!slides_title("99.1", title, sizeof title));
    ck_assert(!slides_title("4.1", title, sizeof title));
    ck_assert(!slides_title("", title, sizeof title));
}
END_TEST

SUITE(s)
{
    if (glob("slides/*/slides.md", 0, NULL, &decks) != 0)
        decks.gl_pathc = 0;
    TCase *t = TESTS(s, "decks", picture_texts_are_judged, titles_are_found);
    tcase_add_loop_test(t, deck_is_well_formed, 0, (int)decks.gl_pathc);
    tcase_add_loop_test(t, pictures_exist_and_say_what_they_show, 0, (int)decks.gl_pathc);
    tcase_add_loop_test(t, lab_has_a_deck, 0, all_labs_count);
    tcase_add_loop_test(t, every_point_has_its_slide, 0, all_labs_count);
}
