// test_deck.c - a deck in a browser: space and a click are the next slide, the keys are shown once,
// there is a way back to the list of decks, and upright all slides are one page. Without a browser,
// or if `make slides` has made no deck of the sources as they are, nothing is tested.
#include "suite.h"
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

// Upright, a tap scrolls to the next slide, and nothing is smaller than 14 pixels or wider than the
// screen.
START_TEST(phone_reads_one_page)
{
    open_deck(PHONE, TALL);
    browser_click("document.querySelectorAll('main > section h1, main > section h2')[0]");
    ck_assert(browser_true("Math.abs(document.querySelectorAll('main > section')[1]"
                           ".getBoundingClientRect().top) < 8"));
    browser_key(" ");
    ck_assert(browser_true("Math.abs(document.querySelectorAll('main > section')[2]"
                           ".getBoundingClientRect().top) < 8"));
    ck_assert_int_le((int)browser_number("document.documentElement.scrollWidth"), PHONE);
    const char *small = browser_text(
        "[...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && "
        "[...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && "
        "parseFloat(getComputedStyle(e).fontSize) < 14).map(e => e.outerHTML.slice(0, 80)).join()");
    ck_assert_msg(small[0] == 0, "too small: %s", small);
    ck_assert_str_eq(browser_errors(), "");
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
    TCase *c =
        TESTS(s, "deck", space_and_clicks_go_on, a_way_back_to_all_decks, phone_reads_one_page);
    tcase_add_unchecked_fixture(c, browser_start, browser_end);
}
