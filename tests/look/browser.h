// browser.h - a browser without a window, for tests: a person's clicks and keys go in, what the
// page shows comes out. It speaks the Chrome DevTools Protocol through a pipe.
#pragma once

#include <jansson.h>
#include <stdbool.h>

bool browser_exists(void); // on this machine
// For an unchecked fixture: one browser for all tests.
void browser_start(void);
void browser_end(void);

// A window of this size; `dark` or light, as a person has set the system.
void browser_window(int width, int height, bool dark);
void browser_print_media(bool paper);

// Opens a file, with what comes after '#', and waits until the page says that it is ready.
void browser_open(const char *file, const char *place);

// The value of a JavaScript expression; an exception fails the test. The caller owns the value.
json_t *browser_value(const char *expression, ...) __attribute__((format(printf, 1, 2)));
bool browser_true(const char *expression, ...) __attribute__((format(printf, 1, 2)));
double browser_number(const char *expression, ...) __attribute__((format(printf, 1, 2)));
// The text stays valid until the next call.
const char *browser_text(const char *expression, ...) __attribute__((format(printf, 1, 2)));

// Waits until an expression is true. tests/run.c ends a test that waits for ever.
void browser_wait(const char *expression, ...) __attribute__((format(printf, 1, 2)));

// The mouse: a click in the middle of what an expression gives. It fails the test if something else
// is there.
void browser_click(const char *expression, ...) __attribute__((format(printf, 1, 2)));
// A key, by its name in KeyboardEvent.key: "Tab", "ArrowRight", "b", " ".
void browser_key(const char *key);

// A command of the protocol. The caller owns the answer.
json_t *browser_command(const char *method, json_t *parameters);

// What went wrong in the page since it was opened: exceptions, one a line; "" if nothing.
const char *browser_errors(void);

// Of each element with text of its own that is smaller than 14 pixels: its beginning.
#define SMALL_TEXTS \
    "[...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && " \
    "[...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && " \
    "parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom < 14).map(e => " \
    "e.outerHTML.slice(0, 80)).join()"
