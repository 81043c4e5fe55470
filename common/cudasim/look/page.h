// page.h - a page that shows what kernels did: one HTML file, which needs no network.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { PAGE_WHY = 512 };

// Puts a document (JSON, see common/cudasim/look/README.md) into the page's shell, which `make
// look-page` builds, and writes the page to `path`: at once, never half of it. If `watched`, the
// page also loads itself again when this function writes another one to the same path. False:
// nothing was written, and `why` is one line that says what is missing.
bool look_page_write(const char *path, const char *document, size_t length, bool watched,
                     char why[PAGE_WHY]);

// ---- open.c ---------------------------------------------------------

// Opens the page in a browser, if there is one and standard output is a terminal.
void look_page_open(const char *path);
