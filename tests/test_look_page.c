// test_look_page.c - the page that shows what a kernel did, in a browser, by clicks and keys: what
// each section shows of a recording, and whether the page can be read and used by everybody.
// Without a browser or the page's libraries nothing is tested.
#include "suite.h"
#include <stdlib.h>
#include <string.h>

#include "look/page.h"

// ---- what the sections show -----------------------------------------------------------------

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
    write_page(FOLDER "/lanes.html", other, false);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/lanes.html", "");
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
    write_page(FOLDER "/spaces.html", other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/spaces.html", "tab=access");
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
    write_page(FOLDER "/atomics.html", other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/atomics.html", "tab=access");
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

// ---- a block at work --------------------------------------------------------------------------

static int step_now(void)
{
    return (int)browser_number(
        "Number(/Step "
        "([\\d,]+)/.exec(document.querySelector('.stepwords').textContent)[1].replace(',', ''))");
}

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
    write_page(FOLDER "/typed.html", other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/typed.html", "tab=block&step=3");
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

// ---- findings, result, streams, against -----------------------------

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
    write_page(FOLDER "/gone.html", other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/gone.html", "");
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
    write_page(FOLDER "/large.html", other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/large.html", "tab=result");
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
    write_page(FOLDER "/words.html", other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/words.html", "");
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
    write_page(FOLDER "/small.html", small, false);
    json_decref(small);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/small.html", "");
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

// ---- for everybody --------------------------------------------------

static char *contrast_script(void)
{
    char *script = NULL;
    size_t size = 0;
    FILE *f = fopen("tests/look/contrast.js", "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_gt(getdelim(&script, &size, 0, f), 0);
    fclose(f);
    return script;
}

static void check_contrast(const char *where, const char *script)
{
    json_t *result = browser_value("%s", script), *found = json_object_get(result, "found");
    ck_assert_msg(json_integer_value(json_object_get(result, "looked")) > 15, "%s: only few texts",
                  where);
    ck_assert_msg(json_array_size(found) == 0, "%s: %zu texts are hard to read, such as %s", where,
                  json_array_size(found), json_string_value(json_array_get(found, 0)));
    json_decref(result);
}

START_TEST(text_can_be_read)
{
    char *script = contrast_script();
    for (int dark = 0; dark < 2; dark++) {
        browser_window(WIDE, HIGH, dark);
        browser_open(PAGE, "line=0:28&step=144");
        for (int i = 0; i < SECTIONS; i++) {
            click_tab(sections[i]);
            check_contrast(sections[i], script);
        }
        click_tab("block"); // a step that reads
        browser_key("ArrowLeft");
        browser_key("ArrowLeft");
        check_contrast("another step", script);
    }
    // The page's own button is stronger than the system.
    browser_click("document.getElementById('theme')");
    ck_assert_str_eq(browser_text("getComputedStyle(document.body).colorScheme"), "light");
    check_contrast("light, chosen", script);
    browser_click("document.getElementById('theme')");
    browser_window(WIDE, HIGH, false);
    ck_assert_str_eq(browser_text("getComputedStyle(document.body).colorScheme"), "dark");
    check_contrast("dark, chosen", script);
    browser_click("document.getElementById('theme')");
    free(script);
    check_no_errors();
}
END_TEST

// A check that cannot fail would be none: a text of the page's own colours, made weaker.
START_TEST(weak_text_is_found)
{
    char *script = contrast_script();
    open_page("");
    json_decref(browser_value("document.querySelector('h1').style.color = '#aaaaaa'"));
    json_t *result = browser_value("%s", script), *found = json_object_get(result, "found");
    ck_assert_uint_eq(json_array_size(found), 1);
    ck_assert_ptr_nonnull(
        strstr(json_string_value(json_array_get(found, 0)), "sums: 200 elements"));
    json_decref(result);
    free(script);
}
END_TEST

// Everything that a mouse can use gets the focus by the tab key, and one can see where the focus
// is.
START_TEST(keyboard_reaches_everything)
{
    for (int i = 0; i < SECTIONS; i++) {
        char place[64];
        snprintf(place, sizeof place, "tab=%s", sections[i]);
        open_page(place);
        json_decref(browser_value(
            "window.reached = new Set(); window.unseen = []; document.addEventListener('focusin', "
            "e => {"
            " reached.add(e.target); const s = getComputedStyle(e.target), r = "
            "e.target.querySelector && e.target.querySelector('rect');"
            " if (s.outlineStyle === 'none' && !(r && getComputedStyle(r).strokeWidth === "
            "'2.5px')) unseen.push(e.target.outerHTML.slice(0, 80)); })"));
        int stops = (int)browser_number(
            "document.querySelectorAll('button, select, input, summary, [tabindex=\"0\"]').length");
        for (int k = 0; k < stops; k++)
            browser_key("Tab");
        const char *missed =
            browser_text("[...document.querySelectorAll('button, select, input, summary, "
                         "[role=button][tabindex=\"0\"], [role=gridcell][tabindex=\"0\"]')]"
                         ".filter(e => e.checkVisibility() && !e.disabled && e.tabIndex >= 0 && "
                         "!reached.has(e)).map(e => e.outerHTML.slice(0, 90)).join('\\n')");
        ck_assert_msg(missed[0] == 0, "%s: the tab key does not reach %s", sections[i], missed);
        const char *unseen = browser_text("unseen.join('\\n')");
        ck_assert_msg(unseen[0] == 0, "%s: the focus cannot be seen on %s", sections[i], unseen);
    }
    // Among the tabs: the arrow keys.
    open_page("");
    json_decref(browser_value("document.getElementById('tab-source').focus()"));
    browser_key("ArrowRight");
    ck_assert_str_eq(browser_text("document.activeElement.id"), "tab-access");
    browser_key("End");
    ck_assert_str_eq(browser_text("document.activeElement.id"), "tab-against");
    ck_assert(!browser_true("document.getElementById('panel-against').hidden"));
    check_no_errors();
}
END_TEST

// What a screen reader gets: each thing that can be used, and each picture, has a name.
START_TEST(everything_has_a_name)
{
    static const char *const roles[] = {"button", "combobox", "slider",  "image",        "grid",
                                        "tab",    "region",   "tablist", "MenuListPopup"};
    for (int i = 0; i < SECTIONS; i++) {
        char place[64];
        snprintf(place, sizeof place, "tab=%s&line=0:28", sections[i]);
        open_page(place);
        json_t *tree = browser_command("Accessibility.getFullAXTree", NULL), *node;
        size_t k;
        int named = 0;
        json_array_foreach(json_object_get(tree, "nodes"), k, node)
        {
            const char *role =
                json_string_value(json_object_get(json_object_get(node, "role"), "value"));
            const char *name =
                json_string_value(json_object_get(json_object_get(node, "name"), "value"));
            if (json_is_true(json_object_get(node, "ignored")))
                continue;
            for (size_t r = 0; role && r < sizeof roles / sizeof *roles - 1; r++)
                if (strcmp(role, roles[r]) == 0) {
                    ck_assert_msg(name && name[0], "%s: a %s has no name", sections[i], role);
                    named++;
                }
        }
        ck_assert_int_gt(named, 8);
        json_decref(tree);
    }
}
END_TEST

START_TEST(phone_needs_no_sideways_scrolling)
{
    browser_window(PHONE, 740, false);
    browser_open(PAGE, "line=0:28");
    for (int i = 0; i < SECTIONS; i++) {
        click_tab(sections[i]);
        int width = (int)browser_number("document.documentElement.scrollWidth");
        ck_assert_msg(width <= PHONE, "%s is %d wide, and the screen only %d", sections[i], width,
                      PHONE);
    }
    click_tab("source");
    ck_assert(browser_true("document.querySelector('#line-0-28 .brief').checkVisibility()"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('#line-0-28 .brief').textContent"),
               "Bank conflicts ! 31"));
    check_no_errors();
}
END_TEST

START_TEST(paper_has_all_sections)
{
    open_page("");
    browser_print_media(true);
    json_decref(browser_value("dispatchEvent(new Event('beforeprint'))"));
    for (int i = 0; i < SECTIONS; i++)
        ck_assert_msg(browser_true("document.getElementById('panel-%s').checkVisibility() && "
                                   "document.getElementById('panel-%s').textContent.length > 100",
                                   sections[i], sections[i]),
                      "%s is not on paper", sections[i]);
    ck_assert(!browser_true("document.querySelector('.tabs').checkVisibility()"));
    browser_print_media(false);
    json_decref(browser_value("dispatchEvent(new Event('afterprint'))"));
    ck_assert_int_eq((int)browser_number("[...document.querySelectorAll('[role=tabpanel]')].filter("
                                         "p => p.checkVisibility()).length"),
                     1);
    check_no_errors();
}
END_TEST

// A drawing that is wider than the paper is made smaller; elements that are right need no paper.
START_TEST(paper_is_wide_enough)
{
    static const char *const drawings[] = {".map", ".timeline"};
    json_t *other = json_deep_copy(document),
           *buffer = member_of(json_object_get(other, "result"), "buffers", 0);
    json_object_set_new(buffer, "count", json_integer(200 * 200));
    json_object_set_new(buffer, "width", json_integer(200));
    json_object_set_new(buffer, "wrong", json_array());
    open_changed(other, "");
    json_decref(browser_value("dispatchEvent(new Event('beforeprint'))"));
    browser_window(700, HIGH, false); // the paper
    browser_print_media(true);
    for (unsigned i = 0; i < sizeof drawings / sizeof *drawings; i++)
        ck_assert_msg(browser_true("(() => { const d = document.querySelector('%s'); return "
                                   "d.getBoundingClientRect().width > 100 && "
                                   "d.getBoundingClientRect().right <= 700; })()",
                                   drawings[i]),
                      "%s does not fit", drawings[i]);
    ck_assert(!browser_true("document.querySelector('#panel-result tbody tr').checkVisibility()"));
    browser_print_media(false);
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
    write_page(FOLDER "/hostile.html", other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/hostile.html", "");
    for (int i = 0; i < SECTIONS; i++)
        click_tab(sections[i]);
    ck_assert(browser_true("window.taken === undefined"));
    ck_assert_str_eq(browser_text("document.querySelector('h1').textContent"), bad);
    check_no_errors();
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
    write_page(FOLDER "/watched.html", document, true);
    browser_window(WIDE, HIGH, false);
    browser_open(FOLDER "/watched.html", "tab=block&step=50");
    json_t *other = json_deep_copy(document);
    json_object_set_new(other, "title", json_string("another attempt"));
    write_page(FOLDER "/watched.html", other, true);
    json_decref(other);
    browser_wait(
        "Boolean(document.querySelector('h1')) && document.querySelector('h1').textContent === "
        "'another attempt' && document.body.dataset.ready === 'yes'");
    ck_assert_int_eq(step_now(), 51); // the same place as before
    check_no_errors();
}
END_TEST

// ---- all ------------------------------------------------------------

SUITE(s)
{
    page_needed();
    TCase *c = TESTS(
        s, "page", source_shows_lines_and_counters, source_of_the_reference, lanes_of_branches,
        access_of_shared_memory, access_of_global_memory, access_of_local_and_constant_memory,
        atomics_say_what_is_counted, drawings_can_be_saved, samples_of_an_access,
        block_goes_forwards_and_backwards, block_shows_waits_and_writers,
        block_from_barrier_to_barrier, block_shows_values_of_their_type,
        block_gives_other_readings_of_values, block_says_what_is_not_recorded,
        block_plays_and_jumps, source_that_is_gone, race_leads_to_the_block,
        race_of_two_blocks_names_them, race_links_each_recorded_access,
        race_in_a_cluster_says_no_guess, race_in_global_memory_has_steps,
        words_and_threads_have_their_names, findings_have_plain_words,
        race_comes_before_its_unwritten_read, result_has_a_map, result_of_many_elements,
        result_lists_what_is_wrong, result_that_is_right, streams_zoom_and_waits,
        words_fit_the_recording, errors_have_names, against_says_better_and_worse,
        shuffled_runs_are_not_compared, schedules_have_plain_words, sections_without_data,
        text_can_be_read, weak_text_is_found, keyboard_reaches_everything, everything_has_a_name,
        phone_needs_no_sideways_scrolling, paper_has_all_sections, paper_is_wide_enough,
        hostile_text_is_text, page_loads_nothing, watched_page_loads_itself_again);
    tcase_add_unchecked_fixture(c, page_start, browser_end);
}
