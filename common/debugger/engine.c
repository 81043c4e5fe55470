// engine.c - the debugger as an observer of the machine: counts steps, and decides before each
// step whether the kernel stops.
//
// Breakpoints and watchpoints stop for every thread; step, next, finish and until only for the
// thread in focus. (While a thread steps, see is_for_others().) Where nothing can stop a launch,
// its warps are not watched, and run at full speed, until a signal wakes this process.
#include "debugger.h"

#include <signal.h>

enum { POINT_STEPS = 1 << 22 };

typedef enum { ROLE_none, ROLE_machine, ROLE_worker, ROLE_scanner } DebugRole;

// What is known of a function, by step.
typedef struct {
    const Code *code;
    uint32_t version; // of debug->breaks
    uint64_t *marks;  // a bit for each breakpoint that is there
    bool marked;      // any of them
    uint8_t *inlined; // how many inlined functions the step is in
    const uint32_t *line;
} CodeNotes;

// The last step of each lane of a warp.
typedef struct {
    uint64_t at[WARP_SIZE]; // serial of the code, and step
    uint32_t line[WARP_SIZE];
    uint16_t depth[WARP_SIZE];
} Track;

// An access to a watched word, by the step before this one.
typedef struct {
    Breakpoint *watch;
    Warp *warp;
    unsigned lane;
    bool writes, reads;
    uint8_t old[VALUE_ROOM];
    uint64_t step;
    uint32_t line;
} Touched;
enum { MAX_TOUCHED = 8 };

static DebugRole role;
static uint32_t segment;
static uint64_t now, target;
static uint64_t base;              // steps of the segment's launches before this one
static volatile bool quiet, woken; // nothing is watched; it is watched again
static Launch *launch;             // the one that runs
static Warp *running;
static CodeNotes **notes; // by serial of the code
static uint32_t nnotes;
static uint64_t findings;
static Touched touched[MAX_TOUCHED];
static unsigned ntouched;
static bool stopped, goes;
static struct {
    Move move;
    unsigned times, depth;
    uint32_t line, until;
    uint64_t launch, block;
    uint32_t warp, lane;
    bool gone; // the thread has exited
} moving;

Launch *engine_launch(void) { return launch; }
uint64_t engine_now(void) { return now; }
uint32_t engine_segment(void) { return segment; }
Warp *engine_warp(void) { return running; }
bool engine_stopped(void) { return stopped; }
bool engine_goes(void) { return goes; }

// ---- what is known of functions ----------------------------------------------------------------

static void mark_step(uint32_t pc, void *user) { ((uint64_t *)user)[pc] |= 1ull << 63; }

// Breakpoint i has bit i; code_breaks() gets the top bit, which is moved there.
static void mark_breaks(CodeNotes *n)
{
    memset(n->marks, 0, n->code->nsteps * sizeof *n->marks);
    n->marked = false;
    for (unsigned i = 0; i < MAX_BREAKS; i++) {
        Breakpoint *b = &debug->breaks[i];
        if (!b->number || b->kind >= BREAK_write)
            continue;
        uint64_t *one = must_calloc(n->code->nsteps, sizeof *one);
        if (code_breaks(n->code, b, mark_step, one))
            b->known = true;
        for (uint32_t k = 0; k < n->code->nsteps; k++)
            if (one[k])
                n->marks[k] |= 1ull << i, n->marked = true;
        free(one);
    }
    n->version = debug->breaks_version;
}

// In the first steps of a function its parameters have no values yet: they are on no line.
static const uint32_t *lines_without_prologue(const Code *c)
{
    uint32_t *line = must_calloc(c->nsteps, sizeof *line);
    uint32_t body = c->func->is_entry ? 0 : code_body(c);
    for (uint32_t i = body; i < c->nsteps; i++)
        line[i] = step_line(c, i);
    return line;
}

static CodeNotes *notes_of(const Code *c)
{
    while (c->serial >= nnotes) {
        uint32_t more = nnotes ? 2 * nnotes : 64;
        notes = must_realloc(notes, more, sizeof *notes);
        memset(notes + nnotes, 0, (more - nnotes) * sizeof *notes);
        nnotes = more;
    }
    CodeNotes *n = notes[c->serial];
    if (!n) {
        n = notes[c->serial] = must_calloc(1, sizeof *n);
        *n = (CodeNotes){.code = c, .version = debug->breaks_version - 1};
        n->marks = must_calloc(c->nsteps, sizeof *n->marks);
        n->inlined = must_calloc(c->nsteps, 1);
        n->line = lines_without_prologue(c);
        for (uint32_t i = 0; i < c->nsteps; i++)
            n->inlined[i] = (uint8_t)code_inlined(c, i);
    }
    if (n->version != debug->breaks_version)
        mark_breaks(n);
    return n;
}

// ---- full speed -----------------------------------------------------------------------------

static Observer debug_observer;

static void watch_all(const Launch *l, bool watch)
{
    uint32_t bit = 1u << debug_observer.slot;
    for (uint32_t i = 0; i < l->nblocks; i++)
        for (uint32_t k = 0; k < l->blocks[i]->nwarps; k++) {
            Warp *w = l->blocks[i]->warps[k];
            w->watched = watch ? w->watched | bit : w->watched & ~bit;
            w->merge_pc = watch ? 0 : w->merge_pc;
        }
}

// Also from a signal, in the middle of a step.
static void wake(int signal_number)
{
    (void)signal_number;
    if (!quiet || !launch)
        return;
    quiet = false;
    woken = true;
    watch_all(launch, true);
}

static bool can_stop(const Launch *l)
{
    if (role != ROLE_worker || moving.move != MOVE_continue || now < target || debug->go.stop ||
        debug->interrupt || debug->find)
        return true;
    for (unsigned i = 0; i < MAX_BREAKS; i++)
        if (debug->breaks[i].number && debug->breaks[i].kind >= BREAK_write)
            return true;
    for (uint32_t i = 0; i < l->nused; i++)
        if (notes_of(l->used[i])->marked)
            return true;
    return false;
}

static void set_quiet(const Launch *l)
{
    quiet = !can_stop(l);
    watch_all(l, !quiet);
}

// ---- stopping ----------------------------------------------------------------------------------

static Where where_lane(Warp *w, unsigned lane) { return where_of(w->block, w->index * 32 + lane); }

static void focus_on(Warp *w, unsigned lane)
{
    Where at = where_lane(w, lane);
    focus_set(&at);
}

static void stop(StopReason reason, const char *message)
{
    stopped = true;
    goes = false;
    moving.move = MOVE_continue;
    debug->interrupt = false;
    if (debug->dap) {
        dap_stopped(reason, message);
        dap_loop();
    } else {
        show_stop(reason, message);
        command_loop();
    }
    stopped = false;
    set_quiet(launch);
    if (command_quits() || debug->again) {
        debug->leave = command_quits();
        debug->ends = true;
        session_hand_over();
        worker_ends();
    }
}

static bool in_focus(const Warp *w)
{
    return w->index == moving.warp && w->block->index == moving.block &&
           launch->serial == moving.launch && w->active >> moving.lane & 1;
}

void engine_move(Move m, unsigned times, uint32_t line)
{
    Where at;
    goes = true;
    moving.move = m;
    moving.times = times ? times : 1;
    moving.until = line;
    moving.gone = false;
    if (m == MOVE_continue || !where_focus(&at) || !at.frame) {
        moving.move = MOVE_continue;
        return;
    }
    moving.launch = at.launch->serial;
    moving.block = at.block->index;
    moving.warp = at.warp->index;
    moving.lane = at.lane;
    moving.depth = step_depth(at.frame, at.pc);
    moving.line = step_line(at.frame->code, at.pc);
}

// The thread in focus is before this step: does its move end here?
static bool move_ends(const Track *t, uint32_t line, unsigned depth)
{
    unsigned l = moving.lane;
    bool starts = line && (line != t->line[l] || depth != t->depth[l]) &&
                  (line != moving.line || depth != moving.depth);
    switch (moving.move) {
    case MOVE_continue: return false;
    case MOVE_stepi: return true;
    case MOVE_nexti: return depth <= moving.depth;
    case MOVE_step: return starts;
    case MOVE_next: return starts && depth <= moving.depth;
    case MOVE_finish: return depth < moving.depth;
    case MOVE_until:
        if (depth < moving.depth)
            return true;
        return moving.until ? starts && line_at(line)->line == (int)moving.until
                            : starts && depth == moving.depth &&
                                  line_at(line)->line > line_at(moving.line)->line;
    }
    return false;
}

static void end_move(Warp *w, unsigned lane, StopReason reason, const char *message)
{
    focus_on(w, lane);
    stop(reason, message);
}

static bool try_move(Warp *w, const Track *t, uint32_t line, unsigned depth)
{
    if (moving.move == MOVE_continue)
        return false;
    if (moving.gone) {
        end_move(w, (unsigned)__builtin_ctz(w->active), STOP_step, "The thread has exited.\n");
        return true;
    }
    if (!in_focus(w) || !move_ends(t, line, depth))
        return false;
    moving.line = line;
    moving.depth = depth;
    if (--moving.times)
        return false;
    end_move(w, moving.lane, STOP_step, "");
    return true;
}

// ---- breakpoints -------------------------------------------------------------------------------

// The lane, of `lanes`, for which the breakpoint's condition holds; -1: none.
static int lane_that_breaks(Warp *w, uint32_t lanes, const Breakpoint *b, char why[300])
{
    Where at;
    if (where_focus(&at) && at.warp == w && lanes >> at.lane & 1 &&
        (!*b->condition || condition_holds(&at, b->condition, why)))
        return (int)at.lane;
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        at = where_lane(w, lane);
        if (!*b->condition || condition_holds(&at, b->condition, why))
            return (int)lane;
        if (*why)
            return (int)lane;
    }
    return -1;
}

static uint32_t arriving(const Warp *w, const Track *t, uint64_t at)
{
    uint32_t lanes = 0;
    for (uint32_t m = w->active; m; m &= m - 1)
        if (t->at[__builtin_ctz(m)] != at)
            lanes |= m & -m;
    return lanes;
}

// While one thread steps, breakpoints without a condition are its warp's alone: other warps, which
// come to them later here than on a GPU, do not take the focus away.
static bool is_for_others(const Breakpoint *b, const Warp *w)
{
    return moving.move != MOVE_continue && !*b->condition && !b->temporary &&
           !(w->index == moving.warp && w->block->index == moving.block &&
             launch->serial == moving.launch);
}

// The breakpoint that stops this step; NULL: none. Counts hits only if `counts`.
static Breakpoint *break_here(Warp *w, uint32_t lanes, uint64_t marks, bool counts, int *lane,
                              char why[300])
{
    for (uint64_t m = marks; m && lanes; m &= m - 1) {
        Breakpoint *b = &debug->breaks[__builtin_ctzll(m)];
        if (!b->number || b->disabled || (counts && is_for_others(b, w)))
            continue;
        *why = 0;
        *lane = lane_that_breaks(w, lanes, b, why);
        if (*lane < 0)
            continue;
        if (!counts)
            return b;
        b->hits++;
        if (!b->ignore)
            return b;
        b->ignore--;
    }
    return NULL;
}

static bool try_breaks(Warp *w, const CodeNotes *n, uint32_t lanes)
{
    int lane;
    char why[300], message[600];
    Breakpoint *b = break_here(w, lanes, n->marks[w->pc], true, &lane, why);
    if (!b)
        return false;
    if (*why)
        snprintf(message, sizeof message,
                 "Error in testing condition for breakpoint %d:\n%s\nBreakpoint %d, ", b->number,
                 why, b->number);
    else
        snprintf(message, sizeof message, "%sreakpoint %d, ", b->temporary ? "Temporary b" : "B",
                 b->number);
    if (b->temporary) {
        b->number = 0;
        debug->breaks_version++;
    }
    end_move(w, (unsigned)lane, STOP_breakpoint, message);
    return true;
}

// ---- watchpoints -------------------------------------------------------------------------------

static bool in_word(const Breakpoint *b, const Access *a, unsigned lane)
{
    uint64_t at = a->addr[lane], n = a->width;
    if (a->space == SPACE_shared)
        at += SHARED_WINDOW + ((uint64_t)accessed_block(a)->cluster_rank << SHARED_RANK_SHIFT);
    else if (a->space == SPACE_local)
        at += LOCAL_WINDOW;
    if (at >= b->address + b->bytes || at + n <= b->address)
        return false;
    if (a->space == SPACE_global)
        return true;
    if (b->launch != a->warp->launch->serial || b->block != accessed_block(a)->index)
        return false;
    return a->space == SPACE_shared || b->thread == a->warp->index * WARP_SIZE + lane;
}

static void touch(Breakpoint *b, const Access *a)
{
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        if (!in_word(b, a, lane) || ntouched == MAX_TOUCHED)
            continue;
        Touched *t = &touched[ntouched++];
        *t = (Touched){.watch = b,
                       .warp = a->warp,
                       .lane = lane,
                       .writes = a->kind != ACCESS_load,
                       .reads = a->kind != ACCESS_store && a->kind != ACCESS_red,
                       .step = now - 1,
                       .line = step_line(a->warp->frame->code, a->index)};
        Where at = where_lane(a->warp, lane);
        char why[120];
        memory_read(&at, b->address, t->old, b->bytes, why);
        return;
    }
}

static void on_access(const Access *a)
{
    if (role < ROLE_worker || a->async)
        return;
    if (role == ROLE_scanner && debug->scan.kind == SCAN_changes) {
        touch(&debug->scan.word, a);
        return;
    }
    for (unsigned i = 0; i < MAX_BREAKS; i++)
        if (debug->breaks[i].number && debug->breaks[i].kind >= BREAK_write &&
            !debug->breaks[i].disabled)
            touch(&debug->breaks[i], a);
}

static void value_of_word(const Breakpoint *b, const uint8_t *bytes, Text *t)
{
    DebugValue v = {.type = type_named(b->type, strlen(b->type))};
    memcpy(v.bytes, bytes, b->bytes);
    value_text(NULL, NULL, &v, 0, t);
}

static void describe_change(const Touched *t, const uint8_t *new, bool backwards, Text *text)
{
    const Breakpoint *b = t->watch;
    bool changed = memcmp(t->old, new, b->bytes);
    text_add(text, "Hardware %swatchpoint %d: %s\n\n",
             b->kind == BREAK_read     ? "read "
             : b->kind == BREAK_access ? "access (read/write) "
                                       : "",
             b->number, b->what);
    if (changed) {
        text_put(text, "Old value = ");
        value_of_word(b, backwards ? new : t->old, text);
        text_put(text, "\nNew value = ");
    } else {
        text_put(text, "Value = ");
    }
    value_of_word(b, changed && backwards ? t->old : new, text);
    text_put(text, "\n");
}

// What the step before this one did to a watched word; NULL: nothing that matters.
static const Touched *word_changed(uint8_t new[VALUE_ROOM])
{
    for (unsigned i = 0; i < ntouched; i++) {
        const Touched *t = &touched[i];
        Where at = where_lane(t->warp, t->lane);
        char why[120];
        if (!memory_read(&at, t->watch->address, new, t->watch->bytes, why))
            continue;
        bool changed = t->writes && memcmp(t->old, new, t->watch->bytes);
        BreakKind k = t->watch->kind;
        if (k == BREAK_write ? changed : k == BREAK_read ? t->reads : t->reads || t->writes)
            return t;
    }
    return NULL;
}

static bool try_watches(void)
{
    uint8_t new[VALUE_ROOM];
    const Touched *t = word_changed(new);
    if (!t)
        return false;
    Breakpoint *b = t->watch;
    char why[300] = "";
    Where at = where_lane(t->warp, t->lane);
    bool holds = !*b->condition || !at.frame || condition_holds(&at, b->condition, why) || *why;
    if (!holds)
        return false;
    b->hits++;
    if (b->ignore) {
        b->ignore--;
        return false;
    }
    static Text text;
    text.used = 0;
    describe_change(t, new, false, &text);
    end_move(t->warp, t->lane, STOP_watchpoint, text.at);
    return true;
}

// ---- findings ----------------------------------------------------------------------------------

static void note_finding(const Finding *f, uint64_t key)
{
    for (uint64_t i = 0; i < debug->nnotes && i < MAX_NOTES; i++)
        if (debug->note[i].number == key)
            return;
    if (debug->nnotes == MAX_NOTES)
        return;
    FindingNote *n = &debug->note[debug->nnotes];
    char line[200];
    *n = (FindingNote){.number = key, .segment = segment, .step = now ? now - 1 : 0};
    snprintf(n->text, sizeof n->text, "%s: %s (%s)", f->tool, f->message ? f->message : f->kind,
             line_text(f->line, line, sizeof line));
    n->has_thread = f->has_thread;
    n->block = f->block;
    n->thread = f->thread;
    n->has_other = f->has_other && !f->other_is_place && !f->other_kernel;
    n->other_block = f->other_block;
    n->other_thread = f->other_thread;
    debug->nnotes++;
}

// Findings of the step before this one.
static void notice_findings(void)
{
    uint64_t found = report_found();
    if (found == findings)
        return;
    uint64_t before = debug->nnotes, total = 0;
    for (const Finding *f = report_first(); f; f = report_next(f))
        total++;
    uint64_t k = 0;
    for (const Finding *f = report_first(); f; f = report_next(f), k++)
        if (total - k <= found - findings)
            note_finding(f, found - (total - k) + 1);
    findings = found;
    if (role != ROLE_worker || !debug->find || before >= debug->find ||
        debug->nnotes < debug->find || now <= target)
        return;
    const FindingNote *n = &debug->note[debug->find - 1];
    if (point_before(segment, n->step) < 0)
        return;
    char message[600];
    snprintf(message, sizeof message, "Before finding %llu: %s\n", (unsigned long long)debug->find,
             n->text);
    engine_goto(segment, n->step, STOP_finding, true, message);
}

// ---- going to another moment -------------------------------------------------------------------

void engine_goto(uint32_t to, uint64_t step, StopReason reason, bool follow, const char *message)
{
    int p = point_before(to, step);
    if (p < 0)
        debug_fail("this moment cannot be run again");
    Go go = {.target = step, .stop = true, .reason = reason, .follow_step = follow};
    snprintf(go.message, sizeof go.message, "%s", message);
    point_go(p, &go);
}

// The last moment before `s->before`, in this segment. Its number in s->step.
static bool scan_segment(uint32_t in, Scan *s)
{
    for (;;) {
        int p = s->before ? point_before(in, s->before - 1) : -1;
        if (p < 0)
            return false;
        if (point_scan(p, s)) {
            *s = debug->scan;
            return true;
        }
        if (debug->scan.interrupted)
            return false;
        s->before = debug->point[p].step;
        s->times = debug->scan.times;
    }
}

void engine_reverse(LookFor kind, unsigned depth, unsigned times)
{
    uint32_t in = segment;
    Scan s = {.kind = kind, .before = now, .depth = depth};
    bool found = false;
    for (unsigned i = 0; i < times; i++) {
        found = scan_segment(in, &s);
        while (!found && !debug->scan.interrupted && kind == SCAN_breaks && in > 0) {
            s.before = UINT64_MAX;
            found = scan_segment(--in, &s);
        }
        if (!found)
            break;
        s.before = s.step;
    }
    if (!found && debug->interrupt) {
        debug->interrupt = false;
        debug_fail("interrupted; nothing has changed");
    }
    if (!found)
        engine_goto(in, 0, STOP_history, true, "\nNo more reverse-execution history.\n");
    StopReason reason = kind != SCAN_breaks ? STOP_step
                        : *s.text           ? STOP_watchpoint
                                            : STOP_breakpoint;
    char message[1000];
    snprintf(message, sizeof message, "%s", s.text);
    if (reason == STOP_breakpoint)
        snprintf(message, sizeof message, "Breakpoint %d, ", s.breakpoint);
    if (s.has_thread)
        debug->focus = (Focus){.set = true, .block = s.block, .thread = s.thread};
    engine_goto(in, s.step, reason, false, message);
}

void engine_when(const Breakpoint *word)
{
    uint32_t in = segment;
    Scan s = {.kind = SCAN_changes, .before = now, .word = *word};
    bool found = scan_segment(in, &s);
    while (!found && !debug->scan.interrupted && in > 0 && !word->launch) {
        s.before = UINT64_MAX;
        found = scan_segment(--in, &s);
    }
    debug->interrupt = false;
    if (!found) {
        say("No step of a kernel has changed it%s.\n",
            word->launch ? " in this launch" : " so far (copies and memsets are not looked at)");
        return;
    }
    say("%s", s.text);
    if (s.times > 1)
        say("Before that, it changed %llu time%s since the kernel began.\n",
            (unsigned long long)s.times - 1, s.times == 2 ? "" : "s");
    if (in == segment)
        say("goto %llu goes there.\n", (unsigned long long)s.step);
}

// ---- scanners ----------------------------------------------------------------------------------

static void scan_found(Warp *w, unsigned lane, uint64_t step, int number, const char *text)
{
    Scan *s = &debug->scan;
    s->found = true;
    s->step = step;
    s->times++;
    s->breakpoint = number;
    s->has_thread = true;
    s->block = w->block->id;
    s->thread = (Dim3){w->tid[0][lane], w->tid[1][lane], w->tid[2][lane]};
    snprintf(s->text, sizeof s->text, "%s", text);
}

static void scan_word(const Touched *t, const uint8_t *new)
{
    static Text text;
    char line[200];
    text.used = 0;
    if (debug->scan.kind == SCAN_breaks) {
        describe_change(t, new, true, &text);
    } else {
        const Warp *w = t->warp;
        unsigned l = t->lane;
        Dim3 b = w->block->id;
        text_add(&text,
                 "It changed last in step %llu of launch %llu, %s: thread (%u,%u,%u) of block "
                 "(%u,%u,%u) wrote ",
                 (unsigned long long)t->step, (unsigned long long)w->launch->serial,
                 line_text(t->line, line, sizeof line), w->tid[0][l], w->tid[1][l], w->tid[2][l],
                 b.x, b.y, b.z);
        value_of_word(t->watch, new, &text);
        text_put(&text, " over ");
        value_of_word(t->watch, t->old, &text);
        text_put(&text, ".\n");
    }
    scan_found(t->warp, t->lane, t->step, t->watch->number, text.at);
}

static _Noreturn void scan_ends(void)
{
    sem_post(&debug->scanned);
    worker_ends();
}

static void scan_before_step(void)
{
    uint8_t new[VALUE_ROOM];
    const Touched *t = word_changed(new);
    if (t && (debug->scan.kind == SCAN_changes || debug->scan.kind == SCAN_breaks))
        scan_word(t, new);
    if (debug->interrupt)
        debug->scan.interrupted = true;
    if (now >= debug->scan.before || debug->interrupt)
        scan_ends();
}

static bool scan_in_focus(const Warp *w, unsigned *lane)
{
    const Focus *f = &debug->focus;
    if (memcmp(&w->block->id, &f->block, sizeof f->block))
        return false;
    Dim3 shape = launch->block;
    uint32_t thread = (f->thread.z * shape.y + f->thread.y) * shape.x + f->thread.x;
    *lane = thread % WARP_SIZE;
    return w->index == thread / WARP_SIZE && w->active >> *lane & 1;
}

// Behind a call, in the line of the call?
static bool within_line(const CodeNotes *n, uint32_t pc)
{
    return pc && n->line[pc] == n->line[pc - 1];
}

static void scan_step(Warp *w, const CodeNotes *n, const Track *t, uint32_t lanes)
{
    Scan *s = &debug->scan;
    unsigned lane;
    int hit;
    char why[300];
    uint32_t line = n->line[w->pc];
    unsigned depth = w->frame->depth + n->inlined[w->pc];
    switch (s->kind) {
    case SCAN_breaks:;
        const Breakpoint *b = break_here(w, lanes, n->marks[w->pc], false, &hit, why);
        if (b)
            scan_found(w, (unsigned)hit, now, b->number, "");
        break;
    case SCAN_line:
        if (scan_in_focus(w, &lane) && line && depth <= s->depth &&
            (line != t->line[lane] || depth != t->depth[lane]) &&
            (depth >= t->depth[lane] || !within_line(n, w->pc)))
            scan_found(w, lane, now, 0, "");
        break;
    case SCAN_inst:
        if (scan_in_focus(w, &lane))
            scan_found(w, lane, now, 0, "");
        break;
    case SCAN_caller:
        if (scan_in_focus(w, &lane) && depth < s->depth)
            scan_found(w, lane, now, 0, "");
        break;
    case SCAN_changes: break;
    }
}

// ---- events ------------------------------------------------------------------------------------

static Observer late_observer;

void engine_watches_changed(void)
{
    bool any = role == ROLE_scanner && debug->scan.kind == SCAN_changes;
    for (unsigned i = 0; i < MAX_BREAKS; i++)
        any |= debug->breaks[i].number && debug->breaks[i].kind >= BREAK_write;
    if (any)
        late_observer.access = on_access;
    hooks_all.access |= any;
}

// This process has just been forked by a point.
static void become_worker(void)
{
    bool scans = debug->worker != getpid();
    role = scans ? ROLE_scanner : ROLE_worker;
    target = scans ? 0 : debug->go.target;
    moving.move = MOVE_continue;
    ntouched = 0;
    engine_watches_changed();
    signal(SIGUSR1, wake);
    set_quiet(launch);
}

static void begin_segment(Launch *l)
{
    if (role >= ROLE_worker || !debug)
        return;
    segment = debug->segments++;
    now = 0;
    base = -l->executed; // a launch that is resumed
    launch = l;
    findings = report_found();
    if (point_add(segment, 0)) {
        become_worker();
        return;
    }
    int p = point_before(segment, 0);
    if (p < 0)
        return;
    Go go = {.stop = debug->break_on_launch, .reason = STOP_entry, .follow_step = true};
    point_go(p, &go);
    if (!machine_waits() && debug->program > 0) {
        kill(debug->program, SIGKILL);
        _exit(0);
    }
}

static void on_launch_begin(Launch *l)
{
    if (!l->parent)
        begin_segment(l);
    if (role < ROLE_worker)
        return;
    launch = l;
    set_quiet(l);
}

static void follow_block(Block *b)
{
    if (role < ROLE_worker)
        return;
    if (!b->user[debug_observer.slot])
        b->user[debug_observer.slot] = must_calloc(b->nwarps, sizeof(Track));
    for (uint32_t i = 0; !quiet && i < b->nwarps; i++)
        b->warps[i]->watched |= 1u << debug_observer.slot;
}

static void on_launch_resume(Launch *l)
{
    if (!l->parent)
        begin_segment(l);
    for (uint32_t i = 0; i < l->nblocks; i++)
        follow_block(l->blocks[i]);
}

static void on_block_begin(Block *b)
{
    b->user[debug_observer.slot] = NULL;
    follow_block(b);
}

static void on_block_end(Block *b)
{
    free(b->user[debug_observer.slot]);
    b->user[debug_observer.slot] = NULL;
}

static void act(Warp *w, const CodeNotes *n, Track *t, uint32_t lanes)
{
    uint32_t line = n->line[w->pc];
    unsigned depth = w->frame->depth + n->inlined[w->pc];
    if (now == target && debug->go.stop) {
        if (debug->go.follow_step)
            focus_on(w, (unsigned)__builtin_ctz(w->active));
        debug->focus.launch = launch->serial;
        debug->go.stop = false;
        stop(debug->go.reason, debug->go.message);
    } else if (debug->interrupt) {
        end_move(w, (unsigned)__builtin_ctz(w->active), STOP_interrupt,
                 "Program received signal "
                 "SIGINT, Interrupt.\n");
    } else if (!try_watches() && !try_breaks(w, n, lanes)) {
        try_move(w, t, line, depth);
    }
}

// What lanes did last is not known after a time without events.
static void forget_tracks(void)
{
    woken = false;
    for (uint32_t i = 0; i < launch->nblocks; i++) {
        Block *b = launch->blocks[i];
        memset(b->user[debug_observer.slot], 0, b->nwarps * sizeof(Track));
    }
}

static void on_step(Warp *w, const Step *s)
{
    (void)s;
    if (role < ROLE_worker)
        return;
    running = w;
    launch = w->launch;
    now = base + launch->executed;
    if (woken)
        forget_tracks();
    notice_findings();
    if (role == ROLE_worker && now > target && now % POINT_STEPS == 0 && now &&
        point_before(segment, now) >= 0 && debug->point[point_before(segment, now)].step != now &&
        point_add(segment, now))
        become_worker();
    if (role == ROLE_scanner)
        scan_before_step();
    const CodeNotes *n = notes_of(w->frame->code);
    Track *t = (Track *)w->block->user[debug_observer.slot] + w->index;
    uint64_t at = (uint64_t)w->frame->code->serial << 32 | w->pc;
    uint32_t lanes = n->marks[w->pc] ? arriving(w, t, at) : 0;
    if (role == ROLE_scanner)
        scan_step(w, n, t, lanes);
    else if (now >= target)
        act(w, n, t, lanes);
    ntouched = 0;
    uint32_t line = n->line[w->pc] ? n->line[w->pc] : 0;
    uint16_t depth = (uint16_t)(w->frame->depth + n->inlined[w->pc]);
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (w->active >> l & 1) {
            t->at[l] = at;
            t->line[l] = line ? line : t->line[l];
            t->depth[l] = depth;
        }
    now++;
}

static void on_exit_of_lanes(Warp *w, const Step *s, uint32_t mask)
{
    (void)s;
    if (role == ROLE_worker && moving.move != MOVE_continue && w->index == moving.warp &&
        w->block->index == moving.block && launch->serial == moving.launch &&
        mask >> moving.lane & 1)
        moving.gone = true;
}

static void on_launch_end(Launch *l)
{
    if (role < ROLE_worker)
        return;
    notice_findings();
    base += l->executed;
    now = base;
}

static void on_launch_end_late(Launch *l)
{
    (void)l;
    if (role >= ROLE_worker)
        notice_findings();
}

// A worker's launch has ended. Another worker goes on with the next one, if that is known.
static void on_job_end(void)
{
    if (role < ROLE_worker)
        return;
    if (role == ROLE_scanner) {
        uint8_t new[VALUE_ROOM];
        const Touched *t = ntouched ? word_changed(new) : NULL;
        if (t)
            scan_word(t, new);
        scan_ends();
    }
    int next = segment + 1 < debug->segments ? point_before(segment + 1, 0) : -1;
    if (next >= 0)
        point_go(next, &(Go){.stop = false});
    debug->worker = 0;
    session_hand_over();
    worker_ends();
}

static Observer debug_observer = {
    .name = "debugger",
    .rank = RANK_debugger,
    .launch_begin = on_launch_begin,
    .launch_resume = on_launch_resume,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .step = on_step,
    .exit = on_exit_of_lanes,
    .launch_end = on_launch_end,
    .job_end = on_job_end,
};

// Its launch_end comes when the other observers have found what they find. Accesses are asked for
// only where there are watchpoints: see engine_watches_changed().
static Observer late_observer = {
    .name = "debugger's end", .rank = RANK_origins, .launch_end = on_launch_end_late};

void debug_machine_begins(void)
{
    if (!debug)
        return;
    role = ROLE_machine;
    debug->machine = getpid();
    signal(SIGCHLD, SIG_IGN);
    regs_apart = true;
    hooks_add(&debug_observer);
    hooks_add(&late_observer);
    enum { ALIVE = 64 };
    device.blocks_alive = ALIVE;
}

// ---- where threads are -------------------------------------------------------------------------

Block *block_find_id(Dim3 id)
{
    for (uint32_t i = 0; launch && i < launch->nblocks; i++)
        if (!memcmp(&launch->blocks[i]->id, &id, sizeof id))
            return launch->blocks[i];
    return NULL;
}

Where where_of(Block *b, uint32_t thread)
{
    Warp *w = b->warps[thread / WARP_SIZE];
    unsigned lane = thread % WARP_SIZE;
    Where at = {.launch = b->launch, .block = b, .warp = w, .lane = lane};
    if (!(w->live >> lane & 1))
        return at;
    if (w == running && w->active >> lane & 1) {
        at.frame = w->frame;
        at.pc = w->pc;
        at.active = true;
        return at;
    }
    for (uint32_t i = 0; i < w->ngroups; i++) {
        const Group *g = &w->groups[i];
        if (!(g->mask >> lane & 1) || (w == running && i == w->cur))
            continue;
        at.frame = g->frame;
        at.pc = g->pc;
        at.state = g->state;
        at.barrier = g->wait_id;
        if ((at.state == GROUP_barrier || at.state == GROUP_cluster) && at.pc)
            at.pc--;
        break;
    }
    return at;
}

bool where_focus(Where *at)
{
    const Focus *f = &debug->focus;
    if (!f->set || !launch || (f->launch && f->launch != launch->serial))
        return false;
    Block *b = block_find_id(f->block);
    if (!b)
        return false;
    Dim3 shape = launch->block;
    uint32_t thread = (f->thread.z * shape.y + f->thread.y) * shape.x + f->thread.x;
    if (thread >= launch->threads)
        return false;
    *at = where_of(b, thread);
    return true;
}
