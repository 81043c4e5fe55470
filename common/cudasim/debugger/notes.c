// notes.c - what the debugger knows of a function, by step: lines, inlined functions, and which
// breakpoints are there.
#include "engine.h"

static CodeNotes **notes; // by serial of the code
static uint32_t nnotes;

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

CodeNotes *code_notes(const Code *c)
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
