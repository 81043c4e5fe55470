// test_deck.c - a deck in a browser: space and a click are the next slide, the keys are shown once,
// there is a way back to the list of decks, and upright all slides are one page. Without a browser,
// or if `make slides` has made no deck of the sources as they are, nothing is tested.
#include "suite.h"
#include <glob.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "look/browser.h"

#define DECK "build/slides/04_reduction.html"
enum { WIDE = 1280, HIGH = 720, PHONE = 390, TALL = 844 };

// The deck shows the slide once its address has changed.
static void wait_for_slide(int number)
{
    browser_wait("[...document.querySelectorAll('main > section')].findIndex(s => s.hasAttribute("
                 "'data-shown')) === %d",
                 number - 1);
}

static void open_deck(int width, int height)
{
    browser_window(width, height, false);
    browser_open(DECK, "");
}

#define KEYS "document.getElementById('keys').checkVisibility()"

START_TEST(space_and_clicks_go_on)
{
    open_deck(WIDE, HIGH);
    json_decref(browser_value("try { localStorage.clear() } catch (e) { }"));
    open_deck(WIDE, HIGH);
    wait_for_slide(1);
    ck_assert(browser_true(KEYS));
    browser_key(" ");
    wait_for_slide(2);
    ck_assert(!browser_true(KEYS));
    browser_click("document.querySelector('section[data-shown] h2')");
    wait_for_slide(3);
    browser_key("ArrowLeft");
    wait_for_slide(2);
    browser_key("o"); // the overview: a click opens the slide
    browser_click("document.querySelectorAll('main > section')[4]");
    wait_for_slide(5);
    open_deck(WIDE, HIGH); // once
    ck_assert(!browser_true(KEYS));
    ck_assert_str_eq(browser_errors(), "");
}
END_TEST

START_TEST(a_way_back_to_all_decks)
{
    static const int size[][2] = {{WIDE, HIGH}, {PHONE, TALL}};
    for (int i = 0; i < 2; i++) {
        open_deck(size[i][0], size[i][1]);
        ck_assert(browser_true("document.querySelector('nav a').checkVisibility()"));
        browser_click("document.querySelector('nav a')");
        browser_wait("location.pathname.endsWith('/index.html')");
    }
}
END_TEST

// Upright, a tap scrolls to the next slide.
START_TEST(phone_reads_one_page)
{
    open_deck(PHONE, TALL);
    browser_click("document.querySelectorAll('main > section h1, main > section h2')[0]");
    ck_assert(browser_true("Math.abs(document.querySelectorAll('main > section')[1]"
                           ".getBoundingClientRect().top) < 8"));
    browser_key(" ");
    ck_assert(browser_true("Math.abs(document.querySelectorAll('main > section')[2]"
                           ".getBoundingClientRect().top) < 8"));
    ck_assert_str_eq(browser_errors(), "");
}
END_TEST

// Of letters in pictures that are smaller than 14 pixels: on the phone a picture is as wide as its
// box says, and scrolls.
#define SMALL_IN_PICTURES \
    "[...document.images].filter(i => i.src.startsWith('data:image/svg')).flatMap(i => {" \
    "const svg = new DOMParser().parseFromString(atob(i.src.split(',')[1]), 'image/svg+xml')" \
    ".documentElement; document.body.append(svg);" \
    "const scale = i.getBoundingClientRect().width / svg.getBoundingClientRect().width;" \
    "const small = [...svg.querySelectorAll('text, tspan')].filter(t => t.textContent.trim() && " \
    "!t.querySelector('tspan')).map(t => { const m = t.getScreenCTM(); return [scale * " \
    "parseFloat(getComputedStyle(t).fontSize) * Math.sqrt(Math.abs(m.a * m.d - m.b * m.c)), " \
    "t.textContent]; }).filter(t => t[0] < 13.95).sort((a, b) => a[0] - b[0]);" \
    "svg.remove(); return small.slice(0, 1).map(t => (i.closest('section')?.querySelector('h2')" \
    "?.textContent + ': ' + t[0].toFixed(1) + ' ' + t[1])); }).join('; ')"

// What reaches beyond the screen, and does not scroll by itself.
#define WIDE_ELEMENTS \
    "[...document.querySelectorAll('section *')].filter(e => !e.closest('pre, table, .figure') " \
    "&& " \
    "e.getBoundingClientRect().right > %d).map(e => e.outerHTML.slice(0, 80)).join()"

// In all decks nothing is smaller than 14 pixels or wider than the screen; pictures, code and
// tables scroll by themselves.
START_TEST(phone_reads_all_decks)
{
    glob_t all;
    ck_assert_int_eq(glob("build/slides/[0-9]*.html", 0, NULL, &all), 0);
    ck_assert_uint_ge(all.gl_pathc, 17);
    browser_window(PHONE, TALL, false);
    for (size_t i = 0; i < all.gl_pathc; i++) {
        browser_open(all.gl_pathv[i], "");
        const char *small = browser_text(SMALL_TEXTS);
        ck_assert_msg(small[0] == 0, "%s: too small: %s", all.gl_pathv[i], small);
        int wide = (int)browser_number("document.documentElement.scrollWidth");
        ck_assert_msg(wide <= PHONE, "%s: %d pixels wide: %s", all.gl_pathv[i], wide,
                      wide > PHONE ? browser_text(WIDE_ELEMENTS, PHONE) : "");
        small = browser_text(SMALL_IN_PICTURES);
        ck_assert_msg(small[0] == 0, "%s: small in pictures: %s", all.gl_pathv[i], small);
    }
    globfree(&all);
}
END_TEST

// Whether the deck is there, and as new as its sources.
static bool deck_is_made(void)
{
    static const char *const sources[] = {"slides/deck.html", "slides/style.css",
                                          "slides/04_reduction/slides.md", "slides/access.sed"};
    struct stat deck, source;
    if (stat(DECK, &deck) || access("build/slides/index.html", R_OK))
        return false;
    for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++)
        if (!stat(sources[i], &source) && source.st_mtime > deck.st_mtime)
            return false;
    return true;
}

SUITE(s)
{
    if (!browser_exists() || !deck_is_made())
        suite_skip("a deck in a browser", "no Chromium, or no deck: make slides");
    TCase *c = TESTS(s, "deck", space_and_clicks_go_on, a_way_back_to_all_decks,
                     phone_reads_one_page, phone_reads_all_decks);
    tcase_add_unchecked_fixture(c, browser_start, browser_end);
}
