// dap_values.c - threads, frames and variables as the Debug Adapter Protocol wants them. An editor
// asks by numbers, which are good until the kernel goes on: a frame is a number, and so is
// everything that can be unfolded.
//
// A thread of the protocol is a CUDA thread: that in focus, and the first one of each other warp
// and block, because a list of all threads would be of no use.
#include "dap.h"

#include <jansson.h>
#include <limits.h>

enum { MAX_FRAMES = 256, MAX_REFS = 4096, MAX_THREADS_SHOWN = 64, MAX_CHILDREN = 400 };

typedef enum { REF_locals, REF_arguments, REF_indices, REF_registers, REF_value } RefKind;

typedef struct {
    RefKind kind;
    int frame;
    DebugValue value;
} Ref;

static struct {
    Where at;
    unsigned level;
} frames[MAX_FRAMES];
static int nframes;
static Ref refs[MAX_REFS];
static int nrefs;

void dap_forget_values(void) { nframes = nrefs = 0; }

// ---- threads --------------------------------------------------------

static long long thread_id(const Where *at)
{
    return (long long)(at->block->index * MAX_BLOCK_THREADS + at->warp->index * WARP_SIZE +
                       at->lane + 1);
}

static bool thread_where(long long id, Where *at)
{
    const Launch *l = moment.launch;
    uint64_t n = (uint64_t)id - 1;
    for (uint32_t i = 0; l && id > 0 && i < l->nblocks; i++)
        if (l->blocks[i]->index == n / MAX_BLOCK_THREADS && n % MAX_BLOCK_THREADS < l->threads) {
            *at = where_of(l->blocks[i], (uint32_t)(n % MAX_BLOCK_THREADS));
            return true;
        }
    return where_focus(at);
}

long long dap_thread_in_focus(void)
{
    Where at;
    return where_focus(&at) ? thread_id(&at) : 1;
}

void dap_focus_thread(json_t *arguments)
{
    Where at;
    json_t *id = json_object_get(arguments, "threadId");
    if (json_is_integer(id) && thread_where(json_integer_value(id), &at) &&
        thread_id(&at) != dap_thread_in_focus())
        focus_set(&at);
}

static void add_thread(json_t *list, const Where *at)
{
    Dim3 b = at->block->id;
    const Warp *w = at->warp;
    unsigned l = at->lane;
    char name[120];
    snprintf(name, sizeof name, "block (%u,%u,%u) thread (%u,%u,%u)%s", b.x, b.y, b.z, w->tid[0][l],
             w->tid[1][l], w->tid[2][l], at->frame ? "" : " (exited)");
    json_array_append_new(list,
                          json_pack("{s:I,s:s}", "id", (json_int_t)thread_id(at), "name", name));
}

json_t *dap_threads(void)
{
    json_t *list = json_array();
    const Launch *l = moment.launch;
    Where focus, at;
    bool has = engine_stopped() && where_focus(&focus);
    if (has)
        add_thread(list, &focus);
    for (uint32_t i = 0; has && i < focus.block->nwarps; i++) {
        Warp *w = focus.block->warps[i];
        if (w == focus.warp || !w->live)
            continue;
        at = where_of(focus.block, i * WARP_SIZE + (uint32_t)__builtin_ctz(w->live));
        add_thread(list, &at);
    }
    for (uint32_t i = 0; has && i < l->nblocks && json_array_size(list) < MAX_THREADS_SHOWN; i++)
        if (l->blocks[i] != focus.block) {
            at = where_of(l->blocks[i], 0);
            add_thread(list, &at);
        }
    if (!json_array_size(list)) // the protocol wants one
        json_array_append_new(list, json_pack("{s:i,s:s}", "id", 1, "name", "host"));
    return json_pack("{s:o}", "threads", list);
}

// ---- frames ---------------------------------------------------------

json_t *dap_source(const char *file)
{
    char path[PATH_MAX];
    const char *found = source_path(file);
    if (!found || !realpath(found, path))
        snprintf(path, sizeof path, "%s", file);
    return json_pack("{s:s,s:s}", "name", file_base(file), "path", path);
}

void dap_code_address(const Code *c, long inst, char text[24])
{
    uint64_t address = ((uint64_t)c->serial + 1) << INST_BITS;
    snprintf(text, 24, "0x%llx", (unsigned long long)(address + (uint64_t)inst));
}

json_t *dap_stack(json_t *arguments)
{
    json_t *list = json_array();
    Where at;
    FrameView f;
    if (!thread_where(json_integer_value(json_object_get(arguments, "threadId")), &at))
        return json_pack("{s:o,s:i}", "stackFrames", list, "totalFrames", 0);
    unsigned n = frame_depth(&at);
    for (unsigned i = 0; i < n && nframes < MAX_FRAMES; i++) {
        frame_at(&at, i, &f);
        frames[nframes].at = at;
        frames[nframes].level = i;
        nframes++;
        json_t *o = json_pack("{s:i,s:s,s:i,s:i}", "id", nframes, "name", f.function, "line",
                              f.line, "column", 1);
        if (f.file)
            json_object_set_new(o, "source", dap_source(f.file));
        char place[24];
        dap_code_address(f.code, (long)code_inst(f.code, f.pc), place);
        json_object_set_new(o, "instructionPointerReference", json_string(place));
        json_array_append_new(list, o);
    }
    return json_pack("{s:o,s:i}", "stackFrames", list, "totalFrames", (int)n);
}

static int new_ref(RefKind kind, int frame, const DebugValue *v)
{
    if (nrefs == MAX_REFS)
        return 0;
    refs[nrefs] = (Ref){.kind = kind, .frame = frame};
    if (v)
        refs[nrefs].value = *v;
    return ++nrefs;
}

json_t *dap_scopes(json_t *arguments)
{
    static const char *const names[] = {"Locals", "Arguments", "CUDA", "Registers"};
    json_t *list = json_array();
    int frame = (int)json_integer_value(json_object_get(arguments, "frameId")) - 1;
    for (int i = 0; frame >= 0 && frame < nframes && i < 4; i++)
        json_array_append_new(
            list, json_pack("{s:s,s:i,s:b}", "name", names[i], "variablesReference",
                            new_ref((RefKind)i, frame, NULL), "expensive", i == REF_registers));
    return json_pack("{s:o}", "scopes", list);
}

// ---- variables ------------------------------------------------------

typedef struct {
    json_t *list;
    int frame;
    const Where *at;
    FrameView f;
    bool parameters;
    // One value:
    const DebugVariable *variable;
    const char *expression;
    DebugValue value;
    Text text;
} Listing;

static bool can_unfold(const DebugType *t)
{
    return t->kind == TY_struct || t->kind == TY_array ||
           (t->kind == TY_pointer && t->of->kind != TY_void);
}

static void write_text(void *user)
{
    Listing *l = user;
    value_text(l->at, &l->f, &l->value, 0, &l->text);
}

static void add_value(Listing *l, const char *name, const DebugValue *v)
{
    char type[MAX_WORDS], why[300];
    l->value = *v;
    l->text = (Text){0};
    if (!debug_try(write_text, l, why)) {
        l->text.used = 0;
        text_add(&l->text, "<%s>", why);
    }
    debug_type_name(v->type, type, sizeof type);
    int ref = can_unfold(v->type) ? new_ref(REF_value, l->frame, v) : 0;
    uint64_t elements = v->type->kind == TY_array ? v->type->count : 0;
    json_t *o = json_pack("{s:s,s:s%,s:s,s:i}", "name", name, "value", l->text.at, l->text.used,
                          "type", type, "variablesReference", ref);
    bool pointer = v->type->kind == TY_pointer;
    if (pointer || (can_unfold(v->type) && v->place.kind == PLACE_memory)) {
        char address[24];
        snprintf(address, sizeof address, "0x%llx",
                 (unsigned long long)(pointer ? value_bits(v) : v->place.address));
        json_object_set_new(o, "memoryReference", json_string(address));
    }
    if (elements)
        json_object_set_new(o, "indexedVariables", json_integer((json_int_t)elements));
    json_array_append_new(l->list, o);
    free(l->text.at);
}

static void evaluate_variable(void *user)
{
    Listing *l = user;
    l->value = value_at(l->at, &l->f, l->variable->type, l->variable->place);
}

static void evaluate_text(void *user)
{
    Listing *l = user;
    l->value = expression_value(l->at, &l->f, l->expression);
}

static void add_text(Listing *l, const char *name, const char *text)
{
    json_array_append_new(
        l->list, json_pack("{s:s,s:s,s:i}", "name", name, "value", text, "variablesReference", 0));
}

static bool add_variable(const DebugVariable *v, void *user)
{
    Listing *l = user;
    char why[300];
    if (v->parameter != l->parameters)
        return false;
    l->variable = v;
    if (v->place.kind == PLACE_none)
        add_text(l, v->name, "<optimized out>");
    else if (debug_try(evaluate_variable, l, why))
        add_value(l, v->name, &l->value);
    else
        add_text(l, v->name, why);
    return false;
}

static void add_expression(Listing *l, const char *name, const char *expression)
{
    char why[300];
    l->expression = expression;
    if (debug_try(evaluate_text, l, why))
        add_value(l, name, &l->value);
}

static void add_registers(Listing *l)
{
    const Func *func = l->f.code->func;
    for (unsigned r = 0; r < func->nregs; r++) {
        if (!func->reg_name[r] || *func->reg_name[r] != '%' ||
            type_bytes((Type)func->reg_type[r]) > 8)
            continue;
        DebugVariable v = {.name = func->reg_name[r],
                           .type = debug_register_type((Type)func->reg_type[r]),
                           .place = {.kind = PLACE_register, .reg = r}};
        l->parameters = false;
        add_variable(&v, l);
    }
}

static void add_plain_parameters(Listing *l)
{
    char name[24];
    for (unsigned i = 0; i < l->f.code->func->nparams; i++) {
        snprintf(name, sizeof name, "param_%u", i);
        add_expression(l, name, name);
    }
}

static void add_scope(Listing *l, RefKind kind)
{
    static const char *const indices[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    bool known = module_has_variables(l->f.code->func->module);
    l->parameters = kind == REF_arguments;
    switch (kind) {
    case REF_locals:
    case REF_arguments:
        if (known)
            variables_visit(l->at, &l->f, add_variable, l);
        else if (kind == REF_arguments)
            add_plain_parameters(l);
        break;
    case REF_indices:
        for (int i = 0; i < 4; i++)
            add_expression(l, indices[i], indices[i]);
        break;
    case REF_registers: add_registers(l); break;
    case REF_value: break;
    }
}

typedef struct {
    Listing *l;
    const DebugType *type;
    VariablePlace place;
} ChildOfValue;

static void child_value(void *user)
{
    ChildOfValue *c = user;
    c->l->value = value_at(c->l->at, &c->l->f, c->type, c->place);
}

static void add_child(Listing *l, const char *name, const DebugType *t, VariablePlace place)
{
    ChildOfValue c = {l, t, place};
    char why[300];
    if (debug_try(child_value, &c, why))
        add_value(l, name, &l->value);
    else
        add_text(l, name, why);
}

static void add_children(Listing *l, const DebugValue *v, uint64_t start, uint64_t count)
{
    const DebugType *t = v->type;
    VariablePlace place = v->place;
    char name[40];
    if (t->kind == TY_pointer)
        add_child(l, "*", t->of, (VariablePlace){.kind = PLACE_memory, .address = value_bits(v)});
    for (uint64_t i = start; t->kind == TY_array && i < t->count && i < start + count; i++) {
        snprintf(name, sizeof name, "[%llu]", (unsigned long long)i);
        place.address = v->place.address + i * t->of->bytes;
        add_child(l, name, t->of, place);
    }
    for (unsigned i = 0; t->kind == TY_struct && i < t->nmembers; i++) {
        const TypeMember *m = &t->member[i];
        DebugValue e = {.type = m->type};
        place.address = v->place.address + m->offset;
        if (v->place.kind == PLACE_memory) {
            add_child(l, m->name, m->type, place);
        } else {
            memcpy(e.bytes, v->bytes + m->offset, m->type->bytes);
            add_value(l, m->name, &e);
        }
    }
}

json_t *dap_variables(json_t *arguments)
{
    int i = (int)json_integer_value(json_object_get(arguments, "variablesReference")) - 1;
    uint64_t start = (uint64_t)json_integer_value(json_object_get(arguments, "start"));
    uint64_t count = (uint64_t)json_integer_value(json_object_get(arguments, "count"));
    Listing l = {.list = json_array()};
    if (i < 0 || i >= nrefs)
        return json_pack("{s:o}", "variables", l.list);
    Ref ref = refs[i];
    l.frame = ref.frame;
    l.at = &frames[ref.frame].at;
    if (frame_at(l.at, frames[ref.frame].level, &l.f)) {
        if (ref.kind == REF_value)
            add_children(&l, &ref.value, start, count ? count : MAX_CHILDREN);
        else
            add_scope(&l, ref.kind);
    }
    return json_pack("{s:o}", "variables", l.list);
}

// Where a part of a value is, by the name that it has in the list.
static const DebugType *child_place(const DebugValue *v, const char *name, VariablePlace *place)
{
    const DebugType *t = v->type;
    unsigned long long i;
    *place = v->place;
    if (t->kind == TY_pointer && !strcmp(name, "*")) {
        *place = (VariablePlace){.kind = PLACE_memory, .address = value_bits(v)};
        return t->of;
    }
    if (place->kind == PLACE_memory && t->kind == TY_array && sscanf(name, "[%llu]", &i) == 1 &&
        i < t->count) {
        place->address += i * t->of->bytes;
        return t->of;
    }
    for (unsigned k = 0; place->kind == PLACE_memory && t->kind == TY_struct && k < t->nmembers;
         k++)
        if (!strcmp(t->member[k].name, name)) {
            place->address += t->member[k].offset;
            return t->member[k].type;
        }
    debug_fail("\"%s\" cannot be changed.", name);
}

static DebugValue change_child(const Listing *l, const DebugValue *of, const char *name,
                               const char *text)
{
    VariablePlace place;
    const DebugType *t = child_place(of, name, &place);
    DebugValue to = value_at(l->at, &l->f, t, place);
    DebugValue value = expression_value(l->at, &l->f, text);
    value_store(l->at, &l->f, &to, &value);
    return value_at(l->at, &l->f, t, place);
}

// As `set var`: the change lasts until the launch is run again.
json_t *dap_set_variable(json_t *arguments)
{
    int i = (int)json_integer_value(json_object_get(arguments, "variablesReference")) - 1;
    const char *name = json_string_value(json_object_get(arguments, "name"));
    const char *text = json_string_value(json_object_get(arguments, "value"));
    char line[2 * MAX_WORDS];
    Listing l = {.list = json_array()};
    if (i < 0 || i >= nrefs || !name || !text || strchr(text, '='))
        debug_fail("A variable and its new value are needed.");
    Ref ref = refs[i];
    l.frame = ref.frame;
    l.at = &frames[ref.frame].at;
    if (!frame_at(l.at, frames[ref.frame].level, &l.f))
        debug_fail("The thread has exited.");
    if (ref.kind == REF_value) {
        l.value = change_child(&l, &ref.value, name, text);
    } else {
        bool is_register = *name == '%';
        snprintf(line, sizeof line, "%s%s = %s", is_register ? "$" : "", name + is_register, text);
        l.value = expression_value(l.at, &l.f, line);
        snprintf(line, sizeof line, "%s%s", is_register ? "$" : "", name + is_register);
        l.value = expression_value(l.at, &l.f, line);
    }
    DebugValue v = l.value;
    add_value(&l, name, &v);
    json_t *one = json_incref(json_array_get(l.list, 0));
    json_decref(l.list);
    return one;
}

// In the frame that the client names, or in that of the focus. Fails as commands do.
json_t *dap_evaluate(const char *expression, json_t *arguments)
{
    static Where focus;
    int frame = (int)json_integer_value(json_object_get(arguments, "frameId")) - 1;
    Listing l = {.list = json_array(), .frame = frame};
    unsigned level = 0;
    if (frame >= 0 && frame < nframes) {
        l.at = &frames[frame].at;
        level = frames[frame].level;
    } else if (where_focus(&focus)) {
        l.at = &focus;
        frames[0].at = focus;
        frames[0].level = 0;
        nframes = nframes ? nframes : 1;
        l.frame = 0;
    } else {
        debug_fail("No kernel is stopped.");
    }
    if (!frame_at(l.at, level, &l.f))
        debug_fail("The thread has exited.");
    DebugValue v = expression_value(l.at, &l.f, expression);
    add_value(&l, "", &v);
    json_t *one = json_incref(json_array_get(l.list, 0));
    json_decref(l.list);
    json_object_set(one, "result", json_object_get(one, "value"));
    json_object_del(one, "value");
    json_object_del(one, "name");
    return one;
}
