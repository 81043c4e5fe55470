// command.c - commands by the names and abbreviations of cuda-gdb: the table, and those that make
// the kernel go, stop and show one value. What only shows is in show.c.
#define _GNU_SOURCE
#include "command.h"

#include <ctype.h>

typedef struct {
    const char *name, *help;
    void (*execute)(char *rest);
    bool needs_kernel;
} Command;

static bool quits, runs;

bool command_quits(void) { return quits; }
bool command_runs(void) { return runs; }
void command_quit(void) { quits = true; }
void command_begin(void) { quits = runs = false; }

// ---- words ----------------------------------------------------------

static unsigned take_count(const char *rest)
{
    char *end;
    if (!*rest)
        return 1;
    unsigned long n = strtoul(rest, &end, 0);
    if (end == rest || *skip_spaces(end) || !n || n > 1000000)
        debug_fail("a number of times is needed, not \"%s\"", rest);
    return (unsigned)n;
}

// ---- going ----------------------------------------------------------

static void do_continue(char *rest)
{
    unsigned n = take_count(rest);
    (void)n;
    say("Continuing.\n");
    engine_move(MOVE_continue, 1, 0);
}

static void step_lines(Move m, const char *rest)
{
    Where at;
    FrameView f;
    get_focus(&at, &f);
    if (!f.line)
        say("Single stepping until exit from function %s,\nwhich has no line number information.\n",
            f.function);
    engine_move(m, take_count(rest), 0);
}
static void do_step(char *rest) { step_lines(MOVE_step, rest); }
static void do_next(char *rest) { step_lines(MOVE_next, rest); }
static void do_stepi(char *rest) { engine_move(MOVE_stepi, take_count(rest), 0); }
static void do_nexti(char *rest) { engine_move(MOVE_nexti, take_count(rest), 0); }

static void do_finish(char *rest)
{
    (void)rest;
    Where at;
    FrameView f;
    get_focus(&at, &f);
    if (frame_depth(&at) < 2)
        debug_fail("\"finish\" not meaningful in the outermost frame.");
    say("Run till exit from ");
    show_frame(&at, 0, true, false);
    engine_move(MOVE_finish, 1, 0);
}

static void do_until(char *rest)
{
    Breakpoint b = {0};
    if (*rest)
        read_location(rest, &b);
    if (*rest && b.kind != BREAK_line)
        debug_fail("until goes to a line: until 42, until FILE:42.");
    engine_move(MOVE_until, 1, (uint32_t)b.line);
}

static void do_advance(char *rest)
{
    if (!*rest)
        debug_fail("Argument required (a location).");
    do_until(rest);
}

static unsigned focus_depth(void)
{
    Where at;
    FrameView f;
    get_focus(&at, &f);
    return step_depth(at.frame, at.pc);
}

static void do_reverse_step(char *rest) { past_reverse(SCAN_line, UINT32_MAX, take_count(rest)); }
static void do_reverse_next(char *rest)
{
    past_reverse(SCAN_line, focus_depth(), take_count(rest));
}
static void do_reverse_stepi(char *rest) { past_reverse(SCAN_inst, 0, take_count(rest)); }
static void do_reverse_continue(char *rest)
{
    (void)rest;
    past_reverse(SCAN_breaks, 0, 1);
}
static void do_reverse_finish(char *rest)
{
    (void)rest;
    past_reverse(SCAN_caller, focus_depth(), 1);
}

static void do_goto(char *rest)
{
    char *end;
    uint64_t step = strtoull(rest, &end, 0);
    if (end == rest || *skip_spaces(end))
        debug_fail("goto needs a step of this launch, a number; now is step %llu.",
                   (unsigned long long)moment.now);
    if (step > moment.now)
        debug_fail("Step %llu has not come yet: now is step %llu.", (unsigned long long)step,
                   (unsigned long long)moment.now);
    past_goto(moment.segment, step, STOP_goto, true, "");
}

// FILE:LINE [BLOCK THREAD BLOCK THREAD]
static void read_finding_place(char *rest)
{
    bool given = true;
    int dims = 0;
    const char *place = take_word(&rest), *colon = strrchr(place, ':');
    if (!colon || !atoi(colon + 1))
        debug_fail("The place of a finding is FILE:LINE, not \"%s\".", place);
    for (; dims < 4 && *rest && given; dims += given)
        debug->find_threads[dims] = take_dim(&rest, &given);
    if (*rest || (dims && dims < 4))
        debug_fail("Behind FILE:LINE may be a block, its thread, another block, and its thread.");
    debug->find_pair = dims == 4;
    snprintf(debug->find_place, MAX_WORDS, "%s", file_base(place));
}

static void run_to_finding(char *rest)
{
    char *end;
    uint64_t n = strtoull(rest, &end, 0);
    bool place = strchr(rest, ':') != NULL;
    if (place)
        read_finding_place(rest);
    else if (!n || *skip_spaces(end))
        debug_fail("run to finding needs the number of a finding: 1, 2, ...; or FILE:LINE");
    if (debug->running && !hooks_has(&report_observer))
        debug_fail("No checker is on. Start again: quit, then cudasim --debug --tool all ...");
    for (uint64_t i = 0; place && !debug->find_pair && i < debug->nnotes; i++)
        if (is_at_place(debug->note[i].text, debug->find_place)) {
            n = i + 1; // it is found already
            place = false;
        }
    debug->find = place ? 0 : n;
    if (!place)
        *debug->find_place = 0;
    debug->checkers = true;
    if (!debug->running) {
        runs = true;
        return;
    }
    if (!place && n <= debug->nnotes) {
        const FindingNote *note = &debug->note[n - 1];
        char message[600];
        snprintf(message, sizeof message, "Before finding %llu: %s\n", (unsigned long long)n,
                 note->text);
        past_goto(note->segment, note->step, STOP_finding, true, message);
    }
    engine_move(MOVE_continue, 1, 0);
}

static void do_run(char *rest)
{
    if (!strncmp(rest, "to finding", 10)) {
        run_to_finding(skip_spaces(rest + 10));
        return;
    }
    if (debug->running)
        debug->again = true;
    debug->find = 0;
    *debug->find_place = 0;
    runs = true;
}

static void do_quit(char *rest)
{
    (void)rest;
    quits = true;
}

static void do_kill(char *rest)
{
    (void)rest;
    if (!debug->running)
        debug_fail("The program is not being run.");
    debug->ends = true;
    session_hand_over();
    worker_ends();
}

// ---- frames and source ----------------------------------------------

static void do_backtrace(char *rest)
{
    (void)rest;
    Where at;
    FrameView f;
    get_focus(&at, &f);
    unsigned n = frame_depth(&at);
    for (unsigned i = 0; i < n; i++)
        show_frame(&at, i, true, false);
}

static void select_frame(long level)
{
    Where at;
    FrameView f;
    get_focus(&at, &f);
    if (level < 0)
        debug_fail("Bottom (innermost) frame selected; you can't go down.");
    if (!frame_at(&at, (unsigned)level, &f))
        debug_fail("Initial frame selected; you can't go up.");
    debug->focus.level = (unsigned)level;
    show_frame(&at, (unsigned)level, true, true);
}

static void do_frame(char *rest)
{
    select_frame(*rest ? strtol(rest, NULL, 0) : (long)debug->focus.level);
}
static void do_up(char *rest) { select_frame((long)debug->focus.level + take_count(rest)); }
static void do_down(char *rest) { select_frame((long)debug->focus.level - take_count(rest)); }

static void do_list(char *rest)
{
    enum { LINES = 10 };
    Where at;
    FrameView f;
    Breakpoint b = {0};
    int last = 0;
    char *comma = strchr(rest, ',');
    if (!*rest && !debug->list_line) {
        get_focus(&at, &f);
        if (!f.file)
            debug_fail("No line number information: build with -G or -lineinfo.");
        snprintf(debug->list_file, MAX_PATH, "%s", f.file);
        debug->list_line = f.line > 5 ? f.line - 5 : 1;
    } else if (comma) {
        *comma = 0;
        last = atoi(comma + 1);
    }
    if (*rest) {
        read_location(rest, &b);
        if (b.kind != BREAK_line && !function_place(b.what, &b))
            debug_fail("No function \"%s\" in this kernel's code: list takes a function, LINE, "
                       "FILE:LINE or FIRST,LAST.",
                       b.what);
        snprintf(debug->list_file, MAX_PATH, "%s", b.what);
        debug->list_line = last ? b.line : b.line > 5 ? b.line - 5 : 1;
    }
    if (!last)
        last = debug->list_line + LINES - 1;
    show_source(debug->list_file, debug->list_line, last);
    debug->list_line = last + 1;
}

static void do_info(char *rest) { show_info(rest); }
static void do_cuda(char *rest) { focus_command(rest); }
static void do_help(char *rest);

// ---- the table ------------------------------------------------------

// In the order in which abbreviations are looked up.
static const Command commands[] = {
    {"break", "break FILE:LINE | LINE | FUNCTION [if CONDITION]: stop there", do_break, false},
    {"tbreak", "the same, once", do_tbreak, false},
    {"continue", "run until a breakpoint or the end", do_continue, true},
    {"step", "step [N]: to the thread's next source line, into functions", do_step, true},
    {"next", "next [N]: to the thread's next source line, over functions", do_next, true},
    {"stepi", "stepi [N]: the thread's next PTX instruction", do_stepi, true},
    {"si", NULL, do_stepi, true},
    {"nexti", "nexti [N]: the same, over functions", do_nexti, true},
    {"ni", NULL, do_nexti, true},
    {"finish", "until the function returns", do_finish, true},
    {"until", "until [LINE]: to a later line, loops run through", do_until, true},
    {"advance", "advance LINE: until the thread is there", do_advance, true},
    {"print", "print[/FORMAT] EXPRESSION: p sum, p/x $r1, p *in@8, p tile[3]", do_print, false},
    {"inspect", NULL, do_print, false},
    {"call", "call EXPRESSION: the same as print", do_call, false},
    {"x",
     "x/NFU ADDRESS: memory, N units (b h w g) in format F (x d u f);\n"
     "                  x/4i $pc: instructions",
     do_x, true},
    {"disassemble", "disassemble [/s]: the PTX of the function in focus, with its lines",
     do_disassemble, true},
    {"display", "display EXPRESSION: print at every stop", do_display, false},
    {"undisplay", "undisplay [N]: no longer", do_undisplay, false},
    {"backtrace", "the functions that the thread is in", do_backtrace, true},
    {"bt", NULL, do_backtrace, true},
    {"where", NULL, do_backtrace, true},
    {"frame", "frame [N], up, down: choose one of them", do_frame, true},
    {"up", NULL, do_up, true},
    {"down", NULL, do_down, true},
    {"list", "list [FUNCTION | LINE | FILE:LINE | FIRST,LAST]: the source", do_list, false},
    {"info",
     "info breakpoints | locals | args | registers | frame | line | source |\n"
     "                  threads | findings | cuda WHAT (kernels blocks threads warps\n"
     "                  lanes barriers devices sms)",
     do_info, false},
    {"cuda",
     "cuda [kernel K] [block B] [thread T] [warp W] [lane L]: the focus;\n"
     "                  without numbers, a question: cuda block thread, cuda sm warp lane",
     do_cuda, true},
    {"thread", "the thread in focus", do_thread, false},
    {"shell", "shell COMMAND: runs it", do_shell, false},
    {"run", "start the program", do_run, false},
    {"watch", "watch EXPRESSION [if CONDITION]: stop when memory changes", do_watch, true},
    {"rwatch", "the same when memory is read", do_rwatch, true},
    {"awatch", "the same when memory is read or written", do_awatch, true},
    {"delete", "delete [N]: breakpoints and watchpoints", do_delete, false},
    {"clear", "clear LOCATION: breakpoints there", do_clear, false},
    {"disable", "disable [N]", do_disable, false},
    {"enable", "enable [N]", do_enable, false},
    {"condition", "condition N [EXPRESSION]: of a breakpoint", do_condition, false},
    {"ignore", "ignore N COUNT: the next COUNT hits", do_ignore, false},
    {"set",
     "set var VARIABLE = EXPRESSION; set cuda break_on_launch application;\n"
     "                  set print elements N",
     do_set, false},
    {"whatis", "whatis EXPRESSION: its type", do_whatis, false},
    {"ptype", NULL, do_whatis, false},
    {"reverse-step", "back to the beginning of the thread's last source line (rs)", do_reverse_step,
     true},
    {"rs", NULL, do_reverse_step, true},
    {"reverse-next", "the same, over functions (rn)", do_reverse_next, true},
    {"rn", NULL, do_reverse_next, true},
    {"reverse-stepi", "back by one PTX instruction (rsi)", do_reverse_stepi, true},
    {"rsi", NULL, do_reverse_stepi, true},
    {"reverse-continue", "back to the last breakpoint or watchpoint (rc)", do_reverse_continue,
     true},
    {"rc", NULL, do_reverse_continue, true},
    {"reverse-finish", "back to the call of this function", do_reverse_finish, true},
    {"when", "when EXPRESSION: which thread has changed this word last, and where", do_when, true},
    {"goto", "goto STEP: to a step of this launch (info frame shows its number)", do_goto, true},
    {"d", NULL, do_delete, false},
    {"dis", NULL, do_disable, false},
    {"i", NULL, do_info, false},
    {"f", NULL, do_frame, true},
    {"kill", "end the program", do_kill, false},
    {"help", "help [COMMAND]: this list, or one of it", do_help, false},
    {"quit", "end", do_quit, false},
    {"exit", NULL, do_quit, false},
};

static const Command *find_command(const char *word, size_t n);

static void help_on(const char *word)
{
    const Command *c = find_command(word, strlen(word));
    if (!c)
        debug_fail("Undefined command: \"%s\". Try \"help\".", word);
    const Command *told = c; // another name of a command: the one that does the same
    for (size_t i = 0; !told->help && i < sizeof commands / sizeof *commands; i++)
        if (commands[i].execute == c->execute && commands[i].help)
            told = &commands[i];
    if (told->help)
        say("%s: %s\n", told->name, told->help);
    else
        say("%s: see help frame\n", c->name);
}

static void do_help(char *rest)
{
    if (*rest) {
        help_on(take_word(&rest));
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].help)
            say("%-17s %s\n", commands[i].name, commands[i].help);
    say("%-17s %s\n", "run to finding N",
        "stop before the step that makes finding N of the checkers");
    say("Not in cuda-gdb: reverse-*, when, goto, run to finding, info findings.\n");
}

static const Command *find_command(const char *word, size_t n)
{
    const Command *found = NULL;
    for (size_t i = 0; n && i < sizeof commands / sizeof *commands; i++) {
        if (strncmp(commands[i].name, word, n))
            continue;
        if (!commands[i].name[n])
            return &commands[i];
        if (!found)
            found = &commands[i];
    }
    return found;
}

typedef struct {
    const Command *command;
    char *rest;
} Call;

static void call_command(void *user)
{
    Call *c = user;
    c->command->execute(c->rest);
}

bool command_exists(const char *line)
{
    size_t n = 0;
    while (isalpha((unsigned char)line[n]) || line[n] == '-')
        n++;
    char after = line[n];
    return find_command(line, n) && (!after || isspace((unsigned char)after) || after == '/');
}

void command_execute(char *line)
{
    char why[300];
    line = skip_spaces(line);
    for (char *end = line + strlen(line); end > line && isspace((unsigned char)end[-1]);)
        *--end = 0;
    if (!*line || *line == '#')
        return;
    size_t n = 0;
    while (isalpha((unsigned char)line[n]) || line[n] == '-')
        n++;
    const Command *c = find_command(line, n);
    Call call = {c, skip_spaces(line + n)};
    if (!c)
        say("Undefined command: \"%s\". Try \"help\".\n", line);
    else if (c->needs_kernel && !engine_stopped())
        say("No kernel is stopped%s\n", debug->running ? "." : ": the program is not being run.");
    else if (!debug_try(call_command, &call, why))
        say("%s\n", why);
}

// ---- lines ----------------------------------------------------------

// One byte after the other: another process reads the next line.
static bool read_line(char *line, size_t size)
{
    size_t n = 0;
    for (;;) {
        char c;
        ssize_t got = read(STDIN_FILENO, &c, 1);
        if (got <= 0 && !n)
            return false;
        if (got <= 0 || c == '\n')
            break;
        if (n + 1 < size)
            line[n++] = c;
    }
    line[n] = 0;
    return true;
}

void command_loop(void)
{
    char line[1000];
    command_begin();
    while (!quits && !runs && !engine_goes()) {
        fflush(stdout);
        if (*debug->first_command) {
            snprintf(line, sizeof line, "%s", debug->first_command);
            *debug->first_command = 0;
            say("%s%s\n", debug->prompt, line);
            command_execute(line);
            continue;
        }
        TypedLine typed = terminal_line(debug->prompt, line, sizeof line);
        if (typed == TYPED_elsewhere) {
            say("%s", debug->prompt);
            fflush(stdout);
            typed = read_line(line, sizeof line) ? TYPED_line : TYPED_end;
        }
        if (typed == TYPED_end) {
            say("quit\n");
            quits = true;
            break;
        }
        if (!debug->terminal)
            say("%s\n", line), fflush(stdout);
        else if (!*skip_spaces(line))
            snprintf(line, sizeof line, "%s", debug->last_command);
        snprintf(debug->last_command, MAX_WORDS, "%.*s", MAX_WORDS - 1, line);
        command_execute(line);
        fflush(stdout);
    }
    fflush(stdout);
}

static bool command_stopped(StopReason why, const char *message)
{
    show_stop(why, message);
    command_loop();
    return quits;
}

const DebugFace command_face = {.stopped = command_stopped};
