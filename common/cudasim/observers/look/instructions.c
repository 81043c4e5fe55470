// instructions.c - the PTX of a kernel, for each instruction its line and how often warps executed
// it. A kernel is written with its first launch.
#include "look.h"

#include <stdlib.h>

static uint32_t *written; // serial numbers of codes
static uint32_t nwritten, size_written;

static bool is_written(const Code *c)
{
    for (uint32_t i = 0; i < nwritten; i++)
        if (written[i] == c->serial)
            return true;
    written = array_room(written, nwritten, &size_written, sizeof *written);
    written[nwritten++] = c->serial;
    return false;
}

static const char *put_instruction(Text *t, const Code *c, uint32_t i, const char *comma)
{
    const Inst *in = c->steps[i].inst;
    char *text = NULL, table[24];
    size_t size = 0;
    if (!in || in < c->func->insts || in >= c->func->insts + c->func->ninsts)
        return comma; // the machine has added the step
    FILE *f = open_memstream(&text, &size);
    if (!f)
        out_of_memory();
    snprintf(table, sizeof table, "$T%u", (unsigned)(in - c->func->insts));
    inst_print(f, c->func, in, table);
    fclose(f);
    text_add(t, "%s{\"text\":", comma);
    text_json(t, text);
    look_place(t, code_info(c)->line[i]);
    text_add(t, c->counts[i].warps ? ",\"executed\":%llu}" : "}",
             (unsigned long long)c->counts[i].warps);
    free(text);
    return ",";
}

void instructions_put(const Launch *l, Text *t, size_t *left)
{
    const char *comma = "";
    size_t before = t->used;
    text_put(t, ",\"ptx\":[");
    for (uint32_t k = 0; k < l->nused; k++) {
        const Code *c = l->used[k];
        if (!c->counts || is_written(c))
            continue;
        for (uint32_t i = 0; i < c->nsteps && t->used - before < *left; i++)
            comma = put_instruction(t, c, i, comma);
    }
    text_put(t, "]");
    *left -= t->used - before < *left ? t->used - before : *left;
}
