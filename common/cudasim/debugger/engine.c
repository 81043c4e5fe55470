// engine.c - the debugger as an observer of the machine: counts steps, and decides before each
// step whether the kernel stops.
//
// Breakpoints and watchpoints stop for every thread; step, next, finish and until only for the
// thread in focus. (While a thread steps, see is_for_others().) Where nothing can stop a launch,
// its warps are not watched, and run at full speed, until a signal wakes this process.
#include "engine.h"

#include <ctype.h>

#include <assert.h>
#include <signal.h>

enum { POINT_STEPS = 1 << 22 };

typedef enum { ROLE_none, ROLE_machine, ROLE_worker, ROLE_scanner } DebugRole;

static DebugRole role;
static uint64_t target;
static uint64_t base;              // steps of the segment's launches before this one
static volatile bool quiet, woken; // nothing is watched; it is watched again
static uint64_t findings;
static bool stopped, goes;
static struct {
    Move move;
    unsigned times, depth;
    uint32_t line, until;
    uint64_t launch, block;
    uint32_t warp, lane;
    bool gone; // the thread has exited
} moving;

bool engine_stopped(void) { return stopped; }
bool engine_goes(void) { return goes; }

// ---- full speed -----------------------------------------------------

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
    if (!quiet || !moment.launch)
        return;
    quiet = false;
    woken = true;
    watch_all(moment.launch, true);
}

static bool can_stop(const Launch *l)
{
    if (role != ROLE_worker || moving.move != MOVE_continue || moment.now < target ||
        debug->go.stop || debug->interrupt || debug->find || *debug->find_place)
        return true;
    for (unsigned i = 0; i < MAX_BREAKS; i++)
        if (debug->breaks[i].number && debug->breaks[i].kind >= BREAK_write)
            return true;
    for (uint32_t i = 0; i < l->nused; i++)
        if (code_notes(l->used[i])->marked)
            return true;
    return false;
}

static void set_quiet(const Launch *l)
{
    quiet = !can_stop(l);
    watch_all(l, !quiet);
}

// ---- stopping -------------------------------------------------------

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
    assert(debug_face && moment.launch);
    bool leaves = debug_face->stopped(reason, message);
    stopped = false;
    debug->interrupt = false; // Ctrl-C at the prompt
    set_quiet(moment.launch);
    if (leaves || debug->again) {
        debug->leave = leaves;
        debug->ends = true;
        session_hand_over();
        worker_ends();
    }
}

static bool in_focus(const Warp *w)
{
    return w->index == moving.warp && w->block->index == moving.block &&
           moment.launch->serial == moving.launch && w->active >> moving.lane & 1;
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

// ---- breakpoints ----------------------------------------------------

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
             moment.launch->serial == moving.launch);
}

// The breakpoint that stops this step; NULL: none. Counts hits.
static Breakpoint *break_here(Warp *w, uint32_t lanes, uint64_t marks, int *lane, char why[300])
{
    Breakpoint *b;
    while ((b = break_next(w, lanes, &marks, lane, why))) {
        if (!*b->message && is_for_others(b, w))
            continue;
        b->hits++;
        if (b->ignore)
            b->ignore--;
        else if (*b->message)
            break_tell(w, lanes, b);
        else
            break;
    }
    return b;
}

static bool try_breaks(Warp *w, const CodeNotes *n, uint32_t lanes)
{
    int lane;
    char why[300], message[600];
    Breakpoint *b = break_here(w, lanes, n->marks[w->pc], &lane, why);
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

// ---- watchpoints ----------------------------------------------------

static void on_access(const Access *a)
{
    if (role < ROLE_worker || a->async)
        return;
    if (role == ROLE_scanner && debug->scan.kind == SCAN_changes) {
        watch_touch(&debug->scan.word, a);
        return;
    }
    for (unsigned i = 0; i < MAX_BREAKS; i++)
        if (debug->breaks[i].number && debug->breaks[i].kind >= BREAK_write &&
            !debug->breaks[i].disabled)
            watch_touch(&debug->breaks[i], a);
}

static bool try_watches(void)
{
    uint8_t new[VALUE_ROOM];
    const Touched *t = watch_changed(new);
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
    watch_describe(t, new, false, &text);
    end_move(t->warp, t->lane, STOP_watchpoint, text.at);
    return true;
}

// ---- findings -------------------------------------------------------

// Whether a text names "FILE:LINE", and not a line whose number only begins like that.
bool is_at_place(const char *text, const char *place)
{
    size_t n = strlen(place);
    for (const char *at = text; (at = strstr(at, place)) != NULL; at++)
        if (!isdigit((unsigned char)at[n]) && (at == text || strchr(" (/", at[-1])))
            return true;
    return false;
}

static bool is_of_pair(const FindingNote *n)
{
    const Dim3 found[4] = {n->block, n->thread, n->other_block, n->other_thread};
    const Dim3 turned[4] = {n->other_block, n->other_thread, n->block, n->thread};
    return n->has_thread && n->has_other &&
           (!memcmp(found, debug->find_threads, sizeof found) ||
            !memcmp(turned, debug->find_threads, sizeof turned));
}

static void break_for_pair(void)
{
    Breakpoint b = {.kind = BREAK_line, .temporary = true};
    const Dim3 block = debug->find_threads[2], thread = debug->find_threads[3];
    const char *colon = strrchr(debug->find_place, ':');
    snprintf(b.what, sizeof b.what, "%.*s", (int)(colon - debug->find_place), debug->find_place);
    b.line = atoi(colon + 1);
    snprintf(b.condition, sizeof b.condition,
             "blockIdx.x == %u && blockIdx.y == %u && blockIdx.z == %u && threadIdx.x == %u && "
             "threadIdx.y == %u && threadIdx.z == %u",
             block.x, block.y, block.z, thread.x, thread.y, thread.z);
    break_add(b);
}

static void note_finding(const Finding *f, uint64_t key)
{
    for (uint64_t i = 0; i < debug->nnotes && i < MAX_NOTES; i++)
        if (debug->note[i].number == key)
            return;
    if (debug->nnotes == MAX_NOTES)
        return;
    FindingNote *n = &debug->note[debug->nnotes];
    char line[200];
    *n = (FindingNote){
        .number = key, .segment = moment.segment, .step = moment.now ? moment.now - 1 : 0};
    snprintf(n->text, sizeof n->text, "%s: %s (%s)", f->tool, f->message ? f->message : f->kind,
             line_text(f->line, line, sizeof line));
    n->has_thread = f->has_thread;
    n->block = f->block;
    n->thread = f->thread;
    n->has_other = f->has_other && !f->other_is_place && !f->other_kernel;
    n->other_block = f->other_block;
    n->other_thread = f->other_thread;
    debug->nnotes++;
    if (*debug->find_place && is_at_place(n->text, debug->find_place)) {
        if (!debug->find_pair || is_of_pair(n))
            debug->find = debug->nnotes;
        else
            break_for_pair();
        *debug->find_place = 0;
    }
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
        debug->nnotes < debug->find || moment.now <= target)
        return;
    const FindingNote *n = &debug->note[debug->find - 1];
    if (point_before(moment.segment, n->step) < 0)
        return;
    char message[600];
    snprintf(message, sizeof message, "Before finding %llu: %s\n", (unsigned long long)debug->find,
             n->text);
    past_goto(moment.segment, n->step, STOP_finding, true, message);
}

// ---- events ---------------------------------------------------------

static Observer late_observer;

void engine_watches_changed(void)
{
    bool any = role == ROLE_scanner && debug->scan.kind == SCAN_changes;
    for (unsigned i = 0; i < MAX_BREAKS; i++)
        any |= debug->breaks[i].number && debug->breaks[i].kind >= BREAK_write;
    if (any)
        late_observer.access = on_access;
    hooks_renew();
}

// This process has just been forked by a point.
static void become_worker(void)
{
    bool scans = debug->worker != getpid();
    role = scans ? ROLE_scanner : ROLE_worker;
    target = scans ? 0 : debug->go.target;
    moving.move = MOVE_continue;
    watch_forget();
    engine_watches_changed();
    signal(SIGUSR1, wake);
    set_quiet(moment.launch);
}

static void begin_segment(Launch *l)
{
    if (role >= ROLE_worker || !debug)
        return;
    moment.segment = debug->segments++;
    moment.now = 0;
    base = -l->executed; // a launch that is resumed
    moment.launch = l;
    findings = report_found();
    if (point_add(moment.segment, 0)) {
        become_worker();
        return;
    }
    int p = point_before(moment.segment, 0);
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
    moment.launch = l;
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
    if (moment.now == target && debug->go.stop) {
        if (debug->go.follow_step)
            focus_on(w, (unsigned)__builtin_ctz(w->active));
        debug->focus.launch = moment.launch->serial;
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
    for (uint32_t i = 0; i < moment.launch->nblocks; i++) {
        Block *b = moment.launch->blocks[i];
        memset(b->user[debug_observer.slot], 0, b->nwarps * sizeof(Track));
    }
}

static void on_step(Warp *w, const Step *s)
{
    (void)s;
    if (role < ROLE_worker)
        return;
    moment.warp = w;
    moment.launch = w->launch;
    moment.now = base + moment.launch->executed;
    if (woken)
        forget_tracks();
    notice_findings();
    if (role == ROLE_worker && moment.now > target && moment.now % POINT_STEPS == 0 && moment.now &&
        point_before(moment.segment, moment.now) >= 0 &&
        debug->point[point_before(moment.segment, moment.now)].step != moment.now &&
        point_add(moment.segment, moment.now))
        become_worker();
    if (role == ROLE_scanner)
        scan_before_step();
    const CodeNotes *n = code_notes(w->frame->code);
    Track *t = (Track *)w->block->user[debug_observer.slot] + w->index;
    uint64_t at = (uint64_t)w->frame->code->serial << 32 | w->pc;
    uint32_t lanes = n->marks[w->pc] ? arriving(w, t, at) : 0;
    if (role == ROLE_scanner)
        scan_step(w, n, t, lanes);
    else if (moment.now >= target)
        act(w, n, t, lanes);
    watch_forget();
    uint32_t line = n->line[w->pc] ? n->line[w->pc] : 0;
    uint16_t depth = (uint16_t)(w->frame->depth + n->inlined[w->pc]);
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (w->active >> l & 1) {
            t->at[l] = at;
            t->line[l] = line ? line : t->line[l];
            t->depth[l] = depth;
        }
    moment.now++;
}

static void on_exit_of_lanes(Warp *w, const Step *s, uint32_t mask)
{
    (void)s;
    if (role == ROLE_worker && moving.move != MOVE_continue && w->index == moving.warp &&
        w->block->index == moving.block && moment.launch->serial == moving.launch &&
        mask >> moving.lane & 1)
        moving.gone = true;
}

// All threads wait: somebody wants to see where, before the launch is over.
static void on_fault(Launch *l, const Fault *f)
{
    if (role != ROLE_worker || f->kind != FAULT_deadlock)
        return;
    moment.launch = l;
    moment.now = base + l->executed;
    end_move(f->warp, (unsigned)__builtin_ctz(f->mask | 1u << 31), STOP_interrupt,
             "The launch cannot go on: all threads wait.\n");
}

static void on_launch_end(Launch *l)
{
    if (role < ROLE_worker)
        return;
    notice_findings();
    base += l->executed;
    moment.now = base;
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
        const Touched *t = watch_changed(new);
        if (t)
            scan_word(t, new);
        scan_ends();
    }
    int next = moment.segment + 1 < debug->segments ? point_before(moment.segment + 1, 0) : -1;
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
    .fault = on_fault,
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
