// ptx_case.h - the expectations in a file of tests/ptx. A file is a PTX module. Comments at the
// start of a line say how to run its kernels and which results to expect. They are read here, for
// the simulator (test_ptx.c) and for a GPU (gpu_ptx.c).
//
//   // launch: NAME [grid X [Y [Z]]] [block X [Y [Z]]] [shared N] [cooperative]
//                          begins a case; without grid or block: 1
//   // in: TYPE value...      a buffer; its address is the kernel's next parameter
//   // out: TYPE value...     a buffer that must have these values at the end
//   // becomes: TYPE value... the values that the last `in` buffer must have at the end
//   // arg: TYPE value...     parameters passed by value: each with its type
//   // ulp: N                 floats of the last `out` may be N units in the last place off
//   // prints: text           one line that the kernel prints, in this order
//   // fault: NAME            the launch must end with FAULT_<NAME>
//   // simulator: why         not for a GPU: undefined or different there
//   // inorder: why           the result may depend on the order of warps
//   // +: value...            more values for the line before
//
// A value is a number (0x.. of a float type: its bits; nan: any NaN), A..B or A..B/STEP (a run, B
// included), N*VALUE (N times), N*(VALUE...), or N*(VALUE...)/STEP: a group N times, of integers
// that are greater by STEP each time. `#` ends the values.
//
// A kernel for N threads may be written without loads and stores:
//
//   .lanes NAME[N](TYPE %a, TYPE %b) TYPE %d, TYPE %e
//   {
//       add.s32 %d, %a, 1;
//   }
//
// Its parameters are an `in` for each operand (%a, %b: each thread has its element) and an `out`
// for each result (%d, %e). What an instruction writes to a result, if this is its first operand,
// is the next N elements of the `out`.
#pragma once

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_MAX_PARAMS = 24, CASE_ERROR_MAX = 400 };
#ifndef CASE_SHOWN
#define CASE_SHOWN 4 // wrong elements of a buffer that are shown
#endif

typedef enum { CASE_in, CASE_out, CASE_value } CaseKind;

typedef struct {
    CaseKind kind;
    char type[8];
    unsigned elem;    // bytes
    unsigned n;       // elements
    unsigned nwant;   // values to compare: n, unless the file has too few
    uint8_t *init;    // contents before the launch
    uint8_t *want;    // expected contents after the launch; NULL: not compared
    uint8_t *any_nan; // by element of want
    double ulp;
    int line;
} CaseParam;

typedef struct {
    char kernel[64];
    unsigned grid[3], block[3], shared;
    bool cooperative, simulator_only, inorder;
    CaseParam param[CASE_MAX_PARAMS];
    unsigned nparams;
    char *prints; // NULL: not compared
    char fault[32];
    int line;
} PtxCase;

typedef struct {
    char *text;
    size_t length;
    PtxCase *cases;
    unsigned ncases;
} CaseFile;

static inline unsigned case_type_bytes(const char *type)
{
    return (unsigned)atoi(type + strcspn(type, "0123456789")) / 8;
}

static inline bool case_is_float(const CaseParam *p) { return p->type[0] == 'f' && p->elem >= 4; }

// ---- values ----------------------------------------------------------------------

typedef struct {
    uint8_t *bytes, *any_nan;
    unsigned n, room;
} CaseValues;

static inline void case_push(CaseValues *v, unsigned elem, uint64_t bits, bool any_nan)
{
    if (v->n == v->room) {
        v->room = v->room ? 2 * v->room : 64;
        v->bytes = realloc(v->bytes, (size_t)v->room * elem);
        v->any_nan = realloc(v->any_nan, v->room);
        if (!v->bytes || !v->any_nan)
            abort();
    }
    memcpy(v->bytes + (size_t)v->n * elem, &bits, elem);
    v->any_nan[v->n++] = any_nan;
}

// One number; returns false if there is none at *p.
static inline bool case_number(const char **p, const CaseParam *of, uint64_t *bits, bool *any_nan)
{
    char *end;
    bool hex = !strncmp(*p, "0x", 2) && !memchr(*p, 'p', strcspn(*p, " \t"));
    *any_nan = false;
    if (case_is_float(of) && !hex) {
        double d = of->elem == 4 ? (double)strtof(*p, &end) : strtod(*p, &end);
        *any_nan = d != d;
        if (of->elem == 4) {
            float f = (float)d;
            *bits = 0;
            memcpy(bits, &f, 4);
        } else {
            memcpy(bits, &d, 8);
        }
    } else {
        *bits = **p == '-' ? (uint64_t)strtoll(*p, &end, 0) : strtoull(*p, &end, 0);
    }
    bool found = end != *p;
    *p = end;
    return found;
}

// "0..31/2" or "3": shift is added to each value.
static inline bool case_run(const char **p, const CaseParam *of, uint64_t shift, uint64_t times,
                            CaseValues *v)
{
    uint64_t value, last, step = 1;
    bool any_nan;
    if (!case_number(p, of, &value, &any_nan))
        return false;
    if (strncmp(*p, "..", 2)) {
        for (uint64_t i = 0; i < times; i++)
            case_push(v, of->elem, value + shift, any_nan);
        return true;
    }
    *p += 2;
    if (!case_number(p, of, &last, &any_nan))
        return false;
    if (**p == '/') {
        ++*p;
        if (!case_number(p, of, &step, &any_nan) || !step)
            return false;
    }
    bool down = (int64_t)last < (int64_t)value;
    for (uint64_t i = 0, n = (down ? value - last : last - value) / step; i <= n; i++)
        case_push(v, of->elem, shift + (down ? value - i * step : value + i * step), false);
    return true;
}

// The values of a group (end: ')') or of a line (end: 0); false if the text is not of this form.
static inline bool case_values(const char **p, char end, const CaseParam *of, uint64_t shift,
                               CaseValues *v)
{
    for (;;) {
        *p += strspn(*p, " \t");
        if (**p == end || (!end && **p == '#'))
            return true;
        uint64_t times = 1, step = 0;
        const char *star = *p + strspn(*p, "0123456789");
        if (*star == '*') {
            times = strtoull(*p, NULL, 10);
            *p = star + 1;
        }
        if (**p == '(') {
            const char *group = *p + 1, *close = strchr(group, ')');
            bool any_nan;
            if (!close)
                return false;
            *p = close + 1;
            if (**p == '/' && (++*p, !case_number(p, of, &step, &any_nan)))
                return false;
            for (uint64_t i = 0; i < times; i++) {
                const char *at = group;
                if (!case_values(&at, ')', of, i * step, v))
                    return false;
            }
        } else if (!case_run(p, of, shift, times, v)) {
            return false;
        }
        if (**p && **p != end && !isspace((unsigned char)**p))
            return false;
    }
}

// ---- directives -------------------------------------------------------------------

static inline bool case_launch(char *s, PtxCase *c)
{
    char *save, *word = strtok_r(s, " \t", &save);
    unsigned *dim = NULL, at = 0;
    if (!word || strlen(word) >= sizeof c->kernel)
        return false;
    strcpy(c->kernel, word);
    for (int i = 0; i < 3; i++)
        c->grid[i] = c->block[i] = 1;
    while ((word = strtok_r(NULL, " \t", &save))) {
        if (*word == '#')
            break;
        if (isdigit((unsigned char)*word) && dim && at < 3)
            dim[at++] = (unsigned)strtoul(word, NULL, 0);
        else if (!strcmp(word, "grid"))
            dim = c->grid, at = 0;
        else if (!strcmp(word, "block"))
            dim = c->block, at = 0;
        else if (!strcmp(word, "shared"))
            dim = &c->shared, at = 0;
        else if (!strcmp(word, "cooperative"))
            c->cooperative = true;
        else
            return false;
        if (dim == &c->shared && isdigit((unsigned char)*word))
            dim = NULL;
    }
    return true;
}

// Adds the values of `s` to the last line's buffer: `becomes` and `out` to
// want, the others to init.
static inline bool case_fill(CaseParam *p, const char *s, bool want)
{
    CaseValues v = {0};
    if (want && p->want) { // a continuation
        for (unsigned i = 0; i < p->nwant; i++) {
            uint64_t bits = 0;
            memcpy(&bits, p->want + (size_t)i * p->elem, p->elem);
            case_push(&v, p->elem, bits, p->any_nan[i]);
        }
    } else if (!want && p->init) {
        for (unsigned i = 0; i < p->n; i++) {
            uint64_t bits = 0;
            memcpy(&bits, p->init + (size_t)i * p->elem, p->elem);
            case_push(&v, p->elem, bits, false);
        }
    }
    if (!case_values(&s, 0, p, 0, &v) || !v.n)
        return false;
    if (want) {
        free(p->want);
        free(p->any_nan);
        p->want = v.bytes;
        p->any_nan = v.any_nan;
        p->nwant = v.n;
        if (p->kind == CASE_out)
            p->n = v.n;
        return v.n <= p->n;
    }
    free(p->init);
    free(v.any_nan);
    p->init = v.bytes;
    p->n = v.n;
    return true;
}

// "in: u32 1 2 3": a new parameter.
static inline bool case_param(PtxCase *c, CaseKind kind, const char *s, int line)
{
    if (c->nparams == CASE_MAX_PARAMS)
        return false;
    CaseParam *p = &c->param[c->nparams++];
    size_t n = strcspn(s, " \t");
    if (n >= sizeof p->type)
        return false;
    memcpy(p->type, s, n);
    p->elem = case_type_bytes(p->type);
    p->kind = kind;
    p->line = line;
    return p->elem >= 1 && p->elem <= 8 && case_fill(p, s + n, kind == CASE_out);
}

// "arg: u32 1 s32 -1": two new parameters.
static inline bool case_args(PtxCase *c, char *s, int line)
{
    char *save, pair[64];
    for (char *type = strtok_r(s, " \t", &save); type && *type != '#';
         type = strtok_r(NULL, " \t", &save)) {
        const char *value = strtok_r(NULL, " \t", &save);
        if (!value || snprintf(pair, sizeof pair, "%s %s", type, value) >= (int)sizeof pair ||
            !case_param(c, CASE_value, pair, line))
            return false;
    }
    return true;
}

static inline bool case_directive(CaseFile *f, const char *key, char *s, int line, bool *want)
{
    if (!strcmp(key, "launch")) {
        f->cases = realloc(f->cases, (f->ncases + 1) * sizeof *f->cases);
        if (!f->cases)
            abort();
        PtxCase *c = &f->cases[f->ncases++];
        memset(c, 0, sizeof *c);
        c->line = line;
        return case_launch(s, c);
    }
    if (!f->ncases)
        return false;
    PtxCase *c = &f->cases[f->ncases - 1];
    CaseParam *last = c->nparams ? &c->param[c->nparams - 1] : NULL;
    if (!strcmp(key, "in"))
        return *want = false, case_param(c, CASE_in, s, line);
    if (!strcmp(key, "out"))
        return *want = true, case_param(c, CASE_out, s, line);
    if (!strcmp(key, "arg"))
        return *want = false, case_args(c, s, line);
    if (!strcmp(key, "becomes")) {
        *want = true;
        size_t word = strcspn(s, " \t");
        if (!last || last->kind != CASE_in || strncmp(s, last->type, word))
            return false;
        return case_fill(last, s + word, true);
    }
    if (!strcmp(key, "+"))
        return last && case_fill(last, s, *want);
    if (!strcmp(key, "ulp"))
        return last && (last->ulp = atof(s)) > 0;
    if (!strcmp(key, "simulator"))
        return c->simulator_only = true;
    if (!strcmp(key, "inorder"))
        return c->inorder = true;
    if (!strcmp(key, "fault"))
        return snprintf(c->fault, sizeof c->fault, "%.*s", (int)strcspn(s, " \t#"), s) > 0;
    if (!strcmp(key, "prints")) {
        size_t had = c->prints ? strlen(c->prints) : 0;
        c->prints = realloc(c->prints, had + strlen(s) + 2);
        if (!c->prints)
            abort();
        sprintf(c->prints + had, "%s\n", s);
        return true;
    }
    return false;
}

// ---- kernels without loads and stores -------------------------------------------------

typedef struct {
    char type[8], name[24]; // "b32", "%a"
    unsigned rows;          // of a result: how many are stored
} CaseRegister;

// Reads "b32 %a, b32 %b" and declares the registers; returns how many there are.
static inline unsigned case_registers(FILE *to, const char *list, const char *end,
                                      CaseRegister reg[CASE_MAX_PARAMS])
{
    unsigned n = 0;
    while (list < end && n < CASE_MAX_PARAMS &&
           sscanf(list, " %7[a-z0-9] %23[%a-z0-9]", reg[n].type, reg[n].name) == 2) {
        fprintf(to, ".reg .%s %s; ", reg[n].type, reg[n].name);
        reg[n++].rows = 0;
        list += strcspn(list, ",\n");
        list += *list == ',';
    }
    return n;
}

// From ".lanes" to "{": returns the line after it. The address of a result is %oN.
static inline const char *case_lanes(FILE *to, const char *p, unsigned *lanes, unsigned *results,
                                     CaseRegister result[CASE_MAX_PARAMS])
{
    char name[64], *text;
    size_t size;
    CaseRegister operand[CASE_MAX_PARAMS];
    const char *open = p + strcspn(p, "(\n"), *close = p + strcspn(p, ")\n"),
               *end = p + strcspn(p, "\n");
    if (sscanf(p, ".lanes %63[a-z0-9_][%u]", name, lanes) != 2 || *close != ')' || end[1] != '{')
        return NULL;
    FILE *body = open_memstream(&text, &size);
    unsigned n = case_registers(body, open + 1, close, operand);
    *results = case_registers(body, close + 1, end, result);
    fprintf(body, ".reg .b32 %%i; .reg .b64 %%p;\nmov.u32 %%i, %%tid.x;\n");
    fprintf(to, ".visible .entry %s(", name);
    for (unsigned i = 0; i < n + *results; i++) {
        const CaseRegister *r = i < n ? &operand[i] : &result[i - n];
        unsigned bytes = case_type_bytes(r->type);
        fprintf(to, "%s.param .u64 a%u", i ? ", " : "", i);
        fprintf(body, "ld.param.u64 %%p, [a%u];\n", i);
        if (i < n)
            fprintf(body, "mad.wide.u32 %%p, %%i, %u, %%p;\nld.global.%s %s, [%%p];\n", bytes,
                    r->type, r->name);
        else
            fprintf(body, ".reg .b64 %%o%u; mad.wide.u32 %%o%u, %%i, %u, %%p;\n", i - n, i - n,
                    bytes);
    }
    fclose(body);
    fprintf(to, ")\n{\n%s", text);
    free(text);
    return end + 3;
}

// A line of such a kernel, and the store of its result.
static inline void case_lane_line(FILE *to, const char *p, unsigned n, unsigned lanes,
                                  unsigned results, CaseRegister result[CASE_MAX_PARAMS])
{
    char first[24];
    fprintf(to, "%.*s\n", (int)n, p);
    if (sscanf(p, " @%*s %*s %23[%a-z0-9]", first) != 1 &&
        sscanf(p, " %*s %23[%a-z0-9]", first) != 1)
        return;
    for (unsigned i = 0; i < results; i++)
        if (!strcmp(first, result[i].name))
            fprintf(to, "st.global.%s [%%o%u+%u], %s;\n", result[i].type, i,
                    result[i].rows++ * lanes * case_type_bytes(result[i].type), first);
}

// The module as PTX; NULL with the number of the line that is wrong.
static inline char *case_module(const char *p, size_t *length, int *line)
{
    char *module = NULL;
    CaseRegister result[CASE_MAX_PARAMS];
    unsigned lanes = 0, results = 0;
    FILE *to = open_memstream(&module, length);
    for (*line = 1; *p; ++*line) {
        size_t n = strcspn(p, "\n");
        if (!strncmp(p, ".lanes ", 7)) {
            p = case_lanes(to, p, &lanes, &results, result);
            if (!p)
                break;
            ++*line;
            continue;
        }
        bool end = lanes && *p == '}';
        if (end)
            fprintf(to, "ret;\n");
        case_lane_line(to, p, (unsigned)n, lanes, lanes ? results : 0, result);
        lanes = end ? 0 : lanes;
        p += n + (p[n] != 0);
    }
    fclose(to);
    return p ? module : (free(module), NULL);
}

// Reads a file; returns 0, or -1 with "file:line: what" in error.
static inline int case_read(const char *path, CaseFile *f, char error[CASE_ERROR_MAX])
{
    static const char *keys[] = {"launch", "in",     "out",   "arg",       "becomes", "+",
                                 "ulp",    "prints", "fault", "simulator", "inorder"};
    memset(f, 0, sizeof *f);
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(error, CASE_ERROR_MAX, "%s: cannot be read", path);
        return -1;
    }
    size_t room = 1 << 20;
    f->text = calloc(1, room);
    f->length = f->text ? fread(f->text, 1, room - 1, file) : 0;
    fclose(file);
    bool want = false;
    int line = 0;
    for (const char *p = f->text; p && *p;) {
        size_t n = strcspn(p, "\n");
        line++;
        if (n > 3 && !strncmp(p, "// ", 3)) {
            char *copy = strndup(p + 3, n - 3), *colon = strchr(copy, ':');
            bool known = false;
            for (unsigned i = 0; colon && i < sizeof keys / sizeof keys[0]; i++)
                known |= (size_t)(colon - copy) == strlen(keys[i]) &&
                         !strncmp(copy, keys[i], strlen(keys[i]));
            if (known) {
                *colon++ = 0;
                bool text = !strcmp(copy, "prints"); // keeps its spaces
                colon += text ? *colon == ' ' : strspn(colon, " \t");
                if (!case_directive(f, copy, colon, line, &want)) {
                    snprintf(error, CASE_ERROR_MAX, "%s:%d: bad line: %.*s", path, line,
                             (int)(n > 100 ? 100 : n), p);
                    return -1;
                }
            }
            free(copy);
        }
        p += n + (p[n] != 0);
    }
    if (!f->ncases) {
        snprintf(error, CASE_ERROR_MAX, "%s: there is no `launch:`", path);
        return -1;
    }
    char *module = case_module(f->text, &f->length, &line);
    if (!module) {
        snprintf(error, CASE_ERROR_MAX, "%s:%d: bad line", path, line);
        return -1;
    }
    free(f->text);
    f->text = module;
    return 0;
}

static inline void case_free(CaseFile *f)
{
    for (unsigned i = 0; i < f->ncases; i++) {
        for (unsigned k = 0; k < f->cases[i].nparams; k++) {
            free(f->cases[i].param[k].init);
            free(f->cases[i].param[k].want);
            free(f->cases[i].param[k].any_nan);
        }
        free(f->cases[i].prints);
    }
    free(f->cases);
    free(f->text);
}

// ---- comparison ----------------------------------------------------------------------

// Signed distance in representable numbers from -inf up.
static inline int64_t case_ordinal(uint64_t bits, unsigned elem)
{
    int64_t v = elem == 4 ? (int64_t)(int32_t)(uint32_t)bits : (int64_t)bits;
    return v < 0 ? (elem == 4 ? INT32_MIN - v : INT64_MIN - v) : v;
}

static inline bool case_equal(const CaseParam *p, unsigned i, const uint8_t *got)
{
    uint64_t a = 0, b = 0;
    memcpy(&a, got + (size_t)i * p->elem, p->elem);
    memcpy(&b, p->want + (size_t)i * p->elem, p->elem);
    if (a == b)
        return true;
    if (!case_is_float(p))
        return false;
    uint64_t inf = p->elem == 4 ? 0x7f800000u : 0x7ff0000000000000ull;
    uint64_t sign = p->elem == 4 ? 0x80000000u : 1ull << 63;
    bool nan = (a & ~sign) > inf;
    if (nan || p->any_nan[i])
        return nan && p->any_nan[i];
    if (p->ulp <= 0 || ((a ^ b) & sign))
        return false;
    int64_t distance = case_ordinal(a, p->elem) - case_ordinal(b, p->elem);
    return fabs((double)distance) <= p->ulp;
}

static inline void case_show(const CaseParam *p, unsigned i, const uint8_t *from, char *to,
                             size_t size)
{
    uint64_t v = 0;
    memcpy(&v, from + (size_t)i * p->elem, p->elem);
    if (case_is_float(p)) {
        float f;
        double d;
        memcpy(&f, &v, 4);
        memcpy(&d, &v, 8);
        snprintf(to, size, "%.9g (0x%0*llx)", p->elem == 4 ? (double)f : d, (int)p->elem * 2,
                 (unsigned long long)v);
    } else if (p->type[0] == 's') {
        unsigned unused = 64 - 8 * p->elem;
        snprintf(to, size, "%lld", (long long)((int64_t)(v << unused) >> unused));
    } else {
        snprintf(to, size, p->type[0] == 'u' ? "%llu" : "0x%llx", (unsigned long long)v);
    }
}

// Appends a line for each buffer that is wrong: its first wrong elements.
static inline bool case_compare(const char *path, const CaseParam *p, const uint8_t *got,
                                char *message, size_t size)
{
    unsigned wrong = 0;
    for (unsigned i = 0; p->want && i < p->nwant; i++) {
        if (case_equal(p, i, got))
            continue;
        if (++wrong > CASE_SHOWN)
            continue;
        char a[48], b[48];
        case_show(p, i, got, a, sizeof a);
        case_show(p, i, p->want, b, sizeof b);
        size_t n = strlen(message);
        snprintf(message + n, size - n, "%s:%d: [%u] is %s, not %s\n", path, p->line, i, a, b);
    }
    return wrong == 0;
}
