// show_info.c - the command info.
#include "command.h"

static void info_breaks(void)
{
    static const char *const kind[] = {"breakpoint", "breakpoint", "hw watchpoint",
                                       "read watchpoint", "acc watchpoint"};
    bool any = false;
    for (int n = 1; n <= debug->last_number; n++) {
        const Breakpoint *b = break_find(n);
        if (!b)
            continue;
        if (!any)
            say("Num     Type            Disp Enb What\n");
        any = true;
        say("%-7d %-15s %s %s   ", n, kind[b->kind], b->temporary ? "del " : "keep",
            b->disabled ? "n" : "y");
        if (b->kind == BREAK_line)
            say("%s:%d\n", file_base(b->what), b->line);
        else
            say("%s\n", b->what);
        if (*b->condition)
            say("\tstop only if %s\n", b->condition);
        if (b->hits)
            say("\tbreakpoint already hit %llu time%s\n", (unsigned long long)b->hits,
                b->hits == 1 ? "" : "s");
        if (b->ignore)
            say("\tignore next %llu hits\n", (unsigned long long)b->ignore);
    }
    if (!any)
        say("No breakpoints or watchpoints.\n");
}

static void say_register(const Where *at, const FrameView *f, unsigned r)
{
    const Func *func = f->code->func;
    DebugValue v = value_at(at, f, debug_register_type((Type)func->reg_type[r]),
                            (VariablePlace){.kind = PLACE_register, .reg = r});
    Text plain = {0}, hex = {0};
    value_text(at, f, &v, 'x', &hex);
    value_text(at, f, &v, 0, &plain);
    say("%-8s %-20s %s\n", func->reg_name[r], hex.at, plain.at);
    free(plain.at);
    free(hex.at);
}

static void info_registers(const Where *at, const FrameView *f, char *rest)
{
    const Func *func = f->code->func;
    bool any = false;
    const char *want = *rest == '$' || *rest == '%' ? rest + 1 : rest;
    for (unsigned r = 0; r < func->nregs; r++) {
        const char *name = func->reg_name[r];
        if (!name || *name != '%' || (*want && strcmp(name + 1, want)) ||
            type_bytes((Type)func->reg_type[r]) > 8)
            continue;
        say_register(at, f, r);
        any = true;
    }
    if (!any)
        debug_fail("Invalid register `%s'", rest);
}

static void info_findings(void)
{
    if (!debug->nnotes)
        say("No checker has found anything so far.%s\n",
            hooks_has(&report_observer) ? "" : " (No checker is on: start with --tool all.)");
    for (uint64_t i = 0; i < debug->nnotes; i++)
        say("%llu  %s\n", (unsigned long long)i + 1, debug->note[i].text);
}

static void info_frame(const Where *at, const FrameView *f)
{
    show_frame(at, debug->focus.level, true, true);
    say(" step %llu of launch %llu; PTX instruction %u of %s\n", (unsigned long long)moment.now,
        (unsigned long long)at->launch->serial, f->pc, f->code->name ? f->code->name : "?");
}

void show_info(char *rest)
{
    Where at;
    FrameView f;
    char *word = take_word(&rest);
    size_t n = strlen(word);
    if (n && (!strncmp("breakpoints", word, n) || !strncmp("watchpoints", word, n))) {
        info_breaks();
        return;
    }
    if (n && !strncmp("findings", word, n) && n > 1 && word[1] == 'i') {
        info_findings();
        return;
    }
    if (n > 1 && !strncmp("threads", word, n)) {
        info_host_threads();
        return;
    }
    if (n && !strncmp("source", word, n)) {
        info_source();
        return;
    }
    if (n && !strncmp("display", word, n)) {
        for (int i = 0; i < MAX_SHOWN; i++)
            if (*debug->shown[i])
                say("%d:   y  %s\n", i + 1, debug->shown[i]);
        return;
    }
    if (!n)
        debug_fail(
            "info breakpoints | locals | args | registers | frame | line | source | threads | "
            "findings | display | cuda");
    if (!engine_stopped())
        debug_fail("No kernel is stopped%s",
                   debug->running ? "." : ": the program is not being run.");
    if (!strcmp(word, "cuda")) {
        show_cuda(rest);
        return;
    }
    if (n > 1 && !strncmp("line", word, n)) {
        info_line(rest);
        return;
    }
    if (!where_focus(&at) || !frame_at(&at, debug->focus.level, &f))
        debug_fail("No thread is in focus: see info cuda threads.");
    if (!strncmp("locals", word, n)) {
        if (!module_has_variables(f.code->func->module))
            debug_fail(
                "No locals: the kernel was built without -G (see info args, info registers).");
        if (!show_variables(&at, &f, false, "\n"))
            say("No locals.\n");
    } else if (!strncmp("args", word, n)) {
        if (!show_variables(&at, &f, true, "\n"))
            say("No arguments.\n");
    } else if (!strncmp("registers", word, n)) {
        info_registers(&at, &f, rest);
    } else if (!strncmp("frame", word, n)) {
        info_frame(&at, &f);
    } else {
        debug_fail(
            "info breakpoints | locals | args | registers | frame | line | source | threads | "
            "findings | display | cuda");
    }
}
