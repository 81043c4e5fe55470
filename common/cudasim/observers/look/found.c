// found.c - the findings of a recording. They are written when their launch ends, before the report
// forgets them.
#include "look.h"

#include <stdlib.h>

static Text all;
static unsigned count, left_out;

static void put_other(Text *t, const Finding *f)
{
    text_put(t, ",\"other\":{");
    look_dim(t, "block", f->other_block);
    text_put(t, ",");
    look_dim(t, "thread", f->other_thread);
    look_place(t, f->other_line);
    text_put(t, "}");
}

// Its name in the program, as far as the program says.
static void put_word(Text *t, const Finding *f, const Launch *l)
{
    uint64_t element = f->word;
    const char *name = NULL;
    char *copy = NULL;
    const Alloc *a = f->is_shared ? NULL : mem_find(f->word);
    if (f->is_shared && l)
        copy = look_variable(l->code, f->word, &element);
    else if (a) {
        element -= a->addr;
        name = a->name ? a->name : a->buffer[0] ? a->buffer : NULL;
    }
    text_add(t, ",\"word\":{\"space\":\"%s\",", f->is_shared ? "shared" : "global");
    text_add(t, f->is_shared ? "\"offset\":%llu" : "\"address\":\"0x%llx\"",
             (unsigned long long)f->word);
    if (copy || name) {
        text_put(t, ",\"name\":");
        text_json(t, copy ? copy : name);
    }
    if (f->word_width && (copy || a))
        text_add(t, ",\"width\":%u,\"element\":%llu", f->word_width,
                 (unsigned long long)element / f->word_width);
    text_put(t, "}");
    free(copy);
}

// Two jobs, or a job and the host, on the same bytes.
static void put_sides(Text *t, const Finding *f)
{
    text_put(t, ",\"sides\":[");
    for (int i = 0; i < 2; i++) {
        text_put(t, i ? ",{\"what\":" : "{\"what\":");
        text_json(t, f->side[i]);
        text_add(t, ",\"does\":\"%s\"", f->does[i]);
        look_place(t, i ? f->other_line : f->line);
        text_put(t, "}");
    }
    text_put(t, "]");
}

static void put_spun(Text *t, const SpunWord *s)
{
    const Alloc *a = mem_find(s->address);
    text_add(t, ",\"spun\":{\"address\":\"0x%llx\",\"value\":%u", (unsigned long long)s->address,
             s->value);
    if (a && a->name) {
        text_put(t, ",\"name\":");
        text_json(t, a->name);
    }
    if (s->written) {
        text_put(t, ",");
        look_dim(t, "block", s->block);
        text_put(t, ",");
        look_dim(t, "thread", s->thread);
        look_place(t, s->line);
        text_add(t, ",\"now\":\"%s\"",
                 s->ended    ? "has ended"
                 : s->caught ? "waits at a barrier"
                             : "runs");
    }
    text_put(t, "}");
}

static void put_finding(Text *t, const Finding *f, const Launch *l)
{
    text_put(t, t->used ? ",{\"tool\":" : "{\"tool\":");
    text_json(t, f->tool);
    text_put(t, ",\"kind\":");
    text_json(t, f->label ? f->label : f->kind);
    text_add(t, ",\"severity\":\"%s\",\"cause\":\"%s\",\"message\":", severity_names[f->severity],
             cause_rows[f->cause].name);
    char *message = finding_sentences(f, l);
    text_json(t, message);
    free(message);
    text_add(t, ",\"count\":%llu", (unsigned long long)f->count);
    if (f->has_thread) {
        text_put(t, ",");
        look_dim(t, "block", f->block);
        text_put(t, ",");
        look_dim(t, "thread", f->thread);
    }
    look_place(t, f->line);
    if (f->has_other && !f->other_is_place)
        put_other(t, f);
    if (f->has_word || f->side[0])
        put_word(t, f, l);
    if (f->has_word)
        text_add(t, ",\"accesses\":[\"write\",\"%s\"]", f->second_writes ? "write" : "read");
    if (f->side[0])
        put_sides(t, f);
    if (f->spun)
        put_spun(t, f->spun);
    if (f->one_warp)
        text_put(t, ",\"one_warp\":true");
    if (cause_rows[f->cause].advice) {
        text_put(t, ",\"advice\":");
        text_json(t, cause_rows[f->cause].advice);
    }
    if (l)
        text_add(t, ",\"launch\":%llu", (unsigned long long)l->serial);
    text_put(t, "}");
}

void found_add(const Launch *l)
{
    for (const Finding *f = report_first(); f; f = report_next(f)) {
        if (count < LOOK_FINDINGS)
            put_finding(&all, f, l);
        else
            left_out++;
        count++;
    }
}

void found_put(Text *t)
{
    text_put(t, "[");
    text_put(t, all.used ? all.at : "");
    text_put(t, "]");
}
