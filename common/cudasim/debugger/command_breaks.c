// command_breaks.c - the commands for breakpoints and watchpoints.
#include "command.h"

#include <ctype.h>

// ---- breakpoints ----------------------------------------------------

// FILE:LINE, LINE, FUNCTION; nothing: the line in focus.
void read_location(const char *text, Breakpoint *b)
{
    const char *colon = strrchr(text, ':');
    Where at;
    FrameView f;
    const char *file = *debug->list_file ? debug->list_file : NULL;
    if (engine_stopped() && where_focus(&at) && frame_at(&at, debug->focus.level, &f) && f.file)
        file = f.file;
    b->kind = BREAK_line;
    if (!*text && engine_stopped()) {
        get_focus(&at, &f);
        snprintf(b->what, sizeof b->what, "%s", f.file ? f.file : "");
        b->line = f.line;
    } else if (colon && colon > text && colon[-1] != ':' && isdigit((unsigned char)colon[1])) {
        snprintf(b->what, sizeof b->what, "%.*s", (int)(colon - text), text);
        b->line = atoi(colon + 1);
    } else if (isdigit((unsigned char)*text)) {
        if (!file)
            debug_fail("No default source file: write FILE:%s.", text);
        snprintf(b->what, sizeof b->what, "%s", file);
        b->line = atoi(text);
    } else if (isalpha((unsigned char)*text) || *text == '_') {
        b->kind = BREAK_function;
        snprintf(b->what, sizeof b->what, "%s", text);
    } else {
        debug_fail("A breakpoint is at FILE:LINE, LINE or FUNCTION, not \"%s\".", text);
    }
}

static void count_step(uint32_t pc, void *user)
{
    (void)pc;
    ++*(unsigned *)user;
}

static bool code_has(Breakpoint *b)
{
    unsigned n = 0;
    Launch *l = moment.launch;
    int line = 0;
    for (uint32_t i = 0; l && i < l->nused; i++) {
        code_breaks(l->used[i], b, count_step, &n);
        int here = b->kind == BREAK_line ? code_line(l->used[i], b) : 0;
        if (here && (!line || here < line))
            line = here;
    }
    if (line)
        b->line = line;
    return n > 0;
}

static void location_text(const Breakpoint *b, char *text, size_t size)
{
    if (b->kind == BREAK_line)
        snprintf(text, size, "%s:%d", file_base(b->what), b->line);
    else
        snprintf(text, size, "%s", b->what);
}

// Splits off " if CONDITION".
static void split_condition(char *rest, char condition[MAX_WORDS])
{
    char *at = rest;
    while (at && *at && strncmp(at, "if ", 3) && strncmp(at, "if(", 3)) {
        at = strpbrk(at, " \t");
        at = at ? skip_spaces(at) : NULL;
    }
    if (!at || !*at)
        return;
    snprintf(condition, MAX_WORDS, "%s", skip_spaces(at + 2));
    *at = 0;
    for (char *end = at; end > rest && isspace((unsigned char)end[-1]);)
        *--end = 0;
}

static void add_break(char *rest, bool temporary)
{
    Breakpoint b = {.temporary = temporary};
    char where[MAX_PATH + 20];
    split_condition(rest, b.condition);
    read_location(rest, &b);
    bool found = engine_stopped() && code_has(&b);
    location_text(&b, where, sizeof where);
    int n = break_add(b);
    if (!n)
        debug_fail("There is no room for more than %d breakpoints.", MAX_BREAKS);
    say("%s %d at %s.%s\n", temporary ? "Temporary breakpoint" : "Breakpoint", n, where,
        found              ? ""
        : engine_stopped() ? " (No code of this kernel is there; it may be another kernel's.)"
                           : "");
}

void do_break(char *rest) { add_break(rest, false); }
void do_tbreak(char *rest) { add_break(rest, true); }

static Breakpoint *named_break(const char *word)
{
    Breakpoint *b = break_find(atoi(word));
    if (!b)
        debug_fail("No breakpoint number %s.", *word ? word : "is given");
    return b;
}

void do_delete(char *rest)
{
    char *first = rest;
    if (!strncmp(rest, "breakpoints", 11))
        take_word(&rest);
    if (!strncmp(first, "display", 7)) {
        memset(debug->shown, 0, sizeof debug->shown);
        return;
    }
    if (!*rest) {
        for (int i = 0; i < MAX_BREAKS; i++)
            debug->breaks[i].number = 0;
    }
    while (*rest)
        named_break(take_word(&rest))->number = 0;
    debug->breaks_version++;
}

// clear LOCATION
void do_clear(char *rest)
{
    Breakpoint where = {0};
    read_location(rest, &where);
    int n = 0;
    for (int i = 0; i < MAX_BREAKS; i++) {
        Breakpoint *b = &debug->breaks[i];
        if (!b->number || b->kind != where.kind || b->line != where.line ||
            strcmp(file_base(b->what), file_base(where.what)))
            continue;
        say("Deleted breakpoint %d\n", b->number);
        b->number = 0;
        n++;
    }
    if (!n)
        debug_fail("No breakpoint at %s.", rest);
    debug->breaks_version++;
}

static void set_disabled(char *rest, bool disabled)
{
    for (int i = 0; !*rest && i < MAX_BREAKS; i++)
        debug->breaks[i].disabled = disabled;
    while (*rest)
        named_break(take_word(&rest))->disabled = disabled;
}
void do_disable(char *rest) { set_disabled(rest, true); }
void do_enable(char *rest) { set_disabled(rest, false); }

void do_condition(char *rest)
{
    Breakpoint *b = named_break(take_word(&rest));
    snprintf(b->condition, sizeof b->condition, "%s", rest);
    if (!*rest)
        say("Breakpoint %d now unconditional.\n", b->number);
}

void do_ignore(char *rest)
{
    Breakpoint *b = named_break(take_word(&rest));
    b->ignore = strtoull(rest, NULL, 0);
    say("Will ignore next %llu crossings of breakpoint %d.\n", (unsigned long long)b->ignore,
        b->number);
}

// ---- watchpoints ----------------------------------------------------

// The word in memory that an expression names.
static Breakpoint read_word(char *rest, BreakKind kind)
{
    Where at;
    FrameView f;
    Breakpoint b = {.kind = kind};
    split_condition(rest, b.condition);
    if (!*rest)
        debug_fail("Argument required (expression to compute).");
    get_focus(&at, &f);
    DebugValue v = expression_value(&at, &f, rest);
    if (v.place.kind == PLACE_register)
        debug_fail("%s is in a register; only memory can be watched.", rest);
    if (v.place.kind != PLACE_memory)
        debug_fail("Cannot watch constant value `%s'.", rest);
    if (v.type->bytes > VALUE_ROOM || v.type->kind == TY_struct || v.type->kind == TY_array)
        debug_fail("%s is larger than one word: watch an element of it.", rest);
    snprintf(b.what, sizeof b.what, "%s", rest);
    b.address = v.place.address;
    b.bytes = v.type->bytes;
    if (v.type->kind == TY_pointer || v.type->kind == TY_enum)
        snprintf(b.type, sizeof b.type, "%s", v.type->kind == TY_enum ? "int" : "void*");
    else
        debug_type_name(v.type, b.type, sizeof b.type);
    if (!type_named(b.type, strlen(b.type)))
        snprintf(b.type, sizeof b.type, "%s",
                 b.bytes == 8   ? "long"
                 : b.bytes == 4 ? "int"
                                : "uint8_t");
    bool shared = b.address - SHARED_WINDOW < WINDOW_SIZE;
    bool local = b.address - LOCAL_WINDOW < WINDOW_SIZE;
    if (shared || local) {
        uint64_t rank = (b.address - SHARED_WINDOW) >> SHARED_RANK_SHIFT;
        const Cluster *c = at.block->cluster;
        b.launch = at.launch->serial;
        b.block = shared && rank < c->n ? c->blocks[rank]->index : at.block->index;
        b.thread = at.warp->index * WARP_SIZE + at.lane;
    }
    return b;
}

static void add_watch(char *rest, BreakKind kind, const char *name)
{
    Breakpoint b = read_word(rest, kind);
    int n = break_add(b);
    if (!n)
        debug_fail("There is no room for more than %d breakpoints.", MAX_BREAKS);
    engine_watches_changed();
    say("Hardware %swatchpoint %d: %s\n", name, n, b.what);
}

void do_watch(char *rest) { add_watch(rest, BREAK_write, ""); }
void do_rwatch(char *rest) { add_watch(rest, BREAK_read, "read "); }
void do_awatch(char *rest) { add_watch(rest, BREAK_access, "access (read/write) "); }

void do_when(char *rest)
{
    Breakpoint b = read_word(rest, BREAK_write);
    past_when(&b);
}
