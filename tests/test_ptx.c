// test_ptx.c - runs every file of tests/ptx: PTX modules with comments that say how to launch their
// kernels and which results to expect (ptx_case.h). Each case runs in order, then with warps and
// blocks shuffled by two seeds, then with blocks that start in another order: the results of a
// correct program do not depend on the order. The last time, and with one of the seeds, steps are
// compiled when they are first executed.
//
// With one argument, only the files run whose path contains it.
#include "common/cudasim/sim/exec.h"
#include "ptx_case.h"

#include "suite.h"
#include <fcntl.h>
#include <ftw.h>
#include <unistd.h>

#define MAX_FILES 1000
static char *files[MAX_FILES];
static int nfiles;
static const char *filter = "";

static int visit(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st;
    (void)ftw;
    size_t n = strlen(path);
    bool is_ptx = flag == FTW_F && n > 4 && !strcmp(path + n - 4, ".ptx");
    if (is_ptx && strstr(path, filter) && nfiles < MAX_FILES)
        files[nfiles++] = strdup(path);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// ---- what the simulator prints while it runs ---------------------------------------

static char printed[1 << 14];
static int fault_seen = -1;
static char fault_text[512];

static void take_printed(void)
{
    const char *text;
    size_t n = printf_take(&text);
    n = n < sizeof printed ? n : sizeof printed - 1;
    if (n)
        memcpy(printed, text, n);
    printed[n] = 0;
}

static void on_fault(Launch *l, const Fault *f)
{
    (void)l;
    if (fault_seen >= 0)
        return;
    fault_seen = (int)f->kind;
    int n = snprintf(fault_text, sizeof fault_text, "%s%s%s", fault_name(f->kind),
                     f->text ? ": " : "", f->text ? f->text : "");
    if (f->step && f->step->inst && n < (int)sizeof fault_text)
        n += snprintf(fault_text + n, sizeof fault_text - (size_t)n, " (PTX line %u)",
                      f->step->inst->text_line);
    if (f->addr && f->mask && n < (int)sizeof fault_text)
        snprintf(fault_text + n, sizeof fault_text - (size_t)n, " at 0x%llx",
                 (unsigned long long)f->addr[__builtin_ctz(f->mask)]);
}

static Observer observer = {.name = "test", .fault = on_fault};

// clang-format off
static int fault_kind(const char *name)
{
    static const char *const names[] = {
        [FAULT_out_of_bounds] = "out_of_bounds", [FAULT_use_after_free] = "use_after_free",
        [FAULT_host_pointer] = "host_pointer",   [FAULT_null] = "null",
        [FAULT_address_space] = "address_space",
        [FAULT_misaligned] = "misaligned",       [FAULT_read_only] = "read_only",
        [FAULT_stack] = "stack",                 [FAULT_bad_call] = "bad_call",
        [FAULT_assert] = "assert",               [FAULT_trap] = "trap",
        [FAULT_illegal] = "illegal",             [FAULT_unsupported] = "unsupported",
        [FAULT_timeout] = "timeout",             [FAULT_deadlock] = "deadlock",
        [FAULT_device_heap] = "device_heap",     [FAULT_barrier] = "barrier",
        [FAULT_exited] = "exited",               [FAULT_no_block] = "no_block",
        [FAULT_no_object] = "no_object",
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i] && !strcmp(names[i], name))
            return (int)i;
    return *name ? -2 : -1;
}
// clang-format on

// ---- one case --------------------------------------------------------------------

static void say(char *message, size_t size, const char *path, int line, const char *what,
                const char *detail)
{
    size_t n = strlen(message);
    snprintf(message + n, size - n, "%s:%d: %s%s\n", path, line, what, detail);
}

// Places the parameters: buffers in device memory, values in `bytes`.
static void place(const PtxCase *c, const Func *f, uint8_t *bytes, Alloc *buffer[])
{
    for (unsigned i = 0; i < c->nparams && i < f->nparams; i++) {
        const CaseParam *p = &c->param[i];
        uint8_t *at = bytes + f->params[i]->offset;
        if (p->kind == CASE_value) {
            memcpy(at, p->init, (size_t)p->n * p->elem);
            continue;
        }
        Alloc *a = buffer[i] = mem_alloc((uint64_t)p->n * p->elem, 0, MEM_device);
        ck_assert_ptr_nonnull(a);
        if (p->init)
            memcpy(a->host, p->init, a->size);
        else
            memset(a->host, 0xa5, a->size);
        memcpy(at, &a->addr, 8);
    }
}

// Clusters are given by the kernel: .reqnctapercluster.
static Dim3 cluster_of(const Func *f)
{
    const unsigned *n = f->reqnctapercluster;
    return (Dim3){n[0], n[0] && !n[1] ? 1 : n[1], n[0] && !n[2] ? 1 : n[2]};
}

static void run_case(const char *path, const CaseFile *f, const PtxCase *c, char *message,
                     size_t size)
{
    char error[PTX_ERROR_MAX] = "";
    PtxText text = {.text = f->text, .length = f->length, .sm = 90, .version = 90};
    Program *program = program_load(&text, 1, error);
    if (!program) {
        say(message, size, path, c->line, "does not load: ", error);
        return;
    }
    Code *code = program_entry(program, c->kernel);
    if (!code || code_error(code)) {
        say(message, size, path, c->line, "no such kernel: ", code ? code_error(code) : c->kernel);
        program_free(program);
        return;
    }
    const Func *fn = code->func;
    if (fn->nparams != c->nparams)
        say(message, size, path, c->line, "number of parameters differs from the kernel's", "");
    uint8_t params[4096] = {0};
    Alloc *buffer[CASE_MAX_PARAMS] = {0};
    place(c, fn, params, buffer);
    Launch l = {.code = code,
                .grid = {c->grid[0], c->grid[1], c->grid[2]},
                .block = {c->block[0], c->block[1], c->block[2]},
                .dynamic_shared = c->shared,
                .cooperative = c->cooperative,
                .cluster = cluster_of(fn),
                .params = params,
                .param_bytes = fn->param_bytes};
    fault_seen = -1;
    int terminal = dup(2), nowhere = open("/dev/null", O_WRONLY);
    if (!strcmp(c->fault, "assert")) // it prints its message as CUDA does
        dup2(nowhere, 2);
    LaunchStatus status = launch_run(&l);
    take_printed();
    dup2(terminal, 2);
    close(terminal);
    close(nowhere);
    if (fault_seen != fault_kind(c->fault))
        say(message, size, path, c->line, "ended with ", fault_seen < 0 ? "no fault" : fault_text);
    if ((status == LAUNCH_ok) != (fault_seen < 0 || fault_seen == FAULT_no_object))
        say(message, size, path, c->line, "status does not fit the fault", "");
    for (unsigned i = 0; i < c->nparams; i++) {
        if (!buffer[i])
            continue;
        if (fault_seen < 0)
            case_compare(path, &c->param[i], buffer[i]->host, message, size);
        mem_free(buffer[i]->addr);
    }
    if (c->prints && strcmp(c->prints, printed))
        say(message, size, path, c->line, "prints:\n", printed);
    program_free(program);
}

START_TEST(file_computes_what_it_expects)
{
    const char *path = files[_i];
    CaseFile f;
    char error[CASE_ERROR_MAX];
    static char message[1 << 15];
    if (case_read(path, &f, error))
        ck_abort_msg("%s", error);
    device.budget = 20000000;
    hooks_add(&observer);
    for (unsigned k = 0; k < f.ncases && !*message; k++)
        for (unsigned seed = 0; seed < 5 && !*message; seed++) {
            device.shuffle = seed == 1 || seed == 2;
            device.reorder = seed > 0 && seed < 4;
            device.compile_after = seed == 4 || seed == 2;
            device.seed = seed;
            if (seed == 0 || seed == 4 || !f.cases[k].inorder)
                run_case(path, &f, &f.cases[k], message, sizeof message);
            if (*message && seed)
                say(message, sizeof message, path, f.cases[k].line,
                    device.shuffle   ? "(shuffled)"
                    : device.reorder ? "(reordered)"
                                     : "(compiled)",
                    "");
        }
    if (*message)
        ck_abort_msg("\n%s", message);
    case_free(&f);
}
END_TEST

// Notes which instructions a file contains.
static void note_instructions(const char *path, bool seen[OP_COUNT + 1])
{
    static char text[1 << 18];
    char error[PTX_ERROR_MAX];
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    Module *m = module_parse(text, n, error);
    for (unsigned k = 0; m && k < m->nfuncs; k++)
        for (unsigned i = 0; i < m->funcs[k]->ninsts; i++)
            seen[m->funcs[k]->insts[i].op] = true;
    if (m)
        module_free(m);
}

// A new row of ops.h needs a file here: one for it alone, or one of async/, tensor/ or image/ for
// its family.
START_TEST(every_instruction_has_a_file)
{
    static const char *const names[] = {
#define OP(id, text, args, unit) #id,
#include "common/cudasim/ptx/ops.h"
    };
    char missing[1000] = "";
    bool seen[OP_COUNT + 1] = {false};
    for (int k = 0; k < nfiles; k++)
        if (strstr(files[k], "/async/") || strstr(files[k], "/tensor/") ||
            strstr(files[k], "/image/"))
            note_instructions(files[k], seen);
    for (unsigned i = 0; i < OP_COUNT; i++) {
        char end[80];
        snprintf(end, sizeof end, "/%s.ptx", names[i]);
        bool found = seen[i];
        for (int k = 0; k < nfiles && !found; k++)
            found = strstr(files[k], end) != NULL;
        if (!found)
            strncat(strncat(missing, " ", 2), names[i], 60);
    }
    ck_assert_msg(!*missing, "no file for:%s", missing);
}
END_TEST

SUITE(s)
{
    if (suite_argument(1))
        filter = suite_argument(1);
    if (mem_init())
        suite_fail("no memory");
    nftw("tests/ptx", visit, 16, 0);
    qsort(files, (size_t)nfiles, sizeof files[0], by_name);
    if (!nfiles)
        suite_fail("no file of tests/ptx matches; run it from the project's root");
    TCase *t = TESTS(s, "files");
    tcase_add_loop_test(t, file_computes_what_it_expects, 0, nfiles);
    if (!*filter)
        tcase_add_test(t, every_instruction_has_a_file);
}
