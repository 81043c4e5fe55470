// grader.h - what a lab's suite may use, and what it must provide.
//
// A lab NN_topic brings a folder labs/NN_topic/ to the grader:
//
//   suite.c          the suite, `const Lab lab_NN_topic`: a table of parts, items and gates, in
//                    the words of suite.h.
//   cases.c          draws the cases of a part from the seed, together with what the CPU
//                    reference expects, and the cases that `make run` shows.
//   fastest.c        the items of the open part, and its cases.
//   wrong.c          what wrong outputs look like: Lab.diagnose.
//   room.h           what these files share.
//   hints.txt        the hints, one per line.
//   reference.c      the results on the CPU; reference.h is for the tests and other labs, too.
//   calls.c          the calls of the lab's host functions. They run in the
//                    runner's client, together with the student's code: a row says which
//                    case calls which function, with which buffers. See calls.h.
//
// All but calls.c run in the grader. A small lab may have fewer files. Expected results never
// reach the runner: a Case is sent without its `want` buffers.
//
// How a part is judged, always in this order:
//   1. clean run      every case, counters on, no checkers.
//   2. checked runs   cases not marked CASE_CLEAN_ONLY, every checker on, in
//                     order and under some shuffled schedules.
//   3. items          ITEM_correct  all its cases are right in all runs, and
//                                   kernels (not the host) wrote the output;
//                     ITEM_safe     the checkers found no error;
//                     ITEM_gate     counters of the CASE_COUNTED case hold
//                                   their bounds, and that case is right;
//                     ITEM_answer   a line of the lab's answer file is right. It does
//                                   not need a kernel, and scores on its own.
//                     ITEM_set      several lines of it are right, and an experiment of
//                                   the submission shows them.
//   Apart from answers, a part scores only once a non-trivial case passes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "metrics.h"

enum {
    MAX_ARGS = 8,    // scalars that a case passes to a call
    MAX_BUFFERS = 8, // buffers of a case, inputs and outputs together
    MAX_GATES = 7,   // counters that one item may bound
    MAX_HINTS = 4,   // stages of hints of one part
    MAX_COLUMNS = 8, // counters in the table of `make run`
    MAX_USES = 4,
    MAX_SET = 8, // answers
    MAX_DIAGNOSES = 8,
    HOST_READS = 64 // bytes: a count, some flags
};

// ---- run/cases.c: cases ---------------------------------------------------------------

typedef enum { ELEM_i32, ELEM_u32, ELEM_i64, ELEM_u64, ELEM_f32, ELEM_f64, ELEM_u8 } ElemType;

typedef enum {
    BUFFER_in,    // copied to the device before the call
    BUFFER_out,   // uninitialised before the call, compared after it
    BUFFER_inout, // both: `data` goes in, `want` is expected back
    BUFFER_spare  // room for intermediate results: uninitialised before the call, and not looked at
                  // after it
} BufferRole;

static inline bool role_is_input(BufferRole role)
{
    return role == BUFFER_in || role == BUFFER_inout;
}

static inline bool role_is_result(BufferRole role)
{
    return role == BUFFER_out || role == BUFFER_inout;
}

// The memory that the pointer in a call points to. Only device and managed outputs have
// to be written by kernels: the host copies into the others.
typedef enum { PLACE_device, PLACE_host, PLACE_pinned, PLACE_managed } BufferPlace;

// A value that the contract gives a name: NO_VALUE.
typedef struct {
    int64_t value;
    const char *name; // NULL ends the list
} NamedValue;

typedef struct {
    BufferRole role;
    BufferPlace place; // PLACE_device, unless the suite says otherwise
    ElemType type;
    size_t count;     // elements; 0 is allowed, the device pointer is then NULL
    void *data;       // in, inout: the input, to be filled by the suite
    void *want;       // out, inout: what is expected, to be filled by the suite
    double tolerance; // f32, f64: |got - want| must not exceed this; 0 is exact
    const char *name; // for messages: "out"
    // What element # is, where the student's function does not return this array: "the value that
    // the table has for keys[#]". '|' divides the words for elements 0, 1 ... NULL: name[#].
    const char *means;
    const NamedValue *names; // of its values; NULL: none
    size_t columns;          // of a matrix, for the map of `make look`; 0: it is none
} Buffer;

enum {
    CASE_TRIVIAL = 1,    // right by accident, as for n = 0 or n = 1: proves nothing
    CASE_CLEAN_ONLY = 2, // too large for the checked runs (above about 2^17)
    CASE_COUNTED = 4,    // the case whose counters ITEM_gate judges; one per part, or one
                         // per group for items that name a group
    CASE_REPEATABLE = 8, // the outputs have the same bits in every run, whatever the order
    CASE_QUESTION = 16,  // the outputs are answers to be found: messages do not say the right ones
    CASE_REORDERED = 32, // more blocks than a GPU holds at a time, which wait for each other: one
                         // more run, without checkers, starts the blocks in another order
    CASE_TIMED = 64,     // outputs are virtual times: they are the same only in the same order
    CASE_ALL_ORDERS = 256, // a tiny one, whose lesson is an order: one more run tries orders of the
                           // blocks' accesses one after the other, and older values
    CASE_IN_ORDER = 128    // a long one that is not interleaved: another case has the same code
};

typedef struct Case Case;

// A call of a program that is made to fail: the first one of its kind, the second one, ...
typedef enum { FAILS_not, FAILS_alloc, FAILS_launch, FAILS_copy } Fails;

// Virtual times of the launches of a program.
typedef struct {
    size_t launches;
    double mean_us; // of a launch, without the first one
    double all_us;  // from the program's first call to its end
    double *us;     // of each launch
} ProgramTimes;

// Is the text right? Else `why` has a line. `times` NULL: not known.
typedef bool AcceptsPrinted(const Case *c, const char *printed, const ProgramTimes *times,
                            char *why, size_t size);

// What a case of a whole program wants of it.
typedef struct {
    Fails fails;
    unsigned which; // call of this kind, from 1 on
    bool refuses;   // its arguments are bad: a message on standard error, nothing on standard
                    // output, and a status that is not 0. So it is after a call that has failed
    AcceptsPrinted *accepts; // else: decides about its standard output,
    char *prints;            // or word by word this; with status 0
    size_t count; // numbers that kernels have to compute, and not the host; in this order
    int64_t *number;
} WholeProgram;

struct Case {
    int part;
    char name[48];       // "n=1025", as the table shows it
    const char *variant; // which entry point of the part: "int", "float", ...
    const char *group;   // ITEM_correct with the same group judges it
    unsigned flags;      // CASE_...
    int64_t arg[MAX_ARGS];
    int buffers;
    Buffer buffer[MAX_BUFFERS];
    unsigned host_reads; // bytes of device memory that the host may copy back before the results
                         // are complete, where that is more than HOST_READS
    // What the host computes of the results, it has to declare (host_work in common/lab.h). The
    // case needs `needed` operations; kernels execute 32 per warp instruction of the metric
    // `operation`; in a declared microsecond, the host does `host_rate` of them, and makes
    // `host_bytes` bytes of results in its memory (0: those are not looked at). needed 0: no rule.
    double needed, host_rate, host_bytes;
    MetricSum operation;
    uint64_t budget; // warp instructions that a launch may execute; 0: the default
    // Where results are measured, a constant must not be right. memory_rate: the part of the real
    // rate with which the memory of the modelled GPU works in this case; 0: all of it.
    // clock_swing: every other launch takes this many times as long, as on a GPU whose clock rises
    // and falls; the first result is the time of the last arg[1] launches divided by the time of
    // the launch before, and its `want` is for a clock that is steady; 0: it is.
    // measured: bits that the answers of clocks must have told the host.
    double memory_rate, clock_swing;
    unsigned measured;
    double work;      // the value of WORK for this case: its operations, its bytes ...
    const char *told; // `make run`: this case's text in the lab's last column, or NULL
    uint64_t kinds;   // the kinds of input that it has, besides those that show: see labs/kit.h
    WholeProgram *program; // NULL: the case calls a function
};

static inline int case_first_output(const Case *c)
{
    int b = 0;
    while (b < c->buffers && !role_is_result(c->buffer[b].role))
        b++;
    return b;
}

typedef struct CaseList CaseList;

// Appends an empty case. The pointer is good until the next call.
Case *case_add(CaseList *list, unsigned flags, const char *variant, const char *name, ...)
    __attribute__((format(printf, 4, 5)));

// Adds a buffer to `c`, its `data` and `want` allocated (zeroed) as its role
// needs; they belong to the list. Order is the order in which calls.c sees it.
Buffer *case_buffer(Case *c, BufferRole role, ElemType type, size_t count, const char *name);

size_t elem_size(ElemType type);

// Appends a case of a whole program, which is started with these arguments; blanks are between
// them, and '' is an empty one. Its arguments are bad, unless program_prints() says what it prints.
Case *case_program(CaseList *list, unsigned flags, const char *group, const char *arguments);
// It prints these numbers and no other words; kernels compute them.
void program_prints(Case *c, const int64_t *number, size_t count);
// It prints this text. Its words need not be numbers; kernels compute the numbers that are given.
void program_prints_text(Case *c, const char *text, const int64_t *number, size_t count);
// It measures, and `accepts` says whether the numbers are right.
void program_measures(Case *c, AcceptsPrinted *accepts);
// There is a file of this name, with this text, where the program starts.
#define PROGRAM_FILE "numbers.txt"
void program_file(Case *c, const char *text);
// A call is made to fail. Where the program has no such call, it has to print what it prints else.
void program_fails(Case *c, Fails fails, unsigned which);

// Random numbers of this list: the same for the same seed, lab, part and number
// of cases added before, whatever the filters on the command line were.
uint64_t draw_bits(CaseList *list);
int64_t draw_int(CaseList *list, int64_t low, int64_t high); // both included
double draw_real(CaseList *list, double low, double high);   // [low, high)

// ---- parts and items ----------------------------------------------------------

typedef enum { ITEM_correct, ITEM_safe, ITEM_gate, ITEM_answer, ITEM_set } ItemKind;

// One bound on the counted case: metric / per <= gate (or >= where `at_least`).
typedef struct {
    MetricSum metric;
    MetricSum per;     // 0: not divided
    const char *label; // the words of the table: "shared-memory bank conflicts"
    double naive;      // what the simplest version costs
    double good;       // what the reference costs
    double gate;       // the bound
    bool at_least;
    bool lesson;       // what the part is about: without half of it, and with twice as much where
                       // the bound is "at most", the part earns nothing (judge/busiest.c)
    const char *close; // why a right version may come within a tenth of the bound; or NULL
    double most; // of `per`: what the work needs. Blocks and warps beyond that do not make the
                 // value smaller. 0: no limit
} Gate;

typedef struct OwnQuestion OwnQuestion; // labs/questions.h

// A line of the file of answers.
typedef struct {
    const char *key, *want;
} Answer;

typedef struct {
    ItemKind kind;
    const char *id;   // "right": the item's id is lab.part.id; unique in its part
    const char *name; // the words of the table when all is well
    int points;
    const char *group;    // ITEM_correct: only cases of this group; NULL: all of the part.
                          // ITEM_gate: the counted case of this group
                          // ITEM_set: the experiment, whose cases have to be right
    const char *slide;    // "4.12"; NULL: the part's
    Gate gate[MAX_GATES]; // ITEM_gate: all must hold; ends with metric 0
                          // ITEM_set: so does what the experiment's counted case counts
    // ITEM_answer: `id` is the key in the answer file. Right is `want`, a word or number, or one of
    // several ("1f or 1g"); where that is NULL, gate[0].good, which the reference's counters have
    // to equal.
    const char *want;
    // ITEM_answer: another question for each student, from labs/questions.h; NULL: the same for
    // all.
    void (*ask)(unsigned pick, OwnQuestion *question);
    // ITEM_set: yes or no, so one alone would be a guess. Not all are the same, so a constant earns
    // nothing. Ends with key NULL.
    Answer set[MAX_SET];
} Item;

// Kinds of input (labs/kit.h) that no case of a part has, and why.
typedef struct {
    uint64_t kinds;
    const char *reason; // NULL ends the list
} Lacking;

#define SIMULATOR_ONLY "GPU of 2010, which the simulator can imitate"

// Sentences (constants) on what a wrong answer looks like. Of a small case, several may be true.
typedef struct {
    int count;
    const char *sentence[MAX_DIAGNOSES];
} Diagnoses;

// Adds a sentence; NULL, one that is there already, and one too many change nothing.
static inline void diagnoses_add(Diagnoses *all, const char *sentence)
{
    for (int i = 0; sentence && i < all->count; i++)
        if (!__builtin_strcmp(all->sentence[i], sentence))
            return;
    if (sentence && all->count < MAX_DIAGNOSES)
        all->sentence[all->count++] = sentence;
}

// The files of a lab.
typedef enum {
    FILE_lab,     // Lab.source
    FILE_fastest, // Lab.fastest, of the open part
    FILE_program, // Lab.program, a whole program, see case_program()
    LAB_FILES
} LabFile;

typedef struct {
    int number;        // 1, 2, ...; 0 ends the table
    const char *id;    // one word: "pairs"
    const char *name;  // "neighbouring pairs, divergent"
    const char *slide; // "4.7"
    const Item *items; // ends with name NULL
    const char
        *options; // for the simulator, as in common/cudasim/cudasim.h: "queue=single"; or NULL
    LabFile file; // that has its functions
    bool on_host; // the host does the work: no kernel has to be launched
    unsigned given_results; // bit b: given code writes buffer b; its lines are no place to look at
    double one_element;     // instructions that one element may need where another one needs few
    double busiest;         // the busiest warp may execute this many times the instructions of the
                            // solution's; 0: what judge/busiest.c says
    const char *gpu;        // the only GPU for which the expected results are right, by its name in
                            // cudaDeviceProp, or SIMULATOR_ONLY; NULL: any
    int uses[MAX_USES];     // numbers of the parts whose functions the solution of this part calls
    const Lacking *lacks;   // the kinds of input that its cases do not have
} Part;

// A case of a student's own: so many elements, and their values; NULL: the suite draws them.
typedef struct {
    size_t n;
    const int32_t *value;
} OwnCase;

// One column of `make run`.
typedef struct {
    const char *title; // at most 10 characters
    MetricSum metric;
    MetricSum per;
} Column;

typedef struct {
    const char *name;    // "04_reduction"
    const char *source;  // "reduction.cu"
    const char *fastest; // the file of the open part: "fastest.cu"; NULL: there is none
    const char *program; // a file with a main(): "program.cu"; NULL: there is none
    const char *title;   // one line for `make list`
    int minutes;
    const Part *parts;
    // Adds the cases of a part to `list`, inputs and expectations filled in.
    void (*draw)(CaseList *list, int part);
    // Adds the cases that `make run` shows for a part, one row per case. NULL: the first
    // case with CASE_COUNTED is used.
    void (*demo)(CaseList *list, int part);
    // Adds a case of a student's own; returns why the part cannot have it, a constant, or NULL. It
    // is never graded. NULL: the lab has none.
    const char *(*own)(CaseList *list, int part, const OwnCase *own);
    // Adds sentences on what the wrong output buffer[b] of a case looks like; `got` is the output.
    // All outputs before it are right. A sentence is shown only if it is true of every failing case
    // of an item. So of a case of which several are true, all are added, the best one first. NULL:
    // the suite knows none. Common patterns are recognised anyway.
    // Of a program, b is -1, and `got` is the text that it has printed.
    void (*diagnose)(const Case *c, int b, const void *got, Diagnoses *all);
    Column columns[MAX_COLUMNS]; // of `make run`; ends with title NULL
    const char *told;            // title of a last column with the `told` of each case, or NULL
    bool timeline;               // `make run` draws the timeline of each part's last case
    const char *opens;      // what the page of `make look` shows first: "streams"; NULL: source
    bool summary;           // `make run` adds a table of each part's kernels
    const char *answers;    // the answer file in the folder of the source, or NULL
    const char *nvcc_flags; // further flags for this lab's file: "-rdc=true"; or NULL
    bool without_variables; // the page has none: the kernels are a library's, and -G takes long
    int compute;            // a GPU needs this compute capability: 90 is 9.0; 0: any
    bool alone;             // ... and no newer one will do: compiled for compute_90a (wgmma)
} Lab;

// NULL: the lab has no such file.
static inline const char *lab_file(const Lab *lab, LabFile file)
{
    return file == FILE_lab ? lab->source : file == FILE_fastest ? lab->fastest : lab->program;
}

// ---- labs/choose.c --------------------------------------------------------------------------

// All labs, in order: the folders of grader/labs/.
extern const Lab *const all_labs[];
extern const int all_labs_count;
