// test_look_time.c - where the page says that the time goes: it adds up to all of it, with why
// warps wait, what the kernel is short of, its occupancy and its place below the roofs.
#include "suite.h"
#include <math.h>
#include <string.h>

#include "look/page.h"

#define SHARES \
    "[...document.querySelectorAll('.source tbody tr[data-share]')]" \
    ".reduce((sum, row) => sum + Number(row.dataset.share), 0)"

START_TEST(time_adds_up_to_all_of_it)
{
    static const char *const choices[] = {"", "launch=0", "launch=1", "run=reference"};
    for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++) {
        open_page(choices[i]);
        ck_assert_double_lt(fabs(browser_number(SHARES) - 1), 0.005);
        check_says(".source .rest", "Start, end and waiting");
    }
    // Lines of another file, and what has no line, are rows of their own.
    json_t *other = json_deep_copy(document), *launch = member_of(first_run(other), "launches", 0),
           *line = member_of(launch, "lines", 2);
    json_object_set_new(line, "source", json_integer(1));
    json_object_set_new(launch, "unknown_us", json_real(0.5));
    json_object_set_new(launch, "us",
                        json_real(0.5 + json_number_value(json_object_get(launch, "us"))));
    open_changed(other, "");
    ck_assert_double_lt(fabs(browser_number(SHARES) - 1), 0.005);
    check_says("#panel-source", "Lines of other files");
    check_says("#panel-source", "Instructions without a line");
    check_no_errors();
}
END_TEST

START_TEST(lines_say_why_warps_wait)
{
    open_page("line=0:11");
    check_says("#panel-source .details", "long_scoreboard");
    check_says("#panel-source .details", "warps wait for data from global or local memory");
    browser_click("document.querySelector('.shortage summary')");
    ck_assert_str_eq(browser_text("document.querySelector('.stalls tbody th').textContent"),
                     "long_scoreboard");
    check_no_errors();
}
END_TEST

START_TEST(ptx_of_a_line_on_demand)
{
    json_t *other = json_deep_copy(document), *launch = member_of(first_run(other), "launches", 1);
    json_object_set_new(launch, "ptx",
                        json_pack("[{s:s,s:i,s:i,s:i},{s:s,s:i,s:i}]", "text",
                                  "ld.global.u32 %r1, [%rd2];", "source", 0, "line", 28, "executed",
                                  1, "text", "ret;", "source", 0, "line", 31));
    open_changed(other, "line=0:28");
    ck_assert(!browser_true("document.querySelector('.ptx table').checkVisibility()"));
    browser_click("document.querySelector('.ptx summary')");
    ck_assert(browser_true("document.querySelector('.ptx table').checkVisibility()"));
    check_says(".ptx", "ld.global.u32 %r1, [%rd2];");
    check_says_not(".ptx", "ret;");
    check_no_errors();
}
END_TEST

// The document with a launch that is bound in another way.
static void open_bound(const char *bound, const char *stall, double start)
{
    json_t *other = json_deep_copy(document), *launch;
    size_t i;
    json_array_foreach(json_object_get(first_run(other), "launches"), i, launch)
    {
        double us = json_number_value(json_object_get(launch, "us"));
        json_t *line = member_of(launch, "lines", 2);
        json_object_set_new(launch, "bound", json_string(bound));
        json_object_set_new(launch, "start_us", json_real(start * us));
        json_object_set_new(line, "stalls", json_pack("{s:f}", stall, (1 - start) * us));
    }
    open_changed(other, "");
}

START_TEST(page_says_what_is_short)
{
    open_page("");
    check_says(".shortage .says", "short of work: 85%");
    open_bound("latency", "barrier", 0.1);
    check_says(".shortage .says",
               "short of work between its barriers: 90% of the time, warps wait");
    open_bound("latency", "wait", 0.1);
    check_says(".shortage .says", "short of independent instructions");
    open_bound("memory", "lg_throttle", 0.1);
    check_says(".shortage .says", "These kernels are short of bandwidth of global memory.");
    check_no_errors();
}
END_TEST

START_TEST(occupancy_has_its_limit)
{
    open_page("launch=0");
    check_says(".shortage", "4 of 64 warps of a multiprocessor; the limit is the grid");
    json_t *other = json_deep_copy(document), *launch = member_of(first_run(other), "launches", 0);
    json_object_set_new(launch, "occupancy",
                        json_pack("{s:i,s:i,s:i,s:s,s:i}", "warps", 24, "of", 64, "room", 24,
                                  "limit", "registers", "registers", 80));
    open_changed(other, "launch=0");
    check_says(".shortage", "24 of 64 warps of a multiprocessor; the limit is the registers "
                            "(about 80 for each thread)");
    check_no_errors();
}
END_TEST

// Both kernels are points below the roofs.
START_TEST(roofline_has_both_kernels)
{
    open_page("");
    browser_click("document.querySelector('.shortage summary')");
    ck_assert(
        browser_true("(() => { const at = name => document.querySelector('.roofline ' + name)"
                     ".getBoundingClientRect(), roof = at('.roof'); return at('.mine').top > "
                     "roof.top && at('.theirs').top > roof.top && at('.mine').left > 0; })()"));
    ck_assert_ptr_nonnull(
        strstr(browser_text("document.querySelector('.roofline').getAttribute('aria-label')"),
               "of 1,045 warp instructions per nanosecond"));
    check_no_errors();
}
END_TEST

// An item that has lost points leads to its slide.
START_TEST(verdict_links_its_slide)
{
    json_t *other = json_deep_copy(document),
           *item = json_array_get(json_object_get(other, "verdict"), 0);
    json_object_set_new(item, "points", json_integer(0));
    json_object_set_new(item, "slide",
                        json_pack("{s:s,s:s,s:s}", "number", "04.7", "title", "Half of the warps",
                                  "link", "../../slides/04_reduction.html#7"));
    open_changed(other, "tab=against");
    ck_assert_str_eq(browser_text("document.querySelector('#panel-against .why a').textContent"),
                     "slide 04.7: Half of the warps");
    ck_assert(browser_true("document.querySelector('#panel-against .why a').href.endsWith("
                           "'/slides/04_reduction.html#7')"));
    check_no_errors();
}
END_TEST

SUITE(s)
{
    page_needed();
    TCase *c = TESTS(s, "time", time_adds_up_to_all_of_it, lines_say_why_warps_wait,
                     ptx_of_a_line_on_demand, page_says_what_is_short, occupancy_has_its_limit,
                     roofline_has_both_kernels, verdict_links_its_slide);
    tcase_add_unchecked_fixture(c, page_start, browser_end);
}
