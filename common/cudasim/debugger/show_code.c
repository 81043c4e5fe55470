// show_code.c - the code: instructions of PTX, and which of them belong to a line. An instruction's
// address is its number in its function: <+12>.
#include "command.h"

#include <ctype.h>

static uint32_t inst_of(const Code *c, uint32_t pc)
{
    const Inst *in = pc < c->nsteps ? c->steps[pc].inst : NULL;
    bool ours = in >= c->func->insts && in < c->func->insts + c->func->ninsts;
    return ours ? (uint32_t)(in - c->func->insts) : UINT32_MAX;
}

// Steps that the machine adds have none.
uint32_t code_inst(const Code *c, uint32_t pc)
{
    uint32_t i = inst_of(c, pc);
    while (i == UINT32_MAX && pc > 0)
        i = inst_of(c, --pc);
    return i == UINT32_MAX ? 0 : i;
}

char *code_inst_text(const Code *c, uint32_t i)
{
    char *text = NULL, table[24];
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        debug_fail("There is no memory for the text.");
    snprintf(table, sizeof table, "$T%u", i);
    inst_print(f, c->func, &c->func->insts[i], table);
    fclose(f);
    return text;
}

static void say_inst(const Code *c, uint32_t i, bool here)
{
    char *text = code_inst_text(c, i);
    say("%s<+%u>:\t%s\n", here ? "=> " : "   ", i, text);
    free(text);
}

const Loc *code_inst_loc(const Code *c, uint32_t i)
{
    const Module *m = c->func->module;
    return &m->locs[loc_user(m, c->func->insts[i].loc)];
}

static void say_line_of(const Code *c, const Loc *l)
{
    const Module *m = c->func->module;
    const char *file = l->file < m->nfiles ? m->files[l->file] : NULL;
    const char *text = file ? source_line(file, (int)l->line) : NULL;
    if (l->line)
        say("%s:%u:\t%s\n", file_base(file), l->line, text ? skip_spaces((char *)text) : "");
}

// disassemble [/s]: the function in focus; with the source lines.
void do_disassemble(char *rest)
{
    Where at;
    FrameView f;
    bool lines = !strncmp(rest, "/s", 2) || !strncmp(rest, "/m", 2);
    if (*rest && !lines)
        debug_fail("disassemble shows the function in focus; disassemble /s, with its lines.");
    get_focus(&at, &f);
    uint32_t now = code_inst(f.code, f.pc), line = 0;
    say("Dump of PTX code for function %s:\n", f.function);
    for (uint32_t i = 0; i < f.code->func->ninsts; i++) {
        const Loc *l = code_inst_loc(f.code, i);
        if (lines && l->line && l->line != line)
            say_line_of(f.code, l);
        line = l->line ? l->line : line;
        say_inst(f.code, i, i == now);
    }
    say("End of PTX dump.\n");
}

// x/4i $pc, x/4i $pc + 8
void show_instructions(unsigned count, const char *rest)
{
    Where at;
    FrameView f;
    long more = 0;
    char *end = (char *)rest;
    get_focus(&at, &f);
    if (!strncmp(rest, "$pc", 3)) {
        end = skip_spaces(end + 3);
        if (*end == '+' || *end == '-') {
            int sign = *end == '-' ? -1 : 1;
            more = sign * strtol(skip_spaces(end + 1), &end, 0);
        }
    }
    if (*skip_spaces(end))
        debug_fail("Instructions are shown from $pc on: x/%ui $pc", count);
    uint32_t now = code_inst(f.code, f.pc), all = f.code->func->ninsts;
    long first = (long)now + more;
    if (first < 0 || first >= (long)all)
        debug_fail("The function has the instructions <+0> to <+%u>.", all - 1);
    for (uint32_t i = (uint32_t)first; i < all && count; i++, count--)
        say_inst(f.code, i, i == now);
}

// ---- lines ----------------------------------------------------------

// The instructions of one function on a line: the first one, and one behind the last one.
static bool instructions_of(const Code *c, const Breakpoint *b, uint32_t *from, uint32_t *to)
{
    bool any = false;
    for (uint32_t i = 0; i < c->func->ninsts; i++) {
        const Loc *l = code_inst_loc(c, i);
        if ((int)l->line != b->line || l->file >= c->func->module->nfiles ||
            strcmp(file_base(c->func->module->files[l->file]), file_base(b->what)) != 0)
            continue;
        *from = any ? *from : i;
        *to = i + 1;
        any = true;
    }
    return any;
}

void info_line(char *rest)
{
    Breakpoint b = {0};
    read_location(rest, &b);
    if (b.kind == BREAK_function && !function_place(b.what, &b))
        debug_fail("No function \"%s\" in this kernel's code.", b.what);
    bool any = false;
    uint32_t from, to;
    for (uint32_t i = 0; i < moment.launch->nused; i++) {
        const Code *c = moment.launch->used[i];
        if (!instructions_of(c, &b, &from, &to))
            continue;
        char *name = demangle(c->func->name);
        say("Line %d of \"%s\" starts at <+%u> of %s and ends at <+%u>.\n", b.line,
            file_base(b.what), from, name, to);
        free(name);
        any = true;
    }
    if (!any)
        say("Line %d of \"%s\" has no code in what this kernel has called so far.\n", b.line,
            file_base(b.what));
}

void info_source(void)
{
    Where at;
    FrameView f;
    const char *file = debug->list_file;
    if (engine_stopped() && where_focus(&at) && frame_at(&at, debug->focus.level, &f) && f.file)
        file = f.file;
    if (!*file)
        debug_fail("No current source file.");
    const char *path = source_path(file);
    say("Current source file is %s\n", file);
    if (!path) {
        say("It is not found.\n");
        return;
    }
    int lines = 0;
    while (source_line(file, lines + 1))
        lines++;
    say("Located in %s\nContains %d lines.\nSource language is CUDA C++.\n", path, lines);
    say("The code is PTX, compiled %s.\n", engine_stopped() && where_focus(&at) &&
                                                   frame_at(&at, 0, &f) &&
                                                   module_has_variables(f.code->func->module)
                                               ? "with -G"
                                               : "without -G: see info registers");
}
