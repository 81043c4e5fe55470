// reach.c - which functions that the grader calls get something else by a patch.
//
// A patch changes pieces of a file. It concerns each entry that uses a changed piece, directly or
// through other pieces; or, with a line FOR, only those of these entries that the line names. All
// pieces on the way from these entries to the changed ones are the version's. Where other entries
// use one of them, too, there have to be two of it (combine.c).
#include "versions.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"

enum { MAX_DEFINES = 8192 };

// The pieces that define a word: a chain.
static struct {
    int first[WORDS], piece[MAX_DEFINES], next[MAX_DEFINES], count;
} of_word;

static void index_words(const Source *source)
{
    memset(&of_word, 0, sizeof of_word);
    for (int i = 0; i < source->count; i++)
        for (int k = 0; k < source->piece[i].defines.count; k++) {
            int word = source->piece[i].defines.word[k], at = ++of_word.count;
            if (at == MAX_DEFINES) {
                fprintf(stderr, "versions: a file has too many names\n");
                exit(1);
            }
            of_word.piece[at] = i;
            of_word.next[at] = of_word.first[word];
            of_word.first[word] = at;
        }
}

// All that a piece uses, itself included, is used by the entry.
static void reach_from(Version *v, int piece, uint64_t entry)
{
    if (v->reach[piece] & entry)
        return;
    v->reach[piece] |= entry;
    const Words *uses = &v->source.piece[piece].uses;
    for (int k = 0; k < uses->count; k++)
        for (int at = of_word.first[uses->word[k]]; at; at = of_word.next[at])
            reach_from(v, of_word.piece[at], entry);
}

static bool uses_one_of(const Piece *piece, const bool *those)
{
    for (int k = 0; k < piece->uses.count; k++)
        for (int at = of_word.first[piece->uses.word[k]]; at; at = of_word.next[at])
            if (those[of_word.piece[at]])
                return true;
    return false;
}

// The pieces that are changed, or use a changed one.
static bool *leading_to_change(const Source *source)
{
    bool *leads = must_calloc((size_t)source->count, sizeof *leads);
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < source->count; i++)
            if (!leads[i] && (source->piece[i].was || uses_one_of(&source->piece[i], leads)))
                again = leads[i] = true;
    }
    return leads;
}

// Whether the line FOR names the entry; without that line, all are meant.
static bool is_meant(const Version *v, const Piece *entry)
{
    char names[VERSION_WORDS], *rest = NULL;
    snprintf(names, sizeof names, "%s", v->only);
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        if (!fnmatch(name, word_text(entry->defines.word[0]), 0))
            return true;
    return !v->only[0];
}

static void find_entries(Version *v, const bool *leads)
{
    const Source *source = &v->source;
    for (int i = 0, entry = 0; i < source->count; i++)
        if (source->piece[i].is_entry && entry++ < MAX_ENTRIES && leads[i] &&
            is_meant(v, &source->piece[i]))
            v->entries |= 1ull << (entry - 1);
    if (v->only[0] && !v->entries && !v->problem[0])
        snprintf(v->problem, sizeof v->problem,
                 "FOR names no function that the patch concerns: %.99s", v->only);
}

// sound_NAME is the solution's function NAME, with all that it uses.
static bool uses_sound(const Piece *piece)
{
    for (int k = 0; k < piece->uses.count; k++)
        if (!strncmp(word_text(piece->uses.word[k]), "sound_", 6))
            return true;
    return false;
}

// Functions of one name are one to those who call them.
static void add_namesakes(Version *v)
{
    bool *own = must_calloc((size_t)v->source.count, sizeof *own);
    memcpy(own, v->changes, (size_t)v->source.count * sizeof *own);
    for (int i = 0; i < v->source.count; i++) {
        const Words *names = &v->source.piece[i].defines;
        for (int k = 0; own[i] && k < names->count; k++)
            for (int at = of_word.first[names->word[k]]; at; at = of_word.next[at])
                v->changes[of_word.piece[at]] = true;
    }
    free(own);
}

void version_reach(Version *v)
{
    const Source *source = &v->source;
    int entries = 0;
    index_words(source);
    v->reach = must_calloc((size_t)source->count, sizeof *v->reach);
    v->changes = must_calloc((size_t)source->count, sizeof *v->changes);
    for (int i = 0; i < source->count; i++)
        if (source->piece[i].is_entry && entries < MAX_ENTRIES)
            reach_from(v, i, 1ull << entries++);
    bool *leads = leading_to_change(source);
    find_entries(v, leads);
    for (int i = 0; i < source->count; i++) {
        const Piece *piece = &source->piece[i];
        bool idle = piece->was && (piece->is_include || !v->reach[i]); // or used by nobody
        v->changes[i] = idle || (leads[i] && v->reach[i] & v->entries);
        v->alone = v->alone || idle || (piece->was && uses_sound(piece));
    }
    add_namesakes(v);
    free(leads);
}
