// targets.c - runs one input of the fuzzer through all readers and all other code of
// common/cudasim/ptx/. The checks here are those that must hold for every input; the sanitizers
// watch the rest.
//
// libFuzzer can use this file, too: compile it with launch.c and the simulator by clang
// -fsanitize=fuzzer,address,undefined; the last byte of an input picks the target.
#include "fuzz.h"

#include "tests/print.h"

#include <stdlib.h>
#include <string.h>

FuzzCounts fuzz_counts;

#define MUST(what) \
    do { \
        if (!(what)) { \
            fprintf(stderr, "tests/fuzz/targets.c:%d: does not hold: %s\n", __LINE__, #what); \
            abort(); \
        } \
    } while (0)

static bool is_builtin(const char *name) { return name[0] == 'v'; }

static void must_be_one_line(const char *error)
{
    MUST(error[0]);
    MUST(!strpbrk(error, "\n\r\t"));
}

// The operands point only into their function and module.
static void check_function(const Func *f)
{
    MUST(f->ninsts > 0);
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        MUST(in->op <= OP_COUNT && (in->op < OP_COUNT) == !in->unknown);
        MUST(in->loc < f->module->nlocs);
        MUST(inst_unit(in) < UNIT_COUNT);
        for (int j = 0; j < in->nopnd; j++) {
            const Operand *o = &in->opnd[j];
            MUST(o->kind != OPND_reg || (o->reg >= 0 && (unsigned)o->reg < f->nregs));
            MUST(o->kind != OPND_label || o->target < f->ninsts);
            MUST(o->kind != OPND_symbol || o->sym);
            for (int k = 0; o->kind == OPND_targets && k < o->nvec; k++)
                MUST(o->vec[k].kind == OPND_label && o->vec[k].target < f->ninsts);
        }
    }
}

static void use_locs(const Module *m)
{
    char text[64];
    for (unsigned i = 0; i < m->nlocs; i++) {
        MUST(m->locs[i].inlined_at < m->nlocs);
        MUST(loc_user(m, i) < m->nlocs);
        loc_text(m, i, text, sizeof text);
    }
}

// What is printed is read again, and printed again the same.
static void round_trip(const Module *m)
{
    char *text[2] = {NULL, NULL}, error[PTX_ERROR_MAX];
    size_t length[2];
    FILE *f = open_memstream(&text[0], &length[0]);
    module_print(f, m);
    fclose(f);
    Module *again = module_parse(text[0], length[0], error);
    if (again) {
        f = open_memstream(&text[1], &length[1]);
        module_print(f, again);
        fclose(f);
        module_free(again);
    }
    free(text[0]);
    free(text[1]);
}

// What can be read as a whole can be read on demand, too, in any order.
static void read_on_demand(const char *text, size_t length, bool good)
{
    char error[PTX_ERROR_MAX];
    Module *m = module_parse_heads(text, length, error);
    if (!m) {
        MUST(!good);
        return;
    }
    for (unsigned i = m->nfuncs; i-- > 0;) {
        bool read = func_read(m->funcs[i], error) == 0;
        MUST(read || !good);
        if (!read)
            must_be_one_line(error);
        check_function(m->funcs[i]);
    }
    use_locs(m);
    module_free(m);
}

static void use_text(const char *text, size_t length)
{
    char error[PTX_ERROR_MAX];
    Module *m = module_parse(text, length, error);
    read_on_demand(text, length, m != NULL);
    if (!m) {
        must_be_one_line(error);
        return;
    }
    fuzz_counts.accepted++;
    for (unsigned i = 0; i < m->nfuncs; i++)
        check_function(m->funcs[i]);
    for (unsigned i = 0; i < m->nsyms; i++) {
        MUST(module_symbol(m, m->syms[i]->name));
        free(demangle(m->syms[i]->name));
    }
    use_locs(m);
    if (length < 4096)
        round_trip(m);
    Module *other = module_parse(text, length, error);
    MUST(other);
    Module *both[2] = {m, other};
    if (modules_link(both, 2, is_builtin, error) < 0)
        must_be_one_line(error);
    module_free(other);
    module_free(m);
}

static void use_container(const uint8_t *data, size_t size)
{
    char error[PTX_ERROR_MAX];
    PtxText text = {0};
    if (size == 0)
        return; // 0 would mean that the size is unknown
    int result = fatbin_ptx(data, size, 90, &text, error);
    if (result == 1) {
        fuzz_counts.accepted++;
        MUST(strlen(text.text) == text.length);
    } else {
        must_be_one_line(error);
    }
    free(text.text);
    free(text.cubin);
}

static void use_name(const uint8_t *data, size_t size)
{
    char *name = strndup((const char *)data, size), *plain = demangle(name);
    MUST(plain);
    free(plain);
    free(name);
}

void fuzz_one(FuzzKind kind, const uint8_t *data, size_t size)
{
    // A copy of the exact size: the sanitizer sees a read beyond its end.
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    switch (kind) {
    case FUZZ_names: use_name(copy, size); break;
    case FUZZ_fatbin: use_container(copy, size); break;
    case FUZZ_text: use_text((const char *)copy, size); break;
    case FUZZ_launch: fuzz_launch((const char *)copy, size); break;
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0)
        fuzz_one((FuzzKind)(data[size - 1] % 4), data, size - 1);
    return 0;
}
