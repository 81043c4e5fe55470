// recording.c - the recorder: what it takes down of each launch, and the document that it writes
// when the program ends. common/cudasim/look/README.md explains the document to its readers.
//
// Of the first launches, lines and accesses are recorded; of a few, two blocks step by step: blocks
// in which something was found, else the first and the last. Which block that will be is not known
// before, so blocks are watched until enough steps have been watched in all.
//
// A kernel may choose what it does, and so what is recorded, but nothing else: the names of files
// and kernels are escaped, no file is read, and every list has a bound.
#include "look.h"

#include "sim/exec.h"
#include "version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    LaunchAccesses *accesses; // NULL: only the sums are recorded
    Operations *operations;   // NULL: no block is watched
    BlockSteps *shown[LOOK_BLOCKS];
    unsigned worth[LOOK_BLOCKS], nshown;
    uint64_t found; // findings before it
} LaunchRecord;

typedef struct {
    BlockSteps *steps; // NULL: not watched
    uint64_t found;    // findings before it
} BlockRecord;

static int output = -1;
static Text launches, timeline;
static unsigned nlaunches, nlines, nwith_blocks, more;
static size_t lines_left = LOOK_LINE_BYTES, accesses_left = LOOK_ACCESS_BYTES,
              samples_left = LOOK_SAMPLE_BYTES, blocks_left = LOOK_BLOCK_BYTES,
              ptx_left = LOOK_PTX_BYTES;
static uint64_t watched;   // steps
static uint64_t *sums;     // of all launches, by counter
static double sum_us;      // their times
static uint64_t *executed; // warp instructions, by source
static uint32_t nsources, size_sources;
static char *shown_kernels[LOOK_BLOCK_LAUNCHES];
static char *with_lines[LOOK_LAUNCHES]; // names of the kernels of these launches

int look_open(const char *path)
{
    regs_apart = look_lane_variables != NULL; // a variable stays where it is
    if (!strncmp(path, "fd:", 3)) {
        char *end;
        output = (int)strtol(path + 3, &end, 10);
        if (path[3] && !*end)
            return 0;
        fprintf(stderr, "cudasim: look=%s: not a number after fd:\n", path);
        return -1;
    }
    output = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (output >= 0)
        return 0;
    fprintf(stderr, "cudasim: cannot write %s: %s\n", path, strerror(errno));
    return -1;
}

bool look_wanted(void) { return output >= 0; }

void look_timeline(const char *json) { text_put(&timeline, json); }

static LaunchRecord *launch_record(const Launch *l) { return l->user[look_observer.slot]; }
static BlockRecord *block_record(const Block *b) { return b->user[look_observer.slot]; }

// NULL: the block is not watched.
static BlockSteps *steps_of(const Block *b)
{
    BlockRecord *r = block_record(b);
    return r ? r->steps : NULL;
}

// ---- blocks ---------------------------------------------------------

static void watch(const Block *b, bool on)
{
    uint32_t bit = 1u << look_observer.slot;
    for (uint32_t i = 0; i < b->nwarps; i++)
        b->warps[i]->watched = on ? b->warps[i]->watched | bit : b->warps[i]->watched & ~bit;
}

static bool is_first_or_last(const Block *b)
{
    const Dim3 g = b->launch->grid;
    return b->index == 0 || b->index == (uint64_t)g.x * g.y * g.z - 1;
}

static void on_block_begin(Block *b)
{
    LaunchRecord *r = launch_record(b->launch);
    b->user[look_observer.slot] = NULL;
    if (!r || !r->operations || (watched >= LOOK_WATCHED && !is_first_or_last(b)))
        return;
    BlockRecord *k = b->user[look_observer.slot] = must_calloc(1, sizeof *k);
    k->steps = block_steps_new(b, r->operations, blocks_left / 4);
    k->found = report_found();
    watch(b, true);
}

// Keeps the block if it is worth more than one that is kept.
static void keep_block(LaunchRecord *r, BlockSteps *x, unsigned worth)
{
    if (r->nshown < LOOK_BLOCKS) {
        r->worth[r->nshown] = worth;
        r->shown[r->nshown++] = x;
        return;
    }
    unsigned least = r->worth[0] < r->worth[1] ? 0 : 1; // of equal ones, the later one
    if (r->worth[least] >= worth) {
        block_steps_free(x);
        return;
    }
    block_steps_free(r->shown[least]);
    r->shown[least] = x;
    r->worth[least] = worth;
}

static void on_block_end(Block *b)
{
    BlockRecord *k = block_record(b);
    if (!k)
        return;
    block_steps_end(k->steps);
    keep_block(launch_record(b->launch), k->steps,
               report_found() > k->found ? 2 : is_first_or_last(b));
    free(k);
    b->user[look_observer.slot] = NULL;
}

static void on_step(Warp *w, const Step *s)
{
    BlockSteps *x = steps_of(w->block);
    if (!x)
        return;
    watched++;
    block_steps_step(x, w, s);
    if (block_steps_full(x))
        watch(w->block, false);
}

static void on_access(const Access *a)
{
    LaunchRecord *r = launch_record(a->warp->launch);
    BlockSteps *x = steps_of(a->warp->block),
               *owner = a->space == SPACE_shared ? steps_of(accessed_block(a)) : NULL;
    if (r && r->accesses)
        accesses_add(r->accesses, a, x ? block_steps_now(x) : -1);
    if (owner)
        block_steps_access(owner, a);
    else if (x && a->space == SPACE_global)
        block_steps_global(x, a);
}

static void on_barrier_arrive(const BarrierArrive *e)
{
    BlockSteps *x = steps_of(e->warp->block);
    char what[24];
    snprintf(what, sizeof what, "barrier %u", e->id);
    if (x && !e->arrive_only)
        block_steps_wait(x, e->warp, what, e->mask);
}

static void on_barrier_done(Block *b, uint32_t id, const uint32_t *mask_by_warp)
{
    BlockSteps *x = steps_of(b);
    (void)id;
    for (uint32_t i = 0; x && i < b->nwarps; i++)
        if (mask_by_warp[i])
            block_steps_wait(x, b->warps[i], "goes on", mask_by_warp[i]);
}

static void on_warp_wait(Warp *w, const Step *s, uint32_t mask)
{
    BlockSteps *x = steps_of(w->block);
    (void)s, (void)mask;
    if (x)
        block_steps_warp_waits(x, w, w->active);
}

static void on_cluster_wait(Warp *w, const Step *s, uint32_t mask)
{
    BlockSteps *x = steps_of(w->block);
    (void)s;
    if (x)
        block_steps_wait(x, w, "goes on", mask);
}

static void on_lanes_exit(Warp *w, const Step *s, uint32_t mask)
{
    BlockSteps *x = steps_of(w->block);
    (void)s;
    if (x)
        block_steps_wait(x, w, "exit", mask);
}

static void on_copy_done(const CopyPart *c)
{
    BlockSteps *x = steps_of(c->block);
    if (x)
        block_steps_copied(x, c);
}

// ---- launches -------------------------------------------------------

static bool kernel_is_shown(const char *name)
{
    for (unsigned i = 0; i < nwith_blocks; i++)
        if (!strcmp(shown_kernels[i], name))
            return true;
    return false;
}

// A launch with findings is always worth a place, and one place is kept for it.
static bool blocks_are_shown(const Launch *l, bool found)
{
    if (nwith_blocks == LOOK_BLOCK_LAUNCHES)
        return false;
    return found ||
           (nwith_blocks < LOOK_BLOCK_LAUNCHES - 1 && !kernel_is_shown(code_info(l->code)->name));
}

// Has the kernel been launched often enough to show what it accesses?
static bool accesses_are_known(const char *name)
{
    unsigned alike = 0;
    for (unsigned i = 0; i < nlines; i++)
        alike += !strcmp(with_lines[i], name);
    return alike > LOOK_ALIKE;
}

static void on_launch_begin(Launch *l)
{
    LaunchRecord *r = l->user[look_observer.slot] = must_calloc(1, sizeof *r);
    found_add(NULL);
    r->found = report_found();
    if (nlines < LOOK_LAUNCHES && lines_left) {
        with_lines[nlines++] = must_strdup(code_info(l->code)->name);
        r->accesses = accesses_new();
    }
    if (r->accesses && blocks_are_shown(l, true))
        r->operations = operations_new();
}

static void put_counters(Text *t, const uint64_t *value)
{
    const char *const *name;
    unsigned n = counters_names(&name);
    const char *comma = "";
    text_put(t, "{");
    for (unsigned i = 0; i < n; i++) {
        if (!value[i])
            continue;
        text_add(t, "%s\"%s\":%llu", comma, name[i], (unsigned long long)value[i]);
        comma = ",";
    }
    text_put(t, "}");
}

static void put_if(Text *t, const char *name, uint64_t value)
{
    if (value)
        text_add(t, ",\"%s\":%llu", name, (unsigned long long)value);
}

static void put_stalls(Text *t, const LineTime *time)
{
    const char *comma = ",\"stalls\":{";
    for (int i = 0; i < STALLS; i++) {
        if (time->stall[i] <= 0)
            continue;
        text_add(t, "%s\"%s\":%.4g", comma, cost_stall_names[i], time->stall[i]);
        comma = ",";
    }
    text_put(t, comma[1] ? "" : "}"); // none, or some
}

static void put_line(Text *t, uint32_t line, const LineAccesses *x, const LineTime *time,
                     uint64_t straight)
{
    LineCounts c = counters_line(line);
    text_add(t, "{\"executed\":%llu", (unsigned long long)c.executed);
    look_place(t, line);
    put_if(t, "lanes", c.lanes);
    put_if(t, "straight", straight);
    put_if(t, "sectors", c.sectors);
    put_if(t, "sectors_min", x->sectors_min);
    put_if(t, "conflicts", c.conflicts);
    put_if(t, "wavefronts", c.wavefronts);
    put_if(t, "wavefronts_min", x->wavefronts_min);
    put_if(t, "local", x->local);
    put_if(t, "local_min", x->local_min);
    put_if(t, "passes", x->passes);
    put_if(t, "passes_min", x->passes_min);
    put_if(t, "branches", c.branches);
    put_if(t, "divergent", c.divergent);
    if (time->us > 0) {
        text_add(t, ",\"us\":%.4g", time->us);
        put_stalls(t, time);
    }
    text_put(t, "}");
}

// The file whose lines execute most is the one that a page shows first.
static void count_source(uint32_t line)
{
    const char *file = line_at(line)->file;
    unsigned source = file ? look_source(file) : 0;
    while (source >= nsources) {
        executed = array_room(executed, nsources, &size_sources, sizeof *executed);
        executed[nsources++] = 0;
    }
    executed[source] += counters_line(line).executed;
}

static unsigned main_source(void)
{
    unsigned most = 0;
    for (unsigned i = 0; i < nsources; i++)
        most = executed[i] > executed[most] ? i : most;
    return most;
}

static void put_lines(Text *t, const Launch *l, const LaunchAccesses *x)
{
    LineAccesses *by_line = must_calloc(codes_lines(), sizeof *by_line);
    double start_us;
    LineTime *time = line_times(l, &start_us);
    uint32_t n;
    const uint32_t *line = counters_lines(&n);
    uint64_t *straight = must_calloc(codes_lines(), sizeof *straight);
    accesses_by_line(x, by_line);
    branch_lanes_by_line(l, straight);
    text_put(t, "[");
    for (uint32_t i = 0; i < n; i++) {
        text_put(t, i ? "," : "");
        count_source(line[i]);
        put_line(t, line[i], &by_line[line[i]], &time[line[i]], straight[line[i]]);
    }
    text_put(t, "]");
    shortage_put(l, start_us, t);
    if (time[0].us > 0)
        text_add(t, ",\"unknown_us\":%.4g", time[0].us);
    free(straight);
    free(time);
    free(by_line);
}

static void put_accesses(Text *t, const Launch *l, const LaunchAccesses *x)
{
    size_t none = 0;
    bool known = accesses_are_known(code_info(l->code)->name);
    text_put(t, ",\"accesses\":");
    unsigned left_out = accesses_put(x, t, known ? &none : &accesses_left, &samples_left);
    put_if(t, "more_accesses", left_out);
}

// Those with findings first.
static void sort_blocks(LaunchRecord *r)
{
    if (r->nshown < 2 || r->worth[0] >= r->worth[1])
        return;
    BlockSteps *first = r->shown[0];
    r->shown[0] = r->shown[1];
    r->shown[1] = first;
}

static void put_blocks(Text *t, LaunchRecord *r, bool shown)
{
    sort_blocks(r);
    text_put(t, "[");
    for (unsigned i = 0; shown && i < r->nshown; i++) {
        size_t before = t->used;
        text_put(t, i ? "," : "");
        block_steps_put(r->shown[i], t);
        blocks_left -= t->used - before < blocks_left ? t->used - before : blocks_left;
    }
    text_put(t, "]");
}

static void put_launch(Text *t, const Launch *l, LaunchRecord *r)
{
    bool shown = r->nshown && blocks_are_shown(l, report_found() > r->found);
    text_add(t, "%s{\"launch\":%llu,\"kernel\":", nlaunches++ ? "," : "",
             (unsigned long long)l->serial);
    text_json(t, code_info(l->code)->name);
    if (l->parent)
        text_add(t, ",\"parent\":%llu", (unsigned long long)l->parent_serial);
    if (l->mark && *l->mark) {
        text_put(t, ",\"mark\":");
        text_json(t, l->mark);
    }
    text_put(t, ",");
    look_dim(t, "grid", l->grid);
    text_put(t, ",");
    look_dim(t, "block", l->block);
    text_add(t, ",\"shared\":%u,\"status\":%d,\"us\":%.3f,\"metrics\":", l->shared_bytes,
             launch_status_error(l->status), l->us);
    put_counters(t, counters_total());
    if (r->accesses) {
        text_put(t, ",\"lines\":");
        size_t before = t->used;
        put_lines(t, l, r->accesses);
        lines_left -= t->used - before < lines_left ? t->used - before : lines_left;
        put_accesses(t, l, r->accesses);
        instructions_put(l, t, &ptx_left);
        text_put(t, ",\"variables\":");
        variables_put(l->code, l->shared_bytes, t);
        text_put(t, ",\"blocks\":");
        put_blocks(t, r, shown);
    }
    text_put(t, "}");
    if (shown)
        shown_kernels[nwith_blocks++] = must_strdup(code_info(l->code)->name);
}

static void add_to_sums(void)
{
    const char *const *name;
    unsigned n = counters_names(&name);
    const uint64_t *value = counters_total();
    if (!sums)
        sums = must_calloc(n, sizeof *sums);
    for (unsigned i = 0; i < n; i++) {
        size_t length = strlen(name[i]);
        bool most = length > 4 && !strcmp(name[i] + length - 4, ".max");
        sums[i] = !most ? sums[i] + value[i] : value[i] > sums[i] ? value[i] : sums[i];
    }
}

static void launch_record_free(LaunchRecord *r)
{
    for (unsigned i = 0; i < r->nshown; i++)
        block_steps_free(r->shown[i]);
    if (r->accesses)
        accesses_free(r->accesses);
    if (r->operations)
        operations_free(r->operations);
    free(r);
}

static void on_launch_end(Launch *l)
{
    LaunchRecord *r = launch_record(l);
    add_to_sums();
    sum_us += l->us;
    found_add(l);
    if (nlaunches < LOOK_LISTED)
        put_launch(&launches, l, r);
    else
        more++;
    launch_record_free(r);
    l->user[look_observer.slot] = NULL;
}

// ---- the document ---------------------------------------------------

static void on_function_begins(const char *mark)
{
    (void)mark;
    found_add(NULL);
}
static void on_launch_resume(Launch *l)
{
    (void)l;
    found_add(NULL);
}
static void on_function_returns(const char *mark, bool failed)
{
    (void)mark, (void)failed;
    found_add(NULL);
}

static void write_document(const Text *t)
{
    for (size_t done = 0; done < t->used;) {
        ssize_t n = write(output, t->at + done, t->used - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            fprintf(stderr, "cudasim: cannot write the recording: %s\n", strerror(errno));
            return;
        }
        done += (size_t)n;
    }
}

static void on_finish(void)
{
    Text t = {0};
    found_add(NULL);
    if (!sums)
        add_to_sums();
    text_put(&t, "{\"look\":1,\"title\":\"\",\"version\":");
    text_json(&t, "cudasim " COURSE_VERSION);
    text_add(&t, ",\"runs\":[{\"name\":\"yours\",\"file\":%u,\"metrics\":", main_source());
    put_counters(&t, sums);
    text_put(&t, ",\"launches\":[");
    text_put(&t, launches.used ? launches.at : "");
    text_put(&t, "]");
    if (sum_us > 0)
        text_add(&t, ",\"us\":%.3f", sum_us);
    text_put(&t, ",\"peak\":");
    peak_put(&t);
    text_add(&t, ",\"more\":%u,\"findings\":", more);
    found_put(&t);
    if (timeline.used) {
        text_put(&t, ",\"timeline\":");
        text_put(&t, timeline.at);
    }
    text_put(&t, "}],\"sources\":");
    look_sources(&t);
    text_put(&t, "}\n");
    write_document(&t);
    free(t.at);
}

Observer look_observer = {
    .name = "look",
    .rank = RANK_look,
    .needs_values = true,
    .launch_begin = on_launch_begin,
    .launch_end = on_launch_end,
    .launch_resume = on_launch_resume,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .access = on_access,
    .step = on_step,
    .barrier_arrive = on_barrier_arrive,
    .barrier_done = on_barrier_done,
    .warp_wait = on_warp_wait,
    .cluster_wait = on_cluster_wait,
    .exit = on_lanes_exit,
    .copy_done = on_copy_done,
    .function_begins = on_function_begins,
    .function_returns = on_function_returns,
    .finish = on_finish,
};
