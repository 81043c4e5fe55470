// past.c - going to another moment: to one that is known, or to the last one before now at which
// something has happened, which a scanner looks for.
#include "engine.h"

void past_goto(uint32_t to, uint64_t step, StopReason reason, bool follow, const char *message)
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

void past_reverse(LookFor kind, unsigned depth, unsigned times)
{
    uint32_t in = moment.segment;
    Scan s = {.kind = kind, .before = moment.now, .depth = depth};
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
        past_goto(in, 0, STOP_history, true, "\nNo more reverse-execution history.\n");
    StopReason reason = kind != SCAN_breaks ? STOP_step
                        : *s.text           ? STOP_watchpoint
                                            : STOP_breakpoint;
    char message[1000];
    snprintf(message, sizeof message, "%s", s.text);
    if (reason == STOP_breakpoint)
        snprintf(message, sizeof message, "Breakpoint %d, ", s.breakpoint);
    if (s.has_thread)
        debug->focus = (Focus){.set = true, .block = s.block, .thread = s.thread};
    past_goto(in, s.step, reason, false, message);
}

void past_when(const Breakpoint *word)
{
    uint32_t in = moment.segment;
    Scan s = {.kind = SCAN_changes, .before = moment.now, .word = *word};
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
    if (in == moment.segment)
        say("goto %llu goes there.\n", (unsigned long long)s.step);
}

// ---- scanners -------------------------------------------------------

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

void scan_word(const Touched *t, const uint8_t *new)
{
    static Text text;
    char line[200];
    text.used = 0;
    if (debug->scan.kind == SCAN_breaks) {
        watch_describe(t, new, true, &text);
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
        watch_value(t->watch, new, &text);
        text_put(&text, " over ");
        watch_value(t->watch, t->old, &text);
        text_put(&text, ".\n");
    }
    scan_found(t->warp, t->lane, t->step, t->watch->number, text.at);
}

_Noreturn void scan_ends(void)
{
    sem_post(&debug->scanned);
    worker_ends();
}

void scan_before_step(void)
{
    uint8_t new[VALUE_ROOM];
    const Touched *t = watch_changed(new);
    if (t && (debug->scan.kind == SCAN_changes || debug->scan.kind == SCAN_breaks))
        scan_word(t, new);
    if (debug->interrupt)
        debug->scan.interrupted = true;
    if (moment.now >= debug->scan.before || debug->interrupt)
        scan_ends();
}

static bool scan_in_focus(const Warp *w, unsigned *lane)
{
    const Focus *f = &debug->focus;
    if (memcmp(&w->block->id, &f->block, sizeof f->block))
        return false;
    Dim3 shape = moment.launch->block;
    uint32_t thread = (f->thread.z * shape.y + f->thread.y) * shape.x + f->thread.x;
    *lane = thread % WARP_SIZE;
    return w->index == thread / WARP_SIZE && w->active >> *lane & 1;
}

// Behind a call, in the line of the call?
static bool within_line(const CodeNotes *n, uint32_t pc)
{
    return pc && n->line[pc] == n->line[pc - 1];
}

void scan_step(Warp *w, const CodeNotes *n, const Track *t, uint32_t lanes)
{
    Scan *s = &debug->scan;
    unsigned lane;
    int hit;
    char why[300];
    uint32_t line = n->line[w->pc];
    unsigned depth = w->frame->depth + n->inlined[w->pc];
    switch (s->kind) {
    case SCAN_breaks:;
        uint64_t marks = n->marks[w->pc];
        const Breakpoint *b;
        do // a breakpoint with a message does not stop
            b = break_next(w, lanes, &marks, &hit, why);
        while (b && *b->message);
        if (b)
            scan_found(w, (unsigned)hit, moment.now, b->number, "");
        break;
    case SCAN_line:
        if (scan_in_focus(w, &lane) && line && depth <= s->depth &&
            (line != t->line[lane] || depth != t->depth[lane]) &&
            (depth >= t->depth[lane] || !within_line(n, w->pc)))
            scan_found(w, lane, moment.now, 0, "");
        break;
    case SCAN_inst:
        if (scan_in_focus(w, &lane))
            scan_found(w, lane, moment.now, 0, "");
        break;
    case SCAN_caller:
        if (scan_in_focus(w, &lane) && depth < s->depth)
            scan_found(w, lane, moment.now, 0, "");
        break;
    case SCAN_changes: break;
    }
}
