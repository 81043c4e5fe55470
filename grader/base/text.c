// text.c - texts that come from a submission, made safe for reports.
#include "text.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/utf8.h"

// Whether a report may show the character as it is.
static bool is_harmless(uint32_t code)
{
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) // control characters
        return false;
    if (code == 0x2028 || code == 0x2029) // they end lines
        return false;
    if (code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
        (code >= 0x2066 && code <= 0x2069)) // direction
        return false;
    return code != 0xfeff && (code & 0xfffe) != 0xfffe; // a byte order mark; not characters
}

// The next piece of a clean text, made from the character at `text`. Returns the bytes that were
// read.
static size_t clean_piece(char piece[16], const char *text, size_t bytes)
{
    uint32_t code;
    size_t n = utf8_character(text, bytes, &code);
    if (n == 0)
        snprintf(piece, 16, "\\x%02x", (unsigned char)*text);
    else if (code == '\t')
        strcpy(piece, " ");
    else if (code == '\n')
        strcpy(piece, "\\n");
    else if (is_harmless(code))
        snprintf(piece, 16, "%.*s", (int)n, text);
    else if (code < 0x80)
        snprintf(piece, 16, "\\x%02x", code);
    else
        snprintf(piece, 16, code > 0xffff ? "\\U%08x" : "\\u%04x", code);
    return n ? n : 1;
}

size_t text_clean(char *out, size_t size, const char *text, size_t bytes)
{
    static const char more[] = "...";
    size_t used = 0, before_more = 0; // the last end behind which there is room for `more`
    char piece[16];
    assert(size > 0);
    for (size_t at = 0; at < bytes;) {
        at += clean_piece(piece, text + at, bytes - at);
        size_t n = strlen(piece);
        if (used + n >= size) {
            strcpy(out + before_more, size >= sizeof more ? more : "");
            return strlen(out);
        }
        memcpy(out + used, piece, n);
        used += n;
        if (used + sizeof more <= size)
            before_more = used;
    }
    assert(used < size);
    out[used] = 0;
    return used;
}

// No memory is asked for: the line may say that there is none.
void text_say(FILE *out, const char *format, ...)
{
    char line[3 * PATH_MAX], clean[3 * PATH_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_clean(clean, sizeof clean, line, strlen(line));
    fprintf(out, "%s\n", clean);
}

bool text_is_clean(const char *text)
{
    uint32_t code;
    size_t bytes = strlen(text);
    for (size_t at = 0, n; at < bytes; at += n) {
        n = utf8_character(text + at, bytes - at, &code);
        if (n == 0 || !is_harmless(code))
            return false;
    }
    return true;
}

size_t text_cut(const char *text, size_t bytes)
{
    size_t n = strnlen(text, bytes + 1);
    if (n <= bytes)
        return n;
    for (n = bytes; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
        n--;
    return n;
}

size_t text_mark(const char *text, size_t bytes)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    return bytes >= sizeof mark && memcmp(text, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

size_t text_piece(const char *text, size_t width)
{
    size_t n = strlen(text);
    if (n <= width)
        return n;
    for (size_t i = width; i > 0; i--)
        if (text[i] == ' ')
            return i;
    return strcspn(text, " ");
}

void text_hang(FILE *out, int width, int indent, const char *text)
{
    assert(width > indent);
    size_t n = text_piece(text, (size_t)(width - indent));
    fprintf(out, "%.*s\n", (int)n, text);
    text += n;
    text_wrap(out, width, indent, text + strspn(text, " "));
}

void text_wrap(FILE *out, int width, int indent, const char *text)
{
    if (!*text)
        return;
    fprintf(out, "%*s", indent, "");
    text_hang(out, width, indent, text);
}
