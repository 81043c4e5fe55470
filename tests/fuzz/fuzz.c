// fuzz.c - feeds broken inputs to the readers, without a fuzzer's runtime: any C
// compiler with -fsanitize=address will do. Takes whole inputs, breaks them in
// the ways in which files break and in which attackers break them, and hands
// them to targets.c.
//
//   fuzz RUNS FIRST FILE...
//
// Run i depends on i and the files alone, so that "fuzz 1 i FILE..." repeats it.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
    uint8_t *bytes;
    size_t size;
} Blob;

enum { MAX_SIZE = 1 << 16, SECONDS_A_RUN = 20 };

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

static size_t below(size_t n)
{
    return n ? next_random() % n : 0;
}

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

// The word around a random place; its length, 0 where there is none.
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
    case 2:
        replace(at, 0, &byte, 1);
        break;
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

// ---- the loop
// ------------------------------------------------------------------------------------

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

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: fuzz RUNS FIRST FILE...\n", stderr);
        return 2;
    }
    unsigned long runs = strtoul(argv[1], NULL, 10), first = strtoul(argv[2], NULL, 10);
    size_t nfiles = (size_t)argc - 3;
    Blob *files = calloc(nfiles, sizeof *files);
    for (size_t i = 0; i < nfiles; i++)
        files[i] = read_file(argv[i + 3]);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(say_run);
    signal(SIGALRM, on_alarm);
    for (run_number = first; run_number < first + runs; run_number++) {
        state = run_number * 0x2545f4914f6cdd1du;
        const Blob *base = &files[below(nfiles)];
        uint8_t target = (uint8_t)below(8);
        static const uint64_t packed[] = {0, 0x2000, 0x8000};
        Blob wrapped = {NULL, 0};
        if (target == 1 || target == 2) {
            wrapped = wrap(base, packed[below(3)]);
            base = &wrapped;
        }
        // Names are short: a line of a file.
        size_t from = target == 0 ? below(base->size) : 0;
        size_t size = target == 0 && base->size - from > 120 ? 120 : base->size - from;
        memcpy(input.bytes, base->bytes + from, size);
        input.size = size;
        free(wrapped.bytes);
        if (target == 0)
            replace(0, 0, "_Z", 2);
        for (size_t n = 1 + below(6); n > 0; n--)
            mutate(files, nfiles);
        input.bytes[input.size] = target;
        alarm(SECONDS_A_RUN);
        LLVMFuzzerTestOneInput(input.bytes, input.size + 1);
    }
    alarm(0);
    for (size_t i = 0; i < nfiles; i++)
        free(files[i].bytes);
    free(files);
    printf("fuzz: %lu inputs from %zu files, no crash, no hang, no leak\n", runs, nfiles);
    return 0;
}
