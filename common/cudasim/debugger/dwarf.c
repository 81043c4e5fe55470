// dwarf.c - the variables and types of a module that nvcc -G has compiled: DWARF 2, as its debug
// sections have it. A variable is in the local memory of the thread, in the parameters, in shared
// or global memory, or in a register of PTX, which may be another one at each step (.debug_loc).
#include "value.h"

#include "bytes.h"

enum {
    TAG_array = 1,
    TAG_class = 2,
    TAG_enumeration = 4,
    TAG_parameter = 5,
    TAG_block = 11,
    TAG_member = 13,
    TAG_pointer = 15,
    TAG_reference = 16,
    TAG_structure = 19,
    TAG_typedef = 22,
    TAG_union = 23,
    TAG_inlined = 29,
    TAG_subrange = 33,
    TAG_base = 36,
    TAG_const = 38,
    TAG_enumerator = 40,
    TAG_function = 46,
    TAG_variable = 52,
    TAG_volatile = 53,
    TAG_restrict = 55,
    TAG_rvalue_reference = 66
};

enum {
    AT_location = 2,
    AT_name = 3,
    AT_byte_size = 11,
    AT_low_pc = 17,
    AT_high_pc = 18,
    AT_const_value = 28,
    AT_origin = 0x31,
    AT_upper_bound = 0x2f,
    AT_count = 0x37,
    AT_member_location = 0x38,
    AT_encoding = 0x3e,
    AT_specification = 0x47,
    AT_type = 0x49,
    AT_class = 0x33,
    AT_linkage_name = 0x2007,
    AT_linkage_name_4 = 0x6e
};

enum { OP_addr = 3, OP_plus_uconst = 0x23, OP_constu = 0x10, OP_regx_first = 0x50, OP_regx = 0x90 };

typedef struct Entry {
    struct Entry *parent, *child, *next, *last;
    uint32_t offset, tag;
    const char *name, *linkage, *low, *high; // low, high: labels
    uint32_t type, origin;
    uint64_t size, count, member_offset, encoding, address_class;
    int64_t value;
    uint32_t location, location_bytes; // in .debug_info; bytes 0: `locations` in .debug_loc
    uint32_t locations;
    bool has_location, has_count, has_class;
    DebugType *made; // of a type
} Entry;

typedef struct ModuleInfo {
    struct ModuleInfo *next;
    const Module *module;
    SectionBytes info, abbrev, loc;
    Entry *root;
    Entry **by_offset;
} ModuleInfo;

static ModuleInfo *modules;

// ---- reading --------------------------------------------------------

static Bytes bytes_from(const SectionBytes *s, size_t offset)
{
    Bytes b = {s->bytes, s->bytes + s->n};
    skip(&b, offset);
    return b;
}

static uint32_t place_in(const SectionBytes *s, Bytes b) { return (uint32_t)(b.at - s->bytes); }

// A value of one attribute: a number, a text, a block, or a label.
typedef struct {
    int64_t number;
    const char *text, *label;
    uint32_t at, bytes; // of a block
} Attribute;

static Attribute take_attribute(const SectionBytes *s, Bytes *r, uint64_t form)
{
    Attribute a = {0};
    const SectionRef *ref = section_ref(s, place_in(s, *r));
    unsigned size = 0;
    switch (form) {
    case 1: size = 8; break; // address
    case 3: a.bytes = (uint32_t)take(r, 2); break;
    case 4: a.bytes = (uint32_t)take(r, 4); break;
    case 9:
    case 24: a.bytes = (uint32_t)take_uleb(r); break;
    case 10: a.bytes = (uint32_t)take(r, 1); break;
    case 5:
    case 18: size = 2; break;
    case 6:
    case 14:
    case 16:
    case 19:
    case 23: size = 4; break;
    case 7:
    case 20: size = 8; break;
    case 8: a.text = take_text(r); return a;
    case 11:
    case 12:
    case 17: size = 1; break;
    case 13: a.number = take_sleb(r); return a;
    case 15:
    case 21: a.number = (int64_t)take_uleb(r); return a;
    case 25: a.number = 1; return a;
    default: r->at = r->end; return a;
    }
    if (size) {
        a.number = (int64_t)take(r, size) + (ref ? ref->addend : 0);
        a.label = ref ? ref->label : NULL;
        return a;
    }
    a.at = place_in(s, *r);
    skip(r, a.bytes);
    return a;
}

static void set_attribute(Entry *e, uint64_t name, uint64_t form, Attribute a,
                          const SectionBytes *info)
{
    bool block = form == 3 || form == 4 || form == 9 || form == 10 || form == 24;
    switch (name) {
    case AT_name: e->name = a.text; break;
    case AT_linkage_name:
    case AT_linkage_name_4: e->linkage = a.text; break;
    case AT_low_pc: e->low = a.label; break;
    case AT_high_pc: e->high = a.label; break;
    case AT_type: e->type = (uint32_t)a.number; break;
    case AT_origin:
    case AT_specification: e->origin = (uint32_t)a.number; break;
    case AT_byte_size: e->size = (uint64_t)a.number; break;
    case AT_encoding: e->encoding = (uint64_t)a.number; break;
    case AT_class:
        e->address_class = (uint64_t)a.number;
        e->has_class = true;
        break;
    case AT_count:
        e->count = (uint64_t)a.number;
        e->has_count = true;
        break;
    case AT_upper_bound:
        e->count = (uint64_t)a.number + 1;
        e->has_count = true;
        break;
    case AT_const_value: e->value = a.number; break;
    case AT_member_location:
        e->member_offset = (uint64_t)a.number;
        if (block) {
            Bytes number = bytes_from(info, a.at + 1u); // behind DW_OP_plus_uconst
            e->member_offset = take_uleb(&number);
        }
        break;
    case AT_location:
        e->has_location = true;
        e->location = a.at;
        e->location_bytes = block ? a.bytes : 0;
        e->locations = block ? 0 : (uint32_t)a.number;
        break;
    default: break;
    }
}

// Where the abbreviation with this code begins: its tag.
static bool find_abbreviation(const ModuleInfo *m, uint64_t code, Bytes *r)
{
    *r = bytes_from(&m->abbrev, 0);
    while (r->at < r->end) {
        uint64_t this = take_uleb(r);
        if (this == code)
            return code != 0;
        if (!this)
            return false;
        take_uleb(r);
        take(r, 1);
        while (r->at < r->end) {
            uint64_t name = take_uleb(r), form = take_uleb(r);
            if (!name && !form)
                break;
        }
    }
    return false;
}

static void append(Entry *parent, Entry *e)
{
    e->parent = parent;
    if (!parent->child)
        parent->child = e;
    else
        parent->last->next = e;
    parent->last = e;
}

static void read_entries(ModuleInfo *m)
{
    Bytes r = bytes_from(&m->info, 0);
    m->root = must_calloc(1, sizeof *m->root);
    m->by_offset = must_calloc(m->info.n + 1, sizeof *m->by_offset);
    while (bytes_left(r) >= 11) {
        uint32_t unit = place_in(&m->info, r);
        uint64_t length = take(&r, 4);
        const uint8_t *end = length && length < bytes_left(r) ? r.at + length : r.end;
        skip(&r, 7); // version, abbreviations, size of addresses
        Entry *in = m->root;
        while (r.at < end) {
            uint32_t offset = place_in(&m->info, r);
            uint64_t code = take_uleb(&r);
            if (!code) {
                in = in->parent ? in->parent : m->root;
                continue;
            }
            Bytes a;
            if (!find_abbreviation(m, code, &a))
                return;
            Entry *e = m->by_offset[offset] = must_calloc(1, sizeof *e);
            e->offset = offset - unit;
            e->tag = (uint32_t)take_uleb(&a);
            bool children = take(&a, 1);
            for (;;) {
                uint64_t name = take_uleb(&a), form = take_uleb(&a);
                if ((!name && !form) || a.at >= a.end)
                    break;
                set_attribute(e, name, form, take_attribute(&m->info, &r, form), &m->info);
            }
            append(in, e);
            if (children)
                in = e;
        }
        r.at = end;
    }
}

static ModuleInfo *info_of(const Module *module)
{
    for (ModuleInfo *m = modules; m; m = m->next)
        if (m->module == module)
            return m;
    ModuleInfo *m = must_calloc(1, sizeof *m);
    m->module = module;
    m->next = modules;
    modules = m;
    m->info = section_read(module, ".debug_info");
    m->abbrev = section_read(module, ".debug_abbrev");
    m->loc = section_read(module, ".debug_loc");
    read_entries(m);
    return m;
}

bool module_has_variables(const Module *m) { return m->nsections > 0 && info_of(m)->info.n > 0; }

// ---- types ----------------------------------------------------------

static const Entry *entry_at(const ModuleInfo *m, uint32_t offset)
{
    return offset && offset < m->info.n ? m->by_offset[offset] : NULL;
}

static const DebugType *type_of(ModuleInfo *m, uint32_t offset);

static DebugType *base_type(const Entry *e)
{
    // DW_ATE: 2 boolean, 4 float, 5 signed, 6 signed char, 7 unsigned, 8 unsigned char
    static const TypeKind kind[] = {
        [2] = TY_bool, [4] = TY_float, [5] = TY_int, [6] = TY_char, [7] = TY_int, [8] = TY_char};
    DebugType *t = must_calloc(1, sizeof *t);
    t->kind = e->encoding >= 2 && e->encoding <= 8 ? kind[e->encoding] : TY_int;
    t->is_signed = e->encoding == 5 || e->encoding == 6;
    t->bytes = e->size;
    t->name = must_strdup(e->name ? e->name : "?");
    return t;
}

static void add_members(ModuleInfo *m, const Entry *e, DebugType *t)
{
    for (const Entry *c = e->child; c; c = c->next) {
        bool enumerator = c->tag == TAG_enumerator;
        if (c->tag != TAG_member && !enumerator)
            continue;
        t->member = must_realloc(t->member, t->nmembers + 1, sizeof *t->member);
        t->member[t->nmembers++] =
            (TypeMember){.name = c->name ? c->name : "",
                         .type = enumerator ? NULL : type_of(m, c->type),
                         .offset = enumerator ? (uint64_t)c->value : c->member_offset};
    }
}

static const DebugType *array_of(ModuleInfo *m, const Entry *e, const Entry *range)
{
    while (range && range->tag != TAG_subrange)
        range = range->next;
    if (!range)
        return type_of(m, e->type);
    return type_array(array_of(m, e, range->next), range->has_count ? range->count : 0);
}

static const DebugType *type_of(ModuleInfo *m, uint32_t offset)
{
    Entry *e = (Entry *)entry_at(m, offset);
    if (!e)
        return type_named("void", 4);
    if (e->made)
        return e->made;
    DebugType *t;
    switch (e->tag) {
    case TAG_base: return e->made = base_type(e);
    case TAG_pointer:
    case TAG_reference:
    case TAG_rvalue_reference: {
        e->made = t = must_calloc(1, sizeof *t);
        *t = (DebugType){.kind = TY_pointer, .bytes = 8, .of = type_of(m, e->type)};
        return t;
    }
    case TAG_array: return e->made = (DebugType *)array_of(m, e, e->child);
    case TAG_structure:
    case TAG_class:
    case TAG_union:
    case TAG_enumeration:
        e->made = t = must_calloc(1, sizeof *t);
        t->kind = e->tag == TAG_enumeration ? TY_enum : TY_struct;
        t->bytes = e->size;
        t->name = must_strdup(e->name ? e->name : "{...}");
        add_members(m, e, t);
        return t;
    case TAG_typedef:
    case TAG_const:
    case TAG_volatile:
    case TAG_restrict: return type_of(m, e->type);
    default: return type_named("void", 4);
    }
}

static const Entry *find_type(const Entry *in, const char *name)
{
    for (const Entry *e = in->child; e; e = e->next) {
        bool is = e->tag == TAG_structure || e->tag == TAG_class || e->tag == TAG_union ||
                  e->tag == TAG_enumeration || e->tag == TAG_typedef || e->tag == TAG_base;
        if (is && e->name && !strcmp(e->name, name))
            return e;
        const Entry *inner = find_type(e, name);
        if (inner)
            return inner;
    }
    return NULL;
}

static uint32_t offset_of(const ModuleInfo *m, const Entry *e)
{
    for (uint32_t i = 0; i < m->info.n; i++)
        if (m->by_offset[i] == e)
            return i;
    return 0;
}

const DebugType *dwarf_type_named(const Module *module, const char *name)
{
    ModuleInfo *m = info_of(module);
    const Entry *e = find_type(m->root, name);
    return e ? type_of(m, offset_of(m, e)) : NULL;
}

// ---- variables ------------------------------------------------------

// Where a label of the function is: before which instruction.
static bool label_inst(const Func *f, const char *label, uint32_t *inst)
{
    for (unsigned i = 0; label && i < f->nlabels; i++)
        if (!strcmp(f->labels[i].name, label)) {
            *inst = f->labels[i].inst;
            return true;
        }
    return false;
}

static bool covers(const Func *f, const char *low, const char *high, uint32_t inst)
{
    uint32_t from, to;
    if (!label_inst(f, low, &from) || !label_inst(f, high, &to))
        return false;
    return inst >= from && (inst < to || (from == to && inst == from));
}

// The instruction of a step, or the next one that has a step.
static uint32_t inst_of(const Code *c, uint32_t pc)
{
    const Func *f = c->func;
    for (; pc < c->nsteps; pc++) {
        const Inst *in = c->steps[pc].inst;
        if (in >= f->insts && in < f->insts + f->ninsts)
            return (uint32_t)(in - f->insts);
    }
    return f->ninsts;
}

// nvcc writes a register's name into its number: "%r1" is the bytes 0x25 0x72 0x31.
static VariablePlace register_place(const Func *f, uint64_t number)
{
    char name[9];
    unsigned n = 0;
    for (int shift = 56; shift >= 0; shift -= 8)
        if (number >> shift & 0xff)
            name[n++] = (char)(number >> shift & 0xff);
    name[n] = 0;
    for (unsigned r = 0; r < f->nregs; r++)
        if (f->reg_name[r] && !strcmp(f->reg_name[r], name))
            return (VariablePlace){.kind = PLACE_register, .reg = r};
    return (VariablePlace){0};
}

static const Symbol *symbol_of(const Func *f, const char *name)
{
    for (unsigned i = 0; i < f->nparams; i++)
        if (!strcmp(f->params[i]->name, name))
            return f->params[i];
    for (unsigned i = 0; i < f->nvars; i++)
        if (!strcmp(f->vars[i]->name, name))
            return f->vars[i];
    const Symbol *s = module_symbol(f->module, name);
    return s ? symbol_definition(s) : NULL;
}

static VariablePlace symbol_place(const Where *at, const FrameView *f, const char *name,
                                  uint64_t offset)
{
    const Func *func = f->code->func;
    const Symbol *s = symbol_of(func, name);
    VariablePlace p = {.kind = PLACE_memory};
    if (!s)
        return (VariablePlace){0};
    if (symbol_in_frame(s)) {
        p.address = LOCAL_WINDOW + f->frame->local + s->offset + offset;
    } else if (s->kind == SYM_param || s->space == SPACE_param) {
        p.address = PARAM_WINDOW + s->offset + offset;
    } else if (s->space == SPACE_shared) {
        const Facts *facts = f->code->entry->facts;
        p.kind = PLACE_none;
        for (uint32_t i = 0; i < facts->nshared; i++)
            if (!strcmp(facts->shared[i].sym->name, name)) {
                p.kind = PLACE_memory;
                p.address = SHARED_WINDOW +
                            ((uint64_t)at->block->cluster_rank << SHARED_RANK_SHIFT) +
                            facts->shared[i].offset + offset;
            }
    } else {
        p.address = s->address + offset;
    }
    return p;
}

static VariablePlace evaluate(const ModuleInfo *m, const SectionBytes *s, uint32_t from,
                              uint32_t bytes, const Where *at, const FrameView *f)
{
    Bytes r = bytes_from(s, from);
    (void)m;
    uint8_t op = (uint8_t)take(&r, 1);
    if (op == OP_regx)
        return register_place(f->code->func, take_uleb(&r));
    if (op == OP_constu)
        return (VariablePlace){.kind = PLACE_value, .value = take_uleb(&r)};
    if (op != OP_addr)
        return (VariablePlace){0};
    const SectionRef *ref = section_ref(s, place_in(s, r));
    take(&r, 8);
    uint64_t offset = ref ? (uint64_t)ref->addend : 0;
    if (place_in(s, r) < from + bytes && take(&r, 1) == OP_plus_uconst)
        offset += take_uleb(&r);
    return ref ? symbol_place(at, f, ref->label, offset) : (VariablePlace){0};
}

static VariablePlace place_from_list(const ModuleInfo *m, const Entry *e, const Where *at,
                                     const FrameView *f, uint32_t inst)
{
    Bytes r = bytes_from(&m->loc, e->locations);
    while (bytes_left(r) >= 16) {
        const SectionRef *low = section_ref(&m->loc, place_in(&m->loc, r));
        const SectionRef *high = section_ref(&m->loc, place_in(&m->loc, r) + 8);
        skip(&r, 16);
        if (!low || !high)
            break;
        uint32_t bytes = (uint32_t)take(&r, 2);
        if (covers(f->code->func, low->label, high->label, inst))
            return evaluate(m, &m->loc, place_in(&m->loc, r), bytes, at, f);
        skip(&r, bytes);
    }
    return (VariablePlace){0};
}

typedef struct {
    ModuleInfo *m;
    const Where *at;
    const FrameView *f;
    uint32_t inst;
    bool (*visit)(const DebugVariable *, void *);
    void *user;
} Search;

// Parameters of a function that was inlined here are no parameters of this frame.
static bool visit_variable(const Search *s, const Entry *e)
{
    const Entry *described = e;
    while (!described->name && described->origin && entry_at(s->m, described->origin))
        described = entry_at(s->m, described->origin);
    if (!described->name)
        return false;
    DebugVariable v = {.name = described->name,
                       .type = type_of(s->m, described->type ? described->type : e->type),
                       .parameter = e->tag == TAG_parameter && e->parent->tag == TAG_function};
    if (e->has_location && e->location_bytes)
        v.place = evaluate(s->m, &s->m->info, e->location, e->location_bytes, s->at, s->f);
    else if (e->has_location)
        v.place = place_from_list(s->m, e, s->at, s->f, s->inst);
    return s->visit(&v, s->user);
}

// The blocks inside come first: their variables hide those outside.
static bool visit_scope(const Search *s, const Entry *scope)
{
    const Func *f = s->f->code->func;
    for (const Entry *e = scope->child; e; e = e->next)
        if ((e->tag == TAG_block || e->tag == TAG_inlined) && covers(f, e->low, e->high, s->inst) &&
            visit_scope(s, e))
            return true;
    for (const Entry *e = scope->child; e; e = e->next)
        if ((e->tag == TAG_variable || e->tag == TAG_parameter) && visit_variable(s, e))
            return true;
    return false;
}

static const Entry *function_entry(const Entry *in, const char *name)
{
    for (const Entry *e = in->child; e; e = e->next) {
        if (e->tag == TAG_function && e->low &&
            ((e->linkage && !strcmp(e->linkage, name)) ||
             (!e->linkage && e->name && !strcmp(e->name, name))))
            return e;
        const Entry *inner = e->tag == TAG_function ? NULL : function_entry(e, name);
        if (inner)
            return inner;
    }
    return NULL;
}

bool variables_visit(const Where *at, const FrameView *f,
                     bool (*visit)(const DebugVariable *, void *), void *user)
{
    const Func *func = f->code->func;
    if (!module_has_variables(func->module))
        return false;
    ModuleInfo *m = info_of(func->module);
    Search s = {m, at, f, inst_of(f->code, f->pc), visit, user};
    const Entry *function = function_entry(m->root, func->name);
    return function && visit_scope(&s, function);
}

static const Entry *find_global(const Entry *in, const char *name)
{
    for (const Entry *e = in->child; e; e = e->next) {
        if (e->tag == TAG_variable &&
            ((e->name && !strcmp(e->name, name)) || (e->linkage && !strcmp(e->linkage, name))))
            return e;
        const Entry *inner = e->tag == TAG_function ? NULL : find_global(e, name);
        if (inner)
            return inner;
    }
    return NULL;
}

static const Entry *find_enumerator(const Entry *in, const char *name)
{
    for (const Entry *e = in->child; e; e = e->next) {
        if (e->tag == TAG_enumerator && e->name && !strcmp(e->name, name))
            return e;
        const Entry *inner = find_enumerator(e, name);
        if (inner)
            return inner;
    }
    return NULL;
}

bool dwarf_enumerator(const Module *module, const char *name, int64_t *value)
{
    if (!module_has_variables(module))
        return false;
    const Entry *e = find_enumerator(info_of(module)->root, name);
    if (e)
        *value = e->value;
    return e != NULL;
}

const DebugType *dwarf_global(const Module *module, const char *symbol)
{
    if (!module_has_variables(module))
        return NULL;
    ModuleInfo *m = info_of(module);
    const Entry *e = find_global(m->root, symbol);
    return e ? type_of(m, e->type) : NULL;
}
