// show_cuda.c - the focus on a thread, and info cuda.
#include "command.h"

// ---- the focus ------------------------------------------------------

static void need_block(Dim3 id)
{
    const Launch *l = moment.launch;
    if (id.x >= l->grid.x || id.y >= l->grid.y || id.z >= l->grid.z)
        debug_fail("The grid has %u x %u x %u blocks.", l->grid.x, l->grid.y, l->grid.z);
    if (!block_find_id(id))
        debug_fail("Block (%u,%u,%u) has not begun, or has ended: see info cuda blocks.", id.x,
                   id.y, id.z);
}

// What the words of a cuda command ask for.
typedef struct {
    Dim3 block, thread;
    unsigned warp, lane;
    bool any, by_lane, by_thread;
    unsigned asked; // bits of the words that have no number
} Wanted;

static void want_block(Wanted *w, Dim3 n)
{
    need_block(n);
    w->block = n;
}

static void want_thread(Wanted *w, Dim3 n)
{
    const Launch *l = moment.launch;
    if (n.x >= l->block.x || n.y >= l->block.y || n.z >= l->block.z)
        debug_fail("A block has %u x %u x %u threads.", l->block.x, l->block.y, l->block.z);
    w->thread = n;
    w->by_thread = true;
}

static void want_warp(Wanted *w, Dim3 n)
{
    w->warp = n.x;
    w->lane = 0;
    w->by_lane = true;
}

static void want_lane(Wanted *w, Dim3 n)
{
    w->lane = n.x;
    w->by_lane = true;
}

static void want_kernel(Wanted *w, Dim3 n)
{
    (void)w;
    uint64_t now = moment.launch->serial;
    if (n.x != now)
        debug_fail("Only kernel %llu runs: see info cuda kernels.", (unsigned long long)now);
}

static void want_grid(Wanted *w, Dim3 n) { want_kernel(w, (Dim3){n.x - 1, 0, 0}); }

static void want_device(Wanted *w, Dim3 n)
{
    (void)w;
    if (n.x != device.number)
        debug_fail("The kernel runs on device %u.", device.number);
}

static void want_sm(Wanted *w, Dim3 n)
{
    const Launch *l = moment.launch;
    for (uint32_t i = 0; i < l->nblocks; i++)
        if (block_sm(l->blocks[i]) == n.x) {
            w->block = l->blocks[i]->id;
            return;
        }
    debug_fail("SM %u has no block: see info cuda sms.", n.x);
}

static const struct {
    const char *name;
    void (*set)(Wanted *w, Dim3 n);
} what[] = {{"kernel", want_kernel}, {"grid", want_grid},     {"block", want_block},
            {"thread", want_thread}, {"device", want_device}, {"sm", want_sm},
            {"warp", want_warp},     {"lane", want_lane}};
enum { COORDINATES = sizeof what / sizeof *what };

// `n` NULL: a question.
static void want(Wanted *w, const char *word, const Dim3 *n)
{
    for (unsigned i = 0; *word && i < COORDINATES; i++)
        if (!strncmp(what[i].name, word, strlen(word))) {
            if (n)
                what[i].set(w, *n);
            else
                w->asked |= 1u << i;
            w->any |= n != NULL;
            return;
        }
    debug_fail("The focus has kernel, grid, block, thread, warp and lane, not \"%s\".", word);
}

// "block(1,0,0) thread 5", with a blank before each parenthesis.
static void read_wanted(const char *rest, Wanted *w)
{
    char text[2 * MAX_WORDS], *at = text;
    size_t n = 0;
    for (; *rest && n + 2 < sizeof text; rest++) {
        if (*rest == '(')
            text[n++] = ' ';
        text[n++] = *rest;
    }
    text[n] = 0;
    while (*at) {
        bool given = false;
        char *word = take_word(&at);
        Dim3 number = take_dim(&at, &given);
        want(w, word, given ? &number : NULL);
    }
}

// "kernel 0, block (0,0,0), thread (5,0,0)": of the words that were asked for.
static void say_coordinates(const Where *at, unsigned asked)
{
    const Warp *w = at->warp;
    const unsigned l = at->lane;
    const Dim3 b = at->block->id;
    char text[COORDINATES][48];
    unsigned long long kernel = at->launch->serial;
    snprintf(text[0], 48, "%llu", kernel);
    snprintf(text[1], 48, "%llu", kernel + 1);
    snprintf(text[2], 48, "(%u,%u,%u)", b.x, b.y, b.z);
    snprintf(text[3], 48, "(%u,%u,%u)", w->tid[0][l], w->tid[1][l], w->tid[2][l]);
    snprintf(text[4], 48, "0");
    snprintf(text[5], 48, "%u", block_sm(at->block));
    snprintf(text[6], 48, "%u", w->index);
    snprintf(text[7], 48, "%u", l);
    bool first = true;
    for (unsigned i = 0; i < COORDINATES; i++)
        if (asked >> i & 1) {
            say("%s%s %s", first ? "" : ", ", what[i].name, text[i]);
            first = false;
        }
    say("\n");
}

static void show_focus(const Where *at)
{
    show_switch(at);
    debug->last_focus = debug->focus;
    if (at->frame)
        show_frame(at, 0, false, true);
    else
        say("The thread has exited.\n");
}

void focus_command(char *rest)
{
    Where at;
    const Launch *l = moment.launch;
    Wanted w = {.block = debug->focus.block, .thread = debug->focus.thread};
    if (where_focus(&at))
        w.warp = at.warp->index, w.lane = at.lane;
    read_wanted(rest, &w);
    uint32_t t = w.warp * WARP_SIZE + w.lane;
    if (w.by_lane && !w.by_thread) {
        if (w.lane >= WARP_SIZE || t >= l->threads)
            debug_fail("There is no warp %u, lane %u.", w.warp, w.lane);
        w.thread = thread_index(l->block, t);
    }
    if (w.any) {
        debug->focus =
            (Focus){.set = true, .launch = l->serial, .block = w.block, .thread = w.thread};
        debug->list_line = 0;
    }
    if (!where_focus(&at))
        debug_fail("No thread is in focus: see info cuda threads.");
    if (w.any) {
        show_focus(&at);
        return;
    }
    say_coordinates(&at, w.asked ? w.asked : (1u << COORDINATES) - 1);
}

// ---- info cuda ------------------------------------------------------

static const char *state_word(const Where *at)
{
    return !at->frame                                     ? "exited"
           : at->active                                   ? "active"
           : at->state == GROUP_barrier                   ? "barrier"
           : at->state == GROUP_cluster                   ? "cluster barrier"
           : at->state == GROUP_warp                      ? "waits for its warp"
           : at->state == GROUP_yielded                   ? "spins"
           : at->block->launch && at->warp == moment.warp ? "divergent"
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
    const Launch *now = moment.launch;
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
    const Launch *l = moment.launch;
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
    const Launch *l = moment.launch;
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
        if (w == moment.warp && w->active)
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
    for (unsigned d = 0; d < (unsigned)model.devices; d++)
        say("%c %3u %-21s sm_%d%d    %3d  %8d  %10d\n", d == device.number ? '*' : ' ', d,
            model.name, model.cc_major, model.cc_minor, model.multiprocessors, model.warps_per_sm,
            WARP_SIZE);
}

static void info_sms(void)
{
    const Launch *l = moment.launch;
    say("   SM  Blocks\n");
    for (unsigned sm = 0; sm < (unsigned)model.multiprocessors; sm++) {
        unsigned n = 0;
        bool focus = false;
        for (uint32_t i = 0; i < l->nblocks; i++)
            if (block_sm(l->blocks[i]) == sm) {
                n++;
                focus |= same_dim(l->blocks[i]->id, debug->focus.block);
            }
        if (!n)
            continue;
        say_mark(focus);
        say("%3u  %6u\n", sm, n);
    }
}

void show_cuda(char *rest)
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
