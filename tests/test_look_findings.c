// test_look_findings.c - the page of make look in a browser: findings, the result, streams, and two
// runs side by side.
// Without a browser or the page's libraries nothing is tested.
#include "suite.h"
#include <stdlib.h>
#include <string.h>

#include "look/page.h"

// The first launch of a document whose source is gone; and whose block has lines or, without
// -lineinfo, none.
static void open_gone(bool lines)
{
    json_t *other = json_deep_copy(document), *op,
           *run = json_array_get(json_object_get(other, "runs"), 0),
           *launch = json_array_get(json_object_get(run, "launches"), 0);
    size_t i, k;
    json_t *block;
    json_object_del(json_array_get(json_object_get(other, "sources"), 0), "text");
    json_array_foreach(json_object_get(launch, "blocks"), k, block)
        json_array_foreach(json_object_get(block, "ops"), i, op) if (!lines)
    {
        json_object_del(op, "source");
        json_object_del(op, "line");
    }
    json_array_foreach(json_object_get(launch, "accesses"), i, op) if (!lines)
    {
        json_object_del(op, "source");
        json_object_del(op, "line");
    }
    write_page(page_file("gone.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("gone.html"), "");
}

START_TEST(source_that_is_gone)
{
    open_gone(true);
    const char *row = "document.getElementById('line-0-15')";
    ck_assert_str_eq(browser_text("%s.querySelector('.code').textContent", row), "text not found");
    ck_assert_str_ne(browser_text("%s.querySelector('.executed').textContent", row), "");
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s.nextSibling.textContent", row), "racecheck: error"));
    ck_assert(!browser_true("Boolean(document.getElementById('line-0-1'))"));
    for (int lines = 0; lines < 2; lines++) {
        open_gone(lines);
        for (int i = 0; i < SECTIONS; i++) {
            click_tab(sections[i]);
            ck_assert_msg(!browser_true("document.getElementById('sections').innerText.includes("
                                        "'undefined')"),
                          "%s says undefined", sections[i]);
        }
        check_no_errors();
    }
}
END_TEST

START_TEST(race_leads_to_the_block)
{
    open_page("");
    browser_click("[...document.querySelectorAll('.finding button')][0]");
    ck_assert_str_eq(browser_text("document.querySelector('[aria-selected=true]').id"), "tab-race");
    ck_assert(browser_true("document.activeElement.id === 'finding-0'"));
    const char *card = "document.getElementById('finding-0')";
    ck_assert_ptr_nonnull(strstr(browser_text("%s.textContent", card), "part[32]"));
    ck_assert_ptr_nonnull(strstr(browser_text("%s.textContent", card), "thread (32)"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s.querySelector('.advice').textContent", card), "__syncthreads()"));
    ck_assert_int_eq((int)browser_number("%s.querySelectorAll('.excerpt .marked').length", card),
                     2);
    browser_click(
        "[...%s.querySelectorAll('button')].find(b => b.textContent.includes('this write'))", card);
    ck_assert_str_eq(browser_text("document.querySelector('[aria-selected=true]').id"),
                     "tab-block");
    ck_assert(
        browser_true("document.querySelector('[data-word=\"32\"]').classList.contains('k-now-w')"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('.stepwords').textContent"), "warp 1"));
    // Back, as in any page.
    json_decref(browser_value("history.back()"));
    browser_wait("document.querySelector('[aria-selected=true]').id === 'tab-race'");
    check_no_errors();
}
END_TEST

// The finding of the document, as a race of two threads with the same index in two blocks.
static json_t *race_of_two_blocks(json_t *other)
{
    json_t *finding = member_of(first_run(other), "findings", 0),
           *second = json_object_get(finding, "other");
    json_object_set_new(second, "block", json_pack("[i,i,i]", 1, 0, 0));
    json_object_set_new(second, "thread", json_pack("[i,i,i]", 32, 0, 0));
    return finding;
}

START_TEST(race_of_two_blocks_names_them)
{
    json_t *other = json_deep_copy(document);
    race_of_two_blocks(other);
    open_changed(other, "tab=race");
    check_says("#finding-0 .race-drawing", "block (0)");
    check_says("#finding-0 .race-drawing", "block (1)");
    ck_assert_ptr_nonnull(strstr(browser_text("document.querySelector('#finding-0 .race-drawing')"
                                              ".getAttribute('aria-label')"),
                                 "block (0), thread (32) and block (1), thread (32) access "));
    open_page("tab=race");
    check_says_not("#finding-0 .race-drawing", "block");
    check_no_errors();
}
END_TEST

#define FIRST_SIDE "#finding-0 .side:first-child"
#define SECOND_SIDE "#finding-0 .side:last-child"

// Each access of a race is linked, also if only its block is recorded, or the two are in two
// blocks.
START_TEST(race_links_each_recorded_access)
{
    json_t *other = json_deep_copy(document);
    race_of_two_blocks(other);
    open_changed(other, "tab=race");
    check_says(FIRST_SIDE, "See the block at this write");
    check_says(SECOND_SIDE, "The steps of block (1) are not recorded.");

    other = json_deep_copy(document);
    race_of_two_blocks(other);
    json_t *blocks = json_object_get(member_of(first_run(other), "launches", 0), "blocks"),
           *second = json_deep_copy(json_array_get(blocks, 0));
    json_object_set_new(second, "block", json_pack("[i,i,i]", 1, 0, 0));
    json_array_append_new(blocks, second);
    open_changed(other, "tab=race");
    check_says("#finding-0", "Each block counts its own steps");
    browser_click("document.querySelector('" SECOND_SIDE " button.link')");
    check_says("#panel-block .stepwords", "warp 1");
    check_says("#panel-block .stepwords", "ld.shared");
    ck_assert(browser_true(
        "document.querySelector('#panel-block select').selectedOptions[0].text.endsWith('block "
        "(1)')"));

    other = json_deep_copy(document);
    json_object_del(member_of(first_run(other), "launches", 0), "blocks");
    open_changed(other, "tab=race");
    check_says(FIRST_SIDE, "No steps of launch 0 are recorded.");
    check_says(SECOND_SIDE, "No steps of launch 0 are recorded.");
    check_no_errors();
}
END_TEST

// Two blocks of a cluster have a word each at one offset. A thread that reads both is not said to
// read the one of the race.
START_TEST(race_in_a_cluster_says_no_guess)
{
    json_t *other = json_deep_copy(document), *launch = member_of(first_run(other), "launches", 0),
           *block = json_deep_copy(member_of(launch, "blocks", 0)), *samples = json_array();
    race_of_two_blocks(other);
    json_object_set_new(block, "block", json_pack("[i,i,i]", 1, 0, 0));
    json_array_append_new(json_object_get(launch, "blocks"), block);
    json_t *one_word = json_deep_copy(other);
    open_changed(one_word, "tab=race");
    check_says(SECOND_SIDE, "See the block at this read, step ");
    size_t steps = json_array_size(json_object_get(json_object_get(block, "steps"), "op"));
    for (size_t i = 0; i < steps; i++)
        json_array_append_new(samples, json_pack("{s:[i,i,i],s:i,s:i,s:I,s:i,s:[i]}", "block", 1, 0,
                                                 0, "warp", 1, "mask", 1, "step", (json_int_t)i,
                                                 "cost", 0, "addr", 128));
    json_array_append_new(json_object_get(launch, "accesses"),
                          json_pack("{s:s,s:s,s:i,s:i,s:i,s:b,s:o}", "kind", "load", "space",
                                    "shared", "width", 4, "source", 0, "line", 15, "remote", true,
                                    "samples", samples));
    open_changed(other, "tab=race");
    check_says(SECOND_SIDE, "See the block at this line, step ");
    check_says_not(SECOND_SIDE, "this read");
    check_no_errors();
}
END_TEST

// A word of global memory is found by the addresses of samples; else the thread's step at the line.
START_TEST(race_in_global_memory_has_steps)
{
    json_t *other = json_deep_copy(document), *run = first_run(other), *access;
    json_t *accesses = json_object_get(member_of(run, "launches", 0), "accesses"), *found = NULL;
    size_t i;
    json_array_foreach(
        accesses, i,
        access) if (json_integer_value(json_object_get(access, "line")) == 21 &&
                    !strcmp(json_string_value(json_object_get(access, "kind")), "store")) found =
        json_array_get(json_object_get(access, "samples"), 0);
    ck_assert_ptr_nonnull(found);
    json_t *finding = member_of(run, "findings", 0), *word;
    json_object_set_new(finding, "line", json_integer(21));
    json_object_set_new(finding, "thread", json_pack("[i,i,i]", 0, 0, 0));
    json_object_set_new(finding, "message", json_string("a race of blocks"));
    word = json_pack("{s:s,s:O}", "space", "global", "address", json_object_get(found, "base"));
    json_object_set_new(finding, "word", word);
    json_t *unknown = json_deep_copy(other);
    open_changed(other, "tab=race");
    check_says(FIRST_SIDE, "See the block at this write, step ");
    word = json_object_get(member_of(first_run(unknown), "findings", 0), "word");
    json_object_set_new(word, "address", json_string("0x1000"));
    open_changed(unknown, "tab=race");
    check_says(FIRST_SIDE, "See the block at this line, step ");
    browser_click("document.querySelector('" FIRST_SIDE " button.link')");
    check_says("#panel-block .stepwords", "st.global");
    check_no_errors();
}
END_TEST

// A variable of one word has no elements; an index has the dimensions of the launch.
START_TEST(words_and_threads_have_their_names)
{
    json_t *other = json_deep_copy(document), *run = first_run(other),
           *launch = member_of(run, "launches", 0), *finding = member_of(run, "findings", 0);
    json_object_set_new(launch, "block", json_pack("[i,i,i]", 64, 2, 1));
    json_object_set_new(launch, "variables",
                        json_pack("[{s:s,s:i,s:i}]", "name", "total", "offset", 128, "bytes", 4));
    json_object_set_new(finding, "word",
                        json_pack("{s:s,s:i,s:s,s:i,s:i}", "space", "shared", "offset", 128, "name",
                                  "total", "width", 4, "element", 0));
    open_changed(other, "tab=race");
    check_says("#finding-0 .race-drawing", "total");
    check_says_not("#finding-0 .race-drawing", "total[");
    check_says("#finding-0", "block (0), thread (32,0)");
    // Of a variable in global memory, the source says whether it is an array.
    other = json_deep_copy(document);
    finding = member_of(first_run(other), "findings", 0);
    json_object_set_new(finding, "word",
                        json_pack("{s:s,s:s,s:s,s:i,s:i}", "space", "global", "address",
                                  "0x200000200000", "name", "THREADS", "width", 4, "element", 0));
    json_t *array = json_deep_copy(finding);
    json_object_set_new(json_object_get(array, "word"), "name", json_string("host"));
    json_array_append_new(json_object_get(first_run(other), "findings"), array);
    open_changed(other, "tab=race");
    check_says_not("#finding-0 .race-drawing", "THREADS[");
    check_says("#finding-3 .race-drawing", "host[0]");
    check_no_errors();
}
END_TEST

// A finding of a kind, in place of the one of the document; what is not given stays.
static void change_finding(json_t *finding, const char *tool, const char *cause,
                           const char *message)
{
    json_object_set_new(finding, "tool", json_string(tool));
    json_object_set_new(finding, "cause", json_string(cause));
    json_object_set_new(finding, "message", json_string(message));
    json_object_del(finding, "other");
    json_object_del(finding, "word");
}

START_TEST(findings_have_plain_words)
{
    json_t *other = json_deep_copy(document), *run = first_run(other), *copy;
    json_t *findings = json_object_get(run, "findings");
    copy = json_deep_copy(json_array_get(findings, 0));
    change_finding(copy, "memcheck", "out_of_bounds",
                   "Invalid __shared__ write of size 4 bytes. Address 0x1f40 is out of bounds");
    json_array_append_new(findings, copy);
    copy = json_deep_copy(copy);
    change_finding(copy, "memcheck", "out_of_bounds",
                   "Invalid __global__ write of size 4 bytes. Address 0x1f40 is out of bounds");
    json_array_append_new(findings, copy);
    copy = json_deep_copy(copy);
    change_finding(copy, "synccheck", "shuffle_undefined",
                   "lane 15 of warp 0 reads lane 16, which has exited the value is used at "
                   "sums.cu:32\nsecond line");
    json_array_append_new(findings, copy);
    open_changed(other, "tab=race");
    check_says("#finding-3 h2", "An access outside of the block's shared memory");
    check_says("#finding-4 h2", "An access outside of every allocation");
    check_says("#finding-3 h3", "Write"); // and its step is not that of the read of this line
    browser_click("document.querySelector('#finding-3 .side button.link')");
    check_says("#panel-block .stepwords", "st.shared");
    click_tab("race");
    check_says("#finding-5", "which has exited. The value is used at sums.cu:32");
    ck_assert(browser_true("Boolean(document.querySelector('#finding-5 p br'))"));
    click_tab("source");
    check_says("#panel-source", "which has exited. The value is used at sums.cu:32");
    check_no_errors();
}
END_TEST

// A race comes before the read that has found nothing, of the same line and launch.
START_TEST(race_comes_before_its_unwritten_read)
{
    json_t *other = json_deep_copy(document), *copy;
    json_t *findings = json_object_get(first_run(other), "findings");
    copy = json_deep_copy(json_array_get(findings, 0));
    change_finding(copy, "initcheck", "uninitialised_shared", "Uninitialized __shared__ memory");
    json_array_insert(findings, 0, copy);
    json_object_set_new(copy, "count", json_integer(7));
    json_t *elsewhere = json_deep_copy(copy);
    json_decref(copy);
    json_object_set_new(elsewhere, "line", json_integer(11));
    json_array_append_new(findings, elsewhere);
    open_changed(other, "tab=race");
    check_says("#finding-0 h2", "1. A race");
    check_says("#finding-1 h2", "2. A read before anything was written");
    check_says("#finding-1", "See the race on this line: the word may be written later.");
    check_says("#finding-4 h2", "A read before anything was written");
    check_says_not("#finding-4", "See the race on this line");
    // The source leads to the same cards.
    click_tab("source");
    browser_click("[...document.querySelectorAll('#line-0-15 ~ .finding')].find(row => "
                  "row.textContent.includes('racecheck')).querySelector('button')");
    ck_assert(browser_true("document.activeElement.id === 'finding-0'"));
    check_no_errors();
}
END_TEST

START_TEST(result_has_a_map)
{
    open_page("");
    click_tab("result");
    ck_assert_int_eq((int)browser_number("document.querySelectorAll('rect.wrong').length"), 4);
    ck_assert_int_eq((int)browser_number("document.querySelectorAll('rect.right').length"), 30);
    browser_click("document.querySelector('.map [data-first=\"20\"]')");
    ck_assert_str_eq(browser_text("document.querySelector('#panel-result .about').textContent"),
                     "out[1][3]: got 0, want 4, never written.");
    browser_click("document.querySelector('.map [data-first=\"1\"]')");
    ck_assert_str_eq(browser_text("document.querySelector('#panel-result .about').textContent"),
                     "out[0][1]: right.");
    browser_click("document.querySelector('#panel-result td button')");
    ck_assert(
        browser_true("document.getElementById('line-0-21').contains(document.activeElement)"));
    check_no_errors();
}
END_TEST

// A matrix with more elements than squares, of a run that has not recorded who wrote what.
static void open_large_result(void)
{
    json_t *other = json_deep_copy(document),
           *buffers = json_object_get(json_object_get(other, "result"), "buffers");
    json_array_clear(buffers);
    json_array_append_new(
        buffers, json_pack("{s:s,s:i,s:i,s:s,s:[[i,i],[i,i]],s:i,"
                           "s:[{s:i,s:s,s:s},{s:i,s:s,s:s}]}",
                           "name", "m", "count", 256 * 256, "width", 256, "type", "i32", "wrong",
                           3 * 256 + 2, 1, 9 * 256 + 9, 1, "wrong_count", 2, "shown", "index", 0,
                           "got", "1", "want", "1", "index", 3 * 256 + 2, "got", "5", "want", "6"));
    write_page(page_file("large.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("large.html"), "tab=result");
}

START_TEST(result_of_many_elements)
{
    open_large_result();
    const char *about = "document.querySelector('#panel-result .about').textContent";
    browser_click("document.querySelectorAll('.map rect.wrong')[0]");
    ck_assert_ptr_nonnull(strstr(browser_text("%s", about), "1 wrong; the first of them, m[3][2]: "
                                                            "got 5, want 6, not recorded which "
                                                            "thread wrote it."));
    browser_click("document.querySelectorAll('.map rect.wrong')[1]"); // it is not among those shown
    ck_assert_ptr_nonnull(strstr(browser_text("%s", about), "m[9][9]: wrong."));
    browser_click("document.querySelector('.map [data-first=\"40\"]')");
    ck_assert_str_eq(browser_text("%s", about), "m[0][40] and 15 near it: right.");
    ck_assert(!browser_true(
        "document.getElementById('panel-result').textContent.includes('never written')"));
    check_no_errors();
}
END_TEST

// The table has the wrong elements, with the place of the writer once, and one stop of the tab key;
// the words name rows and columns.
START_TEST(result_lists_what_is_wrong)
{
    json_t *other = json_deep_copy(document),
           *buffer = member_of(json_object_get(other, "result"), "buffers", 0);
    json_object_set_new(buffer, "wrong",
                        json_pack("[[i,i],[i,i],[i,i]]", 0, 1, 3 + 17, 3, 3 + 2 * 17, 3));
    json_object_set_new(buffer, "count", json_integer(4 * 17));
    json_t *shown = json_object_get(buffer, "shown"), *second;
    second = json_deep_copy(json_array_get(shown, 0));
    json_object_set_new(second, "index", json_integer(37));
    json_array_append_new(shown, second);
    second = json_pack("{s:i,s:s,s:s}", "index", 50, "got", "8", "want", "8");
    json_array_append_new(shown, second);
    open_changed(other, "tab=result");
    check_says("#panel-result",
               "7 of 68 elements are wrong: row 0, column 0; rows 1 to 2, columns 3 to 5.");
    check_says("#panel-result .legend", "wrong");
    check_says_not("#panel-result table", "out[2][16]"); // it is right
    check_says("#panel-result", "The table has the first 4 of 7 wrong elements.");
    ck_assert_str_eq(
        browser_text("document.querySelector('#panel-result tbody tr').cells[3].textContent"),
        "block (0), thread (0), sums.cu:21");
    const char *stops =
        "document.querySelectorAll('#panel-result table button:not([tabindex=\"-1\"])').length";
    ck_assert_int_eq((int)browser_number("%s", stops), 1);
    json_decref(browser_value("document.querySelector('#panel-result table button').focus()"));
    browser_key("ArrowDown");
    ck_assert_str_eq(browser_text("document.activeElement.getAttribute('aria-label')"),
                     "See sums.cu:21, element 37");
    ck_assert_int_eq((int)browser_number("%s", stops), 1);
    check_no_errors();
}
END_TEST

// Nothing is wrong, and writers are not recorded: each is said once.
START_TEST(result_that_is_right)
{
    json_t *other = json_deep_copy(document), *shown = json_array(),
           *buffer = member_of(json_object_get(other, "result"), "buffers", 0);
    for (int i = 0; i < 34; i++)
        json_array_append_new(shown,
                              json_pack("{s:i,s:s,s:s}", "index", i, "got", "7", "want", "7"));
    json_object_set_new(buffer, "wrong", json_array());
    json_object_set_new(buffer, "shown", shown);
    open_changed(other, "tab=result");
    ck_assert_int_eq(
        (int)browser_number("document.querySelectorAll('#panel-result tbody tr').length"), 8);
    ck_assert_int_eq((int)browser_number("document.getElementById('panel-result').textContent."
                                         "split('not recorded').length"),
                     2);
    check_says_not("#panel-result .legend", "wrong");
    check_no_errors();
}
END_TEST

START_TEST(streams_zoom_and_waits)
{
    open_page("");
    click_tab("streams");
    const char *job = "[...document.querySelectorAll('.job[role=button]')].find(j => "
                      "j.getAttribute('aria-label').startsWith('by_columns'))";
    double width = browser_number("%s.querySelector('rect').getBoundingClientRect().width", job);
    browser_click("%s", job);
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('#panel-streams .about').textContent"),
               "add_up (an event)"));
    ck_assert_int_gt(
        (int)browser_number("document.querySelectorAll('path.event.waits.strong').length"), 0);
    browser_click(BUTTON("Zoom in"));
    ck_assert_double_gt(
        browser_number("%s.querySelector('rect').getBoundingClientRect().width", job), 1.5 * width);
    browser_click(BUTTON("The work of the GPU"));
    ck_assert_double_eq_tol(
        browser_number("%s.querySelector('rect').getBoundingClientRect().width", job), width, 0.5);
    ck_assert_int_gt(
        (int)browser_number("document.querySelectorAll('rect[fill=\"url(#idle)\"]').length"), 0);
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.getElementById('panel-streams').textContent"), "kernels 8"));
    // The arrow keys go from job to job.
    json_decref(browser_value("%s.focus()", job));
    browser_key("ArrowRight");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.activeElement.getAttribute('aria-label')"), "copy to host"));
    browser_key("ArrowUp");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.activeElement.getAttribute('aria-label')"), "one: from "));
    check_no_errors();
}
END_TEST

// What the recording says of lanes, of launches that are not listed, and of jobs of one name.
START_TEST(words_fit_the_recording)
{
    json_t *other = json_deep_copy(document),
           *run = json_array_get(json_object_get(other, "runs"), 0);
    json_t *finding = json_array_get(json_object_get(run, "findings"), 0);
    json_object_set_new(finding, "one_warp", json_true());
    json_object_set_new(run, "more", json_integer(98));
    json_object_set_new(run, "us", json_real(1234.5));
    json_t *waits = json_object_get(json_object_get(run, "timeline"), "waits");
    json_array_append_new(waits, json_pack("[i,i,s]", 2, 0, "tail launch"));
    json_array_append_new(waits, json_pack("[i,i,s]", 2, 0, "tail launch"));
    write_page(page_file("words.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("words.html"), "");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('header').textContent"), "in 100 launches"));
    click_tab("against");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('.against tbody tr').textContent"), "234.5"));
    click_tab("race");
    ck_assert_ptr_nonnull(strstr(browser_text("document.getElementById('finding-0').textContent"),
                                 "Lanes need not move together"));
    click_tab("streams");
    browser_click("[...document.querySelectorAll('.job[role=button]')].find(j => "
                  "j.getAttribute('aria-label').startsWith('by_columns'))");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('#panel-streams .about').textContent"),
               "copy to device (pageable) (a tail launch; 2 jobs)"));
    check_no_errors();
}
END_TEST

// An error has CUDA's name beside its number, if it is one that a launch can end with.
START_TEST(errors_have_names)
{
    json_t *other = json_deep_copy(document), *run = first_run(other);
    json_object_set_new(member_of(run, "launches", 0), "status", json_integer(700));
    json_object_set_new(member_of(run, "launches", 1), "status", json_integer(999));
    open_changed(other, "");
    check_says("header", "launch 0 ended with error 700 (cudaErrorIllegalAddress)");
    check_says("#panel-source select", "128>>>, error 700 (cudaErrorIllegalAddress), ");
    check_says("#panel-source select", "32>>>, error 999, ");
    check_no_errors();
}
END_TEST

START_TEST(against_says_better_and_worse)
{
    open_page("");
    click_tab("against");
    const char *row =
        "[...document.querySelectorAll('.against tr')].find(r => r.textContent.startsWith('%s'))";
    char find[512];
    snprintf(find, sizeof find, row, "Wavefronts, loads");
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s.cells[4].textContent", find), "better: \u221250%"));
    snprintf(find, sizeof find, row, "Sectors, loads");
    ck_assert_ptr_nonnull(strstr(browser_text("%s.cells[4].textContent", find), "worse: +"));
    ck_assert_ptr_nonnull(strstr(browser_text("%s.cells[5].textContent", find), "the same"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.getElementById('panel-against').textContent"), "\u2717 no"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.getElementById('panel-against').textContent"), "2 of 2"));
    check_no_errors();
}
END_TEST

// In an order that splits warps, nothing is compared: the run that is counted is in order.
START_TEST(shuffled_runs_are_not_compared)
{
    static const char *const split[] = {"source", "access", "against"};
    json_t *other = json_deep_copy(document);
    json_object_set_new(other, "schedule", json_string("shuffled (1)"));
    open_changed(other, "");
    for (unsigned i = 0; i < sizeof split / sizeof *split; i++) {
        char panel[64];
        click_tab(split[i]);
        snprintf(panel, sizeof panel, "#panel-%s", split[i]);
        check_says(panel, "splits warps");
        ck_assert_int_eq(
            (int)browser_number("document.querySelectorAll('%s .splits').length", panel), 1);
    }
    check_says("#panel-against .splits", "no counter is called better or worse");
    check_says_not(".against", "better");
    check_says_not(".against", "worse");
    ck_assert_int_eq((int)browser_number("document.querySelectorAll('.against .good, .against "
                                         ".bad').length"),
                     0);
    check_says(".against", "Reference"); // the counters are there
    other = json_deep_copy(document);
    json_object_set_new(other, "schedule", json_string("in order"));
    open_changed(other, "tab=against");
    check_says_not("#panel-against", "splits warps");
    check_says(".against", "better");
    check_no_errors();
}
END_TEST

START_TEST(schedules_have_plain_words)
{
    json_t *other = json_deep_copy(document);
    json_object_set_new(other, "schedule", json_string("clean"));
    open_changed(other, "");
    check_says("header .note", "in order, as counted");
    check_says_not("header", "clean");
    check_no_errors();
}
END_TEST

// A section without data is left out.
START_TEST(sections_without_data)
{
    json_t *small =
        json_pack("{s:i,s:s,s:[{s:s,s:s}],s:[{s:s,s:i,s:{},s:[],s:[]}]}", "look", 1, "title",
                  "none", "sources", "file", "x.cu", "text", "int x;\n", "runs", "name", "yours",
                  "file", 0, "metrics", "launches", "findings");
    write_page(page_file("small.html"), small, false);
    json_decref(small);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("small.html"), "");
    ck_assert_str_eq(
        browser_text("[...document.querySelectorAll('[role=tab]')].map(t => t.textContent).join()"),
        "Source");
    ck_assert_str_eq(browser_text("/Findings \\(.*?\\)/.exec(document.getElementById('left-out')."
                                  "textContent)[0]"),
                     "Findings (the checkers found nothing)");
    ck_assert(browser_true("document.getElementById('left-out').textContent.includes(\"A warp's "
                           "access (no kernel was launched)\")"));
    check_no_errors();
}
END_TEST

SUITE(s)
{
    page_needed();
    TCase *c =
        TESTS(s, "findings", source_that_is_gone, race_leads_to_the_block,
              race_of_two_blocks_names_them, race_links_each_recorded_access,
              race_in_a_cluster_says_no_guess, race_in_global_memory_has_steps,
              words_and_threads_have_their_names, findings_have_plain_words,
              race_comes_before_its_unwritten_read, result_has_a_map, result_of_many_elements,
              result_lists_what_is_wrong, result_that_is_right, streams_zoom_and_waits,
              words_fit_the_recording, errors_have_names, against_says_better_and_worse,
              shuffled_runs_are_not_compared, schedules_have_plain_words, sections_without_data);
    tcase_add_unchecked_fixture(c, page_start, browser_end);
}
