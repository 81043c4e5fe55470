// frames.c - where steps are in the source: call chains with inlined functions, the steps of a
// line or of a function, and the text of source files.
#include "where.h"

#include <limits.h>

// ---- places ---------------------------------------------------------

static uint32_t loc_of(const Code *c, uint32_t pc)
{
    return pc < c->nsteps ? step_place(c, &c->steps[pc]).loc : 0;
}

// The frame around this one that is of the user's files; 0: none, the function itself.
static uint32_t loc_outer(const Module *m, uint32_t loc)
{
    uint32_t outer = loc < m->nlocs ? m->locs[loc].inlined_at : 0;
    return outer && outer < loc ? loc_user(m, outer) : 0;
}

unsigned code_inlined(const Code *c, uint32_t pc)
{
    const Module *m = c->func->module;
    unsigned n = 0;
    for (uint32_t loc = loc_of(c, pc); (loc = loc_outer(m, loc)) != 0;)
        n++;
    return n;
}

unsigned step_depth(const Frame *f, uint32_t pc) { return f->depth + code_inlined(f->code, pc); }

uint32_t step_line(const Code *c, uint32_t pc)
{
    return pc < c->nsteps ? code_info(c)->line[pc] : 0;
}

const char *file_base(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

// "scan.cu" matches "/home/me/scan.cu".
static bool file_matches(const char *path, const char *name)
{
    if (!path || !*name)
        return false;
    size_t n = strlen(path), k = strlen(name);
    while (k >= 2 && !strncmp(name, "./", 2))
        name += 2, k -= 2;
    return k <= n && !strcmp(path + n - k, name) && (k == n || path[n - k - 1] == '/');
}

// "scan" of "void ns::scan<int>(int*)".
static void function_base(const char *demangled, char *name, size_t size)
{
    const char *end = demangled, *from;
    int nested = 0;
    for (; *end && !(nested == 0 && *end == '('); end++)
        nested += *end == '<' ? 1 : *end == '>' ? -1 : 0;
    for (const char *p = demangled; p < end; p++)
        if (*p == '<') {
            end = p;
            break;
        }
    for (from = end; from > demangled && from[-1] != ' ' && from[-1] != ':'; from--)
        ;
    snprintf(name, size, "%.*s", (int)(end - from), from);
}

static void name_of_symbol(const char *symbol, char *name, size_t size)
{
    char *text = demangle(symbol);
    function_base(text, name, size);
    free(text);
}

// ---- frames ---------------------------------------------------------

static void fill_view(FrameView *f, Frame *frame, uint32_t pc, uint32_t loc)
{
    const Code *c = frame->code;
    const Module *m = c->func->module;
    bool inlined = loc_outer(m, loc) != 0;
    const char *in = inlined ? m->locs[loc].func : NULL;
    *f = (FrameView){.frame = frame, .code = c, .pc = pc, .loc = loc, .inlined = inlined};
    if (in)
        name_of_symbol(in, f->function, sizeof f->function);
    else
        function_base(c->name ? c->name : "?", f->function, sizeof f->function);
    if (loc && m->locs[loc].file < m->nfiles) {
        f->file = m->files[m->locs[loc].file];
        f->line = (int)m->locs[loc].line;
    }
}

bool frame_at(const Where *at, unsigned level, FrameView *f)
{
    Frame *frame = at->frame;
    uint32_t pc = at->pc;
    while (frame) {
        uint32_t loc = loc_of(frame->code, pc);
        for (;;) {
            if (!level--) {
                fill_view(f, frame, pc, loc);
                return true;
            }
            uint32_t outer = loc_outer(frame->code->func->module, loc);
            if (!outer)
                break;
            loc = outer;
        }
        pc = frame->ret_pc ? frame->ret_pc - 1 : 0;
        frame = frame->caller;
    }
    return false;
}

unsigned frame_depth(const Where *at)
{
    FrameView f;
    unsigned n = 0;
    while (frame_at(at, n, &f))
        n++;
    return n;
}

// ---- breakpoints ----------------------------------------------------

// One for each place into which the function was inlined: the first step of the line there.
static unsigned line_breaks(const Code *c, const Breakpoint *b, int line,
                            void (*visit)(uint32_t, void *), void *user)
{
    const Module *m = c->func->module;
    uint32_t seen[64];
    unsigned n = 0;
    for (uint32_t pc = 0; pc < c->nsteps && n < 64; pc++) {
        uint32_t loc = loc_of(c, pc);
        const Loc *l = &m->locs[loc];
        if (!loc || (int)l->line != line || l->file >= m->nfiles ||
            !file_matches(m->files[l->file], b->what))
            continue;
        unsigned k = 0;
        while (k < n && seen[k] != l->inlined_at)
            k++;
        if (k < n)
            continue;
        seen[n++] = l->inlined_at;
        visit(pc, user);
    }
    return n;
}

// The line itself, or the next one at which any function of the module has code, at most so far
// behind.
enum { LOOK_AHEAD = 20 };

int code_line(const Code *c, const Breakpoint *b)
{
    const Module *m = c->func->module;
    int best = 0;
    for (unsigned i = 0; i < m->nfuncs; i++)
        for (unsigned k = 0; k < m->funcs[i]->ninsts; k++) {
            const Loc *l = &m->locs[loc_user(m, m->funcs[i]->insts[k].loc)];
            int line = (int)l->line;
            if (line >= b->line && line <= b->line + LOOK_AHEAD && l->file < m->nfiles &&
                (!best || line < best) && file_matches(m->files[l->file], b->what))
                best = line;
        }
    return best;
}

// The step behind the prologue: the first one on another line than the function's own.
uint32_t code_body(const Code *c)
{
    uint32_t first = step_line(c, 0);
    for (uint32_t pc = 1; pc < c->nsteps; pc++) {
        uint32_t line = step_line(c, pc);
        if (line && line != first && !code_inlined(c, pc))
            return pc;
    }
    return 0;
}

static bool is_named(const char *symbol, const char *name)
{
    char base[256];
    if (!symbol)
        return false;
    name_of_symbol(symbol, base, sizeof base);
    return !strcmp(base, name) || !strcmp(symbol, name);
}

bool function_place(const char *name, Breakpoint *b)
{
    const Launch *l = moment.launch;
    for (uint32_t i = 0; l && i < l->nused; i++) {
        const Module *m = l->used[i]->func->module;
        for (unsigned k = 0; k < m->nfuncs; k++) {
            const Func *func = m->funcs[k];
            if (!is_named(func->name, name))
                continue;
            for (unsigned n = 0; n < func->ninsts; n++) {
                const Loc *at = &m->locs[loc_user(m, func->insts[n].loc)];
                if (!at->line || at->file >= m->nfiles)
                    continue;
                b->kind = BREAK_line;
                snprintf(b->what, sizeof b->what, "%s", m->files[at->file]);
                b->line = (int)at->line;
                return true;
            }
        }
    }
    return false;
}

static unsigned function_breaks(const Code *c, const Breakpoint *b, void (*visit)(uint32_t, void *),
                                void *user)
{
    const Module *m = c->func->module;
    unsigned n = 0;
    uint32_t last = 0;
    if (is_named(c->func->name, b->what)) {
        visit(code_body(c), user);
        n++;
    }
    for (uint32_t pc = 0; pc < c->nsteps; pc++) {
        uint32_t loc = loc_of(c, pc);
        uint32_t at = loc ? m->locs[loc].inlined_at : 0;
        if (at && at != last && is_named(m->locs[loc].func, b->what)) {
            visit(pc, user);
            n++;
        }
        if (at)
            last = at;
    }
    return n;
}

unsigned code_breaks(const Code *c, const Breakpoint *b, void (*visit)(uint32_t, void *),
                     void *user)
{
    if (b->kind == BREAK_function)
        return function_breaks(c, b, visit, user);
    int line = code_line(c, b);
    return line ? line_breaks(c, b, line, visit, user) : 0;
}

// ---- source files ---------------------------------------------------

typedef struct SourceText {
    struct SourceText *next;
    char *name, *path; // path NULL: not found
    char **line;
    int nlines;
} SourceText;

static SourceText *sources;

static void read_lines(SourceText *s, FILE *f)
{
    char *text = NULL;
    size_t size = 0;
    while (getline(&text, &size, f) >= 0) {
        text[strcspn(text, "\r\n")] = 0;
        s->line = must_realloc(s->line, (size_t)s->nlines + 1, sizeof *s->line);
        s->line[s->nlines++] = must_strdup(text);
    }
    free(text);
}

// At its own path, or in the current folder under the last parts of it.
static SourceText *source_file(const char *name)
{
    for (SourceText *s = sources; s; s = s->next)
        if (!strcmp(s->name, name))
            return s;
    SourceText *s = must_calloc(1, sizeof *s);
    s->name = must_strdup(name);
    s->next = sources;
    sources = s;
    FILE *f = NULL;
    for (const char *at = name; at && !f; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL) {
        f = fopen(at, "r");
        s->path = f ? must_strdup(at) : NULL;
    }
    if (f) {
        read_lines(s, f);
        fclose(f);
    }
    return s;
}

const char *source_line(const char *file, int line)
{
    SourceText *s = file ? source_file(file) : NULL;
    return s && line >= 1 && line <= s->nlines ? s->line[line - 1] : NULL;
}

const char *source_path(const char *file) { return file ? source_file(file)->path : NULL; }

void get_focus(Where *at, FrameView *f)
{
    if (!where_focus(at))
        debug_fail("No thread is in focus: see info cuda threads.");
    if (!frame_at(at, debug->focus.level, f) && !frame_at(at, 0, f))
        debug_fail("The thread in focus has exited: see info cuda threads.");
}
