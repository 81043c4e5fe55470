// page.c - see page.h.
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../suite.h"
#include "common/cudasim/look/page.h"

json_t *document;
const char *const sections[SECTIONS] = {"source", "access",  "block",  "race",
                                        "result", "streams", "against"};

const char *page_file(const char *name)
{
    static char paths[3][256];
    static unsigned next;
    char *path = paths[next++ % 3];
    const char *suite = suite_argument(0), *slash = strrchr(suite, '/');
    snprintf(path, sizeof paths[0], "build/tests/look/%s/%s", slash ? slash + 1 : suite, name);
    return path;
}

// ---- pages --------------------------------------------------------------------------------

void write_page(const char *path, json_t *what, bool watched)
{
    char why[PAGE_WHY] = "", *words = json_dumps(what, JSON_COMPACT);
    bool done = look_page_write(path, words, strlen(words), watched, why);
    ck_assert_msg(done, "%s", why);
    free(words);
}

void open_page(const char *place)
{
    browser_window(WIDE, HIGH, false);
    browser_open(PAGE, place);
}

void open_changed(json_t *other, const char *place)
{
    write_page(page_file("changed.html"), other, false);
    json_decref(other);
    browser_window(WIDE, HIGH, false);
    browser_open(page_file("changed.html"), place);
}

json_t *first_run(json_t *other) { return json_array_get(json_object_get(other, "runs"), 0); }
json_t *member_of(json_t *run, const char *list, size_t i)
{
    return json_array_get(json_object_get(run, list), i);
}

void check_says(const char *element, const char *words)
{
    const char *text = browser_text("document.querySelector(\"%s\").textContent", element);
    ck_assert_msg(strstr(text, words) != NULL, "%s does not say: %s\nbut: %s", element, words,
                  text);
}

void check_says_not(const char *element, const char *words)
{
    const char *text = browser_text("document.querySelector(\"%s\").textContent", element);
    ck_assert_msg(strstr(text, words) == NULL, "%s says: %s\n%s", element, words, text);
}

void click_tab(const char *section) { browser_click("document.getElementById('tab-%s')", section); }

void check_no_errors(void) { ck_assert_str_eq(browser_errors(), ""); }

void page_start(void)
{
    json_error_t error;
    document = json_load_file("tests/look/sums.json", 0, &error);
    ck_assert_msg(document != NULL, "%s", error.text);
    mkdir("build/tests", 0777);
    mkdir("build/tests/look", 0777);
    mkdir(page_file(""), 0777);
    write_page(PAGE, document, false);
    browser_start();
}

void page_needed(void)
{
    if (access("build/look/page.html", R_OK) != 0 || !browser_exists())
        suite_skip("the page of look in a browser", "no Chromium, or no build/look/page.html");
}

int step_now(void)
{
    return (int)browser_number(
        "Number(/Step "
        "([\\d,]+)/.exec(document.querySelector('.stepwords').textContent)[1].replace(',', ''))");
}
