// combine.c - several versions in one submission.
//
// Most of a compilation goes into what all versions share. So wrong versions of different parts,
// which concern different entries, make one submission, like a student with several mistakes; and
// so do right versions. What only the entries of one version use is changed in its place. What
// others use, too, stays as it is, and the version gets a copy below with a name of its own. Of an
// entry that others use, the copy is the solution's: sound_NAME. Names that only a version has get
// its name, too.
#include "versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/alloc.h"
#include "tests/regions.h"

// Answers are a file of the whole submission, and so is a version that is no patch.
static bool is_alone(const Version *v)
{
    return v->answers || v->alone || !v->is_patch || v->on[0] || v->problem[0];
}

// Whether an entry of one version calls an entry of the other.
static bool calls(const Version *a, const Version *b)
{
    uint64_t entry = 1;
    for (int i = 0; i < a->source.count; i++) {
        const Piece *piece = &a->source.piece[i];
        if (piece->is_entry && b->entries & entry && a->reach[i] & a->entries)
            return true;
        entry <<= piece->is_entry;
    }
    return false;
}

bool versions_fit(const Version *a, const Version *b)
{
    return a->lab == b->lab && a->file == b->file && a->right == b->right &&
           (a->right || a->part != b->part) && !is_alone(a) && !is_alone(b) &&
           !(a->entries & b->entries) && !calls(a, b) && !calls(b, a);
}

// Each version goes into the first batch where it fits.
void batches_make(Batches *all, const VersionList *list)
{
    static int batch_of[MAX_VERSIONS];
    int n = 0;
    all->count = 0;
    for (int i = 0; i < list->count; i++) {
        for (batch_of[i] = 0; batch_of[i] < all->count; batch_of[i]++) {
            bool room = true;
            for (int k = 0; room && k < i; k++)
                room = batch_of[k] != batch_of[i] ||
                       versions_fit(&list->version[i], &list->version[k]);
            if (room)
                break;
        }
        all->count += batch_of[i] == all->count;
    }
    for (int b = 0; b < all->count; b++) {
        all->batch[b] = (Batch){&all->order[n], 0};
        for (int i = 0; i < list->count; i++)
            if (batch_of[i] == b)
                all->order[n++] = &list->version[i];
        all->batch[b].count = (int)(&all->order[n] - all->batch[b].version);
    }
}

// ---- the file -------------------------------------------------------------------------------

// Whether another entry of the submission uses the version's piece, too.
static bool is_shared(const Batch *b, const Version *v, int piece)
{
    for (int k = 0; k < b->count; k++)
        if (b->version[k]->reach[piece] & ~v->entries)
            return true;
    return false;
}

// The version's own entries have the names that the grader calls.
static bool is_called(const Version *v, int piece)
{
    int bit = 0;
    for (int i = 0; i < piece; i++)
        bit += v->source.piece[i].is_entry;
    return v->source.piece[piece].is_entry && v->entries >> bit & 1;
}

// The names that a version has for itself.
static void add_own_names(Words *own, const Batch *b, const Version *v)
{
    for (int i = 0; i < v->source.count; i++) {
        const Piece *piece = &v->source.piece[i];
        bool copied = is_shared(b, v, i) && !is_called(v, i);
        int end = b->count > 1 || copied ? piece->defines.count : 0;
        for (int k = copied ? 0 : piece->given; v->changes[i] && k < end; k++)
            words_add(own, piece->defines.word[k]);
    }
}

// The names of entries that are the version's, but are used by others, too: these use the
// solution's function, which gets the name sound_NAME.
static void add_sound_names(Words *sound, const Batch *b, const Version *v)
{
    for (int i = 0; i < v->source.count; i++)
        if (v->changes[i] && is_called(v, i) && is_shared(b, v, i))
            words_add(sound, v->source.piece[i].defines.word[0]);
}

// How names change in a text of the submission.
typedef struct {
    const Version *version; // whose text it is; NULL: the solution's
    Words own, sound;
} Names;

static void write_word(FILE *f, const Names *names, const Lexeme *token)
{
    int word = word_number(token->begin, token->size);
    fprintf(f, "%s%.*s", words_have(&names->sound, word) ? "sound_" : "", (int)token->size,
            token->begin);
    if (words_have(&names->own, word))
        fprintf(f, "_%s", names->version->name);
}

// A line with its names, and with the version's name at the mark of a mistake.
static void write_line(FILE *f, const Names *names, const char *line)
{
    char *copy = strndup(line, (size_t)(next_line(line) - line));
    char *mark = strstr(copy, "// WRONG"), *end = mark ? mark + strlen("// WRONG") : NULL;
    const char *at = copy, *from = copy;
    Lexeme token, before = {"", 0, false};
    for (; next_token(&at, &token); before = token, from = at) {
        fprintf(f, "%.*s", (int)(token.begin - from), from);
        if (token.is_word && !is_member(&before))
            write_word(f, names, &token);
        else
            fprintf(f, "%.*s", (int)token.size, token.begin);
    }
    if (mark && names->version)
        fprintf(f, "%.*s in %s%s", (int)(end - from), from, names->version->name, end);
    else
        fputs(from, f);
    free(copy);
}

// Of a copy only the lines with code: the marks of a TODO are there once.
static void write_text(FILE *f, const Names *names, const char *text, bool copy)
{
    for (const char *line = text; *line; line = next_line(line)) {
        size_t blank = strspn(line, " ");
        if (!copy || (line[blank] != '\n' && strncmp(line + blank, "//", 2)))
            write_line(f, names, line);
    }
}

// Whether a version calls the solution's own function by the name sound_NAME.
static bool calls_sound(const Version *v, const Piece *piece)
{
    char sound[VERSION_PATH];
    bool calls = false;
    snprintf(sound, sizeof sound, "sound_%s",
             piece->given ? word_text(piece->defines.word[0]) : "");
    for (int i = 0; piece->was && i < v->source.count; i++)
        calls = calls || (v->source.piece[i].was &&
                          words_have(&v->source.piece[i].uses, word_number(sound, strlen(sound))));
    return calls;
}

// names[0] is for the solution's text, names[1 + k] for that of version k.
static void write_piece(FILE *f, const Batch *b, const Names *names, int piece)
{
    const Piece *first = &b->version[0]->source.piece[piece];
    const char *text = first->was ? first->was : first->text;
    int in_place = -1;
    bool sound = false;
    for (int k = 0; k < b->count; k++) {
        const Version *v = b->version[k];
        if (!v->changes[piece] || (is_shared(b, v, piece) && !is_called(v, piece)))
            continue;
        in_place = k;
        sound = calls_sound(v, &v->source.piece[piece]);
    }
    if (in_place >= 0 && sound && !words_have(&names[0].sound, first->defines.word[0])) {
        Names also = {NULL, {NULL, 0}, {NULL, 0}};
        words_add(&also.sound, first->defines.word[0]);
        write_text(f, &also, text, true);
        free(also.sound.word);
    }
    if (in_place < 0 || words_have(&names[0].sound, first->given ? first->defines.word[0] : -1))
        write_text(f, &names[0], text, in_place >= 0);
    for (int k = 0; k < b->count; k++)
        if (b->version[k]->changes[piece])
            write_text(f, &names[1 + k], b->version[k]->source.piece[piece].text, k != in_place);
}

char *batch_text(const Batch *b)
{
    const Version *first = b->version[0];
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    Names *names = must_calloc((size_t)b->count + 1, sizeof *names);
    for (int k = 0; k <= b->count; k++) {
        names[k].version = k ? b->version[k - 1] : NULL;
        if (k && first->is_patch)
            add_own_names(&names[k].own, b, b->version[k - 1]);
        for (int other = 1; first->is_patch && other <= b->count; other++)
            if (other != k)
                add_sound_names(&names[k].sound, b, b->version[other - 1]);
    }
    for (int i = 0; first->is_patch && i < first->source.count; i++)
        write_piece(f, b, names, i);
    if (!first->is_patch)
        write_text(f, &names[1], first->text, false);
    for (int k = 0; k <= b->count; k++) {
        free(names[k].own.word);
        free(names[k].sound.word);
    }
    free(names);
    fclose(f);
    return text;
}

// ---- the submission -------------------------------------------------------------------------

void batch_folder(const Batch *b, const char *parent, char folder[VERSION_PATH])
{
    const Version *first = b->version[0];
    snprintf(folder, VERSION_PATH, "%s/%s.%s%s", parent, first->lab->name, first->name,
             b->count > 1 ? "" : ".alone");
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) {
        perror(path);
        exit(1);
    }
}

// What a version gets wrong is its code, unless it has answers of its own.
static void write_answers(const char *folder, const Version *v)
{
    char path[3 * VERSION_PATH];
    snprintf(path, sizeof path, "solutions/%s/%s", v->lab->name, v->lab->answers);
    char *answers = v->answers ? strdup(v->answers) : load_text(path);
    snprintf(path, sizeof path, "%s/%s", folder, v->lab->answers);
    write_file(path, answers ? answers : "");
    free(answers);
}

// Another file of the lab.
static void copy_solution(const char *folder, const Lab *lab, const char *file)
{
    char path[2 * VERSION_PATH];
    snprintf(path, sizeof path, "solutions/%s/%s", lab->name, file);
    char *text = load_text(path);
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, file);
    write_file(path, text ? text : "");
    free(text);
}

void batch_write(const Batch *b, const char *parent)
{
    const Lab *lab = b->version[0]->lab;
    char folder[VERSION_PATH], path[2 * VERSION_PATH];
    batch_folder(b, parent, folder);
    mkdir(parent, 0777);
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/%s", folder, lab->name);
    mkdir(path, 0777);
    if (lab->answers)
        write_answers(path, b->version[0]);
    char *text = batch_text(b);
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, version_file(b->version[0]));
    write_file(path, text);
    free(text);
    for (LabFile f = 0; f < LAB_FILES; f++)
        if (lab_file(lab, f) && f != b->version[0]->file)
            copy_solution(folder, lab, lab_file(lab, f));
}
