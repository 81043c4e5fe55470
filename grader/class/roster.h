// roster.h - who is in the class: a table with a title for each column, as campus systems export
// it. Moodle's list of participants and Canvas's gradebook can be used as they are.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "csv.h"

typedef struct {
    char *name;                     // "Ann Lee"; in Canvas "Lee, Ann"
    const char *id, *email, *group; // "": there is none
} RosterRow;

typedef struct {
    Csv csv;
    RosterRow *row;
    int rows;
} Roster;

// NULL: a roster of nobody. False, with the reason.
bool roster_read(Roster *roster, const char *path, char *problem, size_t size);
void roster_free(Roster *roster);

// The student whom a name of a submission means, or a name in a table of the instructor: by name,
// ID or e-mail (also what is before the @), as Moodle calls a folder
// ("Ann Lee_123_assignsubmission_file_"), and as Canvas calls a file ("leeann_123"). -1: nobody.
int roster_find(const Roster *roster, const char *name);
