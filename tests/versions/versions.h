// versions.h - versions of the labs' solutions, wrong ones and right ones of another shape, and
// what the grader says about them. tests/versions/README.md explains the files.
//
// Most versions are patches. The solution is cut into its functions (source.c), the patch is
// applied (patch.c), and what the grader can call tells which functions it concerns (reach.c).
// Versions of different parts make one submission (combine.c). The submissions are graded
// (grade.c), and each grade is compared with what the version's first lines expect (verdict.c).
//
// One program grades all versions (audit.c, `make audit-versions`), and the right ones under many
// seeds (seeds.c); another one grades a sample
// (tests/test_versions.c, `make test`); tests/test_patch.c applies all patches.
#pragma once

#include <stdbool.h>

#include "grader/grader.h"

enum {
    MAX_VERSIONS = 2048,
    WORDS = 1 << 16,  // a word's number is less
    MAX_ENTRIES = 64, // functions of a file that other files call
    VERSION_NAME = 64,
    VERSION_WORDS = 1024,
    VERSION_PATH = 512
};

// ---- source.c -------------------------------------------------------------------------------

typedef struct {
    int *word;
    int count;
} Words;

typedef struct {
    const char *begin;
    size_t size;
    bool is_word;
} Lexeme;

typedef struct {
    char *text;          // whole lines
    char *was;           // before a patch; NULL: the piece is as it was
    size_t done;         // the bytes at its beginning that a patch has been through
    Words defines, uses; // names, and all words
    int given;           // so many of the names are those before the patch
    bool is_entry;       // a function that other files can call: the grader's entry
    bool is_include;
} Piece;

typedef struct {
    Piece *piece;
    int count;
} Source;

int word_number(const char *word, size_t size);
const char *word_text(int word);
bool words_have(const Words *words, int word);
void words_add(Words *words, int word);
bool next_token(const char **at, Lexeme *token); // passes over comments
bool token_is(const Lexeme *token, const char *text);
bool is_member(const Lexeme *before); // the token after `before` is a member's name
void source_read(Source *source, const char *text);
Source source_copy(const Source *source);
void piece_set(Piece *piece, char *text);
// The text with `to` in place of the word `from`, also in `name##from`. The caller frees it.
char *replaced(const char *text, const char *from, const char *to);
// The text, with functions where it has macros that define functions. The caller frees it.
char *source_expanded(const char *text);

// ---- versions -------------------------------------------------------------------------------

typedef struct {
    const Lab *lab;
    char name[VERSION_NAME];
    char *text, *answers; // the file; a file of answers beside it, or NULL
    bool is_patch;        // else `text` is all of the submission's file
    LabFile file;         // of which it is a version: "fastest_...", "program_..."

    // What the first lines expect.
    bool right;                // all points
    int part;                  // number of the part with the mistake; 0 if it is right
    char item[VERSION_NAME];   // "reduction.pairs.right": lost
    char words[VERSION_WORDS]; // that item says
    char first[VERSION_WORDS]; // what a student reads first says
    bool marked;               // some line has the mark WRONG
    char problem[512];         // why it is no version; or ""

    // Of a patch; see reach.c.
    char only[VERSION_WORDS]; // the line FOR: entries that the patch concerns; ""
    char on[VERSION_NAME];    // the line ON: the version to which the patch is applied; ""
    Source source;            // with the patch
    uint64_t *reach;          // by piece: entries that use the piece, a bit for each
    bool *changes;            // by piece: its entries get another one
    uint64_t entries;         // that get something else than in the solution
    bool alone;               // what it changes concerns all of the file
} Version;

// ---- patch.c --------------------------------------------------------------------------------

// Applies a patch; sets v->problem if it does not apply.
void patch_apply(Version *v, const char *patch, Source *source);

// ---- reach.c --------------------------------------------------------------------------------

void version_reach(Version *v);

// ---- read.c ---------------------------------------------------------------------------------

typedef struct {
    Version version[MAX_VERSIONS];
    int count;
} VersionList;

// All versions of all labs, in order; only those of that name, or of the
// lab of that name, unless `only` is NULL.
void versions_read(VersionList *list, const char *only);
// Keeps a sample: of each lab one wrong version of each part, of every third lab also right ones,
// as many as fit into one file. A hash of their names decides which.
void versions_sample(VersionList *list);
// Reads one version, of which lab and name are set.
void version_read(Version *v);
void version_path(const Version *v, char path[VERSION_PATH]);
// The name of the lab's file of which it is a version: "reduction.cu", "fastest.cu".
const char *version_file(const Version *v);

// ---- combine.c ------------------------------------------------------------------------------

// Versions that are one submission: build/versions/04_reduction.NAME, the name of the first.
typedef struct {
    const Version **version; // in `order`
    int count;
} Batch;

typedef struct {
    const Version *order[MAX_VERSIONS]; // batch by batch
    Batch batch[MAX_VERSIONS];
    int count;
} Batches;

bool versions_fit(const Version *a, const Version *b);
void batches_make(Batches *all, const VersionList *list);
// The text of the submission's file. The caller frees it.
char *batch_text(const Batch *b);
// Writes the submission to a folder of that name in `parent`.
void batch_write(const Batch *b, const char *parent);
void batch_folder(const Batch *b, const char *parent, char folder[VERSION_PATH]);

// ---- grade.c --------------------------------------------------------------------------------

// Grades every version whose grade is not there yet, as many at a time as there are processors.
// Afterwards the grade of a version is in build/versions/grades. Tells how far it is if `progress`.
void versions_grade(const VersionList *list, bool progress);
// Status of build/grade for that version, and the submission's folder; -1 if there is none.
int version_status(const Version *v, char folder[VERSION_PATH]);
void version_grade_path(const Version *v, const char *ending, char path[VERSION_PATH]);

// ---- seeds.c --------------------------------------------------------------------------------

// Grades the solutions of the list's labs and its right versions with the seeds `from` to `to`.
// Prints each item that loses points. Returns whether none does.
bool versions_seeds(VersionList *list, uint64_t from, uint64_t to);

// ---- verdict.c ------------------------------------------------------------------------------

typedef struct {
    bool graded;
    bool caught;        // wrong versions: the part loses points
    bool first_words;   // what a student reads first says what it must say
    bool first_line;    // and names a marked line, or none is marked
    bool full;          // right versions: nothing is lost
    int false_findings; // where nothing is wrong
    char problem[2048]; // what is not as expected; "" if all is
    char message[2048]; // what a student reads first
} VersionVerdict;

void version_verdict(const Version *v, VersionVerdict *verdict);

// ---- margins.c ------------------------------------------------------------------------------

#define CLOSE_MARGIN 0.1

struct json_t; // an item of a grade

// The part of the bound that is left; negative: the gate does not hold.
double margin_of(double value, double gate, bool at_least);
void margins_add(const char *version, const struct json_t *item);
// Of a lab ("reduction"): the smallest margin for which the suite has no reason.
double margins_smallest(const char *lab);
bool margins_write(const char *path);
// Calls `tell` with each line of the file that has too small a margin, and returns how many there
// are; -1: the file cannot be read.
int margins_close(const char *path, void (*tell)(const char *line));
