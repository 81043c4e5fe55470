// spun.c - the word that the threads of a deadlock look at again and again: its value. Of a lock
// that is taken, which is a word that is not 0, also its holder: the thread of the last atomicCAS
// or atomicExch that has changed the word. Of other words, who has written them last, where that is
// recorded.
#include "findings.h"

#include "cudasim.h"
#include "observers.h"

#include <stdlib.h>

static bool spins(const Warp *w)
{
    for (uint32_t i = 0; w->live && i < w->ngroups; i++)
        if (w->groups[i].state == GROUP_yielded || w->groups[i].state == GROUP_ready)
            return w->look.at != 0;
    return false;
}

static const Warp *spinning_warp(const Launch *l)
{
    for (uint32_t i = 0; i < l->nblocks; i++)
        for (uint32_t k = 0; k < l->blocks[i]->nwarps; k++)
            if (spins(l->blocks[i]->warps[k]))
                return l->blocks[i]->warps[k];
    return NULL;
}

// Where the thread that has the lock is now.
static void find_writer(const Launch *l, SpunWord *s, uint32_t thread)
{
    uint32_t bit = 1u << thread % WARP_SIZE;
    s->ended = true;
    for (uint32_t i = 0; i < l->nblocks; i++) {
        const Block *b = l->blocks[i];
        if (b->id.x != s->block.x || b->id.y != s->block.y || b->id.z != s->block.z)
            continue;
        const Warp *w = b->warps[thread / WARP_SIZE];
        s->ended = !(w->live & bit);
        for (uint32_t k = 0; w->live && k < w->ngroups; k++)
            s->caught |= (w->groups[k].mask & bit) && w->groups[k].state == GROUP_barrier;
    }
}

SpunWord *spun_word(const Launch *l)
{
    const Warp *w = spinning_warp(l);
    const Alloc *a = w ? mem_find(w->look.at) : NULL;
    if (!a || a->size - (w->look.at - a->addr) < sizeof(uint32_t))
        return NULL;
    SpunWord *s = must_calloc(1, sizeof *s);
    s->address = w->look.at;
    memcpy(&s->value, mem_host(s->address, sizeof s->value), sizeof s->value);
    const Exchange *e = &device.exchanged[s->address / 4 % EXCHANGED];
    s->written = s->value && e->addr == s->address && e->launch == l->serial;
    if (s->written) {
        s->line = line_of_step(e->code, e->step);
        s->block = e->block;
        s->thread = thread_index(l->block, e->thread);
        find_writer(l, s, e->thread);
    }
    return s;
}

// ", as thread ... wrote it at ...", malloc'ed.
static char *written_text(uint64_t address)
{
    CudasimWriter w;
    observers_last_writer((const void *)address, &w);
    if (w.kind == CUDASIM_WRITER_NONE)
        return text_format("; nothing was ever written there");
    if (w.kind != CUDASIM_WRITER_KERNEL || !w.line)
        return text_format("%s", "");
    const char *name = strrchr(w.file, '/');
    return text_format(", as thread (%u,%u,%u) of block (%u,%u,%u) wrote it at %s:%d", w.thread[0],
                       w.thread[1], w.thread[2], w.block[0], w.block[1], w.block[2],
                       name ? name + 1 : w.file, w.line);
}

char *spun_text(const SpunWord *s)
{
    const Alloc *a = mem_find(s->address);
    char place[300] = "?", name[80];
    if (a && a->name)
        snprintf(name, sizeof name, "%s", a->name);
    else
        snprintf(name, sizeof name, "the word at 0x%llx", (unsigned long long)s->address);
    if (!s->written) {
        char *who = written_text(s->address);
        char *text =
            text_format("The threads that spin look at %s, which is %u%s", name, s->value, who);
        free(who);
        return text;
    }
    line_text(s->line, place, sizeof place);
    return text_format("The threads that spin look at %s, which is %u: thread (%u,%u,%u) of block "
                       "(%u,%u,%u) has taken it, at %s, and %s",
                       name, s->value, s->thread.x, s->thread.y, s->thread.z, s->block.x,
                       s->block.y, s->block.z, place,
                       s->ended    ? "has ended"
                       : s->caught ? "waits at a barrier"
                                   : "does not give it back");
}
