// test_look_block.c - the page of make look in a browser: a block at work, step by step.
// Without a browser or the page's libraries nothing is tested.
#include "suite.h"
#include <stdlib.h>
#include <string.h>

#include "look/page.h"

#define MEMORY \
    "[...document.querySelectorAll('.word')].map(w => w.className.replace(' picked', '') + " \
    "w.textContent).join()"
#define WARPS \
    "[...document.querySelectorAll('.warps li')].map(w => w.className + w.textContent + " \
    "w.querySelectorAll('.on').length).join()"

START_TEST(block_goes_forwards_and_backwards)
{
    open_page("tab=block&step=100");
    char *memory = strdup(browser_text(MEMORY)), *warps = strdup(browser_text(WARPS));
    ck_assert_int_eq(step_now(), 101);
    for (int i = 0; i < 12; i++)
        browser_key("ArrowRight");
    ck_assert_int_eq(step_now(), 113);
    ck_assert_str_ne(browser_text(MEMORY), memory);
    for (int i = 0; i < 12; i++)
        browser_key("ArrowLeft");
    ck_assert_int_eq(step_now(), 101);
    ck_assert_str_eq(browser_text(MEMORY), memory);
    ck_assert_str_eq(browser_text(WARPS), warps);
    browser_key("Home");
    ck_assert_int_eq(step_now(), 1);
    ck_assert(browser_true(
        "[...document.querySelectorAll('.word')].every(w => w.classList.contains('k-never'))"));
    browser_click("document.querySelector('[aria-label=\"Last step\"]')");
    ck_assert_int_eq(step_now(), 173);
    ck_assert_str_eq(browser_text("document.querySelector('.word').textContent"), "283");
    free(memory);
    free(warps);
    check_no_errors();
}
END_TEST

START_TEST(block_shows_waits_and_writers)
{
    open_page("tab=block");
    // Warps 0 to 2 wait at the barrier, and warp 3 has not arrived.
    browser_key("b");
    browser_key("ArrowLeft");
    ck_assert_ptr_nonnull(strstr(
        browser_text("document.querySelectorAll('.warps li')[0].textContent"), "waits: barrier 0"));
    ck_assert_ptr_nonnull(strstr(
        browser_text("document.querySelectorAll('.warps li')[2].textContent"), "waits: barrier 0"));
    ck_assert_ptr_null(
        strstr(browser_text("document.querySelectorAll('.warps li')[3].textContent"), "waits"));
    browser_key("ArrowRight");
    ck_assert_ptr_null(
        strstr(browser_text("document.querySelectorAll('.warps li')[0].textContent"), "waits"));
    // Word 33 was written by thread 33 in line 11; later by a thread in line 15.
    browser_click("document.querySelector('[data-word=\"33\"]')");
    ck_assert_ptr_nonnull(strstr(browser_text("document.querySelector('.about').textContent"),
                                 "written by thread 33 at step"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('.about').textContent"), "sums.cu:11"));
    browser_click(BUTTON("The next write"));
    ck_assert_ptr_nonnull(strstr(browser_text("document.querySelector('.about').textContent"),
                                 "written by thread 33 at step"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('.about').textContent"), "sums.cu:15"));
    ck_assert(
        browser_true("document.querySelector('[data-word=\"33\"]').classList.contains('k-now-w')"));
    // The arrows move among the words when one has the focus.
    browser_click("document.querySelector('[data-word=\"33\"]')");
    int step = step_now();
    browser_key("ArrowDown");
    browser_key("ArrowRight");
    ck_assert_str_eq(browser_text("document.activeElement.dataset.word"), "66");
    ck_assert_int_eq(step_now(), step);
    check_no_errors();
}
END_TEST

// The reference adds up in a tree: from barrier to barrier half as many threads write, each from
// its own word and another one.
START_TEST(block_from_barrier_to_barrier)
{
    open_page("tab=block&run=reference");
    const char *card = "document.querySelector('.flow-card')";
    ck_assert(browser_true("Boolean(%s)", card));
    int phases = (int)browser_number(
        "[...%s.querySelectorAll('text')].filter(t => t.textContent.startsWith('phase')).length",
        card);
    ck_assert_int_ge(phases, 4);
    ck_assert(browser_true("[...%s.querySelectorAll('.flow')].every(l => Number(l.dataset.from) >= "
                           "Number(l.dataset.to))",
                           card));
    ck_assert_int_gt((int)browser_number("%s.querySelectorAll('.flow.other').length", card), 0);
    check_no_errors();
}
END_TEST

// A block of three steps with an array of float in words 0 to 31, one of short in words 32 to 47:
// the recorder cannot know that the constants 1.0f are no integers, nor that the short ones have a
// sign.
static void open_typed_block(void)
{
    json_error_t why;
    json_t *other = json_deep_copy(document),
           *run = json_array_get(json_object_get(other, "runs"), 0),
           *launch = json_array_get(json_object_get(run, "launches"), 0);
    json_t *block = json_loads(
        "[{\"block\":[0,0,0],\"threads\":32,\"warps\":1,\"shared\":192,\"truncated\":false,\"ops\":"
        "["
        "{\"source\":0,\"line\":11,\"text\":\"st.shared.u32\"},"
        "{\"source\":0,\"line\":15,\"text\":\"st.shared.u16\"},"
        "{\"source\":0,\"line\":16,\"text\":\"ld.shared.f32\",\"type\":\"f\"},"
        "{\"source\":0,\"line\":17,\"text\":\"ld.shared.u16\",\"type\":\"s\"}],"
        "\"steps\":{\"warp\":[0,0,0,0],\"op\":[0,1,2,3],\"mask\":[3,3,1,1]},\"waits\":[],"
        "\"memory\":[[0,\"w\",[0,4],4,1065353216],[1,\"w\",[128,130],2,[65535,65534]],"
        "[2,\"r\",[4],4,1],[3,\"r\",[128],2,65535]]}]",
        0, &why);
    ck_assert_msg(block != NULL, "%s", why.text);
    json_object_set_new(launch, "blocks", block);
    json_object_set_new(launch, "variables",
                        json_pack("[{s:s,s:i,s:i},{s:s,s:i,s:i}]", "name", "ones", "offset", 0,
                                  "bytes", 128, "name", "small", "offset", 128, "bytes", 64));
    write_page(page_file("typed.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("typed.html"), "tab=block&step=3");
}

START_TEST(block_shows_values_of_their_type)
{
    open_typed_block();
    ck_assert_str_eq(browser_text("document.querySelector('[data-word=\"0\"]').textContent"), "1");
    // Two elements in a word, each with its own value and writer.
    ck_assert_str_eq(browser_text("document.querySelector('[data-word=\"32\"]').textContent"),
                     "-1 -2");
    browser_click("document.querySelector('[data-word=\"32\"]')");
    const char *about = "document.querySelector('#panel-block .about').textContent";
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s", about),
               "small, element 0 (offset 0x80, bank 0): value -1, written by thread 0 at step 2"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s", about),
               "small, element 1 (offset 0x82, bank 0): value -2, written by thread 1 at step 2"));
    check_no_errors();
}
END_TEST

// Where the type is not known, the words give other readings of the bits: of a half, a byte with a
// sign, and an integer without one.
START_TEST(block_gives_other_readings_of_values)
{
    json_t *other = json_deep_copy(document), *launch = member_of(first_run(other), "launches", 0);
    json_object_set_new(
        launch, "blocks",
        json_loads("[{\"block\":[0,0,0],\"threads\":32,\"warps\":1,\"shared\":64,\"ops\":["
                   "{\"source\":0,\"line\":11,\"text\":\"st.shared.u16\"},"
                   "{\"source\":0,\"line\":12,\"text\":\"st.shared.u8\"},"
                   "{\"source\":0,\"line\":13,\"text\":\"st.shared.u32\",\"type\":\"i\"},"
                   "{\"source\":0,\"line\":14,\"text\":\"st.shared.f32\",\"type\":\"f\"}],"
                   "\"steps\":{\"warp\":[0,0,0,0],\"op\":[0,1,2,3],\"mask\":[1,1,1,1]},"
                   "\"waits\":[],\"memory\":[[0,\"w\",[0],2,16640],[1,\"w\",[4],1,252],"
                   "[2,\"w\",[8],4,-7],[3,\"w\",[12],4,-7]]}]",
                   0, NULL));
    json_object_del(launch, "variables");
    open_changed(other, "tab=block&step=3");
    static const char *const words[] = {
        "value 0x4100 (unsigned 16640, as half 2.5), written", "value 252 (signed -4), written",
        "value -7 (unsigned 4294967289), written", "value -7, written"};
    for (int i = 0; i < 4; i++) {
        browser_click("document.querySelector('[data-word=\"%d\"]')", i);
        check_says("#panel-block .about", words[i]);
    }
    check_no_errors();
}
END_TEST

// Launches and blocks without recorded steps are named, and the findings that are of one.
START_TEST(block_says_what_is_not_recorded)
{
    json_t *other = json_deep_copy(document), *run = first_run(other);
    json_t *third = json_deep_copy(member_of(run, "launches", 1)), *finding;
    json_object_del(member_of(run, "launches", 1), "blocks");
    json_object_del(third, "blocks");
    json_object_set_new(third, "launch", json_integer(2));
    json_array_append_new(json_object_get(run, "launches"), third);
    finding = json_deep_copy(member_of(run, "findings", 0));
    json_object_set_new(finding, "launch", json_integer(2));
    json_array_append_new(json_object_get(run, "findings"), finding);
    finding = json_deep_copy(member_of(run, "findings", 0));
    json_object_set_new(finding, "block", json_pack("[i,i,i]", 1, 0, 0));
    json_array_append_new(json_object_get(run, "findings"), finding);
    open_changed(other, "tab=block");
    check_says("#panel-block", "Steps are recorded of launch 0 only; not of launches 1, 2.");
    check_says("#panel-block", "Findings 4, 5 are of a launch or a block without recorded steps.");
    check_says_not("#panel-block", "which is chosen");
    click_tab("source");
    json_decref(browser_value("const s = document.querySelector('#panel-source select'); "
                              "s.value = '2'; s.dispatchEvent(new Event('change'))"));
    click_tab("block");
    check_says("#panel-block", "Launch 2, which is chosen in the section Source, has no recorded");
    open_page("tab=block");
    ck_assert(browser_true("document.querySelector('#panel-block .missing').hidden"));
    // Findings that are no race have a link to their step, too, or say why they have none.
    other = json_deep_copy(document);
    run = first_run(other);
    finding = member_of(run, "findings", 0);
    json_object_del(finding, "other");
    json_object_set_new(finding, "cause", json_string("out_of_bounds"));
    json_t *second = json_deep_copy(finding);
    json_object_set_new(second, "block", json_pack("[i,i,i]", 1, 0, 0));
    json_array_append_new(json_object_get(run, "findings"), second);
    open_changed(other, "tab=race");
    check_says("#finding-0 .side", "See the block at this ");
    check_says("#finding-3 .side", "The steps of block (1) are not recorded.");
    check_no_errors();
}
END_TEST

// The same block, compiled with -G, has variables. It is shown first; links of findings lead to the
// block that was judged.
START_TEST(block_shows_variables)
{
    json_t *other = json_deep_copy(document), *debug = json_deep_copy(first_run(other));
    json_t *block = member_of(member_of(debug, "launches", 0), "blocks", 0);
    json_object_set_new(debug, "name", json_string("debug"));
    json_object_set_new(block, "names", json_pack("[s,s]", "stride", "left"));
    json_object_set_new(block, "values",
                        json_loads("[[0,0,15,\"64\"],[2,1,5,[\"7\",\"9\"]]]", 0, NULL));
    json_object_set_new(other, "debug", debug);
    open_changed(other, "tab=block&step=2");
    const char *table = ".variables table";
    check_says(table, "stride64step 1");
    check_says(table, "left7this step");
    json_decref(browser_value("const s = document.querySelector('.variables select'); s.value = "
                              "'2'; s.dispatchEvent(new Event('change'))"));
    check_says(table, "left9this step");
    int line = (int)browser_number("Number(document.querySelector('.marked').dataset.line)");
    browser_click(BUTTON("Next line"));
    ck_assert_int_ne((int)browser_number("Number(document.querySelector('.marked').dataset.line)"),
                     line);
    browser_click(BUTTON("As graded"));
    ck_assert(browser_true("!document.querySelector('.variables')"));
    browser_click(BUTTON("With variables"));
    check_says(".variables", "lane 0: thread ");
    click_tab("race");
    browser_click("[...document.querySelectorAll('#panel-race button')].find(b => "
                  "b.textContent.startsWith('See the block'))");
    ck_assert(browser_true("!document.querySelector('.variables')"));
    check_no_errors();
}
END_TEST

START_TEST(block_plays_and_jumps)
{
    open_page("tab=block");
    browser_click("document.querySelector('.play')");
    browser_wait("!document.querySelector('.stepwords').textContent.startsWith('Step 1 ')");
    browser_click("document.querySelector('.play')");
    ck_assert_str_eq(browser_text("document.querySelector('.play').textContent"), "Play");
    // The slider is a real one: the focus on it, and its own keys.
    json_decref(browser_value("document.querySelector('input[type=range]').focus()"));
    int step = step_now();
    browser_key("ArrowRight");
    ck_assert_int_eq(step_now(), step + 1);
    // A click in the middle of the strip is a jump.
    browser_click("document.querySelector('.strip')");
    ck_assert_int_ge(step_now(), 86);
    ck_assert_int_le(step_now(), 88);
    // Only the steps of one warp.
    json_decref(browser_value("const s = [...document.querySelectorAll('#panel-block select')][1]; "
                              "s.value = '2'; s.dispatchEvent(new Event('change'))"));
    browser_click("document.querySelector('[aria-label=\"One step on\"]')");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('.stepwords').textContent"), "warp 2"));
    check_no_errors();
}
END_TEST

SUITE(s)
{
    page_needed();
    TCase *c = TESTS(s, "block", block_goes_forwards_and_backwards, block_shows_waits_and_writers,
                     block_from_barrier_to_barrier, block_shows_values_of_their_type,
                     block_gives_other_readings_of_values, block_says_what_is_not_recorded,
                     block_shows_variables, block_plays_and_jumps);
    tcase_add_unchecked_fixture(c, page_start, browser_end);
}
