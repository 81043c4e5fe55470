// versions.h - versions of the labs' solutions, wrong ones and right ones of another shape, and
// what the grader says about them. tests/versions/README.md explains the files.
//
// One program grades all versions (audit.c, `make audit-versions`); another one grades a sample
// (tests/test_versions.c, `make test`). Both read the versions (read.c), combine them into
// submissions (combine.c), grade these (grade.c), and compare each grade with what the version's
// first lines expect (verdict.c).
#pragma once

#include <stdbool.h>

#include "grader/grader.h"

enum {
    MAX_VERSIONS = 2048,
    MAX_RENAMED = 16, // functions that a version replaces
    MAX_MARKS = 32,   // lines with WRONG
    VERSION_NAME = 64,
    VERSION_WORDS = 1024,
    VERSION_PATH = 512
};

typedef struct {
    const Lab *lab;
    char name[VERSION_NAME];
    char *text, *answers; // the file; a file of answers beside it, or NULL
    bool headers;         // it includes system headers before the solution
    bool race;            // a version of Lab.fastest, not of Lab.source: "fastest_..."

    // What the first lines expect.
    bool right;                 // all points
    int part;                   // number of the part with the mistake; 0 if it is right
    char item[VERSION_NAME];    // "reduction.pairs.right": lost
    char words[VERSION_WORDS];  // that item says
    char first[VERSION_WORDS];  // what a student reads first says
    int mark[MAX_MARKS], marks; // lines with WRONG
    char problem[256];          // why it is no version; or ""

    // How it replaces functions of the solution; see combine.c.
    char renamed[MAX_RENAMED][VERSION_NAME]; // reduce_single_int
    char sound[MAX_RENAMED][VERSION_NAME];   // sound_single_int
    int count;
    const char *rest;                // what follows the line that includes the solution; or NULL
    char include_line[VERSION_PATH]; // that line
    int include;                     // its number
} Version;

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
void batch_folder(const Batch *b, char folder[VERSION_PATH]);
void batch_write(const Batch *b);

// ---- grade.c --------------------------------------------------------------------------------

// Grades every version whose grade is not there yet, as many at a time as there are processors.
// Afterwards the grade of a version is in build/versions/grades. Tells how far it is if `progress`.
void versions_grade(const VersionList *list, bool progress);
// Status of build/grade for that version; -1 if there is none.
int version_status(const Version *v);
void version_grade_path(const Version *v, const char *ending, char path[VERSION_PATH]);

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
