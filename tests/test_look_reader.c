// test_look_reader.c - what the page does for the one who reads it: the solution's text stays
// hidden, the same access is beside the student's, only what matters is red, keys work at once,
// paper shows what the screen shows, and a page that was moved asks for no other file.
#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "look/page.h"

// ---- the solution -------------------------------------------------------------------------------

// The document with the solution's text as the grader marks it.
static json_t *with_solution(const char *how)
{
    json_t *other = json_deep_copy(document);
    json_object_set_new(json_array_get(json_object_get(other, "sources"), 1), "solution",
                        json_true());
    json_object_set_new(other, "solution", json_string(how));
    return other;
}

static const char *const with_text[] = {"source", "access", "block"};
enum { WITH_TEXT = 3 };

START_TEST(solution_is_hidden_until_asked_for)
{
    open_changed(with_solution("hidden"), "run=reference");
    for (int i = 0; i < WITH_TEXT; i++) {
        char panel[32];
        snprintf(panel, sizeof panel, "#panel-%s", with_text[i]);
        click_tab(with_text[i]);
        check_says_not(panel, "__syncthreads();");
    }
    check_says("#panel-access article:last-of-type .says", "wavefront"); // the drawing stays
    click_tab("source");
    check_says("#panel-source", "is hidden until you have all points");
    check_says("#line-1-17 .executed", "56"); // the counters stay
    browser_click(BUTTON("Show the solution"));
    check_says("#line-1-17", "__syncthreads();");
    click_tab("block");
    check_says("#panel-block .excerpt", "__syncthreads();");
    check_no_errors();
}
END_TEST

START_TEST(solution_can_be_locked)
{
    open_changed(with_solution("locked"), "run=reference&solution=shown");
    check_says("#panel-source", "The text of the solution is hidden. ");
    check_says_not("#panel-source", "__syncthreads();");
    ck_assert(!browser_true("Boolean(" BUTTON("Show the solution") ")"));
    check_no_errors();
}
END_TEST

// ---- what is shown ------------------------------------------------------------------------------

START_TEST(page_opens_where_the_lab_says)
{
    json_t *other = json_deep_copy(document);
    json_object_set_new(other, "opens", json_string("streams"));
    open_changed(other, "");
    ck_assert_str_eq(browser_text("document.querySelector('[aria-selected=true]').id"),
                     "tab-streams");
    check_no_errors();
}
END_TEST

static json_t *find_access(json_t *run, int line, const char *kind, const char *space)
{
    for (size_t l = 0; l < json_array_size(json_object_get(run, "launches")); l++) {
        json_t *accesses = json_object_get(member_of(run, "launches", l), "accesses"), *access;
        size_t i;
        json_array_foreach(accesses, i, access)
        {
            if (json_integer_value(json_object_get(access, "line")) == line &&
                !strcmp(json_string_value(json_object_get(access, "kind")), kind) &&
                !strcmp(json_string_value(json_object_get(access, "space")), space))
                return access;
        }
    }
    ck_abort_msg("no %s of %s memory in line %d", kind, space, line);
    return NULL;
}

static void choose_access(const char *begin)
{
    json_decref(browser_value(
        "{ const s = document.querySelector('#panel-access select'), o = [...s.options].find(o => "
        "o.text.startsWith('%s')); s.value = o.value; s.dispatchEvent(new Event('change')) }",
        begin));
}

// Beside an access is that of the line with the same text, wherever it is; else the worst of its
// kind.
START_TEST(access_is_beside_the_same_line)
{
    json_t *other = json_deep_copy(document),
           *reference = json_array_get(json_object_get(other, "runs"), 1);
    // A load before the one of the same text.
    json_t *first = json_deep_copy(find_access(reference, 11, "load", "global"));
    json_object_set_new(first, "line", json_integer(5));
    json_array_insert_new(json_object_get(member_of(reference, "launches", 0), "accesses"), 0,
                          first);
    json_t *worst = json_deep_copy(first);
    json_object_set_new(worst, "line", json_integer(6));
    json_object_set_new(worst, "cost", json_integer(4000));
    json_t *unlike = json_deep_copy(other);
    open_changed(other, "tab=access");
    choose_access("sums.cu:11 load, global");
    check_says("#panel-access article:last-of-type .codeline", ":11");
    // Without such a line, the worst.
    json_array_append_new(
        json_object_get(
            member_of(json_array_get(json_object_get(unlike, "runs"), 1), "launches", 0),
            "accesses"),
        worst);
    json_object_set_new(find_access(first_run(unlike), 11, "load", "global"), "line",
                        json_integer(2));
    open_changed(unlike, "tab=access");
    choose_access("sums.cu:2 load, global");
    check_says("#panel-access article:last-of-type .codeline", ":6");
    check_no_errors();
}
END_TEST

static json_t *line_of(json_t *run, int wanted)
{
    for (size_t l = 0; l < json_array_size(json_object_get(run, "launches")); l++) {
        json_t *line;
        size_t i;
        json_array_foreach(json_object_get(member_of(run, "launches", l), "lines"), i, line)
        {
            if (json_integer_value(json_object_get(line, "line")) == wanted)
                return line;
        }
    }
    ck_abort_msg("no line %d", wanted);
    return NULL;
}

#define IS_BAD "document.querySelector('#line-0-28 .conflicts').classList.contains('bad')"

// Bank conflicts are red where they cost time, or where the reference has fewer.
START_TEST(red_is_what_costs_or_is_worse)
{
    json_t *other = json_deep_copy(document), *line = line_of(first_run(other), 28);
    open_changed(json_incref(other), "");
    ck_assert(browser_true(IS_BAD)); // it takes much of the time
    json_object_set_new(line, "us", json_real(1e-4));
    open_changed(json_incref(other), "");
    check_says("#line-0-28 .conflicts", "31");
    ck_assert(!browser_true(IS_BAD));
    json_t *better = line_of(json_array_get(json_object_get(other, "runs"), 1), 28);
    json_object_set_new(better, "conflicts", json_integer(3));
    open_changed(other, "");
    ck_assert(browser_true(IS_BAD));
    check_no_errors();
}
END_TEST

// ---- names --------------------------------------------------------------------------------------

// A stream has the name of its variable; streams of one line are counted.
START_TEST(streams_have_their_names)
{
    open_page("tab=streams");
    ck_assert_str_eq(browser_text("[...document.querySelectorAll('.rowname')].slice(-2).map(n => "
                                  "n.textContent).join()"),
                     "one,two");
    json_t *other = json_deep_copy(document),
           *rows = json_object_get(json_object_get(first_run(other), "timeline"), "rows"),
           *source = json_array_get(json_object_get(other, "sources"), 0);
    json_object_set_new(json_array_get(rows, json_array_size(rows) - 1), "line", json_integer(39));
    char *copy = strdup(json_string_value(json_object_get(source, "text")));
    memcpy(strstr(copy, "(&one)"), "(s[i])", 6);
    json_object_set_new(source, "text", json_string(copy));
    free(copy);
    open_changed(other, "tab=streams");
    ck_assert_str_eq(browser_text("[...document.querySelectorAll('.rowname')].slice(-2).map(n => "
                                  "n.textContent).join()"),
                     "s[0],s[1]");
    check_no_errors();
}
END_TEST

START_TEST(both_jobs_and_locks_are_drawn)
{
    json_t *other = json_deep_copy(document),
           *findings = json_object_get(first_run(other), "findings");
    json_t *jobs = json_pack(
        "{s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:{s:s,s:s},s:[{s:s,s:s,s:i,s:i},{s:s,s:s,s:i,s:i}]}", "tool",
        "streamcheck", "severity", "error", "cause", "stream_race", "message",
        "Race between streams. At 0x200000200004, byte 4 of an allocation of 12 bytes", "count", 1,
        "source", 0, "line", 28, "word", "space", "global", "address", "0x200000200004", "sides",
        "what", "by_columns(int*) (launch 1 at sums.cu:49, stream 15)", "does", "reads", "source",
        0, "line", 28, "what", "copy to device (stream 16)", "does", "writes", "source", 0, "line",
        43);
    json_array_insert_new(findings, 0, jobs);
    json_t *lock = json_pack(
        "{s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:{s:s,s:i,s:s,s:[i,i,i],s:[i,i,i],s:i,s:i,s:s}}", "tool",
        "synccheck", "severity", "error", "cause", "deadlock", "message", "Deadlock", "count", 1,
        "source", 0, "line", 12, "spun", "address", "0x200000200400", "value", 1, "name", "lock",
        "block", 1, 0, 0, "thread", 5, 0, 0, "source", 0, "line", 14, "now", "has ended");
    json_array_insert_new(findings, 1, lock);
    open_changed(other, "tab=race");
    ck_assert_str_eq(browser_text("document.querySelector('#finding-0 .race-drawing')"
                                  ".getAttribute('aria-label')"),
                     "copy to device, in two and by_columns, in one access byte 4: "
                     "writes and reads; nothing orders them");
    ck_assert_int_eq((int)browser_number("document.querySelectorAll('#finding-0 .marked').length"),
                     2);
    check_says("#finding-1 .race-drawing", "lock = 1");
    check_says("#finding-1 .race-drawing", "thread (5)");
    check_says("#finding-1 .race-drawing", "this thread has ended");
    check_no_errors();
}
END_TEST

// ---- global memory ------------------------------------------------------------------------------

// Arrows go from the words to the lanes that read, and from the lanes that write to the words.
START_TEST(step_shows_its_global_memory)
{
    json_t *other = json_deep_copy(document),
           *block = member_of(member_of(first_run(other), "launches", 0), "blocks", 0);
    json_object_set_new(
        block, "arrays",
        json_pack("[{s:s,s:i,s:s}]", "address", "0x200000200000", "bytes", 800, "name", "in"));
    json_object_set_new(block, "global",
                        json_loads("[[5,\"r\",{\"from\":8,\"by\":4},4,[7,8,9],7,0],"
                                   "[9,\"w\",[40,44],4,6,3,0]]",
                                   0, NULL));
    open_changed(other, "tab=block");
    check_says(".globals", "This step accesses no global memory.");
    browser_click(BUTTON("The next access"));
    ck_assert_int_eq(step_now(), 6);
    check_says(".globals .says", "3 lanes read 2 to 4 of in.");
    ck_assert_int_eq((int)browser_number("document.querySelectorAll('.word-arrow.r').length"), 3);
    ck_assert(browser_true("[...document.querySelectorAll('.word-arrow')].every(line => "
                           "line.y1.baseVal.value > line.y2.baseVal.value)"));
    json_decref(browser_value("{ const s = document.querySelector('.globals select'); s.value = "
                              "'1'; s.dispatchEvent(new Event('change')) }"));
    check_says(".globals .says", "Lane 1 reads in[3] = 8.");
    ck_assert_int_eq((int)browser_number("document.querySelectorAll('.word-arrow').length"), 1);
    browser_click(BUTTON("The next access"));
    check_says(".globals .says", "Lane 1 writes in[11] = 6.");
    ck_assert(browser_true("[...document.querySelectorAll('.word-arrow.w')].every(line => "
                           "line.y1.baseVal.value < line.y2.baseVal.value)"));
    check_no_errors();
}
END_TEST

// ---- variables ----------------------------------------------------------------------------------

// At each step those that the lane of the step's warp has; what is new in this step is marked.
START_TEST(variables_of_a_lane)
{
    json_t *other = json_deep_copy(document),
           *block = member_of(member_of(first_run(other), "launches", 0), "blocks", 0);
    json_object_set_new(block, "names", json_pack("[s,s]", "i", "half"));
    json_object_set_new(
        block, "values",
        json_loads("[[0,0,4294967295,\"5\"],[3,1,6,[\"64\",\"32\"]],[4,0,2,\"6\"]]", 0, NULL));
    open_changed(other, "tab=block");
    const char *rows = "[...document.querySelectorAll('.variables tbody tr')].map(r => r.className "
                       "+ ':' + [...r.cells].map(c => c.textContent).join('|')).join()";
    ck_assert_str_eq(browser_text("%s", rows), "fresh:i|5|this step");
    json_decref(browser_value("{ const s = document.querySelector('.variables select'); s.value = "
                              "'1'; s.dispatchEvent(new Event('change')) }"));
    for (int i = 0; i < 3; i++)
        browser_click("document.querySelector('[aria-label=\"One step on\"]')");
    ck_assert_str_eq(browser_text("%s", rows), ":i|5|step 1,fresh:half|64|this step");
    browser_click("document.querySelector('[aria-label=\"One step on\"]')");
    ck_assert_str_eq(browser_text("%s", rows), "fresh:i|6|this step,:half|64|step 4");
    browser_click("document.querySelector('[aria-label=\"One step back\"]')");
    ck_assert_str_eq(browser_text("%s", rows), ":i|5|step 1,fresh:half|64|this step");
    check_says(".variables .says", "lane 1: thread 1");
    check_no_errors();
}
END_TEST

// ---- keys, paper, files -------------------------------------------------------------------------

START_TEST(keys_work_after_a_click_on_the_tab)
{
    open_page("");
    click_tab("block");
    for (int i = 0; i < 3; i++)
        browser_key("ArrowRight");
    ck_assert_int_eq(step_now(), 4);
    // By keys one stays among the tabs.
    json_decref(browser_value("document.getElementById('tab-block').focus()"));
    browser_key("ArrowLeft");
    ck_assert_str_eq(browser_text("document.activeElement.id"), "tab-access");
    check_no_errors();
}
END_TEST

// Paper has the step that the screen has, also where the block is that of the other run, or plays.
START_TEST(paper_has_the_step_of_the_screen)
{
    open_page("tab=block&step=60");
    browser_click("document.querySelector('.play')");
    browser_wait("!document.querySelector('.stepwords').textContent.startsWith('Step 61 ')");
    json_decref(browser_value("dispatchEvent(new Event('beforeprint'))"));
    int step = step_now();
    ck_assert_str_eq(browser_text("document.querySelector('.play').textContent"), "Play");
    json_decref(browser_value("dispatchEvent(new Event('afterprint'))"));
    ck_assert_int_eq(step_now(), step);
    click_tab("source");
    browser_click(BUTTON("Reference"));
    json_decref(browser_value("dispatchEvent(new Event('beforeprint'))"));
    ck_assert_int_eq(step_now(), 1); // another block
    check_no_errors();
}
END_TEST

#define ASKED "performance.getEntriesByType('resource').length"

START_TEST(moved_page_asks_for_nothing)
{
    write_page(page_file("home.html"), document, true);
    ck_assert_int_eq(rename(page_file("home.html"), page_file("away.html")), 0);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("away.html"), "");
    ck_assert(browser_true("new Promise(done => setTimeout(() => done(" ASKED " === 0), 1300))"));
    check_no_errors();
}
END_TEST

SUITE(s)
{
    page_needed();
    TCase *c = TESTS(s, "reader", solution_is_hidden_until_asked_for, solution_can_be_locked,
                     page_opens_where_the_lab_says, access_is_beside_the_same_line,
                     red_is_what_costs_or_is_worse, streams_have_their_names,
                     both_jobs_and_locks_are_drawn, step_shows_its_global_memory,
                     variables_of_a_lane, keys_work_after_a_click_on_the_tab,
                     paper_has_the_step_of_the_screen, moved_page_asks_for_nothing);
    tcase_add_unchecked_fixture(c, page_start, browser_end);
}
