// generate.c - writes a random CUDA program: kernels that no person would think of.
//
//   generate values SEED KERNELS     expressions over all types, and control flow around them
//   generate memory SEED KERNELS     accesses to shared and global memory, and atomics
//
// The same arguments give the same program everywhere. What a kernel writes does not depend
// on the order of threads, and no expression is undefined: a GPU and the simulator must leave
// the same bits and, for `memory`, the same counters. The programs are like those of
// tests/cuda/parity: conform.h has their main.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As in memory.h: bytes that loads may read, bytes of each array that is written, words that are
// counted in.
enum { IN_BYTES = 65536, PART_BYTES = 8192, COUNTS = 1024 };

static uint64_t state;

// A number below n (splitmix64).
static unsigned below(unsigned n)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (unsigned)((z ^ (z >> 31)) >> 32) % n;
}

static int chance(unsigned percent) { return below(100) < percent; }

static unsigned bits(void)
{
    unsigned low = below(65536);
    return low | below(65536) << 16;
}

static int depth; // of blocks, for the indentation

__attribute__((format(printf, 1, 2))) static void line(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%*s", 4 * depth, "");
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

// ---- expressions -----------------------------------------------------------------

// A type is a letter; its variables are the letter and a digit.
static const struct {
    char letter;
    const char *name;
} types[] = {
    {'c', "signed char"},   {'k', "u8"},    {'t', "short"},
    {'w', "u16"},           {'i', "int"},   {'u', "unsigned"},
    {'s', "long long"},     {'l', "u64"},   {'h', "__half"},
    {'b', "__nv_bfloat16"}, {'f', "float"}, {'d', "double"},
};
enum { TYPES = sizeof types / sizeof *types, VARIABLES = 3 };

static const char *const forms[] = {
#include "forms.h"
};
enum { FORMS = sizeof forms / sizeof *forms };

// clang-format off
static const char *const constants[] = {
    "u=0u", "u=1u", "u=31u", "u=32u", "u=0x80000000u", "u=0xffffffffu", "u=0x10001u",
    "i=0", "i=(-1)", "i=7", "i=(-2147483647 - 1)", "i=2147483647", "i=1000",
    "s=(-1ll)", "s=(-9223372036854775807ll - 1)", "l=0xffffffffull", "l=(1ull << 63)",
    "f=0.0f", "f=(-0.0f)", "f=1.5f", "f=1e-40f", "f=3.4e38f", "f=16777217.0f", "f=(-2.5f)",
    "d=0.0", "d=1e-310", "d=1e300", "d=(-0.75)", "d=4294967296.5",
    "c=((signed char)-128)", "k=((u8)255)", "t=((short)-32768)", "w=((u16)40000)",
};
enum { CONSTANTS = sizeof constants / sizeof *constants };
// clang-format on

// One of `all` whose result is `letter`; NULL if there is none.
static const char *pick(const char *const *all, unsigned n, char letter)
{
    const char *found = NULL;
    unsigned seen = 0;
    for (unsigned i = 0; i < n; i++)
        if (all[i][0] == letter && below(++seen) == 0)
            found = all[i] + 2;
    return found;
}

static void expression(char letter, int deep)
{
    const char *form = NULL;
    if (deep > 0)
        form = pick(forms, FORMS, letter);
    else if (chance(15))
        form = pick(constants, CONSTANTS, letter);
    if (!form && letter == 'p') {
        printf("(u%u > ", below(VARIABLES));
        printf("u%u)", below(VARIABLES));
        return;
    }
    if (!form) {
        printf("%c%u", letter, below(VARIABLES));
        return;
    }
    for (const char *s = form; *s; s++)
        if (*s == '$')
            expression(*++s, deep - 1 - (int)below(2));
        else if (*s == '@')
            printf("%c", "+-*&|^"[below(6)]);
        else if (*s == '%' && s[1] == '%')
            putchar(*++s);
        else if (*s == '%')
            printf("r%c", "nzud"[below(4)]);
        else if (*s == '#')
            printf("%u", below(8));
        else
            putchar(*s);
}

static void assignment(void)
{
    char letter = types[below(TYPES)].letter;
    printf("%*s%c%u = ", 4 * depth, "", letter, below(VARIABLES));
    expression(letter, 3);
    printf(";\n");
}

// ---- statements ------------------------------------------------------------------

static void statements(int n, int deep, int loops);

static void opening(const char *before, char letter, const char *after)
{
    printf("%*s%s", 4 * depth, "", before);
    expression(letter, 2);
    printf("%s\n", after);
    depth++;
}

static void closing(const char *text)
{
    depth--;
    line("%s", text);
}

static void branch(int deep, int loops)
{
    opening("if (", 'p', ") {");
    statements(1 + (int)below(3), deep - 1, loops);
    if (chance(50)) {
        closing("} else {");
        depth++;
        statements(1 + (int)below(3), deep - 1, loops);
    }
    closing("}");
}

static void loop(int deep, int loops)
{
    char head[64];
    snprintf(head, sizeof head, "for (unsigned n%d = 0, e%d = ", loops, loops);
    printf("%*s%s", 4 * depth, "", head);
    expression('u', 1);
    printf(" %% %uu; n%d < e%d; n%d++) {\n", 2 + below(6), loops, loops, loops);
    depth++;
    line("u%u += n%d;", below(VARIABLES), loops);
    statements(1 + (int)below(3), deep - 1, loops + 1);
    if (chance(40)) {
        opening("if (", 'p', ")");
        line(chance(50) ? "break;" : "continue;");
        depth--;
        statements(1, 0, loops + 1);
    }
    closing("}");
}

static void choice(int deep, int loops)
{
    unsigned n = 2 + below(5);
    opening("switch (", 'u', " % 7u) {");
    for (unsigned i = 0; i < n; i++) {
        depth--;
        line("case %u:", i);
        depth++;
        statements(1, deep - 1, loops);
        if (chance(75))
            line("break;");
    }
    depth--;
    line("default:");
    depth++;
    assignment();
    closing("}");
}

// An array in local memory, read and written at places that depend on data.
static void array(void)
{
    printf("%*sa[u%u & 7] = ", 4 * depth, "", below(VARIABLES));
    expression('u', 2);
    printf(";\n");
    unsigned x = below(VARIABLES), y = below(VARIABLES);
    line("u%u ^= a[k%u & 7];", x, y);
}

static void call(void)
{
    unsigned v = below(VARIABLES), n = below(2), x = below(VARIABLES), y = below(VARIABLES);
    switch (below(4)) {
    case 0: line("u%u = recurse%u(u%u, %u);", v, n, x, 2 * y + n); break;
    case 1: line("u%u = table[u%u & 1](u%u, f%u, s%u);", v, v, x, v, y); break;
    case 2: line("u%u ^= early%u(u%u, d%u, l%u);", v, n, v, x, v); break;
    default:
        line("{ Pair p = swap({f%u, u%u, w%u}); f%u = p.x, u%u ^= p.y, w%u = p.z; }", v, v, v, x, y,
             v);
    }
}

static void statements(int n, int deep, int loops)
{
    for (; n > 0; n--) {
        unsigned what = below(100);
        if (deep > 0 && what < 20)
            branch(deep, loops);
        else if (deep > 0 && what < 34 && loops < 3)
            loop(deep, loops);
        else if (deep > 0 && what < 42)
            choice(deep, loops);
        else if (what < 47)
            array();
        else if (what < 52)
            call();
        else
            assignment();
    }
}

// Where all lanes are together: exchange between lanes.
static void exchange(void)
{
    static const char *const whole[] = {
        "u%u = __shfl_sync(~0u, u%u, u%u);",
        "u%u = __shfl_up_sync(~0u, u%u, u%u & 31);",
        "u%u = __shfl_down_sync(~0u, u%u, u%u & 31, 8);",
        "u%u = __shfl_xor_sync(~0u, u%u, u%u & 31, 16);",
        "s%u = __shfl_sync(~0u, s%u, k%u, 4);",
        "f%u = __shfl_xor_sync(~0u, f%u, k%u & 31);",
        "d%u = __shfl_down_sync(~0u, d%u, k%u & 31);",
        "u%u ^= __ballot_sync(~0u, u%u > u%u);",
        "u%u += __all_sync(~0u, f%u < f%u) + 1;",
        "u%u += __any_sync(~0u, i%u < i%u) + 1;",
        "u%u ^= __match_any_sync(~0u, u%u & k%u & 3);",
        "u%u ^= __match_any_sync(~0u, l%u & w%u & 5);",
        "u%u += __reduce_add_sync(~0u, u%u ^ u%u);",
        "i%u = __reduce_min_sync(~0u, i%u ^ i%u);",
        "u%u = __reduce_max_sync(~0u, u%u ^ u%u);",
        "u%u ^= __reduce_xor_sync(~0u, u%u & u%u);",
    };
    static const char *const part[] = {
        "u%u ^= __ballot_sync(0x%xu, u%u & 1);",
        "u%u += __reduce_add_sync(0x%xu, u%u);",
        "u%u ^= __reduce_or_sync(0x%xu, u%u & 0xff00ff);",
        "u%u ^= __match_any_sync(0x%xu, u%u & 3);",
        "u%u += __any_sync(0x%xu, u%u > 77);",
        "u%u = shuffle_within(0x%xu, u%u, u0);",
        "u%u = same_within(0x%xu, u%u & 1);",
    };
    unsigned x = below(VARIABLES), y = below(VARIABLES), z = below(VARIABLES);
    if (chance(60)) {
        line(whole[below(sizeof whole / sizeof *whole)], x, y, z);
        return;
    }
    unsigned mask = 1u << below(32);
    mask |= bits();
    line("if (0x%xu >> (threadIdx.x & 31) & 1) {", mask);
    depth++;
    line(part[below(sizeof part / sizeof *part)], x, mask, y);
    closing("}");
}

static void declarations(void)
{
    for (unsigned t = 0; t < TYPES; t++)
        for (unsigned v = 0; v < VARIABLES; v++)
            line("%s %c%u = draw<%s>(in, place, %u);", types[t].name, types[t].letter, v,
                 types[t].name, t * VARIABLES + v);
    line("unsigned a[8] = {u0, u1, u2, 3, 4, 5, 6, 7};");
}

static void results(void)
{
    for (unsigned t = 0; t < TYPES; t++)
        for (unsigned v = 0; v < VARIABLES; v++)
            line("leave(out, place, %u, %c%u);", t * VARIABLES + v, types[t].letter, v);
    line("for (int i = 0; i < 8; i++)");
    line("    leave(out, place, %u + i, a[i]);", TYPES * VARIABLES);
}

static void values(unsigned kernels)
{
    printf("// NVCC: -fmad=false\n#include \"tests/random/values.h\"\n\n");
    for (unsigned k = 0; k < kernels; k++) {
        printf("KERNEL(values_%u, 4, 64)\n{\n", k);
        depth = 1;
        line("unsigned place = blockIdx.x * 64 + threadIdx.x;");
        declarations();
        for (unsigned i = 0, n = 3 + below(4); i < n; i++) {
            int some = 1 + (int)below(4);
            statements(some, (int)below(4), 0);
            line("__syncwarp();");
            exchange();
        }
        results();
        printf("}\n\n");
    }
}

// ---- memory ----------------------------------------------------------------------

// A place for each lane, in elements, below `limit`.
static void places(unsigned limit)
{
    unsigned start = chance(50) ? 0 : below(limit / 4);
    unsigned stride = 1 + below(chance(50) ? 4 : 40), row = 1u << below(5);
    switch (below(7)) {
    case 0:
    case 1: // a line
        line("unsigned at = (%u + lane * %u) %% %u;", start, stride, limit);
        break;
    case 2: // rows
        line("unsigned at = (%u + lane / %u * %u + lane %% %u) %% %u;", start, row, stride, row,
             limit);
        break;
    case 3: // lanes in another order
        line("unsigned at = (%u + (lane ^ %u) * %u) %% %u;", start, below(32), stride, limit);
        break;
    case 4: // few
        line("unsigned at = noise %% %u * %u %% %u;", 1 + below(12), stride, limit);
        break;
    case 5: // near
        line("unsigned at = (%u + noise %% %u) %% %u;", start, 33 + below(100), limit);
        break;
    default: // anywhere
        line("unsigned at = noise %% %u;", limit);
    }
}

static void some_lanes(void)
{
    unsigned mask = ~0u;
    switch (below(5)) {
    case 0: mask = bits(); break;
    case 1: mask = 0xffffffffu >> below(32); break;
    case 2: mask = 0x11111111u << below(4); break;
    }
    if (mask == ~0u)
        line("{");
    else
        line("if (0x%xu >> lane & 1) {", mask);
    depth++;
}

// One access of all threads. A stored value depends only on its place, so that the order of
// several lanes does not matter.
static void access(void)
{
    static const char *const words[] = {"u8", "u16", "unsigned", "u64", "uint4"};
    static const char *const loads[] = {"plain", "ldg", "ldca", "ldcg", "ldcs"};
    static const char *const atomics[] = {"add", "min", "max", "and", "or", "xor", "inc"};
    unsigned what = below(12), size = what == 9 ? 2 + below(3) : below(5), bytes = 1u << size;
    line("{");
    depth++;
    line("unsigned noise = in[%u + threadIdx.x + blockIdx.x * 64];", 64 * below(200));
    places(what < 3 ? IN_BYTES / bytes : what < 10 ? PART_BYTES / bytes : COUNTS);
    some_lanes();
    if (what < 3)
        line("sum += fold(%s((const %s *)in + at));", loads[below(5)], words[size]);
    else if (what < 5)
        line("sum += fold(((const %s *)shared)[at]);", words[size]);
    else if (what < 7)
        line("((%s *)shared)[at] = make<%s>(at, %u);", words[size], words[size], below(1000));
    else if (what < 9)
        line("((%s *)mine)[at] = make<%s>(at, %u);", words[size], words[size], below(1000));
    else if (what < 10)
        line("copy_async<%u>((char *)shared + at * %u, (const char *)in + at * %u, %u);", bytes,
             bytes, bytes, below(bytes + 1));
    else if (chance(40))
        line("atomic_%s((unsigned *)shared + at, noise);", atomics[below(7)]);
    else if (chance(70))
        line("atomic_%s(counts + at, noise);", atomics[below(7)]);
    else
        line("atomic_%s((u64 *)counts + at / 2, (u64)noise << 20);", atomics[below(6)]);
    closing("}");
    line("copies_done();");
    closing("}");
    line("__syncthreads();");
}

static void memory(unsigned kernels)
{
    printf("#include \"tests/random/memory.h\"\n\n");
    for (unsigned k = 0; k < kernels; k++) {
        printf("KERNEL(memory_%u, 4, 64)\n{\n", k);
        depth = 1;
        line("BEGIN");
        for (unsigned i = 0, n = 1 + below(6); i < n; i++)
            access();
        line("END");
        printf("}\n\n");
    }
}

int main(int argc, char **argv)
{
    unsigned kernels = argc == 4 ? (unsigned)atoi(argv[3]) : 0;
    if (kernels < 1 || kernels > 200 || (strcmp(argv[1], "values") && strcmp(argv[1], "memory"))) {
        fprintf(stderr, "usage: generate values|memory SEED KERNELS (1 to 200)\n");
        return 2;
    }
    state = strtoull(argv[2], NULL, 10);
    if (!strcmp(argv[1], "values"))
        values(kernels);
    else
        memory(kernels);
    return 0;
}
