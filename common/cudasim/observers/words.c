// words.c - what a finding's word is called in the program: "s[64]", "in[1000]"; and which threads
// access it, as a sentence.
#include "findings.h"

#include <stdlib.h>

char *variable_name(const Symbol *s)
{
    char *name = demangle(s->name), *colons = NULL;
    for (char *p = strstr(name, "::"); p; p = strstr(p + 2, "::"))
        colons = p;
    char *copy = must_strdup(colons ? colons + 2 : name);
    free(name);
    return copy;
}

const SharedVar *shared_variable(const Code *kernel, uint64_t byte)
{
    const Facts *f = kernel->facts;
    for (uint32_t i = 0; f && i < f->nshared; i++) {
        const SharedVar *v = &f->shared[i];
        bool beyond = v->sym->size && byte - v->offset >= v->sym->size;
        if (byte >= v->offset && (!beyond || f->nshared == 1))
            return v;
    }
    return NULL;
}

// A word that is the whole variable has no index.
static char *element_text(const char *name, int64_t offset, uint64_t size, unsigned width)
{
    if (!width || offset % (int64_t)width)
        return must_strdup(name);
    return size == width && !offset
               ? must_strdup(name)
               : text_format("%s[%lld]", name, (long long)(offset / (int64_t)width));
}

// An index below 0 leads to the end of the block's window.
static char *shared_word(const Code *kernel, uint64_t address, unsigned width)
{
    uint64_t byte = address % SHARED_BLOCK, below = SHARED_RESERVED + RESERVED_BYTES;
    const Facts *facts = kernel->facts;
    const SharedVar *v = byte < below                   ? shared_variable(kernel, byte)
                         : facts && facts->nshared == 1 ? &facts->shared[0]
                                                        : NULL;
    if (!v)
        return NULL;
    int64_t offset = (int64_t)(byte - v->offset) - (byte < below ? 0 : (int64_t)SHARED_BLOCK);
    char *name = variable_name(v->sym);
    char *text = element_text(name, offset, v->sym->size, width);
    free(name);
    return text;
}

// Of a word outside of all arrays: of the one whose pointer the address comes from.
static char *global_word(const Finding *f)
{
    const Alloc *a = mem_find(f->word);
    if (!a && f->pointer)
        a = mem_find(f->pointer);
    const char *name = !a ? NULL : a->name ? a->name : a->buffer[0] ? a->buffer : NULL;
    if (!name)
        return NULL;
    char *shown = a->name ? demangle(name) : must_strdup(name);
    char *text =
        element_text(shown, (int64_t)(f->word - a->addr), a->name ? a->size : 0, f->word_width);
    free(shown);
    return text;
}

// "in[1000]"; NULL: nobody knows.
static char *word_text(const Finding *f, const Launch *l)
{
    if (f->is_shared)
        return l && !f->other_kernel ? shared_word(l->code, f->word, f->word_width) : NULL;
    return global_word(f);
}

static void put_thread(Text *t, Dim3 thread, const Dim3 *block)
{
    text_add(t, "thread (%u,%u,%u)", thread.x, thread.y, thread.z);
    if (block)
        text_add(t, " of block (%u,%u,%u)", block->x, block->y, block->z);
}

void finding_put_who(Text *t, const Finding *f, const Launch *l)
{
    if (!f->did || !f->has_thread)
        return;
    char *word = word_text(f, l);
    bool two = f->has_other && !f->other_is_place;
    bool one_block = two && memcmp(&f->block, &f->other_block, sizeof f->block) == 0;
    text_put(t, ": ");
    if (one_block)
        text_add(t, "in block (%u,%u,%u), ", f->block.x, f->block.y, f->block.z);
    put_thread(t, f->thread, one_block ? NULL : &f->block);
    text_add(t, " %s %s", f->did, word ? word : two ? "a word" : "it");
    if (two) {
        text_put(t, ", and ");
        put_thread(t, f->other_thread, one_block ? NULL : &f->other_block);
        text_add(t, " %s it", f->second_writes ? "writes" : "reads");
    }
    free(word);
}
