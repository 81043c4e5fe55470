// show.c - what the debugger writes: stops, frames, source lines, variables.
#include "command.h"

// ---- frames and source ----------------------------------------------

void show_source(const char *file, int line, int last)
{
    const char *path = source_path(file);
    if (!path)
        debug_fail("%s: the source file is not found.", *file ? file : "?");
    if (!source_line(file, line))
        debug_fail("Line number %d out of range; %s ends before.", line, file_base(file));
    for (; line <= last && source_line(file, line); line++)
        say("%d\t%s\n", line, source_line(file, line));
}

typedef struct {
    const Where *at;
    const FrameView *f;
    bool parameters; // only these; else all others
    const char *between;
    unsigned n;
    const char *seen[200];
} List;

typedef struct {
    const List *list;
    const DebugVariable *variable;
    Text text;
} OneValue;

static void write_value(void *user)
{
    OneValue *o = user;
    DebugValue v = value_at(o->list->at, o->list->f, o->variable->type, o->variable->place);
    value_text(o->list->at, o->list->f, &v, 0, &o->text);
}

static bool say_variable(const DebugVariable *v, void *user)
{
    List *l = user;
    if (v->parameter != l->parameters)
        return false;
    for (unsigned i = 0; i < l->n; i++)
        if (!strcmp(l->seen[i], v->name))
            return false;
    OneValue one = {.list = l, .variable = v};
    char why[300];
    if (v->place.kind == PLACE_none)
        text_put(&one.text, "<optimized out>");
    else if (!debug_try(write_value, &one, why))
        text_add(&one.text, "<error: %s>", why);
    if (*l->between == ',')
        say("%s%s=%s", l->n ? ", " : "", v->name, one.text.at);
    else
        say("%s = %s\n", v->name, one.text.at);
    if (l->n < 200)
        l->seen[l->n++] = v->name;
    free(one.text.at);
    return false;
}

// Parameters of a build without -G: by number.
static unsigned say_plain_parameters(const Where *at, const FrameView *f, const char *between)
{
    const Func *func = f->code->func;
    unsigned n = func->is_entry && !f->inlined ? func->nparams : 0;
    for (unsigned i = 0; i < n; i++) {
        DebugVariable v = {
            .type = parameter_type(f->code, i),
            .place = {.kind = PLACE_memory, .address = PARAM_WINDOW + func->params[i]->offset}};
        List l = {.at = at, .f = f};
        OneValue one = {.list = &l, .variable = &v};
        char why[300];
        if (!debug_try(write_value, &one, why))
            text_put(&one.text, "?");
        say(*between == ',' ? "%sparam_%u=%s" : "%sparam_%u = %s\n",
            *between == ',' && i ? ", " : "", i, one.text.at);
        free(one.text.at);
    }
    return n;
}

unsigned show_variables(const Where *at, const FrameView *f, bool parameters, const char *between)
{
    List l = {.at = at, .f = f, .parameters = parameters, .between = between};
    if (f->inlined)
        return 0;
    if (module_has_variables(f->code->func->module))
        variables_visit(at, f, say_variable, &l);
    else if (parameters)
        return say_plain_parameters(at, f, between);
    return l.n;
}

void show_frame(const Where *at, unsigned level, bool number, bool source)
{
    FrameView f;
    if (!frame_at(at, level, &f))
        return;
    if (number)
        say("#%-3u", level);
    say("%s", f.function);
    if (f.code->func->is_entry && !f.inlined) {
        const Launch *l = at->launch;
        say("<<<(%u,%u,%u),(%u,%u,%u)>>>", l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y,
            l->block.z);
    }
    say(" (");
    show_variables(at, &f, true, ",");
    say(")");
    if (f.file)
        say(" at %s:%d", file_base(f.file), f.line);
    say("\n");
    if (source && f.file && source_line(f.file, f.line))
        say("%d\t%s\n", f.line, source_line(f.file, f.line));
}

static void say_line(const Where *at)
{
    FrameView f;
    if (!frame_at(at, 0, &f))
        return;
    if (f.file && source_line(f.file, f.line))
        say("%d\t%s\n", f.line, source_line(f.file, f.line));
    else
        say("step %u of %s\n", f.pc, f.function);
}

typedef struct {
    int i;
    Where at;
    FrameView f;
} Shown;

static void show_one(void *user)
{
    Shown *s = user;
    Text t = {0};
    DebugValue v = expression_value(&s->at, &s->f, debug->shown[s->i]);
    value_text(&s->at, &s->f, &v, 0, &t);
    say("%d: %s = %s\n", s->i + 1, debug->shown[s->i], t.at);
    free(t.at);
}

void show_displays(void)
{
    Shown s;
    char why[300];
    if (!where_focus(&s.at) || !frame_at(&s.at, 0, &s.f))
        return;
    for (s.i = 0; s.i < MAX_SHOWN; s.i++)
        if (*debug->shown[s.i])
            debug_try(show_one, &s, why);
}

// ---- stops ----------------------------------------------------------

void show_place(const Where *at)
{
    const Dim3 b = at->block->id;
    const Warp *w = at->warp;
    unsigned l = at->lane;
    say("kernel %llu, grid %llu, block (%u,%u,%u), thread (%u,%u,%u), device 0, sm %u, warp %u, "
        "lane %u",
        (unsigned long long)at->launch->serial, (unsigned long long)at->launch->serial + 1, b.x,
        b.y, b.z, w->tid[0][l], w->tid[1][l], w->tid[2][l], block_sm(at->block), w->index, l);
}

void show_switch(const Where *at)
{
    say("[Switching focus to CUDA ");
    show_place(at);
    say("]\n");
}

static void show_thread_of(Dim3 block, Dim3 thread)
{
    Block *b = block_find_id(block);
    say("  thread (%u,%u,%u) of block (%u,%u,%u): ", thread.x, thread.y, thread.z, block.x, block.y,
        block.z);
    if (!b) {
        say("its block has not begun, or has ended\n");
        return;
    }
    Where at = where_of(b, thread_number(thread));
    if (!at.frame) {
        say("has exited\n");
        return;
    }
    if (at.state == GROUP_barrier)
        say("waits at a barrier, ");
    show_frame(&at, 0, false, true);
}

static void show_finding(const FindingNote *n)
{
    if (n->has_thread)
        show_thread_of(n->block, n->thread);
    if (n->has_other)
        show_thread_of(n->other_block, n->other_thread);
}

static bool find_thread(Dim3 block, Dim3 thread, Where *at)
{
    Block *b = block_find_id(block);
    if (b)
        *at = where_of(b, thread_number(thread));
    return b && at->frame;
}

// Of the threads that a finding names, the one that acts next has the focus.
static void focus_on_finding(const FindingNote *n)
{
    Where one, other;
    bool has_one = n->has_thread && find_thread(n->block, n->thread, &one);
    bool has_other = n->has_other && find_thread(n->other_block, n->other_thread, &other);
    if (has_other && (!has_one || (other.active && !one.active)))
        focus_set(&other);
    else if (has_one)
        focus_set(&one);
}

static bool same_focus(const Focus *a, const Focus *b)
{
    return a->set && a->launch == b->launch && !memcmp(&a->block, &b->block, sizeof a->block) &&
           !memcmp(&a->thread, &b->thread, sizeof a->thread);
}

void show_stop(StopReason reason, const char *message)
{
    Where at;
    FrameView f;
    const FindingNote *n = reason == STOP_finding && debug->find && debug->find <= debug->nnotes
                               ? &debug->note[debug->find - 1]
                               : NULL;
    if (n)
        focus_on_finding(n);
    bool found = where_focus(&at);
    debug->focus.launch = found ? at.launch->serial : debug->focus.launch;
    if (found && !same_focus(&debug->last_focus, &debug->focus))
        show_switch(&at);
    if (found && frame_at(&at, 0, &f) && f.file)
        say("%s", source_warning(f.file));
    say("%s%s", *message && reason == STOP_breakpoint ? "\n" : "", message);
    bool moved = found && frame_at(&at, 0, &f) &&
                 (strcmp(debug->last_function, f.function) || reason != STOP_step);
    if (n)
        show_finding(n);
    else if (moved)
        show_frame(&at, 0, false, true);
    else if (found)
        say_line(&at);
    if (found && frame_at(&at, 0, &f)) {
        snprintf(debug->last_function, sizeof debug->last_function, "%s", f.function);
        snprintf(debug->list_file, MAX_PATH, "%s", f.file ? f.file : "");
    }
    debug->last_focus = debug->focus;
    show_displays();
}
