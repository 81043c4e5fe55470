// handed_in.c - the files of a submission, as they are found.
#include "handed_in.h"

#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "names.h"

void handed_in_note(HandedIn *h, bool doubt, const char *format, ...)
{
    char raw[200], line[200];
    va_list args;
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    text_clean(line, sizeof line, raw, strlen(raw));
    h->doubt |= doubt;
    size_t used = strlen(h->note);
    if (!strstr(h->note, line) && used + strlen(line) + 3 < sizeof h->note)
        snprintf(h->note + used, sizeof h->note - used, "%s%s", used ? "; " : "", line);
}

// The encoding of a text that is not UTF-8: an editor on Windows may call it "Unicode". NULL: it is
// none of these.
static const char *wide_encoding(const char *data, size_t bytes)
{
    const unsigned char *b = (const unsigned char *)data;
    if (bytes < 2)
        return NULL;
    if ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff))
        return "UTF-16";
    if (b[0] && !b[1])
        return "UTF-16LE";
    return !b[0] && b[1] ? "UTF-16BE" : NULL;
}

// To be freed; NULL: it is no such text.
static char *from_wide(const char *encoding, const char *data, size_t bytes, size_t *used)
{
    size_t room = 2 * bytes + 1, left = room - 1;
    char *text = need(malloc(room)), *out = text, *in = (char *)data;
    iconv_t converter = iconv_open("UTF-8", encoding);
    bool right = converter != (iconv_t)-1 &&
                 iconv(converter, &in, &bytes, &out, &left) != (size_t)-1 && bytes == 0;
    if (converter != (iconv_t)-1)
        iconv_close(converter);
    *used = (size_t)(out - text);
    *out = 0;
    if (right && !memchr(text, 0, *used))
        return text;
    free(text);
    return NULL;
}

static char *take_text(HandedIn *h, const char *path, const char *data, size_t *bytes)
{
    const char *encoding = wide_encoding(data, *bytes);
    size_t used;
    char *text = encoding ? from_wide(encoding, data, *bytes, &used) : NULL;
    if (text) {
        handed_in_note(h, false, "%.60s was UTF-16, and is read as UTF-8", name_base(path));
        *bytes = used;
        return text;
    }
    if (*bytes == 0)
        handed_in_note(h, true, "%.60s is empty", name_base(path));
    if (memchr(data, 0, *bytes))
        handed_in_note(h, true, "%.60s is no text", name_base(path));
    text = need(malloc(*bytes + 1));
    memcpy(text, data, *bytes);
    text[*bytes] = 0;
    if (text[strspn(text, " \t\r\n")] == '<')
        handed_in_note(h, true, "%.60s begins as a web page does", name_base(path));
    return text;
}

bool handed_in_add(HandedIn *h, const char *path, const char *data, size_t bytes, time_t changed)
{
    if (name_is_other(path)) {
        if (!h->other[0])
            text_clean(h->other, sizeof h->other, name_base(path), strlen(name_base(path)));
        return true;
    }
    if (h->count == MAX_HANDED_IN) {
        snprintf(h->problem, sizeof h->problem, "it has more than %d source files", MAX_HANDED_IN);
        return false;
    }
    char *text = take_text(h, path, data, &bytes);
    h->file[h->count++] = (HandedInFile){need(strdup(path)), text, bytes, changed};
    return true;
}

void handed_in_free(HandedIn *h)
{
    for (int i = 0; i < h->count; i++) {
        free(h->file[i].path);
        free(h->file[i].data);
    }
    h->count = 0;
}
