// csv.h - tables as spreadsheets and campus systems write and read them (RFC 4180).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    char **field;
    int fields, line; // line: where it begins in the file, from 1
} CsvRow;

typedef struct {
    char *text;
    CsvRow *row;
    int rows; // blank lines are none
} Csv;

// Reads a table with commas, semicolons or tabs: what the first line has most of. A byte order mark
// does not count, nor do blanks around a field. False, with the reason.
bool csv_read(Csv *csv, const char *path, char *problem, size_t size);
void csv_free(Csv *csv);

// "" where the row is shorter.
const char *csv_field(const CsvRow *row, int column);
// The first column of the row that has one of the names, "a|b|c", in any case of letters; -1: none.
int csv_column(const CsvRow *row, const char *names);

// A name or a text as a field. A spreadsheet takes what begins with = + - or @ for a formula, so
// such a field gets an apostrophe. NULL: nothing.
void csv_put(FILE *f, const char *text);

// Writes a file. It replaces the one that was there when it is whole, so a full disk costs no
// table. Excel knows UTF-8 by a byte order mark: the file gets one if it has other letters than
// ASCII. False, with errno.
bool csv_write(const char *path, const char *text, size_t bytes);
