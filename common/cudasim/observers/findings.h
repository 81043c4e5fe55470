// findings.h - what all observers share: text, places in the source, findings and the
// report of findings; and the list of checkers. One section per file.
#pragma once

#include "alloc.h"
#include "causes.h"
#include "fnv.h"
#include "observers.h"
#include "sim/exec.h"

// ---- text.c: a growing piece of text, and JSON strings --------------

typedef struct {
    char *at;
    size_t used, size;
} Text;

void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_put(Text *t, const char *s); // unchanged
void text_number(Text *t, uint64_t n);
void text_json(Text *t, const char *s); // quoted and escaped
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

// ---- codes.c: where steps are in the source -------------------------

// Lines are numbered over all files in the order of their first use; 0 is
// "unknown". Steps are numbered, too: a place is the first number of its code
// plus the step's index. Both numbers stay good when the program is unloaded.
typedef struct {
    char *file; // as nvcc wrote it; NULL if unknown
    int line;
    bool in_toolkit; // a header of the CUDA toolkit, or of the system
} Line;

typedef struct CodeInfo {
    uint32_t serial;  // of the Code
    uint32_t number;  // from 0, in the order of first use
    const Code *code; // valid only during launches of the code
    const Func *func;
    const Step *steps;
    uint32_t nsteps;
    char *name;          // demangled
    uint32_t first;      // place of step 0
    uint32_t *line;      // by step: number of its line
    uint32_t *caller;    // by step: number of the line that calls its function; 0: not inlined
    uint8_t *role;       // by step (sheet.c)
    uint8_t *element;    // by step: ElementUse (elements.c)
    AccessFacts *access; // by step: what ptxas makes of it; NULL: not asked yet (counters.c)
    uint8_t *copied;     // by step: 1 + Copied, 0: not asked yet; NULL as above (initcheck.c)
    uint8_t *whole;      // by step: 1 + load_used_whole(), 0 and NULL as above (initcheck.c)
    uint8_t unset;       // 1: no product takes a register without a value; 2: one may (unset.c)
    uint16_t *forgets;   // by step: 0x100 + load_forgets(), 0 and NULL as above (initcheck.c)
} CodeInfo;

CodeInfo *code_info_find(const Code *c);
extern CodeInfo *code_info_last; // the last result, nearly always the next one, too
static inline CodeInfo *code_info(const Code *c)
{
    CodeInfo *i = code_info_last;
    if (__builtin_expect(i && i->serial == c->serial, 1))
        return i;
    return code_info_find(c);
}
uint32_t codes_lines(void); // how many lines are numbered
const Line *line_at(uint32_t number);
uint32_t line_number(const char *file, int line);
uint32_t line_of_step(const Code *c, const Step *s);
uint32_t caller_of_step(const Code *c,
                        const Step *s); // that calls the inlined function there; or 0
// Whether the kernel is one of CUB or Thrust: by its name, by the compiler's word for the place of
// its first instruction, and not in PTX that the program has handed over by a call. And whether the
// step comes from a header of the CUDA toolkit or of the system: so say the lines, or where there
// are none, the kernel's name.
bool kernel_of_library(const Warp *w);
bool step_in_library(const Warp *w, const Step *s);
uint32_t place_line(uint32_t place);
uint32_t place_caller(uint32_t place);  // the line that calls the function of this line; or 0
const char *line_base(uint32_t number); // file name without its folders, "?"
const char *line_text(uint32_t number, char *buf, size_t size); // "reduction.cu:12"

// ---- report.c: findings, as text and as JSON lines ------------------

// The word that spinning threads look at, and, if it is a lock, its holder.
typedef struct {
    uint64_t address;
    uint32_t value;
    bool written;       // a thread holds it: the last members are known
    bool ended, caught; // that thread has exited; or it waits at a barrier
    uint32_t line;
    Dim3 block, thread;
} SpunWord;

typedef struct Finding {
    const char *tool;
    char *kind;        // short, stable: "out of bounds", "leak", ...
    const char *label; // shown instead of the kind, or NULL
    Severity severity;
    Cause cause;
    char *message;    // one sentence, without the count
    char *detail;     // more lines for the text report, or NULL
    const char *unit; // of count, in the text: "hazards"
    uint64_t count;
    uint64_t extra; // part of the key
    uint32_t after; // of a call of the host: how many launches have ended since the function began
    uint32_t line, other_line;
    uint32_t
        caller; // the line that calls the function at `line`, or launches the kernel; 0: no such
    bool has_thread, has_other;
    bool other_is_place; // only the line of the other end is known
    Dim3 block, thread, other_block, other_thread;
    bool has_word;      // two accesses race for a word:
    bool is_shared;     // in shared memory, else in global memory
    bool second_writes; // the first access is a write; so is the second one
    bool one_warp;      // each time, both threads are lanes of one warp
    uint8_t word_width; // bytes of the access; 0: not known
    uint64_t word;      // its offset or address
    uint64_t pointer;   // the kernel's parameter from which the address comes; 0: not known
    const char *did;    // what the thread does to the word: "writes"; NULL: no word is known
    char *side[2]; // of work in streams: which jobs meet, the one that was found first; or NULL
    const char *does[2]; // what each does with the word: "writes"
    SpunWord *spun;      // of a deadlock, or NULL
    char *kernel;        // NULL: belongs to no launch
    char *other_kernel;  // of the other end if it is another launch, else NULL
    uint64_t other_launch;
} Finding;

// The finding with this key in the current launch. A new finding has the count 0, the message
// NULL and the cause none: the caller fills them in. The caller always adds to the count.
Finding *finding(const char *tool, const char *kind, uint32_t line, uint32_t other_line,
                 uint64_t extra);
void finding_thread(Finding *f, const Warp *w, unsigned lane);
Dim3 thread_index(Dim3 block, uint32_t linear); // `block`: the shape
Dim3 block_index(Dim3 grid, uint64_t linear);

typedef struct {
    int counters;                                     // descriptor, -1: none
    enum { LINES_all, LINES_host, LINES_none } lines; // launches with counters by line
    bool zeros_once;                                  // metrics that are 0 in the first line only
    bool unmetered;                                   // no metrics, only the launches and findings
    bool quiet;                                       // only launches with errors; the others wait
    uint32_t launches_left;                           // then SIGXFSZ, as of a full file; 0: no end
    FILE *text;                                       // NULL: none
} Outputs;
extern Outputs outputs;
extern Observer report_observer;          // the last in the list: writes what the others found
int report_call_place(const char **file); // the line itself; *file NULL: unknown
uint32_t report_call_line(void);          // number of the line of the host's call; 0: unknown
const Finding *report_first(void);        // findings of the current launch, in order; for tests
const Finding *report_next(const Finding *f);
uint64_t report_found(void); // findings so far, in all launches and between them

// ---- report_lines.c: one JSON line for each launch ------------------

// Message, who does it to which word, and detail, as one line; malloc'ed. `l`: the launch, or NULL.
char *finding_sentences(const Finding *f, const Launch *l);
void finding_json(Text *t, const Finding *f, const Launch *l);
// The line of a launch; `call`: the line of the host's call, `first`: of its findings.
void report_launch(const Launch *l, uint32_t call, const Finding *first);
void report_write(const Text *t); // to the file of the counters
void report_held(bool wanted);    // writes the lines that wait, or forgets them

// ---- words.c: names of words ----------------------------------------

char *
variable_name(const Symbol *s); // "reduce(int*, int)::part" is "part" to its author; malloc'ed
// The kernel's shared variable that has this byte, or is meant by an offset beyond it; or NULL.
const SharedVar *shared_variable(const Code *kernel, uint64_t byte);
void finding_put_who(Text *t, const Finding *f, const Launch *l);

// ---- spun.c: the word of a deadlock ---------------------------------

// The word that a warp of the launch looks at again and again; NULL: no warp spins. malloc'ed.
SpunWord *spun_word(const Launch *l);
char *spun_text(const SpunWord *s); // a sentence, malloc'ed

// ---- memcheck.c: faults, wrong calls, leaks -------------------------

extern Observer memcheck_observer;       // hooked with every checker: see there
void memcheck_enable(bool on);           // leaks and errors of the API, too
void memcheck_report_calls(bool report); // calls that return an error; true at the start

// ---- leaks.c, shadow.c, initcheck.c, racecheck.c, weak.c, last_writer.c, streamcheck.c ----

extern Observer leaks_observer;  // belongs to memcheck
extern Observer shadow_observer; // belongs to those that use shadow memory, the next ones
extern Observer initcheck_observer;
extern Observer racecheck_observer;
extern Observer last_writer_observer; // needed only where racecheck is off
extern Observer weak_observer;        // needs racecheck, which knows the order of accesses
extern Observer streamcheck_observer;

// ---- synccheck.c, skipped.c: they belong to the tool synccheck ------

extern Observer synccheck_observer;
extern Observer skipped_observer;

// ---- accumulators.c: registers of products, for synccheck ----

extern Observer accumulators_observer;

// ---- unset.c: registers that a product takes before they have a value, for initcheck ----

extern Observer unset_observer;

// Each register of an operand.
#define EACH_REGISTER(o, e) \
    for (const Operand *e = (o)->kind == OPND_vector ? (o)->vec : (o), \
                       *end_ = e + ((o)->kind == OPND_vector ? (o)->nvec : 1); \
         e < end_; e++)

// ---- undefined.c: undefined values, followed for synccheck and for initcheck ----

extern Observer undefined_observer;
void undefined_enable(bool shuffles); // report values of shuffles, too
// A load from shared memory gives `lanes` an undefined value in this element of its vector.
void undefined_loaded(const Access *a, unsigned element, uint32_t lanes);
// Lanes that store, in this element of the vector, such a value.
uint32_t undefined_stored(const Access *a, unsigned element);
