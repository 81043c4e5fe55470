// parse_loc.c - source positions: .file, .loc, and the names of inlined
// functions, which are bytes in .section .debug_str at the end of the text.
//
//   .loc 2 449 9, function_name $L__info_string0, inlined_at 1 26 3
//
// Equal positions are one Loc, found by hash. "inlined_at 1 26 3" means the
// latest .loc of this function at 1 26 3, which a second table finds; it is the
// next outer frame.
#include "parse.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 1 << 16 };

static uint32_t take_number(Parser *p, const char *what)
{
    if (p->tok.kind != TOK_number || p->tok.value.is_float)
        tok_unexpected(p, what);
    if (p->tok.value.bits > UINT32_MAX)
        parse_fail(p, p->tok.line, "a number that is too large for %s", what);
    uint32_t n = (uint32_t)p->tok.value.bits;
    lex_next(p);
    return n;
}

// .file 1 "/home/me/reduction.cu", 1700000000, 1234
void parse_file(Parser *p)
{
    lex_next(p);
    uint32_t number = take_number(p, "the number of a file");
    if (number >= MAX_FILES)
        parse_fail(p, p->tok.line, "file number %u is too large", number);
    if (p->tok.kind != TOK_string)
        tok_unexpected(p, "the name of a file");
    char *name = parse_alloc(p, p->tok.length + 1);
    memcpy(name, p->tok.text, p->tok.length);
    Module *m = p->m;
    m->files = parse_grow(p, m->files, &p->files_room, number + 1, sizeof *m->files);
    if (!p->func && !m->files[number]) // nvcc names each file once, outside of functions
        m->files[number] = name;
    if (number >= m->nfiles)
        m->nfiles = number + 1;
    lex_next(p);
    for (int i = 0; i < 2 && tok_accept(p, ','); i++)
        lex_next(p);
}

// ---- the two tables -------------------------------------------------

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_place(const Loc *l) { return mix(mix(mix(1, l->file), l->line), l->col); }

static uint64_t hash_all(const Loc *l, const PendingName *name)
{
    uint64_t h = mix(hash_place(l), l->inlined_at);
    return name->label ? mix(mix(h, name->label->hash), name->offset) : h;
}

static bool same_place(const Loc *a, const Loc *b)
{
    return a->file == b->file && a->line == b->line && a->col == b->col;
}

static bool same_all(const Parser *p, uint32_t i, const Loc *l, const PendingName *name)
{
    const Loc *other = &p->m->locs[i];
    const PendingName *theirs = &p->pending[i];
    return same_place(other, l) && other->inlined_at == l->inlined_at &&
           theirs->label == name->label && theirs->offset == name->offset;
}

static uint64_t hash_slot(const Parser *p, const LocTable *t, uint32_t loc)
{
    const Loc *l = &p->m->locs[loc];
    return t == &p->loc_exact ? hash_all(l, &p->pending[loc]) : hash_place(l);
}

static void table_enlarge(Parser *p, LocTable *t)
{
    uint32_t old = t->nslots;
    LocSlot *slots = t->slots;
    t->nslots = old ? 2 * old : 256;
    t->slots = parse_temp(p, t->nslots * sizeof *t->slots);
    for (uint32_t i = 0; i < old; i++) {
        if (!slots[i].loc)
            continue;
        uint64_t at = hash_slot(p, t, slots[i].loc);
        while (t->slots[at & (t->nslots - 1)].loc)
            at++;
        t->slots[at & (t->nslots - 1)] = slots[i];
    }
}

// The slot of an equal position, or the free one where it belongs.
static LocSlot *find_exact(Parser *p, const Loc *l, const PendingName *name)
{
    LocTable *t = &p->loc_exact;
    if (2 * t->count >= t->nslots)
        table_enlarge(p, t);
    for (uint64_t at = hash_all(l, name);; at++) {
        LocSlot *s = &t->slots[at & (t->nslots - 1)];
        if (!s->loc || same_all(p, s->loc, l, name))
            return s;
    }
}

static LocSlot *find_latest(Parser *p, const Loc *l)
{
    LocTable *t = &p->loc_latest;
    if (2 * t->count >= t->nslots)
        table_enlarge(p, t);
    for (uint64_t at = hash_place(l);; at++) {
        LocSlot *s = &t->slots[at & (t->nslots - 1)];
        if (!s->loc || same_place(&p->m->locs[s->loc], l))
            return s;
    }
}

static uint32_t add_loc(Parser *p, Loc l, PendingName name)
{
    Module *m = p->m;
    LocSlot *exact = find_exact(p, &l, &name);
    if (!exact->loc) {
        uint32_t room = p->locs_room;
        m->locs = parse_grow(p, m->locs, &room, m->nlocs + 1, sizeof *m->locs);
        p->pending = parse_grow(p, p->pending, &p->locs_room, m->nlocs + 1, sizeof *p->pending);
        m->locs[m->nlocs] = l;
        p->pending[m->nlocs] = name;
        exact->loc = m->nlocs++;
        p->loc_exact.count++;
    }
    LocSlot *latest = find_latest(p, &l);
    p->loc_latest.count += !latest->loc;
    *latest = (LocSlot){exact->loc, p->func_serial};
    return exact->loc;
}

// ---- .loc -----------------------------------------------------------

static Loc take_place(Parser *p)
{
    Loc l = {0};
    l.file = take_number(p, "the number of a file");
    l.line = take_number(p, "a line number");
    l.col = take_number(p, "a column");
    return l;
}

static uint32_t find_caller(Parser *p, const Loc *place)
{
    LocSlot *s = find_latest(p, place);
    if (s->loc && s->func_serial == p->func_serial)
        return s->loc;
    return add_loc(p, *place, (PendingName){0});
}

void parse_loc(Parser *p)
{
    lex_next(p);
    Loc l = take_place(p);
    PendingName name = {0};
    while (tok_accept(p, ',')) {
        Name *what = tok_name(p, "function_name or inlined_at");
        if (!strcmp(what->text, "function_name")) {
            name.label = tok_name(p, "a label of .debug_str");
            if (tok_accept(p, '+'))
                name.offset = take_number(p, "an offset");
        } else if (!strcmp(what->text, "inlined_at")) {
            Loc caller = take_place(p);
            l.inlined_at = find_caller(p, &caller);
        } else {
            parse_fail(p, p->tok.line, "'%s' in .loc", what->text);
        }
    }
    uint32_t loc = add_loc(p, l, name);
    // Line 0 is what the compiler writes where it made one instruction of several
    // lines: the place before it is the nearest that there is.
    if (l.line || !p->loc)
        p->loc = loc;
}

// ---- .section -------------------------------------------------------

static void take_bytes(Parser *p)
{
    do {
        uint32_t byte = take_number(p, "a byte");
        p->strings = parse_grow(p, p->strings, &p->strings_room, p->nstrings + 1, 1);
        p->strings[p->nstrings++] = (char)byte;
    } while (tok_accept(p, ','));
}

static void take_strings(Parser *p)
{
    while (!tok_is(p, '}')) {
        if (tok_is_directive(p, ".b8")) {
            lex_next(p);
            take_bytes(p);
        } else {
            Name *label = tok_name(p, "a label or .b8");
            tok_expect(p, ':');
            label->text_offset = 1 + (int64_t)p->nstrings;
        }
    }
}

// What a debugger reads stays as text.
static void keep_section(Parser *p, const char *name, const char *text, size_t length)
{
    Module *m = p->m;
    if (m->nsections == MAX_DEBUG_SECTIONS)
        return;
    char *copy = parse_alloc(p, length + 1);
    memcpy(copy, text, length);
    m->sections[m->nsections++] = (DebugSection){name, copy};
}

// Of these sections only .debug_str is read here; a debugger reads some of the others.
void parse_section(Parser *p)
{
    static const char *const kept[] = {".debug_info", ".debug_abbrev", ".debug_loc"};
    lex_next(p);
    bool strings = tok_is_directive(p, ".debug_str");
    const char *keep = NULL;
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++)
        if (tok_is_directive(p, kept[i]))
            keep = kept[i];
    uint32_t line = p->tok.line;
    while (!tok_is(p, '{')) {
        if (p->tok.kind == TOK_end || p->tok.line != line + (p->tok.line == line + 1))
            tok_unexpected(p, "'{'");
        lex_next(p);
    }
    if (strings) {
        lex_next(p);
        take_strings(p);
    } else {
        const char *text = p->at;
        for (; *p->at && *p->at != '}'; p->at++)
            p->line += *p->at == '\n';
        if (keep)
            keep_section(p, keep, text, (size_t)(p->at - text));
        lex_next(p);
    }
    tok_expect(p, '}');
}

// At the end, when .debug_str has been read, and after each body that is read later: the names.
void parse_locs_finish(Parser *p)
{
    if (!p->named) {
        char *strings = parse_alloc(p, p->nstrings + 1);
        if (p->nstrings)
            memcpy(strings, p->strings, p->nstrings);
        free(p->strings);
        p->strings = strings;
        p->named = 1;
    }
    for (; p->named < p->m->nlocs; p->named++) {
        const PendingName *name = &p->pending[p->named];
        if (!name->label || !name->label->text_offset)
            continue;
        uint64_t at = (uint64_t)name->label->text_offset - 1 + name->offset;
        if (at < p->nstrings)
            p->m->locs[p->named].func = p->strings + at;
    }
}
