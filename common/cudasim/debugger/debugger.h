// debugger.h - the debugger: stops a kernel, shows threads and variables, goes forwards and
// backwards.
//
// The machine is deterministic, so the past of a launch can be run again. Processes that share
// one piece of memory (DebugSession) divide the work:
//
//   the tool      starts the program, reads commands while no kernel runs
//   the machine   serves the program; it runs each launch only when the debugger is done with it
//   a point       a copy of the machine (fork) that waits at a moment of the past: where a launch
//                 begins, and every few million steps. It forks a worker whenever that is wanted.
//   a worker      runs on from a point, stops, and answers commands; at the end of the launch it is
//                 gone. Then the machine itself runs the launch. Device memory, and pinned memory,
//                 of a worker are its own.
//   a scanner     a worker that only looks for something in the past
//
// A moment is a launch (its number: the segment) and a number of steps since the launch began. A
// kernel that waits for the host is several segments.
//
// Reading order: this file, session.c, engine.c, command.c.
#pragma once

#include "observers/findings.h"

#include <semaphore.h>
#include <sys/types.h>

enum {
    MAX_BREAKS = 64,
    MAX_POINTS = 32,
    MAX_NOTES = 64,
    MAX_SHOWN = 16, // display
    MAX_HISTORY = 32,
    MAX_PATH = 512,
    MAX_WORDS = 200 // text of an expression or a condition
};

typedef struct DebugType DebugType;

// ---- session.c: what all processes of a session share ------------------------------------------

typedef enum { BREAK_line, BREAK_function, BREAK_write, BREAK_read, BREAK_access } BreakKind;

typedef struct {
    int number; // 0: free
    BreakKind kind;
    bool temporary, disabled, known; // known: some code has it
    char what[MAX_PATH];             // file, function or expression
    int line;
    char condition[MAX_WORDS];
    uint64_t hits, ignore;
    // Of a watchpoint:
    uint64_t address, bytes;
    uint64_t launch, block; // shared and local memory are those of one block
    uint32_t thread;        // local memory: of one thread, counted in the block
    char type[MAX_WORDS];   // for the values; see value.c
} Breakpoint;

// What a checker has found.
typedef struct {
    uint64_t number;
    uint32_t segment;
    uint64_t step; // the step that made it
    char text[400];
    bool has_thread, has_other;
    Dim3 block, thread, other_block, other_thread;
} FindingNote;

typedef struct {
    bool set;
    uint64_t launch; // serial number
    Dim3 block, thread;
    unsigned level; // of the frame
} Focus;

// Why a kernel has stopped.
typedef enum {
    STOP_entry,
    STOP_breakpoint,
    STOP_watchpoint,
    STOP_step,
    STOP_interrupt,
    STOP_finding,
    STOP_history, // the begin of what can be run again
    STOP_goto
} StopReason;

// How a kernel goes on.
typedef enum {
    MOVE_continue,
    MOVE_step,
    MOVE_next,
    MOVE_stepi,
    MOVE_nexti,
    MOVE_finish,
    MOVE_until
} Move;

// What a point's new worker does: runs without stops up to a step, then stops there or goes on.
typedef struct {
    uint64_t target;
    bool stop;
    StopReason reason;
    char message[1000];
    bool follow_step; // the focus goes to the thread that is about to act
} Go;

typedef enum { SCAN_breaks, SCAN_line, SCAN_inst, SCAN_caller, SCAN_changes } LookFor;

// What a scanner looks for: the last moment before `before`.
typedef struct {
    LookFor kind;
    uint64_t before;
    unsigned depth;  // SCAN_line: at most so deep; SCAN_caller: less deep
    Breakpoint word; // SCAN_changes
    // The result:
    bool found, interrupted;
    uint64_t step, times;
    int breakpoint;
    Dim3 block, thread;
    bool has_thread;
    char text[1000];
} Scan;

typedef struct {
    bool used, scans;
    uint32_t segment;
    uint64_t step;
    pid_t pid;
    sem_t wake;
} Point;

typedef struct {
    char prompt[32];
    bool dap, terminal;
    pid_t tool, program, machine;
    volatile bool interrupt; // Ctrl-C
    volatile bool ends;      // the program is to be killed
    bool again;              // and then to be run again
    bool leave;              // and the debugger ends
    bool running;            // the program runs
    volatile pid_t worker;   // -1: about to start; 0: none
    sem_t done;              // for the machine: the worker is done with the newest segment
    sem_t scanned, ready, lock;
    uint32_t segments; // so far
    Go go;
    Scan scan;
    Point point[MAX_POINTS];
    Breakpoint breaks[MAX_BREAKS];
    int last_number;
    unsigned breaks_version; // changes with every change of breaks
    Focus focus, last_focus; // last: of the last stop
    char last_function[256];
    FindingNote note[MAX_NOTES];
    uint64_t nnotes;
    uint64_t find; // stop before this finding; 0: none
    bool break_on_launch, checkers;
    uint64_t nvalues; // $1, $2 ...
    char shown[MAX_SHOWN][MAX_WORDS];
    char list_file[MAX_PATH];
    int list_line;
    char last_command[MAX_WORDS];
    char history[MAX_HISTORY][MAX_WORDS]; // lines that were typed, a ring
    uint32_t nhistory;
    // Of the DAP face:
    int sequence;
    sem_t writing, reading;
    volatile pid_t reader; // the process that answers requests now
} DebugSession;

extern DebugSession *debug; // NULL: no debugger
void session_new(bool dap);
void session_program_ends(void); // forgets the past
// Called at a step: from now on there is a point here. True: this process is a new worker, or
// scanner (debug->go, debug->scan); false: the caller goes on.
bool point_add(uint32_t segment, uint64_t step);
// The latest point at or before a moment; -1: none.
int point_before(uint32_t segment, uint64_t step);
void point_go(int point, const Go *go);    // this process ends, or (the machine) waits
bool point_scan(int point, const Scan *s); // the result is in debug->scan; false: no result
_Noreturn void worker_ends(void);
void session_hand_over(void); // the machine goes on; what this process has said comes first
bool machine_waits(void);     // until the worker is done; false: the program is to be killed
int break_add(Breakpoint b);  // its number; 0: no room
Breakpoint *break_find(int number);

// ---- engine.c: hooks, and when to stop ---------------------------------------------------------

// Where a thread is.
typedef struct {
    Launch *launch;
    Block *block;
    Warp *warp;
    unsigned lane;
    Frame *frame;  // NULL: the thread has exited
    uint32_t pc;   // in frame->code
    bool active;   // its group is the one that runs
    uint8_t state; // GroupState
    uint8_t barrier;
} Where;

void debug_machine_begins(void); // in the machine, before its first call
bool engine_stopped(void);       // this process is a worker that has stopped
Launch *engine_launch(void);
uint64_t engine_now(void);
uint32_t engine_segment(void);
Warp *engine_warp(void); // whose step is next
// Chosen by a command; the kernel goes on when the command has returned.
void engine_move(Move m, unsigned times, uint32_t line);
void engine_watches_changed(void);
bool engine_goes(void); // a move has been chosen

// ---- past.c
// --------------------------------------------------------------------------------------

void engine_goto(uint32_t segment, uint64_t step, StopReason reason, bool follow,
                 const char *message);
void engine_reverse(LookFor kind, unsigned depth, unsigned times);
void engine_when(const Breakpoint *word);

// ---- where.c
// -------------------------------------------------------------------------------------

Where where_of(Block *b, uint32_t thread);
bool where_focus(Where *at); // false: there is none
Block *block_find_id(Dim3 id);

// ---- frames.c: the call chain of a thread, with inlined functions ------------------------------

typedef struct {
    Frame *frame;
    const Code *code;
    uint32_t pc, loc; // the step, its place in the module's locs (0: unknown)
    bool inlined;
    char function[256];
    const char *file;
    int line;
} FrameView;

bool frame_at(const Where *at, unsigned level, FrameView *f); // false: there is none
unsigned frame_depth(const Where *at);
unsigned step_depth(const Frame *f, uint32_t pc);  // frames and inlined functions
uint32_t code_body(const Code *c);                 // the step behind the prologue
unsigned code_inlined(const Code *c, uint32_t pc); // inlined functions that the step is in
uint32_t step_line(const Code *c, uint32_t pc);    // number of its line, see codes.c
const char *file_base(const char *path);
bool file_matches(const char *path, const char *name); // "scan.cu" matches "/home/me/scan.cu"
const char *source_line(const char *file, int line);   // NULL: there is none
const char *source_path(const char *file);             // where it was found; NULL: nowhere
void function_base(const char *demangled, char *name, size_t size); // "scan" of "scan(int*)"
// Where a breakpoint is in a function: `visit` gets the steps. Returns how many there are.
int code_line(const Code *c,
              const Breakpoint *b); // the line of a breakpoint that has code; 0: none
unsigned code_breaks(const Code *c, const Breakpoint *b, void (*visit)(uint32_t pc, void *),
                     void *user);

// ---- dwarf.c: variables and types of nvcc -G ---------------------------------------------------

typedef enum { PLACE_none, PLACE_memory, PLACE_register, PLACE_value } PlaceKind;
typedef struct {
    PlaceKind kind;
    uint64_t address; // generic
    uint32_t reg;     // of the frame's function
    uint64_t value;
} VariablePlace;

typedef struct {
    const char *name;
    const DebugType *type;
    VariablePlace place;
    bool parameter;
} DebugVariable;

// Visits the variables that the frame sees, innermost first, until `visit` returns true.
bool variables_visit(const Where *at, const FrameView *f,
                     bool (*visit)(const DebugVariable *, void *), void *user);
bool module_has_variables(const Module *m);
const DebugType *dwarf_type_named(const Module *m, const char *name); // NULL: none
bool dwarf_enumerator(const Module *m, const char *name, int64_t *value);
const DebugType *dwarf_global(const Module *m, const char *symbol);

// ---- sections.c --------------------------------------------------------------------------------

// A section as bytes, and the labels whose addresses belong into them.
typedef struct {
    uint32_t offset;
    const char *label;
    int64_t addend;
} SectionRef;
typedef struct {
    uint8_t *bytes;
    size_t n;
    SectionRef *ref;
    size_t nrefs;
} SectionBytes;
SectionBytes section_read(const Module *m, const char *name);
const SectionRef *section_ref(const SectionBytes *s, size_t offset); // NULL: a number

// ---- value.c: types and values -----------------------------------------------------------------

typedef enum {
    TY_void,
    TY_int,
    TY_float,
    TY_bool,
    TY_char,
    TY_pointer,
    TY_array,
    TY_struct,
    TY_enum
} TypeKind;
typedef struct {
    const char *name;
    const DebugType *type;
    uint64_t offset;
} TypeMember;
struct DebugType {
    TypeKind kind;
    char *name;
    uint64_t bytes;
    bool is_signed;
    const DebugType *of; // pointer, array
    uint64_t count;      // array
    TypeMember *member;  // struct; enumerators of an enum (offset: the value)
    unsigned nmembers;
};
enum { VALUE_ROOM = 16 };
typedef struct {
    const DebugType *type;
    VariablePlace place;       // PLACE_none: it is nowhere
    uint8_t bytes[VALUE_ROOM]; // of a type that is no larger
} DebugValue;

const DebugType *type_named(const char *name, size_t length); // a type of C; NULL
const DebugType *type_pointer(const DebugType *of);
const DebugType *type_array(const DebugType *of, uint64_t count);
void debug_type_name(const DebugType *t, char *name, size_t size);
// Reads the memory as the thread would; false, and the reason: it cannot.
bool memory_read(const Where *at, uint64_t address, void *to, uint64_t n, char why[120]);
bool memory_write(const Where *at, uint64_t address, const void *from, uint64_t n, char why[120]);
DebugValue value_at(const Where *at, const FrameView *f, const DebugType *t, VariablePlace place);
void value_store(const Where *at, const FrameView *f, const DebugValue *to, const DebugValue *v);
void value_text(const Where *at, const FrameView *f, const DebugValue *v, char format, Text *t);
uint64_t value_bits(const DebugValue *v); // an integer, sign-extended, or a pointer
double value_double(const DebugValue *v);
bool value_true(const DebugValue *v);

// ---- expression.c ------------------------------------------------------------------------------

// A mistake in a command: one line, and the command ends.
_Noreturn void debug_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool debug_try(void (*work)(void *), void *user, char why[300]); // false: it failed
DebugValue expression_value(const Where *at, const FrameView *f, const char *text);
const DebugType *debug_register_type(Type t);
const DebugType *parameter_type(const Code *c, unsigned i); // as the function's name gives it
bool condition_holds(const Where *at, const char *text, char why[300]);

// ---- command.c: commands, as cuda-gdb has them -------------------------------------------------

void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern Text *said; // where say() writes; NULL: standard output
// Executes one line. False: a move was chosen, or the program is to start or to end.
void command_execute(char *line);
void command_loop(void); // reads lines until the kernel goes on, or the program starts or ends
bool command_quits(void);
bool command_runs(void);
void command_quit(void);
void command_run(void);
bool command_exists(const char *line);
void command_begin(void);     // nothing has been chosen
char *take_word(char **rest); // the next word of a line, "" at the end
Dim3 take_dim(char **rest, bool *any);

// ---- terminal.c ------------------------------------------------------------------------------

typedef enum { TYPED_line, TYPED_end, TYPED_elsewhere } TypedLine;
// elsewhere: there is no terminal, or no library that edits lines.
TypedLine terminal_line(const char *prompt, char *line, size_t size);

// ---- show.c: what info and others write --------------------------------------------------------

void show_stop(StopReason reason, const char *message);
void show_frame(const Where *at, unsigned level, bool number, bool source);
void show_source(const char *file, int line, int last);
void show_info(char *rest);
void show_displays(void);
void show_thread_of(Dim3 block, Dim3 thread); // where it is

// ---- show_cuda.c: the focus, and info cuda -----------------------------------------------------

void show_switch(const Where *at);
void show_cuda(char *rest);
uint32_t thread_number(Dim3 t); // in its block
void focus_set(const Where *at);
void focus_command(char *rest); // cuda block 1 thread 5

// ---- dap.c: the Debug Adapter Protocol
// -----------------------------------------------------------

enum { DAP_POLL_MS = 20 };
void dap_begins(const char *path); // in the tool; NULL: the client names the program
void dap_loop(void);               // as command_loop()
void dap_stopped(StopReason reason, const char *message);
void dap_goes(void);         // this process no longer answers requests
void dap_child_output(void); // in the program's process, before it starts
bool dap_poll(void);         // in the tool, while the program runs; false: the client ends it
void dap_program(const char **path, char ***argv); // which one the client wants
void dap_program_ended(int status);

// ---- dap_values.c: frames and variables, as the protocol wants them
// --------------------------------

struct json_t *dap_threads(void);
struct json_t *dap_stack(struct json_t *arguments);
struct json_t *dap_scopes(struct json_t *arguments);
struct json_t *dap_variables(struct json_t *arguments);
struct json_t *dap_evaluate(const char *expression, struct json_t *arguments);
long long dap_thread_in_focus(void);
void dap_focus_thread(struct json_t *arguments); // that its threadId names
void dap_forget_values(void);                    // at each stop
