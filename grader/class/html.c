// html.c - see html.h.
#include "html.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;"
    "color:#1b1f24;background:#fff}"
    "table{border-collapse:collapse;margin:1em 0}"
    "td,th{padding:.2em .7em;border-bottom:1px solid #d0d7de;text-align:left;vertical-align:top}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "pre{background:#f6f8fa;padding:.6em;overflow-x:auto;white-space:pre-wrap}mark{background:#"
    "fff3b0;color:inherit}"
    ".bar{display:inline-block;height:.8em;background:#1f6feb}"
    ".lost{color:#b3261e}.full{color:#1a6e2e}"
    "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}"
    "td,th{border-color:#30363d}pre{background:#161b22}.lost{color:#ff8b80}.full{color:#6fdc8c}"
    "a{color:#79b8ff}mark{background:#4d4300}}";

void html_put(FILE *f, const char *text)
{
    char clean[4096];
    text_clean(clean, sizeof clean, text ? text : "", text ? strlen(text) : 0);
    for (const char *c = clean; *c; c++)
        switch (*c) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        default: fputc(*c, f);
        }
}

FILE *html_begin(HtmlPage *page, const char *title)
{
    *page = (HtmlPage){0};
    FILE *f = page->f = need(open_memstream(&page->text, &page->size));
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" content=\"width=device-width\"><title>",
          f);
    html_put(f, title);
    fprintf(f, "</title><style>%s</style></head><body>\n<h1>", style);
    html_put(f, title);
    fputs("</h1>\n", f);
    return f;
}

bool html_end(HtmlPage *page, const char *path, const char *copy)
{
    const char *const paths[] = {path, copy};
    bool written = true;
    fputs("</body></html>\n", page->f);
    fclose(page->f);
    for (int i = 0; i < 2 && paths[i]; i++) {
        file_make_folders(paths[i]);
        written = written && file_write(paths[i], page->text, page->size);
    }
    free(page->text);
    return written;
}
