// names.c - memory, and what the words of the text mean.
//
// Each distinct word is one Name, found by hash. A Name holds a stack of
// bindings, the binding of the innermost scope on top; leaving a scope pops its
// bindings. So a look-up takes the same time for any number of scopes and names.
//
// ".reg .b32 %r<100>" declares a hundred names by one binding of the stem
// "%r". A register gets its number, and a binding of its own, when it is first
// mentioned: registers that are never mentioned cost nothing.
#include "alloc.h"
#include "fnv.h"
#include "parse.h"

#include <assert.h>

// ---- memory ---------------------------------------------------------

typedef struct ArenaChunk {
    struct ArenaChunk *next;
    size_t used, size;
    _Alignas(16) char bytes[];
} ArenaChunk;

struct Arena {
    ArenaChunk *chunks;
};

enum { CHUNK_BYTES = 64 * 1024 };

Arena *arena_new(void) { return must_calloc(1, sizeof(Arena)); }

void *arena_alloc(Arena *a, size_t bytes)
{
    assert(bytes <= SIZE_MAX / 2);
    bytes = (bytes + 15) & ~(size_t)15;
    ArenaChunk *c = a->chunks;
    if (!c || bytes > c->size - c->used) {
        bool big = bytes > CHUNK_BYTES / 4;
        size_t size = big ? bytes : CHUNK_BYTES;
        ArenaChunk *fresh = must_calloc(1, sizeof *fresh + size);
        fresh->size = size;
        // A big object gets its own chunk, after the chunk that is being filled.
        ArenaChunk **link = big && c ? &c->next : &a->chunks;
        fresh->next = *link;
        *link = fresh;
        c = fresh;
    }
    void *result = c->bytes + c->used;
    c->used += bytes;
    return result;
}

void arena_free(Arena *a)
{
    if (!a)
        return;
    for (ArenaChunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

void *parse_alloc(Parser *p, size_t bytes) { return arena_alloc(p->m->arena, bytes); }

void *parse_temp(Parser *p, size_t bytes) { return arena_alloc(p->temp, bytes); }

void *parse_grow(Parser *p, void *array, uint32_t *room, uint32_t need, size_t element)
{
    if (need <= *room)
        return array;
    uint32_t bigger = *room ? *room : 16;
    while (bigger < need) {
        if (bigger > UINT32_MAX / 4)
            parse_fail(p, p->tok.line, "the text is too large");
        bigger *= 2;
    }
    void *grown = must_realloc(array, bigger, element);
    memset((char *)grown + *room * element, 0, (bigger - *room) * element);
    *room = bigger;
    return grown;
}

// ---- names ----------------------------------------------------------

static uint32_t name_hash(const char *text, size_t length)
{
    uint64_t h = fnv_bytes(FNV_START, text, length);
    return (uint32_t)(h ^ h >> 32);
}

static Name *search(const NameTable *t, const char *text, size_t length, uint32_t hash)
{
    for (Name *n = t->buckets[hash & (t->nbuckets - 1)]; n; n = n->next) {
        if (n->hash == hash && n->length == length && !memcmp(n->text, text, length))
            return n;
    }
    return NULL;
}

static void enlarge(Parser *p)
{
    NameTable *t = &p->names;
    uint32_t nbuckets = t->nbuckets * 2;
    Name **buckets = must_calloc(nbuckets, sizeof *buckets);
    for (uint32_t i = 0; i < t->nbuckets; i++) {
        for (Name *n = t->buckets[i], *next; n; n = next) {
            next = n->next;
            n->next = buckets[n->hash & (nbuckets - 1)];
            buckets[n->hash & (nbuckets - 1)] = n;
        }
    }
    free(t->buckets);
    t->buckets = buckets;
    t->nbuckets = nbuckets;
}

Name *name_find(Parser *p, const char *text, size_t length)
{
    return search(&p->names, text, length, name_hash(text, length));
}

// "%r12" is number 12 of the stem "%r"; "%r012" is not, nor is it number 12.
static void find_stem(Parser *p, Name *n)
{
    uint32_t start = n->length;
    while (start > 0 && n->text[start - 1] >= '0' && n->text[start - 1] <= '9')
        start--;
    uint32_t digits = n->length - start;
    if (start == 0 || digits == 0 || digits > 9 || (digits > 1 && n->text[start] == '0'))
        return;
    n->number = (uint32_t)strtoul(n->text + start, NULL, 10);
    n->stem = name_of(p, n->text, start);
}

Name *name_of(Parser *p, const char *text, size_t length)
{
    uint32_t hash = name_hash(text, length);
    Name *n = search(&p->names, text, length, hash);
    if (n)
        return n;
    if (p->names.count >= p->names.nbuckets)
        enlarge(p);
    char *copy = parse_alloc(p, length + 1);
    memcpy(copy, text, length);
    n = parse_temp(p, sizeof *n);
    *n = (Name){.text = copy, .length = (uint32_t)length, .hash = hash};
    n->op = n->mod = n->type = n->special = -1;
    Name **bucket = &p->names.buckets[hash & (p->names.nbuckets - 1)];
    n->next = *bucket;
    *bucket = n;
    p->names.count++;
    find_stem(p, n); // last: it may add a name
    return n;
}

static bool is_module_name(const Name *n)
{
    const Binding *b = n->top;
    while (b && b->depth > 0)
        b = b->outer;
    return b != NULL;
}

// Two scopes of a function may declare the same name, or hide a name of the module. The
// printed module must not: there the second "p" of a function is called "p$1".
const char *name_unique(Parser *p, Name *n)
{
    if (n->in_func != p->func_serial && !is_module_name(n)) {
        n->in_func = p->func_serial;
        n->copies = 0;
        return n->text;
    }
    if (n->in_func != p->func_serial)
        n->copies = 0;
    n->in_func = p->func_serial;
    for (;;) {
        char text[32];
        int digits = snprintf(text, sizeof text, "$%u", ++n->copies);
        char *whole = parse_alloc(p, n->length + (size_t)digits + 1);
        memcpy(whole, n->text, n->length);
        memcpy(whole + n->length, text, (size_t)digits);
        Name *other = name_of(p, whole, n->length + (size_t)digits);
        if (other->in_func != p->func_serial && !is_module_name(other)) {
            other->in_func = p->func_serial;
            other->copies = 0;
            return other->text;
        }
    }
}

// ---- the words that PTX itself gives a meaning ----------------------

void names_init(Parser *p)
{
    p->names.nbuckets = 1024;
    p->names.buckets = must_calloc(p->names.nbuckets, sizeof *p->names.buckets);
    for (int i = 0; i < OP_COUNT; i++)
        name_of(p, op_info[i].text, strlen(op_info[i].text))->op = (int16_t)i;
    for (int i = 0; i < MOD_COUNT; i++)
        name_of(p, mod_name(i), strlen(mod_name(i)))->mod = (int16_t)i;
    for (int i = 1; i < TYPE_COUNT; i++)
        name_of(p, type_name(i), strlen(type_name(i)))->type = (int16_t)i;
    for (int i = 0; i < SREG_COUNT; i++)
        name_of(p, special_name(i), strlen(special_name(i)))->special = (int16_t)i;
}

// ---- scopes ---------------------------------------------------------

static NameScope *scope_now(Parser *p) { return &p->scopes[p->depth]; }

void scope_enter(Parser *p)
{
    if (p->depth + 1 >= MAX_SCOPES)
        parse_fail(p, p->tok.line, "more than %d nested scopes", MAX_SCOPES);
    p->depth++;
    *scope_now(p) = (NameScope){.scratch = p->scratch};
    scope_now(p)->fixups_end = &scope_now(p)->fixups;
}

static void push(Parser *p, Binding *b)
{
    Binding **stack = b->kind == BIND_range ? &b->name->range : &b->name->top;
    NameScope *scope = &p->scopes[b->depth];
    b->outer = *stack;
    *stack = b;
    b->scope_next = scope->bindings;
    scope->bindings = b;
}

Binding *scope_bind(Parser *p, Name *n, BindKind kind)
{
    Binding *same = kind == BIND_range ? n->range : n->top;
    if (same && same->depth == p->depth)
        parse_fail(p, p->tok.line, "'%s' is declared twice", n->text);
    Binding *b = parse_temp(p, sizeof *b);
    *b = (Binding){.kind = kind, .depth = p->depth, .name = n};
    push(p, b);
    return b;
}

Binding *scope_find(Parser *p, Name *n)
{
    Binding *range = n->stem ? n->stem->range : NULL;
    if (!range || n->number >= range->count || (n->top && n->top->depth >= range->depth))
        return n->top;
    // First mention of a register of a range: it belongs to the range's scope.
    // What is on top of the name's stack lies outside of that scope.
    Binding *b = parse_temp(p, sizeof *b);
    *b = (Binding){.kind = BIND_reg, .depth = range->depth, .name = n, .type = range->type};
    b->reg = parse_register(p, b, n);
    push(p, b);
    return b;
}

void scope_refer(Parser *p, Name *n, Fixup fix)
{
    Fixup *f = parse_temp(p, sizeof *f);
    *f = fix;
    f->next = NULL;
    f->name = n;
    *scope_now(p)->fixups_end = f;
    scope_now(p)->fixups_end = &f->next;
}

static void resolve_label(Parser *p, const Fixup *f, const Binding *b)
{
    Operand *o = f->direct ? f->direct : &p->insts[f->inst].opnd[f->index];
    if (b->kind == BIND_targets && !f->direct) {
        o->kind = OPND_targets;
        o->vec = b->vec;
        o->nvec = b->nvec;
    } else if (b->kind == BIND_label) {
        o->kind = OPND_label;
        o->target = b->target;
    } else {
        parse_fail(p, f->line, "'%s' is not a label", f->name->text);
    }
}

// A label that is not in this scope may still follow in an outer scope.
static void resolve_labels(Parser *p)
{
    NameScope *scope = scope_now(p), *outer = scope - 1;
    for (Fixup *f = scope->fixups, *next; f; f = next) {
        next = f->next;
        Binding *b = f->name->top;
        if (b && b->depth == p->depth) {
            resolve_label(p, f, b);
        } else if (p->depth == 1) {
            parse_fail(p, f->line, "there is no label '%s'", f->name->text);
        } else {
            f->next = NULL;
            *outer->fixups_end = f;
            outer->fixups_end = &f->next;
        }
    }
}

static void pop_bindings(Parser *p)
{
    for (Binding *b = scope_now(p)->bindings; b; b = b->scope_next) {
        if (b->kind == BIND_range)
            b->name->range = b->outer;
        else
            b->name->top = b->outer;
    }
    p->scratch = scope_now(p)->scratch;
    p->depth--;
}

void scope_leave(Parser *p)
{
    resolve_labels(p);
    pop_bindings(p);
}

void scopes_drop(Parser *p)
{
    while (p->depth)
        pop_bindings(p);
}
