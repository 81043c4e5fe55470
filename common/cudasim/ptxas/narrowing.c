// narrowing.c - which words of a vector ptxas loads. nvcc loads a whole structure where the program
// reads some members of it, and ptxas then leaves out the words that no instruction reads. The
// rule, as seen in the machine code of CUDA 13.0 for cc 9.0 (of all sets of words, in shared and in
// global memory):
//
//   one word, or the two words of a half: this word, this half
//   two words that are no half: two loads of one word each
//   three words, or all: the whole vector
//
// A volatile load stays as it is. Vectors of 8 bytes an element follow the same rule: an element is
// a half. Of smaller elements at most the width changes, which no counter shows; these are left
// out.
#include "internal.h"

#include <stdlib.h>

enum { WORD = 4 };

unsigned narrowing_words(const uint32_t *names, const Func *f, const Inst *in)
{
    const Operand *to = &in->opnd[0];
    unsigned elem = type_bytes(in->type[0]), words = 0;
    bool narrow = in->op == OP_ld && to->kind == OPND_vector && elem >= WORD &&
                  elem * to->nvec <= 4 * WORD && !inst_has(in, MOD_volatile);
    for (unsigned i = 0; narrow && i < to->nvec; i++) {
        const Operand *o = &to->vec[i];
        bool read = o->kind == OPND_reg && ((uint32_t)o->reg >= f->nregs || names[o->reg] > 1);
        words |= read ? ((1u << elem / WORD) - 1) << i * elem / WORD : 0;
    }
    return words;
}

static void narrow_load(AccessFacts *a, unsigned words, unsigned all)
{
    unsigned first = (unsigned)__builtin_ctz(words), last = 31 - (unsigned)__builtin_clz(words);
    unsigned n = (unsigned)__builtin_popcount(words);
    bool half = n == 2 && last == first + 1 && first % 2 == 0;
    if (words == all || n > 2)
        return;
    a->fused_bytes = half ? 2 * WORD : WORD;
    a->fused_before = (int8_t) - (int)(first * WORD);
    a->apart = n == 2 && !half ? (uint8_t)((last - first) * WORD) : 0;
}

void narrowing_find(Facts *facts)
{
    const Func *f = facts->func;
    uint32_t *names = NULL;
    for (uint32_t i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in->op != OP_ld || in->opnd[0].kind != OPND_vector)
            continue;
        names = names ? names : names_count(f);
        unsigned words = narrowing_words(names, f, in);
        unsigned all = (1u << in->opnd[0].nvec * type_bytes(in->type[0]) / WORD) - 1;
        if (words)
            narrow_load(&facts->access[i], words, all);
    }
    free(names);
}
