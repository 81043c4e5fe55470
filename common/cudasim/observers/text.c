// text.c - a growing piece of text, and JSON strings in it.
#include "findings.h"

#include <stdarg.h>
#include <stdlib.h>

#include "utf8.h"

#include <assert.h>

static void reserve(Text *t, size_t more)
{
    if (t->used + more < t->size)
        return;
    t->size = 2 * (t->used + more) + 256;
    t->at = must_realloc(t->at, t->size, 1);
}

void text_put(Text *t, const char *s)
{
    size_t n = strlen(s);
    reserve(t, n + 1);
    assert(t->used + n < t->size);
    memcpy(t->at + t->used, s, n + 1);
    t->used += n;
}

// printf is too slow for tens of numbers per launch.
void text_number(Text *t, uint64_t n)
{
    char digits[24], *p = digits + sizeof digits - 1;
    *p = 0;
    do
        *--p = (char)('0' + n % 10);
    while (n /= 10);
    text_put(t, p);
}

void text_add(Text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    reserve(t, (size_t)n + 1);
    va_start(args, format);
    vsnprintf(t->at + t->used, (size_t)n + 1, format, args);
    va_end(args);
    t->used += (size_t)n;
}

// JSON is UTF-8; names in a program may have any bytes. A byte that is not UTF-8 becomes the
// text "\xff".
void text_json(Text *t, const char *s)
{
    size_t bytes = strlen(s), n;
    reserve(t, 6 * bytes + 3);
    char *p = t->at + t->used;
    *p++ = '"';
    for (size_t i = 0; i < bytes; i += n) {
        unsigned char c = (unsigned char)s[i];
        uint32_t code;
        n = utf8_character(s + i, bytes - i, &code);
        if (n == 0) {
            p += sprintf(p, "\\\\x%02x", c);
            n = 1;
        } else if (c == '"' || c == '\\') {
            *p++ = '\\', *p++ = (char)c;
        } else if (c < 0x20) {
            p += sprintf(p, "\\u%04x", c);
        } else {
            memcpy(p, s + i, n);
            p += n;
        }
    }
    *p++ = '"';
    *p = 0;
    t->used = (size_t)(p - t->at);
}

char *text_format(const char *format, ...)
{
    va_list args;
    char *s = NULL;
    va_start(args, format);
    int n = vasprintf(&s, format, args);
    va_end(args);
    if (n < 0)
        out_of_memory();
    return s;
}
