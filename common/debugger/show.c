// show.c - what the debugger writes: stops, frames, source lines, variables, and info cuda.
#include "debugger.h"

// ---- the focus ---------------------------------------------------------------------------------

void focus_set(const Where *at)
{
    const Warp *w = at->warp;
    unsigned l = at->lane;
    debug->focus = (Focus){.set = true,
                           .launch = at->launch->serial,
                           .block = at->block->id,
                           .thread = {w->tid[0][l], w->tid[1][l], w->tid[2][l]}};
    debug->list_line = 0;
}

static unsigned sm_of(const Block *b)
{
    return (unsigned)(b->index % (uint64_t)model.multiprocessors);
}

static void say_focus(const Where *at)
{
    const Dim3 b = at->block->id;
    const Warp *w = at->warp;
    unsigned l = at->lane;
    say("kernel %llu, grid %llu, block (%u,%u,%u), thread (%u,%u,%u), device 0, sm %u, warp %u, "
        "lane %u",
        (unsigned long long)at->launch->serial, (unsigned long long)at->launch->serial + 1, b.x,
        b.y, b.z, w->tid[0][l], w->tid[1][l], w->tid[2][l], sm_of(at->block), w->index, l);
}

void show_switch(const Where *at)
{
    say("[Switching focus to CUDA ");
    say_focus(at);
    say("]\n");
}

static uint32_t thread_number(Dim3 t)
{
    Dim3 s = engine_launch()->block;
    return (t.z * s.y + t.y) * s.x + t.x;
}

static void need_block(Dim3 id)
{
    const Launch *l = engine_launch();
    if (id.x >= l->grid.x || id.y >= l->grid.y || id.z >= l->grid.z)
        debug_fail("The grid has %u x %u x %u blocks.", l->grid.x, l->grid.y, l->grid.z);
    if (!block_find_id(id))
        debug_fail("Block (%u,%u,%u) has not begun, or has ended: see info cuda blocks.", id.x,
                   id.y, id.z);
}

// What the words of a cuda command ask for.
void focus_command(char *rest)
{
    Where at;
    Focus f = debug->focus;
    bool any = false, given, lane_given = false, thread_given = false;
    unsigned warp = 0, lane = 0;
    if (where_focus(&at))
        warp = at.warp->index, lane = at.lane;
    const Launch *l = engine_launch();
    while (*rest) {
        char *word = take_word(&rest);
        char *paren = strchr(word, '(');
        if (paren) { // block(1,0,0)
            static char again[200];
            snprintf(again, sizeof again, "%s %s", paren, rest);
            *paren = 0;
            rest = again;
        }
        bool number = *rest == '(' || (*rest >= '0' && *rest <= '9');
        Dim3 n = number ? take_dim(&rest, &given) : (Dim3){0};
        size_t k = strlen(word);
        any |= number;
        if (!number)
            continue;
        if (!strncmp("block", word, k)) {
            need_block(n);
            f.block = n;
        } else if (!strncmp("thread", word, k)) {
            if (n.x >= l->block.x || n.y >= l->block.y || n.z >= l->block.z)
                debug_fail("A block has %u x %u x %u threads.", l->block.x, l->block.y, l->block.z);
            f.thread = n;
            thread_given = true;
        } else if (!strncmp("warp", word, k) && k > 0) {
            warp = n.x, lane_given = true, lane = 0;
        } else if (!strncmp("lane", word, k)) {
            lane = n.x, lane_given = true;
        } else if (!strncmp("kernel", word, k) || !strncmp("grid", word, k)) {
            uint64_t want = l->serial + (*word == 'g');
            if (n.x != want)
                debug_fail("Only kernel %llu runs: see info cuda kernels.",
                           (unsigned long long)l->serial);
        } else if (strncmp("device", word, k) && strncmp("sm", word, k)) {
            debug_fail("The focus has kernel, grid, block, thread, warp and lane, not \"%s\".",
                       word);
        } else if (*word == 'd' && n.x) {
            debug_fail("There is only device 0.");
        }
    }
    if (lane_given && !thread_given) {
        uint32_t t = warp * WARP_SIZE + lane;
        if (lane >= WARP_SIZE || t >= l->threads)
            debug_fail("There is no warp %u, lane %u.", warp, lane);
        f.thread = thread_index(l->block, t);
    }
    if (any) {
        debug->focus =
            (Focus){.set = true, .launch = l->serial, .block = f.block, .thread = f.thread};
        debug->list_line = 0;
    }
    if (!where_focus(&at))
        debug_fail("No thread is in focus: see info cuda threads.");
    if (!any) {
        say_focus(&at);
        say("\n");
        return;
    }
    show_switch(&at);
    debug->last_focus = debug->focus;
    if (at.frame)
        show_frame(&at, 0, false, true);
    else
        say("The thread has exited.\n");
}

// ---- frames and source -------------------------------------------------------------------------

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

static unsigned say_variables(const Where *at, const FrameView *f, bool parameters,
                              const char *between)
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
    say_variables(at, &f, true, ",");
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

// ---- stops -------------------------------------------------------------------------------------

void show_thread_of(Dim3 block, Dim3 thread)
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

// A finding names its thread: that has the focus.
static void focus_on_finding(const FindingNote *n)
{
    Block *b = n->has_thread ? block_find_id(n->block) : NULL;
    if (b) {
        Where at = where_of(b, thread_number(n->thread));
        focus_set(&at);
    }
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

// ---- info cuda ---------------------------------------------------------------------------------

static const char *state_word(const Where *at)
{
    return !at->frame                                       ? "exited"
           : at->active                                     ? "active"
           : at->state == GROUP_barrier                     ? "barrier"
           : at->state == GROUP_cluster                     ? "cluster barrier"
           : at->state == GROUP_warp                        ? "waits for its warp"
           : at->state == GROUP_yielded                     ? "spins"
           : at->block->launch && at->warp == engine_warp() ? "divergent"
                                                            : "ready";
}

static void dim_text(Dim3 d, char *text, size_t size)
{
    snprintf(text, size, "(%u,%u,%u)", d.x, d.y, d.z);
}

static void say_mark(bool focus) { say("%s", focus ? "* " : "  "); }

static bool same_dim(Dim3 a, Dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static void info_kernels(void)
{
    say("  Kernel Parent Dev Grid GridDim          BlockDim         Invocation\n");
    const Launch *now = engine_launch();
    char grid[40], block[40], parent[24];
    for (const Launch *l = now; l; l = l->parent) {
        dim_text(l->grid, grid, sizeof grid);
        dim_text(l->block, block, sizeof block);
        snprintf(parent, sizeof parent, "%llu", (unsigned long long)l->parent_serial);
        say_mark(l == now);
        say("%6llu %6s %3d %4llu %-16s %-16s %s\n", (unsigned long long)l->serial,
            l->parent ? parent : "-", 0, (unsigned long long)l->serial + 1, grid, block,
            l->code->name ? l->code->name : "?");
    }
}

static void info_blocks(void)
{
    const Launch *l = engine_launch();
    char from[40], to[40];
    say("  BlockIdx          To BlockIdx       Count   State\n");
    say("Kernel %llu\n", (unsigned long long)l->serial);
    for (uint32_t i = 0; i < l->nblocks;) {
        uint32_t k = i + 1;
        while (k < l->nblocks && l->blocks[k]->index == l->blocks[k - 1]->index + 1)
            k++;
        bool focus = false;
        for (uint32_t b = i; b < k; b++)
            focus |= same_dim(l->blocks[b]->id, debug->focus.block);
        dim_text(l->blocks[i]->id, from, sizeof from);
        dim_text(l->blocks[k - 1]->id, to, sizeof to);
        say_mark(focus);
        say("%-17s %-17s %5u   running\n", from, to, k - i);
        i = k;
    }
}

static bool same_place(const Where *a, const Where *b)
{
    return a->block == b->block && !a->frame == !b->frame && a->pc == b->pc &&
           a->state == b->state && a->active == b->active &&
           (!a->frame || a->frame->code == b->frame->code);
}

static void say_threads(const Where *from, const Where *to, uint32_t count, bool focus)
{
    char b[40], a[40], c[40];
    FrameView f;
    dim_text(from->block->id, b, sizeof b);
    dim_text((Dim3){from->warp->tid[0][from->lane], from->warp->tid[1][from->lane],
                    from->warp->tid[2][from->lane]},
             a, sizeof a);
    dim_text(
        (Dim3){to->warp->tid[0][to->lane], to->warp->tid[1][to->lane], to->warp->tid[2][to->lane]},
        c, sizeof c);
    say_mark(focus);
    say("%-12s %-12s %-12s %5u  ", b, a, c, count);
    if (frame_at(from, 0, &f))
        say("%5u  %s:%d  %s\n", f.pc, f.file ? file_base(f.file) : "?", f.line, state_word(from));
    else
        say("    -  exited\n");
}

static void info_threads(void)
{
    const Launch *l = engine_launch();
    Where focus;
    bool has = where_focus(&focus);
    say("  BlockIdx     ThreadIdx    To ThreadIdx Count     PC  Line  State\n");
    say("Kernel %llu\n", (unsigned long long)l->serial);
    for (uint32_t i = 0; i < l->nblocks; i++) {
        Block *b = l->blocks[i];
        for (uint32_t t = 0; t < l->threads;) {
            Where from = where_of(b, t), to = from;
            uint32_t n = 1;
            for (; t + n < l->threads; n++) {
                Where next = where_of(b, t + n);
                if (!same_place(&from, &next))
                    break;
                to = next;
            }
            uint32_t f = has ? focus.warp->index * WARP_SIZE + focus.lane : 0;
            say_threads(&from, &to, n, has && focus.block == b && f >= t && f < t + n);
            t += n;
        }
    }
}

static Block *focus_block(void)
{
    Where at;
    if (!where_focus(&at))
        debug_fail("No thread is in focus: see info cuda blocks.");
    return at.block;
}

static void info_warps(void)
{
    Block *b = focus_block();
    Where focus;
    where_focus(&focus);
    say("  Wp  Active Lanes  Divergent Lanes  First ThreadIdx  Line\n");
    for (uint32_t i = 0; i < b->nwarps; i++) {
        Warp *w = b->warps[i];
        char thread[40];
        FrameView f;
        uint32_t lead = w->live ? (uint32_t)__builtin_ctz(w->live) : 0;
        if (w == engine_warp() && w->active)
            lead = (uint32_t)__builtin_ctz(w->active);
        Where first = where_of(b, i * WARP_SIZE + lead);
        uint32_t with = 0;
        for (uint32_t l = 0; l < WARP_SIZE; l++) {
            Where at = w->live >> l & 1 ? where_of(b, i * WARP_SIZE + l) : (Where){0};
            if (at.frame && at.frame == first.frame && at.pc == first.pc)
                with |= 1u << l;
        }
        dim_text((Dim3){w->tid[0][lead], w->tid[1][lead], w->tid[2][lead]}, thread, sizeof thread);
        say_mark(w == focus.warp);
        say("%2u    0x%08x       0x%08x  %-15s  ", i, with, w->live & ~with, thread);
        if (frame_at(&first, 0, &f))
            say("%s:%d %s\n", f.file ? file_base(f.file) : "?", f.line, state_word(&first));
        else
            say("exited\n");
    }
}

static void info_lanes(void)
{
    Where focus;
    if (!where_focus(&focus))
        debug_fail("No thread is in focus: see info cuda threads.");
    say("  Ln  State               PC  ThreadIdx     Line\n");
    for (uint32_t l = 0; l < WARP_SIZE; l++) {
        if (!(focus.warp->lanes >> l & 1))
            continue;
        Where at = where_of(focus.block, focus.warp->index * WARP_SIZE + l);
        char thread[40];
        FrameView f;
        dim_text((Dim3){at.warp->tid[0][l], at.warp->tid[1][l], at.warp->tid[2][l]}, thread,
                 sizeof thread);
        say_mark(l == focus.lane);
        say("%2u  %-16s ", l, state_word(&at));
        if (frame_at(&at, 0, &f))
            say("%5u  %-12s  %s:%d\n", f.pc, thread, f.file ? file_base(f.file) : "?", f.line);
        else
            say("    -  %s\n", thread);
    }
}

static void info_barriers(void)
{
    Block *b = focus_block();
    unsigned n = 0;
    for (unsigned id = 0; id < MAX_BARRIERS; id++) {
        const Barrier *bar = &b->barriers[id];
        if (!(b->barriers_used >> id & 1))
            continue;
        n++;
        say("Barrier %u of block (%u,%u,%u): %u of %u threads have arrived; %u phases are done\n",
            id, b->id.x, b->id.y, b->id.z, bar->arrived,
            bar->explicit_count ? bar->explicit_count : b->live_threads, bar->generation);
        for (uint32_t i = 0; bar->arrived && i < b->nwarps; i++) {
            uint32_t missing = b->warps[i]->live & ~bar->mask[i];
            FrameView f;
            if (!missing)
                continue;
            Where at = where_of(b, i * WARP_SIZE + (uint32_t)__builtin_ctz(missing));
            say("  warp %u: lanes 0x%08x have not", i, missing);
            if (frame_at(&at, 0, &f))
                say(" (lane %u is at %s:%d)", at.lane, f.file ? file_base(f.file) : "?", f.line);
            say("\n");
        }
    }
    if (b->cluster->n > 1)
        say("Barrier of the cluster: %u threads have arrived; %u phases are done\n",
            b->cluster->pending, b->cluster->phase);
    else if (!n)
        say("No barrier has been used in block (%u,%u,%u).\n", b->id.x, b->id.y, b->id.z);
}

static void info_devices(void)
{
    say("  Dev Description           SM Type  SMs  Warps/SM  Lanes/Warp\n");
    say("*   0 %-21s sm_%d%d    %3d  %8d  %10d\n", model.name, model.cc_major, model.cc_minor,
        model.multiprocessors, model.warps_per_sm, WARP_SIZE);
}

static void info_sms(void)
{
    const Launch *l = engine_launch();
    say("   SM  Blocks\n");
    for (unsigned sm = 0; sm < (unsigned)model.multiprocessors; sm++) {
        unsigned n = 0;
        bool focus = false;
        for (uint32_t i = 0; i < l->nblocks; i++)
            if (sm_of(l->blocks[i]) == sm) {
                n++;
                focus |= same_dim(l->blocks[i]->id, debug->focus.block);
            }
        if (!n)
            continue;
        say_mark(focus);
        say("%3u  %6u\n", sm, n);
    }
}

static void info_cuda(char *rest)
{
    static const struct {
        const char *name;
        void (*show)(void);
    } what[] = {{"kernels", info_kernels}, {"blocks", info_blocks}, {"threads", info_threads},
                {"warps", info_warps},     {"lanes", info_lanes},   {"barriers", info_barriers},
                {"devices", info_devices}, {"sms", info_sms}};
    char *word = take_word(&rest);
    for (unsigned i = 0; *word && i < sizeof what / sizeof *what; i++)
        if (!strncmp(what[i].name, word, strlen(word))) {
            what[i].show();
            return;
        }
    debug_fail("info cuda kernels | blocks | threads | warps | lanes | barriers | devices | sms");
}

// ---- info --------------------------------------------------------------------------------------

static void info_breaks(void)
{
    static const char *const kind[] = {"breakpoint", "breakpoint", "hw watchpoint",
                                       "read watchpoint", "acc watchpoint"};
    bool any = false;
    for (int n = 1; n <= debug->last_number; n++) {
        const Breakpoint *b = break_find(n);
        if (!b)
            continue;
        if (!any)
            say("Num     Type            Disp Enb What\n");
        any = true;
        say("%-7d %-15s %s %s   ", n, kind[b->kind], b->temporary ? "del " : "keep",
            b->disabled ? "n" : "y");
        if (b->kind == BREAK_line)
            say("%s:%d\n", file_base(b->what), b->line);
        else
            say("%s\n", b->what);
        if (*b->condition)
            say("\tstop only if %s\n", b->condition);
        if (b->hits)
            say("\tbreakpoint already hit %llu time%s\n", (unsigned long long)b->hits,
                b->hits == 1 ? "" : "s");
        if (b->ignore)
            say("\tignore next %llu hits\n", (unsigned long long)b->ignore);
    }
    if (!any)
        say("No breakpoints or watchpoints.\n");
}

static void say_register(const Where *at, const FrameView *f, unsigned r)
{
    const Func *func = f->code->func;
    DebugValue v = value_at(at, f, debug_register_type((Type)func->reg_type[r]),
                            (VariablePlace){.kind = PLACE_register, .reg = r});
    Text plain = {0}, hex = {0};
    value_text(at, f, &v, 'x', &hex);
    value_text(at, f, &v, 0, &plain);
    say("%-8s %-20s %s\n", func->reg_name[r], hex.at, plain.at);
    free(plain.at);
    free(hex.at);
}

static void info_registers(const Where *at, const FrameView *f, char *rest)
{
    const Func *func = f->code->func;
    bool any = false;
    const char *want = *rest == '$' || *rest == '%' ? rest + 1 : rest;
    for (unsigned r = 0; r < func->nregs; r++) {
        const char *name = func->reg_name[r];
        if (!name || *name != '%' || (*want && strcmp(name + 1, want)) ||
            type_bytes((Type)func->reg_type[r]) > 8)
            continue;
        say_register(at, f, r);
        any = true;
    }
    if (!any)
        debug_fail("Invalid register `%s'", rest);
}

static void info_findings(void)
{
    if (!debug->nnotes)
        say("No checker has found anything so far.%s\n",
            hooks_has(&report_observer) ? "" : " (No checker is on: start with --tool all.)");
    for (uint64_t i = 0; i < debug->nnotes; i++)
        say("%llu  %s\n", (unsigned long long)i + 1, debug->note[i].text);
}

static void info_frame(const Where *at, const FrameView *f)
{
    show_frame(at, debug->focus.level, true, true);
    say(" step %llu of launch %llu; PTX instruction %u of %s\n", (unsigned long long)engine_now(),
        (unsigned long long)at->launch->serial, f->pc, f->code->name ? f->code->name : "?");
}

void show_info(char *rest)
{
    Where at;
    FrameView f;
    char *word = take_word(&rest);
    size_t n = strlen(word);
    if (n && (!strncmp("breakpoints", word, n) || !strncmp("watchpoints", word, n))) {
        info_breaks();
        return;
    }
    if (n && !strncmp("findings", word, n) && n > 1 && word[1] == 'i') {
        info_findings();
        return;
    }
    if (n && !strncmp("display", word, n)) {
        for (int i = 0; i < MAX_SHOWN; i++)
            if (*debug->shown[i])
                say("%d:   y  %s\n", i + 1, debug->shown[i]);
        return;
    }
    if (!n)
        debug_fail(
            "info breakpoints | locals | args | registers | frame | findings | display | cuda");
    if (!engine_stopped())
        debug_fail("No kernel is stopped%s",
                   debug->running ? "." : ": the program is not being run.");
    if (!strcmp(word, "cuda")) {
        info_cuda(rest);
        return;
    }
    if (!where_focus(&at) || !frame_at(&at, debug->focus.level, &f))
        debug_fail("No thread is in focus: see info cuda threads.");
    if (!strncmp("locals", word, n)) {
        if (!module_has_variables(f.code->func->module))
            debug_fail(
                "No locals: the kernel was built without -G (see info args, info registers).");
        if (!say_variables(&at, &f, false, "\n"))
            say("No locals.\n");
    } else if (!strncmp("args", word, n)) {
        if (!say_variables(&at, &f, true, "\n"))
            say("No arguments.\n");
    } else if (!strncmp("registers", word, n)) {
        info_registers(&at, &f, rest);
    } else if (!strncmp("frame", word, n)) {
        info_frame(&at, &f);
    } else {
        debug_fail(
            "info breakpoints | locals | args | registers | frame | findings | display | cuda");
    }
}
