// test_look_everybody.c - whether everybody can read and use the page of make look: contrast, keys,
// names, a phone, paper.
// Without a browser or the page's libraries nothing is tested.
#include "suite.h"
#include <stdlib.h>
#include <string.h>

#include "look/page.h"

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

SUITE(s)
{
    page_needed();
    TCase *c =
        TESTS(s, "everybody", text_can_be_read, weak_text_is_found, keyboard_reaches_everything,
              everything_has_a_name, phone_needs_no_sideways_scrolling, paper_has_all_sections,
              paper_is_wide_enough);
    tcase_add_unchecked_fixture(c, page_start, browser_end);
}
