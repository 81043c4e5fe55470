// codes.c - where steps are in the source: lines and places, by number.
//
// The lines of a code are found once, when one of its steps is first observed. Reports need
// lines even after the program is unloaded (leaks, the last writer), so names are copied.
#include "findings.h"

#include <assert.h>
#include <stdlib.h>

CodeInfo *code_info_last;

static CodeInfo **codes; // in order of `first`
static CodeInfo **by_serial;
static uint32_t ncodes, size_codes, size_serials, next_place = 1;
static Line *lines;
static uint32_t nlines, size_lines;
static uint32_t *line_index; // hash table of numbers, 0: free
static uint32_t index_size;

static uint32_t line_hash(const char *file, int line)
{
    return (uint32_t)fnv_text((uint32_t)line * 0x9e3779b1u, file);
}

static bool same_file(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static void index_put(uint32_t number)
{
    uint32_t h = line_hash(lines[number].file, lines[number].line);
    while (line_index[h &= index_size - 1])
        h++;
    line_index[h] = number;
}

uint32_t line_number(const char *file, int line)
{
    if (!file)
        return 0;
    if (2 * (nlines + 1) > index_size) {
        free(line_index);
        index_size = index_size ? 2 * index_size : 256;
        line_index = must_calloc(index_size, sizeof *line_index);
        for (uint32_t i = 1; i < nlines; i++)
            index_put(i);
    }
    uint32_t h = line_hash(file, line);
    for (; line_index[h &= index_size - 1]; h++) {
        const Line *l = &lines[line_index[h]];
        if (l->line == line && same_file(l->file, file))
            return line_index[h];
    }
    lines = array_room(lines, nlines + 1, &size_lines, sizeof *lines);
    if (!nlines)
        lines[nlines++] = (Line){0};
    lines[nlines] = (Line){must_strdup(file), line, toolkit_file(file)};
    line_index[h] = nlines;
    return nlines++;
}

uint32_t codes_lines(void) { return nlines ? nlines : 1; }

const Line *line_at(uint32_t number)
{
    static const Line unknown;
    return number < nlines ? &lines[number] : &unknown;
}

const char *line_base(uint32_t number)
{
    const char *file = line_at(number)->file;
    if (!file)
        return "?";
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

const char *line_text(uint32_t number, char *buf, size_t size)
{
    if (line_at(number)->line)
        snprintf(buf, size, "%s:%d", line_base(number), line_at(number)->line);
    else // a function of the host, with an offset
        snprintf(buf, size, "%s", line_base(number));
    return buf;
}

static bool named_like_library(const Warp *w)
{
    const char *name = w->launch->code->name;
    if (strncmp(name, "void ", 5) == 0) // the name of a template begins with its type
        name += 5;
    return strncmp(name, "cub::", 5) == 0 || strncmp(name, "thrust::", 8) == 0;
}

// Where the kernel itself is, not what the compiler has put into it: the place of its first
// instruction, which nvcc writes before any text of an asm statement.
static bool kernel_in_toolkit(const Func *f)
{
    uint32_t loc = 0;
    for (uint32_t i = 0; i < f->ninsts && !loc; i++)
        loc = f->insts[i].loc;
    for (uint32_t outer; loc && (outer = f->module->locs[loc].inlined_at) && outer < loc;)
        loc = outer;
    return loc_in_toolkit(f->module, loc);
}

bool kernel_of_library(const Warp *w)
{
    const Func *f = w->launch->code->func;
    bool has_lines = f->module->nlocs > 1;
    return !f->module->handed_over && named_like_library(w) &&
           (has_lines ? kernel_in_toolkit(f) : !program_reading.grading);
}

bool step_in_library(const Warp *w, const Step *s)
{
    if (s->inst && s->inst->loc)
        return loc_in_toolkit(w->frame->code->func->module, s->inst->loc);
    return named_like_library(w); // without line information
}

// The line where the compiler has put the function of `loc` into another one of the user's.
static uint32_t caller_line(const Module *m, uint32_t loc)
{
    uint32_t at = loc && loc < m->nlocs ? loc_user(m, m->locs[loc].inlined_at) : 0;
    return at && m->locs[at].file < m->nfiles
               ? line_number(m->files[m->locs[at].file], (int)m->locs[at].line)
               : 0;
}

CodeInfo *code_info_find(const Code *c)
{
    while (c->serial >= size_serials) {
        uint32_t n = size_serials;
        by_serial = array_room(by_serial, n, &size_serials, sizeof *by_serial);
        memset(by_serial + n, 0, (size_serials - n) * sizeof *by_serial);
    }
    if (by_serial[c->serial])
        return code_info_last = by_serial[c->serial];
    CodeInfo *info = by_serial[c->serial] = must_calloc(1, sizeof *info);
    *info = (CodeInfo){.serial = c->serial,
                       .number = ncodes,
                       .code = c,
                       .func = c->func,
                       .steps = c->steps,
                       .nsteps = c->nsteps,
                       .name = must_strdup(c->name ? c->name : "?"),
                       .first = next_place};
    info->line = must_calloc(c->nsteps + 1, sizeof *info->line);
    info->caller = must_calloc(c->nsteps + 1, sizeof *info->caller);
    // Steps of one line are neighbours: mostly the line is the last one.
    const char *file = NULL;
    int line = -1;
    uint32_t number = 0;
    for (uint32_t i = 0; i < c->nsteps; i++) {
        Place p = step_place(c, &c->steps[i]);
        if (p.file != file || p.line != line)
            number = line_number(p.file, p.line);
        file = p.file, line = p.line;
        info->line[i] = number;
        info->caller[i] = caller_line(c->func->module, p.loc);
    }
    next_place += c->nsteps;
    assert(!ncodes || codes[ncodes - 1]->first <= info->first); // they are searched by it
    codes = array_room(codes, ncodes, &size_codes, sizeof *codes);
    return code_info_last = codes[ncodes++] = info;
}

uint32_t line_of_step(const Code *c, const Step *s)
{
    if (!c || !s)
        return 0;
    Place p = step_place(c, s);
    return line_number(p.file, p.line);
}

uint32_t caller_of_step(const Code *c, const Step *s)
{
    return c && s ? caller_line(c->func->module, step_place(c, s).loc) : 0;
}

// NULL: unknown.
static const CodeInfo *code_of_place(uint32_t place)
{
    uint32_t lo = 0, hi = ncodes;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (codes[mid]->first <= place)
            lo = mid + 1;
        else
            hi = mid;
    }
    CodeInfo *c = lo ? codes[lo - 1] : NULL;
    return c && place - c->first < c->nsteps ? c : NULL;
}

uint32_t place_line(uint32_t place)
{
    const CodeInfo *c = code_of_place(place);
    return c ? c->line[place - c->first] : 0;
}

uint32_t place_caller(uint32_t place)
{
    const CodeInfo *c = code_of_place(place);
    return c ? c->caller[place - c->first] : 0;
}
