// test_look_page.c - the page that shows what a kernel did, in a browser, by clicks and keys: its
// lines and accesses, and a page among files.
// Without a browser or the page's libraries nothing is tested.
#include "suite.h"
#include <stdlib.h>
#include <string.h>

#include "look/page.h"

START_TEST(source_shows_lines_and_counters)
{
    open_page("");
    const char *row = "document.getElementById('line-0-28')";
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s.querySelector('.sectors').textContent", row), "7"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s.querySelector('.conflicts').textContent", row), "31"));
    ck_assert(browser_true("%s.classList.contains('hot')", row));
    ck_assert(!browser_true("document.getElementById('line-0-12').classList.contains('hot')"));
    // The finding is in the row after its line.
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.getElementById('line-0-15').nextSibling.textContent"),
               "racecheck: error"));
    // A line opens and closes.
    browser_click("%s.querySelector('button')", row);
    ck_assert_str_eq(browser_text("%s.querySelector('button').getAttribute('aria-expanded')", row),
                     "true");
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s.nextSibling.textContent", row), "7; the fewest possible: 1"));
    browser_click("%s.querySelector('button')", row);
    ck_assert_str_eq(browser_text("%s.querySelector('button').getAttribute('aria-expanded')", row),
                     "false");
    check_no_errors();
}
END_TEST

START_TEST(source_of_the_reference)
{
    open_page("");
    ck_assert(
        !browser_true("document.getElementById('panel-source').textContent.includes('finding') || "
                      "Boolean(document.getElementById('line-1-17'))"));
    browser_click(BUTTON("Reference"));
    ck_assert_ptr_nonnull(strstr(browser_text("document.getElementById('line-1-17').textContent"),
                                 "__syncthreads();"));
    ck_assert(
        browser_true("document.activeElement.textContent === 'Reference'")); // the focus stays
    browser_click(BUTTON("Yours"));
    ck_assert(browser_true("Boolean(document.getElementById('line-0-15'))"));
    // One launch alone: the lines of the other have no counters, and are left out.
    json_decref(browser_value("const s = document.querySelector('#panel-source select'); "
                              "s.focus(); s.value = '0'; s.dispatchEvent(new Event('change'))"));
    ck_assert(!browser_true("Boolean(document.getElementById('line-0-28'))"));
    browser_click("[...document.querySelectorAll('.fold button')].pop()");
    ck_assert_str_eq(browser_text("document.querySelector('#line-0-28 .executed').textContent"),
                     "");
    ck_assert_str_ne(browser_text("document.querySelector('#line-0-15 .executed').textContent"),
                     "");
    check_no_errors();
}
END_TEST

// A branch is executed by the lanes that take it and by those that go straight on.
START_TEST(lanes_of_branches)
{
    json_t *other = json_deep_copy(document),
           *run = json_array_get(json_object_get(other, "runs"), 0),
           *launch = json_array_get(json_object_get(run, "launches"), 0),
           *line = json_array_get(json_object_get(launch, "lines"), 0);
    json_object_set_new(line, "executed", json_integer(4));
    json_object_set_new(line, "lanes", json_integer(32));
    json_object_set_new(line, "straight", json_integer(96));
    write_page(page_file("lanes.html"), other, false);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("lanes.html"), "");
    ck_assert_str_eq(browser_text("document.querySelector('#line-0-%d .lanes').textContent",
                                  (int)json_integer_value(json_object_get(line, "line"))),
                     "32.0");
    json_decref(other);
    check_no_errors();
}
END_TEST

// From a line to one of its accesses: 32 lanes on one bank, and beside it the reference's.
START_TEST(access_of_shared_memory)
{
    open_page("");
    browser_click("document.querySelector('#line-0-28 button')");
    browser_click("[...document.querySelectorAll('.more button')].find(b => "
                  "b.textContent.startsWith('Store to shared'))");
    ck_assert_str_eq(browser_text("document.querySelector('[aria-selected=true]').id"),
                     "tab-access");
    const char *mine = "document.querySelector('#panel-access article')";
    ck_assert_ptr_nonnull(strstr(browser_text("%s.querySelector('.says').textContent", mine),
                                 "32 wavefronts; the fewest possible: 1"));
    // In the drawing: one bank is crowded, and each lane has another wavefront.
    ck_assert_int_eq((int)browser_number("%s.querySelectorAll('.crowded').length", mine), 1);
    ck_assert_int_eq((int)browser_number("%s.querySelectorAll('.wire').length", mine), 32);
    ck_assert_int_eq((int)browser_number(
                         "new Set([...%s.querySelectorAll('title')].map(t => (/lane \\d+: "
                         ".*(wavefront \\d+)/.exec(t.textContent) || [])[1]).filter(Boolean)).size",
                         mine),
                     32);
    ck_assert_int_eq(
        (int)browser_number("document.querySelectorAll('#panel-access article').length"), 2);
    browser_click("%s.querySelector('summary')", mine);
    ck_assert_int_eq((int)browser_number("%s.querySelectorAll('tbody tr').length", mine), 32);
    check_no_errors();
}
END_TEST

// A document with two accesses more: a load of an array in local memory, and one of constant memory
// in which each second lane wants another word.
static void open_other_spaces(void)
{
    json_error_t why;
    json_t *other = json_deep_copy(document),
           *run = json_array_get(json_object_get(other, "runs"), 0);
    json_t *launch = json_array_get(json_object_get(run, "launches"), 0), *addr = json_array();
    for (int lane = 0; lane < 32; lane++)
        json_array_append_new(addr, json_integer(4 * (lane / 2)));
    json_t *local =
        json_pack_ex(&why, 0, "{s:s,s:s,s:i,s:i,s:i,s:i,s:i,s:i,s:[{s:[i],s:i,s:I,s:i,s:O}]}",
                     "kind", "load", "space", "local", "width", 4, "source", 0, "line", 16,
                     "executed", 1, "cost", 16, "least", 4, "samples", "block", 0, "warp", 0,
                     "mask", (json_int_t)0xffffffffu, "cost", 16, "addr", addr);
    ck_assert_msg(local != NULL, "%s", why.text);
    json_t *constant = json_deep_copy(local);
    json_object_set_new(constant, "space", json_string("constant"));
    json_decref(addr);
    json_array_append_new(json_object_get(launch, "accesses"), local);
    json_array_append_new(json_object_get(launch, "accesses"), constant);
    json_t *line = json_array_get(json_object_get(launch, "lines"), 0);
    json_object_set_new(line, "passes", json_integer(16));
    json_object_set_new(line, "passes_min", json_integer(1));
    write_page(page_file("spaces.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("spaces.html"), "tab=access");
}

static void choose_access(const char *space)
{
    json_decref(browser_value(
        "{ const s = document.querySelector('#panel-access select'), o = [...s.options].find(o => "
        "o.text.includes('load, %s')); s.value = o.value; s.dispatchEvent(new Event('change')) }",
        space));
}

START_TEST(access_of_local_and_constant_memory)
{
    const char *mine = "document.querySelector('#panel-access article')";
    open_other_spaces();
    choose_access("local");
    ck_assert_ptr_nonnull(
        strstr(browser_text("%s.querySelector('.says').textContent", mine), "16 sectors"));
    ck_assert_int_eq((int)browser_number("%s.querySelectorAll('rect.sector').length", mine), 16);
    choose_access("constant");
    ck_assert_ptr_nonnull(strstr(browser_text("%s.querySelector('.says').textContent", mine),
                                 "16 passes; the fewest possible: 1"));
    ck_assert_int_eq((int)browser_number("new Set([...%s.querySelectorAll('[data-pass]')].map(c => "
                                         "c.dataset.pass)).size",
                                         mine),
                     16);
    click_tab("source");
    ck_assert(browser_true("[...document.querySelectorAll('.source thead th')].some(h => "
                           "h.textContent === 'Constant')"));
    ck_assert(browser_true("[...document.querySelectorAll('.source td.passes')].some(c => "
                           "c.textContent.startsWith('16'))"));
    check_no_errors();
}
END_TEST

// Adds an atomic of 8 lanes on one word to launch 0 of the document.
static void add_atomic(json_t *other, const char *space, int line, int cost, const char *wavefront)
{
    json_t *run = json_array_get(json_object_get(other, "runs"), 0), *addr = json_array(),
           *launch = json_array_get(json_object_get(run, "launches"), 0);
    for (int lane = 0; lane < 32; lane++)
        json_array_append_new(addr, lane < 8 ? json_integer(16) : json_null());
    json_t *sample = json_pack("{s:[i],s:i,s:i,s:i,s:o}", "block", 0, "warp", 0, "mask", 0xff,
                               "cost", cost, "addr", addr);
    if (wavefront) {
        json_object_set_new(sample, "wavefront", json_loads(wavefront, 0, NULL));
        json_object_set_new(sample, "least", json_integer(2));
    }
    json_array_append_new(json_object_get(launch, "accesses"),
                          json_pack("{s:s,s:s,s:i,s:i,s:i,s:i,s:i,s:i,s:[o]}", "kind", "atomic",
                                    "space", space, "width", 4, "source", 0, "line", line,
                                    "executed", 1, "cost", cost, "least", 1 + !!wavefront,
                                    "samples", sample));
}

static const char *says_of_access(const char *begin)
{
    json_decref(browser_value(
        "{ const s = document.querySelector('#panel-access select'), o = [...s.options].find(o => "
        "o.text.startsWith('%s')); s.value = o.value; s.dispatchEvent(new Event('change')) }",
        begin));
    return browser_text("document.querySelector('#panel-access .says').textContent");
}

// A swap in shared memory counts each wavefront twice; an exchange in global memory, each lane's
// sector.
START_TEST(atomics_say_what_is_counted)
{
    json_t *other = json_deep_copy(document);
    add_atomic(other, "shared", 12, 16, "[0,1,2,3,4,5,6,7]");
    add_atomic(other, "global", 13, 8, NULL);
    write_page(page_file("atomics.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("atomics.html"), "tab=access");
    ck_assert_str_eq(says_of_access("sums.cu:12 atomic, shared: 16 wavefronts, fewest 2"),
                     "8 active lanes, 1 word, 16 wavefronts; the fewest possible: 2. Lanes that "
                     "change the same word do so one after the other. Each wavefront that is drawn "
                     "counts twice: the word is read, and swapped.");
    const char *says = says_of_access("sums.cu:13 atomic, global: 8 sectors, fewest 1");
    ck_assert_ptr_nonnull(strstr(says, "8 active lanes, 8 sectors; the fewest possible: 1 sector"));
    check_no_errors();
}
END_TEST

// The button makes a file: a picture of its own, with the same lanes, that needs no style.
START_TEST(drawings_can_be_saved)
{
    open_page("tab=access");
    json_decref(browser_value("URL.createObjectURL = blob => { blob.text().then(text => { "
                              "window.saved = text; }); return 'blob:none'; }; "
                              "HTMLAnchorElement.prototype.click = function () {}"));
    browser_click("document.querySelector('#panel-access article .save')");
    ck_assert(
        browser_true("new Promise(done => setTimeout(() => done(Boolean(window.saved)), 200))"));
    ck_assert(
        browser_true("(() => { const svg = new DOMParser().parseFromString(window.saved, "
                     "'image/svg+xml').documentElement; return svg.tagName === 'svg' && "
                     "svg.querySelectorAll('[data-lane]').length === 32 && "
                     "!window.saved.includes('class=') && !window.saved.includes('var('); })()"));
    check_no_errors();
}
END_TEST

START_TEST(access_of_global_memory)
{
    open_page("tab=access");
    const char *mine = "document.querySelector('#panel-access article')";
    json_decref(browser_value("const s = %s.querySelector('select'), o = [...s.options].find(o => "
                              "o.text.startsWith('sums.cu:28 load'));"
                              " s.value = o.value; s.dispatchEvent(new Event('change'))",
                              mine));
    ck_assert_ptr_nonnull(strstr(browser_text("%s.querySelector('.says').textContent", mine),
                                 "7 sectors in 7 lines"));
    ck_assert_int_eq((int)browser_number("%s.querySelectorAll('rect.sector').length", mine), 7);
    browser_click("[...%s.querySelectorAll('button')].find(b => b.textContent === 'See the block "
                  "at this step')",
                  mine);
    ck_assert_str_eq(browser_text("document.querySelector('[aria-selected=true]').id"),
                     "tab-block");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('.stepwords').textContent"), "ld.global"));
    check_no_errors();
}
END_TEST

START_TEST(samples_of_an_access)
{
    open_page("tab=access");
    char first[64];
    snprintf(first, sizeof first, "%s",
             browser_text("/Sample \\d+ of \\d+/.exec(document.querySelectorAll('#panel-access "
                          "article')[1].textContent)[0]"));
    ck_assert_str_eq(first, "Sample 1 of 1");
    json_decref(browser_value("const s = document.querySelector('#panel-access select'), o = "
                              "[...s.options].find(o => o.text.startsWith('sums.cu:15 load'));"
                              " s.value = o.value; s.dispatchEvent(new Event('change'))"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('#panel-access article').textContent"),
               "Sample 1 of 14"));
    browser_click("document.querySelector('#panel-access article [aria-label$=\"next sample\"]')");
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('#panel-access article').textContent"),
               "Sample 2 of 14"));
    check_no_errors();
}
END_TEST

// ---- a page among files ---------------------------------------------

// What a student writes in a file is text on the page, whatever it looks like.
START_TEST(hostile_text_is_text)
{
    json_t *other = json_deep_copy(document);
    const char *bad =
        "</script><script>window.taken = 1</script><img src=x onerror='window.taken = 2'>";
    json_object_set_new(other, "title", json_string(bad));
    json_object_set_new(json_array_get(json_object_get(other, "sources"), 0), "text",
                        json_string(bad));
    json_t *run = json_array_get(json_object_get(other, "runs"), 0);
    json_object_set_new(json_array_get(json_object_get(run, "findings"), 0), "message",
                        json_string(bad));
    write_page(page_file("hostile.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("hostile.html"), "");
    for (int i = 0; i < SECTIONS; i++)
        click_tab(sections[i]);
    ck_assert(browser_true("window.taken === undefined"));
    ck_assert_str_eq(browser_text("document.querySelector('h1').textContent"), bad);
    check_no_errors();
}
END_TEST

// Nothing is smaller than 14 pixels; drawings are enlarged, and scroll.
START_TEST(letters_on_a_phone)
{
    browser_window(PHONE, HIGH, false);
    browser_open(PAGE, "");
    for (int i = 0; i < SECTIONS; i++) {
        click_tab(sections[i]);
        const char *small = browser_text(SMALL_TEXTS);
        ck_assert_msg(small[0] == 0, "%s: too small: %s", sections[i], small);
    }
}
END_TEST

START_TEST(page_loads_nothing)
{
    open_page("");
    for (int i = 0; i < SECTIONS; i++)
        click_tab(sections[i]);
    ck_assert_int_eq((int)browser_number("performance.getEntriesByType('resource').length"), 0);
}
END_TEST

START_TEST(watched_page_loads_itself_again)
{
    write_page(page_file("watched.html"), document, true);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("watched.html"), "tab=block&step=50");
    json_t *other = json_deep_copy(document);
    json_object_set_new(other, "title", json_string("another attempt"));
    write_page(page_file("watched.html"), other, true);
    json_decref(other);
    browser_wait(
        "Boolean(document.querySelector('h1')) && document.querySelector('h1').textContent === "
        "'another attempt' && document.body.dataset.ready === 'yes'");
    ck_assert_int_eq(step_now(), 51); // the same place as before
    check_no_errors();
}
END_TEST

SUITE(s)
{
    page_needed();
    TCase *c = TESTS(
        s, "page", source_shows_lines_and_counters, source_of_the_reference, lanes_of_branches,
        access_of_shared_memory, access_of_local_and_constant_memory, atomics_say_what_is_counted,
        drawings_can_be_saved, access_of_global_memory, samples_of_an_access, hostile_text_is_text,
        letters_on_a_phone, page_loads_nothing, watched_page_loads_itself_again);
    tcase_add_unchecked_fixture(c, page_start, browser_end);
}
