// fuzz.c - feeds broken inputs to the simulator, without a fuzzer's runtime: any C
// compiler with -fsanitize=address can build it. It takes whole inputs, breaks them
// as accidents and attackers do, and passes them to targets.c.
//
//   fuzz KIND RUNS FIRST FILE...
//
// KIND is the kind of input:
//   names    a mangled name
//   fatbin   a fat binary; a FILE that is text is put into one
//   text     a PTX module, to be read
//   launch   a PTX module whose kernels are also run, under every checker; it is broken
//            less, so that most of it can still be read
//
// Run i depends only on KIND, i and the files, so "fuzz KIND 1 i FILE..." repeats run i. With 0
// RUNS the input of run FIRST is written to standard output. Inputs that found a mistake are kept
// in found/ (test_fuzz.c). A process makes BATCH runs, then the next process continues: the lists
// that the simulator never frees, such as that of freed allocations, would slow down the later
// runs.
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

typedef struct {
    uint8_t *bytes;
    size_t size;
} Blob;

enum { MAX_SIZE = 1 << 16, SECONDS_A_RUN = 20, BATCH = 5000 };

static unsigned long run_number;

// ---- randomness ----------------------------------------------------------------------

static uint64_t state;

static uint64_t next_random(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static size_t below(size_t n) { return n ? next_random() % n : 0; }

// ---- inputs ------------------------------------------------------------------------------

static Blob read_file(const char *path)
{
    Blob b = {malloc(MAX_SIZE), 0};
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    b.size = fread(b.bytes, 1, MAX_SIZE, f);
    fclose(f);
    return b;
}

static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

// A container with two entries, the second packed (or claiming to be) by `flags`.
static Blob wrap(const Blob *text, uint64_t flags)
{
    size_t size = text->size < 400 ? text->size : 400, padded = (size + 8) / 8 * 8;
    Blob b = {calloc(1, 16 + 2 * (64 + padded)), 16 + 2 * (64 + padded)};
    put(b.bytes, 0xBA55ED50, 4);
    put(b.bytes + 4, 0x00100001, 4);
    put(b.bytes + 8, 2 * (64 + padded), 8);
    for (int i = 0; i < 2; i++) {
        uint8_t *e = b.bytes + 16 + (size_t)i * (64 + padded);
        put(e, 0x01010001, 4);
        put(e + 0x04, 64, 4);
        put(e + 0x08, padded, 8);
        put(e + 0x10, i && flags ? size : 0, 4);
        put(e + 0x1c, i ? 90 : 75, 4);
        put(e + 0x28, 0x11 | (i ? flags : 0), 8);
        put(e + 0x38, i && flags ? 1000 : 0, 8);
        memcpy(e + 64, text->bytes, size);
    }
    return b;
}

// ---- mutations -------------------------------------------------------------------------------

static const char *const words[] = {"0",
                                    "-1",
                                    "1",
                                    "255",
                                    "65536",
                                    "4294967295",
                                    "18446744073709551615",
                                    "99999999999999999999",
                                    "0x",
                                    "0f",
                                    "0f7f800000",
                                    "0d7ff0000000000000",
                                    "1e999",
                                    ".5",
                                    "(",
                                    ")",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    "<",
                                    ">",
                                    ",",
                                    ";",
                                    ":",
                                    "::",
                                    "@",
                                    "!",
                                    "|",
                                    "+",
                                    "-",
                                    "~",
                                    "?",
                                    "\"",
                                    "\n",
                                    "/*",
                                    "//",
                                    "$",
                                    "%",
                                    "%r",
                                    "%r1",
                                    "%p1",
                                    "%tid.x",
                                    "%envreg31",
                                    "_",
                                    ".reg",
                                    ".b32",
                                    ".pred",
                                    ".f64",
                                    ".param",
                                    ".global",
                                    ".shared",
                                    ".local",
                                    ".const",
                                    ".align",
                                    ".v4",
                                    ".func",
                                    ".entry",
                                    ".extern",
                                    ".visible",
                                    ".weak",
                                    ".common",
                                    ".callprototype",
                                    ".branchtargets",
                                    ".calltargets",
                                    ".loc",
                                    ".file",
                                    ".section",
                                    ".debug_str",
                                    ".b8",
                                    "function_name",
                                    "inlined_at",
                                    ".maxntid",
                                    ".pragma",
                                    ".attribute(.managed)",
                                    "generic(",
                                    "0xFF00(",
                                    "call",
                                    "call.uni",
                                    "bra",
                                    "brx.idx",
                                    "ret",
                                    "mov",
                                    "ld",
                                    "st",
                                    "setp",
                                    "shfl.sync",
                                    "atom",
                                    "cvta.to",
                                    "L2::cache_hint",
                                    ".ptr",
                                    "WARP_SZ",
                                    "<4294967295>",
                                    "[1099511627776]",
                                    "[4][5][6]",
                                    "= {",
                                    "% 0",
                                    "/ 0",
                                    "<< 64",
                                    "_Z1fIJEEvDpT_",
                                    "S_",
                                    "T_",
                                    "E",
                                    "I",
                                    "J",
                                    "N",
                                    "Z",
                                    "Dp",
                                    "F",
                                    "A_"};

typedef struct {
    uint8_t bytes[MAX_SIZE + 1];
    size_t size;
} Input;

static Input input;

static void replace(size_t at, size_t length, const void *with, size_t size)
{
    if (input.size - length + size > MAX_SIZE)
        return;
    static uint8_t copy[MAX_SIZE];
    memcpy(copy, with, size);
    memmove(input.bytes + at + size, input.bytes + at + length, input.size - at - length);
    memcpy(input.bytes + at, copy, size);
    input.size += size - length;
}

static int is_word(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '%' || c == '$' || c == '.';
}

// The word around a random place; its length, 0 if there is none.
static size_t pick_word(size_t *start)
{
    size_t at = below(input.size), end = at;
    while (end < input.size && is_word(input.bytes[end]))
        end++;
    while (at > 0 && is_word(input.bytes[at - 1]))
        at--;
    *start = at;
    return end - at;
}

static void mutate(const Blob *files, size_t nfiles)
{
    size_t at = below(input.size), rest = input.size - at, other, length;
    const char *word = words[below(sizeof words / sizeof *words)];
    uint8_t byte = (uint8_t)next_random();
    switch (below(12)) {
    case 0: // one bit
        if (input.size)
            input.bytes[at] ^= (uint8_t)(1 << below(8));
        break;
    case 1: // one byte
        if (input.size)
            input.bytes[at] = byte;
        break;
    case 2: replace(at, 0, &byte, 1); break;
    case 3: // something missing
        replace(at, below(rest < 60 ? rest : 60), "", 0);
        break;
    case 4: // something twice
        replace(at, 0, input.bytes + at, below(rest < 200 ? rest : 200));
        break;
    case 5: // the end missing
        if (below(4) == 0)
            input.size = at;
        break;
    case 6:
    case 7: // another word
        length = pick_word(&at);
        replace(at, length, word, strlen(word));
        break;
    case 8: // a word more
        replace(at, 0, word, strlen(word));
        break;
    case 9: { // one of the input's own words in another place
        length = pick_word(&other);
        uint8_t copy[256];
        length = length < sizeof copy ? length : sizeof copy;
        memcpy(copy, input.bytes + other, length);
        size_t old = pick_word(&at);
        replace(at, old, copy, length);
        break;
    }
    case 10: { // a piece of another file
        const Blob *b = &files[below(nfiles)];
        size_t from = below(b->size), left = b->size - from;
        replace(at, 0, b->bytes + from, below(left < 500 ? left : 500));
        break;
    }
    default: // one byte many times: depth
        for (size_t n = below(300); n > 0; n--)
            replace(at, 0, word, 1);
        break;
    }
}

// Replaces a word by another of the same kind: a number, a suffix, a register, a name, an
// instruction.
static char kind_of(const uint8_t *w, size_t n)
{
    return !n ? 0 : *w == '.' ? '.' : *w == '%' ? '%' : *w >= '0' && *w <= '9' ? '0' : 'a';
}

static size_t line_at(size_t at, size_t *start)
{
    size_t end = at;
    while (end < input.size && input.bytes[end] != '\n')
        end++;
    while (at > 0 && input.bytes[at - 1] != '\n')
        at--;
    *start = at;
    return end < input.size ? end + 1 - at : end - at;
}

static void swap_words(void)
{
    size_t at, other, length = pick_word(&at);
    char kind = kind_of(input.bytes + at, length);
    for (int tries = 0; kind && tries < 50; tries++) {
        size_t n = pick_word(&other);
        uint8_t copy[256];
        if (kind_of(input.bytes + other, n) != kind || n > sizeof copy)
            continue;
        memcpy(copy, input.bytes + other, n);
        replace(at, length, copy, n);
        return;
    }
}

// clang-format off
static void other_suffix(void)
{
    static const char *const suffixes[] = {
        ".b8", ".b16", ".b32", ".b64", ".b128", ".u8", ".u16", ".u32", ".u64", ".s8", ".s16",
        ".s32", ".s64", ".f16", ".f16x2", ".bf16", ".f32", ".f64", ".pred", ".v2", ".v4", ".v8",
        ".global", ".shared", ".local", ".const", ".param", ".param::entry", ".param::func",
        ".shared::cta", ".shared::cluster", ".wide", ".hi", ".lo", ".sat", ".ftz", ".cc", ".rn",
        ".rzi", ".volatile", ".relaxed", ".acquire", ".release", ".gpu", ".cta", ".sys", ".sync",
        ".aligned", ".warp", ".popc", ".and", ".or", ".xor", ".add", ".min", ".max", ".exch",
        ".cas", ".inc", ".uni", ".up", ".down", ".bfly", ".idx", ".lt", ".gt", ".equ", ".nan",
        ".to", ".nc", ".any", ".all", ".ballot", ".noinc", ".expect_tx", ".arrive", ".wait",
        ".mbarrier::complete_tx::bytes", ".bulk", ".ca", ".cg", ".commit_group", ".x", ".y", ".z"};
    const char *with = suffixes[below(sizeof suffixes / sizeof *suffixes)];
    // A suffix ends at the next dot, unlike a word.
    for (int tries = 0; tries < 50; tries++) {
        size_t at = below(input.size), end = at + 1;
        if (at == input.size || input.bytes[at] != '.')
            continue;
        while (end < input.size && is_word(input.bytes[end]) && input.bytes[end] != '.')
            end++;
        replace(at, end - at, with, strlen(with));
        return;
    }
}

static void other_number(void)
{
    static const char *const numbers[] = {
        "0", "1", "2", "3", "4", "7", "8", "15", "16", "31", "32", "33", "63", "64", "65", "127",
        "128", "255", "256", "1000", "1023", "1024", "1025", "4096", "65535", "65536", "0x7fffffff",
        "0x80000000", "0xffffffff", "4294967295", "4294967296", "0x7fffffffffffffff", "-1", "-2",
        "-4", "-32", "-2147483648", "0f7fc00000", "0d7ff8000000000000", "1000000000", "16777215"};
    const char *with = numbers[below(sizeof numbers / sizeof *numbers)];
    for (int tries = 0; tries < 50; tries++) {
        size_t at, n = pick_word(&at);
        if (kind_of(input.bytes + at, n) != '0')
            continue;
        replace(at, n, with, strlen(with));
        return;
    }
}
// clang-format on

static void mutate_gently(const Blob *files, size_t nfiles)
{
    uint8_t line[300];
    size_t at, n, from, to;
    switch (below(10)) {
    case 0:
    case 1:
    case 2: swap_words(); break;
    case 3:
    case 4: other_suffix(); break;
    case 5:
    case 6: other_number(); break;
    case 7: // a line less
        n = line_at(below(input.size), &at);
        replace(at, n, "", 0);
        break;
    case 8: // a line again, in another place
        n = line_at(below(input.size), &from);
        if (n > sizeof line)
            break;
        memcpy(line, input.bytes + from, n);
        line_at(below(input.size), &to);
        replace(to, 0, line, n);
        break;
    default: { // a line of another file
        const Blob *b = &files[below(nfiles)];
        from = below(b->size);
        while (from > 0 && b->bytes[from - 1] != '\n')
            from--;
        const uint8_t *end = memchr(b->bytes + from, '\n', b->size - from);
        line_at(below(input.size), &to);
        if (end)
            replace(to, 0, b->bytes + from, (size_t)(end + 1 - (b->bytes + from)));
    }
    }
}

// clang-format off
// A field of a header: they are aligned, and near the start of the container or of an entry.
static void mutate_field(void)
{
    static const uint64_t values[] = {0, 1, 2, 15, 16, 63, 64, 65, 90, 91, 0x2000, 0x8000, 0xffff,
                                      0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
                                      0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffff0,
                                      (512u << 20) - 1, 512u << 20, (512u << 20) + 1};
    uint64_t value = values[below(sizeof values / sizeof *values)];
    int bytes = 2 << below(3);
    size_t at = below(96) / (size_t)bytes * (size_t)bytes;
    if (below(4) == 0) // around something that looks like an entry
        for (size_t i = 0; i + 64 < input.size; i += 8)
            if (!memcmp(input.bytes + i, "\1\0\1\1", 4) && below(2))
                at = i + below(64) / (size_t)bytes * (size_t)bytes;
    if (at + 8 < input.size)
        put(input.bytes + at, value, bytes);
}
// clang-format on

// ---- one run ------------------------------------------------------------------------------

static void make_input(FuzzKind kind, const Blob *files, size_t nfiles)
{
    state = run_number * 0x2545f4914f6cdd1du + kind;
    const Blob *base = &files[below(nfiles)];
    Blob wrapped = {NULL, 0};
    bool container = base->size > 4 && !memcmp(base->bytes, "\x50\xED\x55\xBA", 4);
    while (kind != FUZZ_fatbin && container) {
        base = &files[below(nfiles)];
        container = base->size > 4 && !memcmp(base->bytes, "\x50\xED\x55\xBA", 4);
    }
    if (kind == FUZZ_fatbin && !container) {
        static const uint64_t packed[] = {0, 0x2000, 0x8000};
        wrapped = wrap(base, packed[below(3)]);
        base = &wrapped;
    }
    // Names are short: a line of a file.
    size_t from = kind == FUZZ_names ? below(base->size) : 0;
    size_t size = kind == FUZZ_names && base->size - from > 120 ? 120 : base->size - from;
    memcpy(input.bytes, base->bytes + from, size);
    input.size = size;
    free(wrapped.bytes);
    if (kind == FUZZ_names)
        replace(0, 0, "_Z", 2);
    for (size_t n = 1 + below(6); n > 0; n--) {
        if (kind == FUZZ_fatbin && below(2))
            mutate_field();
        else if (kind == FUZZ_launch && below(20))
            mutate_gently(files, nfiles);
        else
            mutate(files, nfiles);
    }
}

// ---- the loop -----------------------------------------------------------------------------

static void say_run(void)
{
    char text[80];
    int n = snprintf(text, sizeof text, "fuzz: the above is run %lu\n", run_number);
    if (write(2, text, (size_t)n) < 0)
        _exit(3);
}

static void on_alarm(int signal)
{
    (void)signal;
    static const char text[] = "fuzz: hangs\n";
    if (write(2, text, sizeof text - 1) < 0)
        _exit(3);
    say_run();
    _exit(3);
}

// Processor time, because the machine may be busy.
static void limit_time(int seconds)
{
    struct itimerval t = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &t, NULL);
}

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

// Runs [first, first + runs) in another process; returns its exit status.
static int batch(FuzzKind kind, unsigned long first, unsigned long runs, const Blob *files,
                 size_t nfiles, FuzzCounts *counts)
{
    int pipe_of[2];
    fflush(NULL);
    if (pipe(pipe_of))
        return 2;
    pid_t child = fork();
    if (child == 0) {
        close(pipe_of[0]);
        if (__sanitizer_set_death_callback)
            __sanitizer_set_death_callback(say_run);
        signal(SIGPROF, on_alarm);
        for (run_number = first; run_number < first + runs; run_number++) {
            make_input(kind, files, nfiles);
            limit_time(SECONDS_A_RUN);
            fuzz_one(kind, input.bytes, input.size);
        }
        limit_time(0);
        if (write(pipe_of[1], &fuzz_counts, sizeof fuzz_counts) < 0)
            _exit(3);
        exit(0); // the sanitizer searches for leaks here
    }
    close(pipe_of[1]);
    FuzzCounts c = {0};
    if (child > 0 && read(pipe_of[0], &c, sizeof c) == sizeof c) {
        counts->accepted += c.accepted;
        counts->launches += c.launches;
        counts->faults += c.faults;
        counts->instructions += c.instructions;
    }
    close(pipe_of[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return 2;
    if (WIFSIGNALED(status))
        fprintf(stderr, "fuzz: ended by signal %d, among the runs from %lu\n", WTERMSIG(status),
                first);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"names", "fatbin", "text", "launch"};
    int kind = -1;
    for (int i = 0; argc > 1 && i < 4; i++)
        if (!strcmp(argv[1], kinds[i]))
            kind = i;
    if (argc < 5 || kind < 0) {
        fputs("usage: fuzz names|fatbin|text|launch RUNS FIRST FILE...\n", stderr);
        return 2;
    }
    unsigned long runs = strtoul(argv[2], NULL, 10), first = strtoul(argv[3], NULL, 10);
    size_t nfiles = (size_t)argc - 4;
    Blob *files = calloc(nfiles, sizeof *files);
    for (size_t i = 0; i < nfiles; i++)
        files[i] = read_file(argv[i + 4]);
    if (!runs) {
        run_number = first;
        make_input((FuzzKind)kind, files, nfiles);
        fwrite(input.bytes, 1, input.size, stdout);
        return 0;
    }
    FuzzCounts counts = {0};
    double start = now();
    for (unsigned long done = 0; done < runs; done += BATCH) {
        int status = batch((FuzzKind)kind, first + done, runs - done < BATCH ? runs - done : BATCH,
                           files, nfiles, &counts);
        if (status)
            return status;
    }
    for (size_t i = 0; i < nfiles; i++)
        free(files[i].bytes);
    free(files);
    printf("fuzz %s: %lu inputs from %zu files, %.0f per second; %lu were accepted", kinds[kind],
           runs, nfiles, (double)runs / (now() - start), counts.accepted);
    if (kind == FUZZ_launch)
        printf(", %lu launches, %lu of them with a fault, %lu warp instructions", counts.launches,
               counts.faults, counts.instructions);
    printf("; no crash, no hang, no leak\n");
    return 0;
}
