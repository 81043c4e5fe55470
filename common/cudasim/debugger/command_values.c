// command_values.c - the commands that show one value, or change one.
#define _GNU_SOURCE
#include "command.h"

#include <ctype.h>

// "/x", "/8xw": count, format, size.
typedef struct {
    unsigned count;
    char format, size;
} PrintFormat;

static PrintFormat take_format(char **rest)
{
    PrintFormat f = {.count = 1};
    if (**rest != '/')
        return f;
    char *p = *rest + 1;
    if (isdigit((unsigned char)*p))
        f.count = (unsigned)strtoul(p, &p, 10);
    for (; isalpha((unsigned char)*p); p++) {
        if (strchr("bhwg", *p))
            f.size = *p;
        else if (strchr("xduoctafi", *p))
            f.format = *p;
        else
            debug_fail("Undefined output format \"%c\".", *p);
    }
    *rest = skip_spaces(p);
    return f;
}

static DebugValue evaluate_here(const char *text, Where *at, FrameView *f)
{
    if (!engine_stopped())
        return expression_value(NULL, NULL, text);
    get_focus(at, f);
    return expression_value(at, f, text);
}

// As gdb: a pointer comes with its type.
static void say_value(const Where *at, const FrameView *f, const DebugValue *v, char format)
{
    Text t = {0};
    char name[MAX_WORDS];
    if (v->type->kind == TY_pointer && !format) {
        debug_type_name(v->type, name, sizeof name);
        text_add(&t, "(%s) ", name);
    }
    value_text(at, f, v, format, &t);
    say("%s\n", t.at);
    free(t.at);
}

void do_print(char *rest)
{
    Where at;
    FrameView f;
    PrintFormat how = take_format(&rest);
    if (!*rest)
        debug_fail("print what? An expression is needed.");
    DebugValue v = evaluate_here(rest, &at, &f);
    Text t = {0};
    value_text(engine_stopped() ? &at : NULL, engine_stopped() ? &f : NULL, &v, how.format, &t);
    free(t.at);
    say("$%llu = ", (unsigned long long)++debug->nvalues);
    say_value(engine_stopped() ? &at : NULL, engine_stopped() ? &f : NULL, &v, how.format);
}

// call EXPRESSION: as print. A function cannot be called: that would be another run.
void do_call(char *rest)
{
    const char *open = strchr(rest, '(');
    if (open && open > rest && (isalnum((unsigned char)open[-1]) || open[-1] == '_') &&
        strncmp(rest, "sizeof", 6) != 0)
        debug_fail("Functions of a kernel cannot be called from here; call takes an expression.");
    do_print(rest);
}

void do_whatis(char *rest)
{
    Where at;
    FrameView f;
    char name[MAX_WORDS];
    DebugValue v = evaluate_here(rest, &at, &f);
    debug_type_name(v.type, name, sizeof name);
    say("type = %s\n", name);
}

void do_set(char *rest)
{
    Where at;
    FrameView f;
    if (!strncmp(rest, "cuda break_on_launch", 20)) {
        debug->break_on_launch = strstr(rest, "application") || strstr(rest, "all");
        return;
    }
    if (set_as_gdb(rest))
        return;
    if (!strncmp(rest, "var ", 4))
        rest += 4;
    else if (!strncmp(rest, "variable ", 9))
        rest += 9;
    else if (!strchr(rest, '='))
        debug_fail("set var VARIABLE = EXPRESSION, or set cuda break_on_launch application");
    if (!strchr(rest, '='))
        debug_fail("set var needs VARIABLE = EXPRESSION.");
    if (!engine_stopped())
        debug_fail("No kernel is stopped.");
    get_focus(&at, &f);
    expression_value(&at, &f, rest);
    say("(The change lasts until this launch is run again: it is not the program's.)\n");
}

void do_x(char *rest)
{
    Where at;
    FrameView f;
    PrintFormat how = take_format(&rest);
    if (how.format == 'i') {
        show_instructions(how.count, rest);
        return;
    }
    char size = how.size ? how.size : 'w', format = how.format ? how.format : 'x';
    static const char *const names[] = {"uint8_t", "short", "int", "long"};
    int which = size == 'b' ? 0 : size == 'h' ? 1 : size == 'w' ? 2 : 3;
    const DebugType *t = type_named(names[which], strlen(names[which]));
    get_focus(&at, &f);
    DebugValue v = expression_value(&at, &f, rest);
    uint64_t address = v.place.kind == PLACE_memory && v.type->kind != TY_pointer ? v.place.address
                                                                                  : value_bits(&v);
    unsigned row = size == 'b' ? 8 : size == 'g' ? 2 : 4;
    for (unsigned i = 0; i < how.count; i++, address += t->bytes) {
        DebugValue e =
            value_at(&at, &f, t, (VariablePlace){.kind = PLACE_memory, .address = address});
        Text text = {0};
        value_text(&at, &f, &e, format, &text);
        if (i % row == 0)
            say("%s0x%llx:", i ? "\n" : "", (unsigned long long)address);
        say("\t%s", text.at);
        free(text.at);
    }
    say("\n");
}

void do_display(char *rest)
{
    if (!*rest) {
        show_displays();
        return;
    }
    for (int i = 0; i < MAX_SHOWN; i++)
        if (!*debug->shown[i]) {
            snprintf(debug->shown[i], MAX_WORDS, "%s", rest);
            if (engine_stopped())
                show_displays();
            return;
        }
    debug_fail("There is no room for more displays.");
}

void do_undisplay(char *rest)
{
    if (!*rest)
        memset(debug->shown, 0, sizeof debug->shown);
    for (; *rest;) {
        int n = atoi(take_word(&rest));
        if (n < 1 || n > MAX_SHOWN || !*debug->shown[n - 1])
            debug_fail("Arguments must be display numbers.");
        *debug->shown[n - 1] = 0;
    }
}
