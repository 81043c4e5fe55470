// page.h - for the suites that look at a page of make look in a browser: the recording
// tests/look/sums.json as a page, or as a test has changed it, and what the page says. The
// recording is cudasim --look of sums.cu, once as it is and once with FIXED as the reference; the
// result, the attempt before, predictions and points are written by hand.
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "browser.h"

// Suites run side by side: each has a folder of its own. `name`: a file in it; the text lasts until
// the third call after this one.
const char *page_file(const char *name);
#define PAGE page_file("sums.html")

enum { SECTIONS = 7, WIDE = 1400, HIGH = 1000, PHONE = 360 };
extern json_t *document; // the recording
extern const char *const sections[SECTIONS];

// The first line of a suite: without a browser or the page's libraries nothing is tested.
void page_needed(void);
// A fixture: the page of the recording, and a browser. browser_end() is its other half.
void page_start(void);

void write_page(const char *path, json_t *what, bool watched);
void open_page(const char *place); // of the recording as it is
// A document that a test has changed. Takes it.
void open_changed(json_t *other, const char *place);

json_t *first_run(json_t *other);
json_t *member_of(json_t *run, const char *list, size_t i);

void check_says(const char *element, const char *words);
void check_says_not(const char *element, const char *words);
void check_no_errors(void);
void click_tab(const char *section);
int step_now(void); // of the block that is shown

// A button with these words in the section that is shown.
#define BUTTON(words) \
    "[...document.querySelectorAll('[role=tabpanel]:not([hidden]) button')].find(b => " \
    "b.textContent.trim() === '" words "')"
