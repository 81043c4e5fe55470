// demo_table.h - the table of `make run`, as narrow as its numbers allow: no name is cut, and the
// lines fit the terminal.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "grader/base/lines.h"
#include "grader/grader.h"

enum { DEMO_COLUMNS = MAX_COLUMNS + 2, DEMO_ROWS = 128, DEMO_CELL = 120 };

typedef struct {
    char name[128], result[8];
    int cells;
    char cell[DEMO_COLUMNS][DEMO_CELL];
} DemoRow;

typedef struct {
    char heading[512];
    int titles, rows;
    const char *title[DEMO_COLUMNS];
    DemoRow row[DEMO_ROWS]; // further ones are left out, and said to be
    Lines log;              // what was printed, below the table
} DemoTable;

void demo_table_title(DemoTable *table, const char *title);
// Begins a row; its cells follow, one for each title.
void demo_table_row(DemoTable *table, const char *name, const char *result);
void demo_table_value(DemoTable *table, double value, bool known);
void demo_table_text(DemoTable *table, const char *text);
void demo_table_print(const DemoTable *table, int width, FILE *out);
void demo_table_free(DemoTable *table);
