// printf.c - printf in kernels, which nvcc turns into vprintf(format, values).
//
// The values lie in a buffer as a struct would hold them: 32-bit integers at
// multiples of 4 bytes, everything else (long, double, pointers) at multiples
// of 8. The format is C's without %n. The text of each lane is complete before the next
// lane's begins, in the order of lanes.
//
// A launch may print device.printf_limit bytes (cudaLimitPrintfFifoSize); what
// comes later is dropped, after one warning. What kernels have printed is kept until the host
// takes it (printf_take), as on a GPU.
#include "call.h"

#include "alloc.h"
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a text that grows ----------------------------------------------

typedef struct {
    char *at;
    size_t n, room;
} PrintText;

static void text_reserve(PrintText *t, size_t more)
{
    if (t->n + more <= t->room)
        return;
    t->room = (t->n + more) * 2;
    t->at = must_realloc(t->at, t->room, 1);
}

static void text_add(PrintText *t, const char *from, size_t n)
{
    if (!n)
        return;
    text_reserve(t, n);
    memcpy(t->at + t->n, from, n);
    t->n += n;
}

// ---- the values -----------------------------------------------------

typedef struct {
    const Warp *w;
    int lane;
    uint64_t base, at; // the buffer's generic address, and the bytes read so far
    int count;
    bool bad; // the buffer or a text could not be read
    uint64_t bad_addr;
} PrintValues;

static uint64_t next_value(PrintValues *v, unsigned bytes)
{
    uint64_t value = 0, n;
    v->at = (v->at + bytes - 1) / bytes * bytes;
    uint64_t addr = v->base + v->at;
    const uint8_t *p = call_bytes(v->w, v->lane, addr, &n);
    if (!p || n < bytes) {
        if (!v->bad)
            v->bad_addr = addr;
        v->bad = true;
        return 0;
    }
    memcpy(&value, p, bytes);
    v->at += bytes;
    v->count++;
    return value;
}

// ---- one conversion -------------------------------------------------

typedef struct {
    char flags[8];
    int width, precision; // -1: not given
    int size;             // bytes of an integer: 1, 2, 4, 8
    char what;            // the conversion's letter
} Spec;

enum { MAX_WIDTH = 1 << 16 };

static int spec_number(const char **p)
{
    int n = 0;
    while (**p >= '0' && **p <= '9') {
        n = n * 10 + (**p - '0');
        n = n > MAX_WIDTH ? MAX_WIDTH : n;
        ++*p;
    }
    return n;
}

static int starred(const char **p, PrintValues *v)
{
    if (**p != '*')
        return spec_number(p);
    ++*p;
    int n = (int)(int32_t)next_value(v, 4);
    return n > MAX_WIDTH ? MAX_WIDTH : n < -MAX_WIDTH ? -MAX_WIDTH : n;
}

// Reads what follows the '%'. Leaves p after the conversion's letter.
static Spec read_spec(const char **p, PrintValues *v)
{
    Spec c = {.width = -1, .precision = -1, .size = 4};
    size_t flags = 0;
    for (; **p && strchr("-+ #0", **p); ++*p)
        if (!strchr(c.flags, **p) && flags + 2 < sizeof c.flags)
            c.flags[flags++] = **p;
    if (**p == '*' || (**p >= '1' && **p <= '9')) {
        c.width = starred(p, v);
        if (c.width < 0) { // C: a negative width is a '-' flag
            c.width = -c.width;
            if (!strchr(c.flags, '-'))
                c.flags[flags++] = '-';
        }
    }
    if (**p == '.') {
        ++*p;
        c.precision = starred(p, v); // a negative one counts as not given
    }
    for (; **p && strchr("hlLjzt", **p); ++*p)
        c.size = **p == 'h' ? c.size / 2 : 8;
    c.size = c.size < 1 ? 1 : c.size;
    c.what = **p;
    if (**p)
        ++*p;
    return c;
}

// "%-8.3" and `tail` as a format for the C library.
static void host_format(const Spec *c, const char *tail, char *out, size_t size)
{
    int n = snprintf(out, size, "%%%s", c->flags);
    if (c->width >= 0)
        n += snprintf(out + n, size - (size_t)n, "%d", c->width);
    if (c->precision >= 0)
        n += snprintf(out + n, size - (size_t)n, ".%d", c->precision);
    snprintf(out + n, size - (size_t)n, "%s", tail);
}

// Evaluates `value` twice.
#define TEXT_FORMAT(t, format, value) \
    do { \
        int n_ = snprintf(NULL, 0, format, value); \
        if (n_ >= 0) { \
            text_reserve(t, (size_t)n_ + 1); \
            snprintf((t)->at + (t)->n, (size_t)n_ + 1, format, value); \
            (t)->n += (size_t)n_; \
        } \
    } while (0)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void convert_integer(PrintText *t, const Spec *c, PrintValues *v)
{
    uint64_t bits = next_value(v, c->size == 8 ? 8 : 4);
    unsigned unused = 64 - 8 * (unsigned)c->size;
    char tail[4] = {'l', 'l', c->what}, format[64];
    host_format(c, tail, format, sizeof format);
    if (c->what == 'd' || c->what == 'i')
        TEXT_FORMAT(t, format, (long long)((int64_t)(bits << unused) >> unused));
    else
        TEXT_FORMAT(t, format, (unsigned long long)(bits << unused >> unused));
}

static void convert_text(PrintText *t, const Spec *c, PrintValues *v)
{
    uint64_t addr = next_value(v, 8);
    const char *text = addr ? call_text(v->w, v->lane, addr) : "(null)";
    if (!text) {
        if (!v->bad)
            v->bad_addr = addr;
        v->bad = true;
        return;
    }
    char format[64];
    host_format(c, "s", format, sizeof format);
    TEXT_FORMAT(t, format, text);
}

static void convert_value(PrintText *t, const Spec *c, PrintValues *v)
{
    char tail[2] = {c->what}, format[64];
    host_format(c, tail, format, sizeof format);
    switch (c->what) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': convert_integer(t, c, v); break;
    case 's': convert_text(t, c, v); break;
    case 'c': {
        int letter = (int)next_value(v, 4);
        TEXT_FORMAT(t, format, letter);
        break;
    }
    case 'p': {
        void *pointer = (void *)(uintptr_t)next_value(v, 8);
        TEXT_FORMAT(t, format, pointer);
        break;
    }
    default: { // one of aAeEfFgG
        uint64_t bits = next_value(v, 8);
        double d;
        memcpy(&d, &bits, 8);
        TEXT_FORMAT(t, format, d);
    }
    }
}

#pragma GCC diagnostic pop

// ---- one lane -------------------------------------------------------

static void format_lane(PrintText *t, const char *format, PrintValues *v)
{
    for (const char *p = format; *p && !v->bad;) {
        size_t plain = strcspn(p, "%");
        text_add(t, p, plain);
        p += plain;
        if (!*p)
            return;
        const char *start = p++;
        if (*p == '%') {
            text_add(t, p++, 1);
            continue;
        }
        Spec c = read_spec(&p, v);
        if (c.what && strchr("diuxXocspaAeEfFgG", c.what))
            convert_value(t, &c, v);
        else // not a conversion: printed unchanged
            text_add(t, start, (size_t)(p - start));
    }
}

// ---- what kernels have printed --------------------------------------

enum { KEEP_MOST = 16 << 20 }; // a longer text goes to standard output at once

static PrintText kept;

size_t printf_take(const char **text)
{
    size_t n = kept.n;
    *text = kept.at;
    kept.n = 0;
    return n;
}

static void keep_text(const PrintText *t)
{
    if (kept.n + t->n > KEEP_MOST) {
        host_process.print(kept.at, kept.n);
        kept.n = 0;
    }
    text_add(&kept, t->at, t->n);
}

// ---- a launch's buffer ----------------------------------------------

// What a launch has printed so far.
static struct {
    uint64_t serial; // of the launch, from 1 on
    size_t bytes;
    bool full;
} buffer;

static bool is_full(const Launch *launch)
{
    if (launch->serial + 1 != buffer.serial) {
        buffer.serial = launch->serial + 1;
        buffer.bytes = 0;
        buffer.full = false;
    }
    return buffer.full;
}

// How many values a format takes: the result of a call when the buffer is full.
static uint32_t count_values(const char *format)
{
    uint32_t n = 0;
    for (const char *p = strchr(format, '%'); p; p = strchr(p, '%')) {
        for (p++; *p && strchr("-+ #0123456789.*hlLjzt", *p); p++)
            n += *p == '*';
        n += *p && strchr("diuxXocspaAeEfFgG", *p);
        p += *p != 0;
    }
    return n;
}

static void print_text(const PrintText *t)
{
    if (buffer.bytes + t->n > device.printf_limit) {
        buffer.full = true;
        fprintf(stderr,
                "printf: the buffer of %zu bytes is full, this launch prints no "
                "more (cudaLimitPrintfFifoSize)\n",
                device.printf_limit);
        return;
    }
    buffer.bytes += t->n;
    keep_text(t);
}

// An instruction takes about as long as this number of bytes of a format or of a text: the budget
// of a launch pays for them, so that wide fields end with the budget.
enum { BYTES_OF_INSTRUCTION = 2 };

static void charge_bytes(size_t n) { device.charge += n / BYTES_OF_INSTRUCTION; }

void builtin_vprintf(Warp *w, const Step *s)
{
    static PrintText text; // reused; belongs to the process
    device.printf_used = true;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t format = call_arg(w, s, 0, l);
        if (!format) {
            call_return(w, s, l, (uint32_t)-1);
            continue;
        }
        const char *f = call_text(w, l, format);
        if (!f) {
            call_bad_pointer(w, s, l, format);
            return;
        }
        charge_bytes(strlen(f));
        if (is_full(w->launch)) {
            call_return(w, s, l, count_values(f));
            continue;
        }
        PrintValues v = {.w = w, .lane = l, .base = call_arg(w, s, 1, l)};
        text.n = 0;
        format_lane(&text, f, &v);
        if (v.bad) {
            call_bad_pointer(w, s, l, v.bad_addr);
            return;
        }
        charge_bytes(text.n);
        print_text(&text);
        call_return(w, s, l, (uint32_t)v.count);
    }
}
