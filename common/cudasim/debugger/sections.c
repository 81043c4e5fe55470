// sections.c - a debug section of PTX as bytes. The text has .b8, .b16, .b32 and .b64 with numbers
// and with labels, which become references; labels of the section itself are not needed.
#include "value.h"

#include <ctype.h>

static void put_bytes(SectionBytes *s, size_t *room, uint64_t value, unsigned bytes)
{
    if (s->n + 8 > *room) {
        *room = 2 * *room + 1024;
        s->bytes = must_realloc(s->bytes, *room, 1);
    }
    memcpy(s->bytes + s->n, &value, bytes); // little-endian
    s->n += bytes;
}

static void put_ref(SectionBytes *s, const char *label, size_t length, int64_t addend)
{
    s->ref = must_realloc(s->ref, s->nrefs + 1, sizeof *s->ref);
    s->ref[s->nrefs++] = (SectionRef){(uint32_t)s->n, must(strndup(label, length)), addend};
}

static size_t word_length(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || (p[n] && strchr("_$.%", p[n])))
        n++;
    return n;
}

// One operand; returns what follows it.
static const char *take_operand(SectionBytes *s, size_t *room, const char *p, unsigned bytes)
{
    while (isspace((unsigned char)*p))
        p++;
    char *end;
    if (isdigit((unsigned char)*p) || *p == '-') {
        put_bytes(s, room, strtoull(p, &end, 0), bytes);
        return end;
    }
    size_t n = word_length(p);
    const char *label = p;
    int64_t addend = 0;
    p += n;
    if (*p == '+' || *p == '-') {
        addend = strtoll(p, &end, 0);
        if (end == p) { // the difference of two labels, which nothing here needs
            p++;
            p += word_length(p);
        } else {
            p = end;
        }
    }
    if (n)
        put_ref(s, label, n, addend);
    put_bytes(s, room, 0, bytes);
    return n ? p : p + (*p != 0);
}

static const char *take_data(SectionBytes *s, size_t *room, const char *p)
{
    unsigned bits = (unsigned)strtoul(p + 2, (char **)&p, 10);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        return p;
    for (;;) {
        p = take_operand(s, room, p, bits / 8);
        while (*p == ' ' || *p == '\t')
            p++;
        if (*p != ',')
            return p;
        p++;
    }
}

SectionBytes section_read(const Module *m, const char *name)
{
    SectionBytes s = {0};
    size_t room = 0;
    for (unsigned i = 0; i < m->nsections; i++) {
        if (strcmp(m->sections[i].name, name))
            continue;
        for (const char *p = m->sections[i].text; *p;) {
            if (!strncmp(p, ".b", 2) && isdigit((unsigned char)p[2]))
                p = take_data(&s, &room, p);
            else if (!strncmp(p, "//", 2))
                p += strcspn(p, "\n");
            else
                p += word_length(p) ? word_length(p) : 1;
        }
    }
    return s;
}

const SectionRef *section_ref(const SectionBytes *s, size_t offset)
{
    size_t lo = 0, hi = s->nrefs;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (s->ref[mid].offset < offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < s->nrefs && s->ref[lo].offset == offset ? &s->ref[lo] : NULL;
}
