// report.c - findings: kept while a launch runs, written when the launch has ended, as
// readable text and as one JSON line per launch (report_lines.c).
//
// Many occurrences of one mistake are one finding with a count: tool, kind, place and other
// place identify a finding. The text shows each mistake once in the life of the process; the
// JSON lines show the mistake in every launch.
#include "findings.h"

#include <assert.h>
#include <stdlib.h>

enum { BUCKETS = 256, TEXT_LIMIT = 200 };

typedef struct Node {
    Finding f;
    struct Node *next; // in order of discovery
    struct Node *bucket;
} Node;

Outputs outputs = {.counters = -1};
static const char *call_file; // the place of the host's calls, NULL: not known
static int call_line;

// What has been found in one launch, or between two.
typedef struct {
    const Launch *launch; // NULL: between launches
    uint32_t call;        // line of the host's call that made the launch, 0: not known
    Node *first, **last, *buckets[BUCKETS];
} Findings;

static Findings between = {.last = &between.first};
static Findings *found_now = &between; // the next finding goes here
static unsigned long errors, warnings, shown;
static uint64_t nfound;    // in the life of the process
static uint32_t nlaunches; // reported, since the function began
static uint64_t *seen;     // hashes of what the text has shown
static size_t nseen;
static Text general; // JSON of findings that belong to no launch

static uint64_t finding_key(const char *tool, const char *kind, uint32_t line, uint32_t other,
                            uint64_t extra)
{
    uint64_t h = fnv_text(fnv_text(FNV_START, tool), kind);
    h = fnv_add(fnv_add(fnv_add(h, line), other), extra);
    return h ^ h >> 32;
}

// A line in a kernel of a library says nothing about the program: then its call of the library.
static uint32_t own_line(uint32_t line)
{
    return found_now->call && line_at(line)->in_toolkit ? found_now->call : line;
}

Finding *finding(const char *tool, const char *kind, uint32_t line, uint32_t other, uint64_t extra)
{
    assert(tool && kind);
    line = own_line(line);
    other = own_line(other);
    Node **b = &found_now->buckets[finding_key(tool, kind, line, other, extra) % BUCKETS];
    for (Node *n = *b; n; n = n->bucket)
        if (n->f.line == line && n->f.other_line == other && n->f.extra == extra &&
            !strcmp(n->f.tool, tool) && !strcmp(n->f.kind, kind))
            return &n->f;
    Node *n = must_calloc(1, sizeof *n);
    n->f = (Finding){.tool = tool,
                     .kind = must_strdup(kind),
                     .severity = SEVERITY_error,
                     .line = line,
                     .other_line = other,
                     .after = nlaunches,
                     .extra = extra};
    const Launch *l = found_now->launch;
    if (l)
        n->f.kernel = must_strdup(l->code->name ? l->code->name : "?");
    nfound++;
    n->bucket = *b;
    *b = n;
    *found_now->last = n;
    found_now->last = &n->next;
    return &n->f;
}

uint64_t report_found(void) { return nfound; }

const Finding *report_first(void) { return found_now->first ? &found_now->first->f : NULL; }
const Finding *report_next(const Finding *f)
{
    const Node *n = (const Node *)f; // f is its first member
    return n->next ? &n->next->f : NULL;
}

Dim3 thread_index(Dim3 block, uint32_t linear)
{
    uint32_t x = block.x ? block.x : 1, y = block.y ? block.y : 1;
    return (Dim3){linear % x, linear / x % y, linear / (x * y)};
}

Dim3 block_index(Dim3 grid, uint64_t linear)
{
    uint64_t x = grid.x ? grid.x : 1, y = grid.y ? grid.y : 1;
    return (Dim3){(uint32_t)(linear % x), (uint32_t)(linear / x % y), (uint32_t)(linear / (x * y))};
}

void finding_thread(Finding *f, const Warp *w, unsigned lane)
{
    f->has_thread = true;
    f->block = w->block->id;
    f->thread = (Dim3){w->tid[0][lane], w->tid[1][lane], w->tid[2][lane]};
}

// ---- text -----------------------------------------------------------

static bool seen_before(uint64_t key)
{
    for (size_t i = 0; i < nseen; i++)
        if (seen[i] == key)
            return true;
    if ((nseen & (nseen + 1)) == 0)
        seen = must_realloc(seen, 2 * nseen + 2, sizeof *seen);
    seen[nseen++] = key;
    return false;
}

static void put_detail(FILE *out, const char *detail)
{
    while (detail && *detail) {
        int n = (int)strcspn(detail, "\n");
        fprintf(out, "=========     %.*s\n", n, detail);
        detail += n + (detail[n] == '\n');
    }
}

static void put_text(const Finding *f)
{
    static const char *const word[] = {"Info: ", "Warning: ", "Error: "};
    FILE *out = outputs.text;
    uint64_t key =
        fnv_text(finding_key(f->tool, f->kind, f->line, f->other_line, f->extra), f->kernel);
    if (!out || seen_before(key))
        return;
    if (shown == TEXT_LIMIT)
        fprintf(out, "========= (further findings are counted, but not shown)\n");
    if (shown++ >= TEXT_LIMIT)
        return;
    char p[300];
    // As compute-sanitizer: only racecheck names the severity first.
    fprintf(out, "========= %s%s",
            f->unit || f->severity != SEVERITY_error ? word[f->severity] : "", f->message);
    if (f->unit)
        fprintf(out, " [%llu %s]", (unsigned long long)f->count, f->unit);
    fputc('\n', out);
    if (f->kernel)
        fprintf(out, "=========     at %s in %s\n", f->kernel, line_text(f->line, p, sizeof p));
    else if (f->line) // a call of the host, whose place is known
        fprintf(out, "=========     at %s\n", line_text(f->line, p, sizeof p));
    if (f->has_thread)
        fprintf(out, "=========     by thread (%u,%u,%u) in block (%u,%u,%u)\n", f->thread.x,
                f->thread.y, f->thread.z, f->block.x, f->block.y, f->block.z);
    if (f->has_other && !f->other_is_place)
        fprintf(out, "=========     and thread (%u,%u,%u) in block (%u,%u,%u) at %s:%d%s%s\n",
                f->other_thread.x, f->other_thread.y, f->other_thread.z, f->other_block.x,
                f->other_block.y, f->other_block.z, line_base(f->other_line),
                line_at(f->other_line)->line, f->other_kernel ? " of " : "",
                f->other_kernel ? f->other_kernel : "");
    put_detail(out, f->detail);
    if (!f->unit && f->count > 1)
        fprintf(out, "=========     %llu times%s\n", (unsigned long long)f->count,
                f->kernel ? " in this launch" : "");
    fputs("=========\n", out);
}

// ---- when -----------------------------------------------------------

static void findings_free(Findings *found)
{
    while (found->first) {
        Node *n = found->first;
        found->first = n->next;
        free(n->f.kind);
        free(n->f.message);
        free(n->f.detail);
        free(n->f.side[0]);
        free(n->f.side[1]);
        free(n->f.spun);
        free(n->f.kernel);
        free(n->f.other_kernel);
        free(n);
    }
}

static void tally(const Findings *found)
{
    for (const Node *n = found->first; n; n = n->next) {
        assert(n->f.count); // the checker has filled it in
        errors += n->f.severity == SEVERITY_error;
        warnings += n->f.severity == SEVERITY_warning;
        put_text(&n->f);
    }
    if (outputs.text)
        fflush(outputs.text);
}

static void flush_between(void)
{
    tally(&between);
    for (const Node *n = between.first; n; n = n->next) {
        if (general.used)
            text_put(&general, ",");
        finding_json(&general, &n->f, NULL);
    }
    findings_free(&between);
    between = (Findings){.last = &between.first};
}

static void on_launch_begin(Launch *l)
{
    flush_between();
    found_now = l->user[report_observer.slot] = must_calloc(1, sizeof *found_now);
    found_now->launch = l;
    found_now->call = report_call_line();
    found_now->last = &found_now->first;
}

static void on_launch_end(Launch *l)
{
    Findings *found = l->user[report_observer.slot];
    assert(found && found->launch == l);
    tally(found);
    nlaunches++;
    if (outputs.counters >= 0)
        report_launch(l, found->call, found->first ? &found->first->f : NULL);
    findings_free(found);
    free(found);
    l->user[report_observer.slot] = NULL;
    found_now = &between;
}

static void on_launch_pause(Launch *l)
{
    (void)l;
    found_now = &between;
}

static void on_launch_resume(Launch *l)
{
    flush_between();
    found_now = l->user[report_observer.slot];
    assert(found_now);
}

static void on_call_place(const char *file, int line)
{
    call_file = file;
    call_line = line;
}

int report_call_place(const char **file)
{
    *file = call_file;
    return call_line;
}

uint32_t report_call_line(void) { return line_number(call_file, call_line); }

// What has been found outside of launches, on a line of its own.
static void write_general(const char *mark)
{
    flush_between();
    if (general.used && outputs.counters >= 0) {
        Text t = {0};
        text_put(&t, "{\"launch\":-1,\"mark\":");
        text_json(&t, mark);
        text_put(&t, ",\"findings\":[");
        text_put(&t, general.at);
        text_put(&t, "]}\n");
        report_write(&t);
        free(t.at);
    }
    general.used = 0;
}

static char *function_mark; // of the function that runs; NULL: none does

static void on_function_begins(const char *mark)
{
    write_general("");
    free(function_mark);
    function_mark = must_strdup(mark);
    nlaunches = 0;
}

static void on_function_returns(const char *mark, bool failed)
{
    (void)failed;
    free(function_mark);
    function_mark = NULL;
    write_general(mark);
}

static void on_finish(void)
{
    // The program may have ended within the function.
    write_general(function_mark ? function_mark : "");
    if (outputs.text) {
        fprintf(outputs.text, "========= ERROR SUMMARY: %lu error%s", errors,
                errors == 1 ? "" : "s");
        if (warnings)
            fprintf(outputs.text, ", %lu warning%s", warnings, warnings == 1 ? "" : "s");
        fputc('\n', outputs.text);
        fflush(outputs.text);
    }
}

static void on_count_errors(unsigned long *n)
{
    *n += errors; // and those that are not reported yet
    for (const Node *k = found_now->first; k; k = k->next)
        *n += k->f.severity == SEVERITY_error;
}

Observer report_observer = {
    .name = "report",
    .rank = RANK_report,
    .launch_begin = on_launch_begin,
    .launch_end = on_launch_end,
    .launch_pause = on_launch_pause,
    .launch_resume = on_launch_resume,
    .call_place = on_call_place,
    .function_begins = on_function_begins,
    .function_returns = on_function_returns,
    .count_errors = on_count_errors,
    .finish = on_finish,
};
