// demo_table.c - see demo_table.h.
#include "demo_table.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

enum { RESULT = 6, INDENT = 2, LONG = 20 }; // a longer text has a line of its own

void demo_table_title(DemoTable *table, const char *title)
{
    table->title[table->titles++] = title;
}

void demo_table_row(DemoTable *table, const char *name, const char *result)
{
    DemoRow *row = &table->row[table->rows < DEMO_ROWS ? table->rows++ : DEMO_ROWS - 1];
    *row = (DemoRow){.cells = 0};
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->result, sizeof row->result, "%s", result);
}

void demo_table_text(DemoTable *table, const char *text)
{
    DemoRow *row = &table->row[table->rows - 1];
    snprintf(row->cell[row->cells++], DEMO_CELL, "%s", text);
}

void demo_table_value(DemoTable *table, double value, bool known)
{
    char text[DEMO_CELL] = "-";
    if (known && value == (double)(long long)value)
        snprintf(text, sizeof text, "%lld", (long long)value);
    else if (known)
        snprintf(text, sizeof text, "%.2f", value);
    demo_table_text(table, text);
}

// ---- widths ---------------------------------------------------------------------------------

// A title has two lines: it is divided where the longer piece is shortest.
static int divide(const char *title)
{
    int n = (int)strlen(title), best = n, longest = n;
    for (int i = 1; i < n; i++) {
        bool blank = title[i] == ' ', slash = title[i - 1] == '/' && n - i > 2; // not "GB/s"
        int rest = n - i - blank, piece = i > rest ? i : rest;
        if ((blank || slash) && piece < longest) {
            longest = piece;
            best = i;
        }
    }
    return best;
}

static const char *second_piece(const char *title)
{
    const char *rest = title + divide(title);
    return rest + (*rest == ' ');
}

static int larger(int a, int b) { return a > b ? a : b; }

static bool is_long(const char *cell) { return strlen(cell) > LONG; }

static int column_width(const DemoTable *table, int c)
{
    int width = larger(divide(table->title[c]), (int)strlen(second_piece(table->title[c])));
    for (int r = 0; r < table->rows; r++)
        if (!is_long(table->row[r].cell[c]))
            width = larger(width, (int)strlen(table->row[r].cell[c]));
    return width;
}

// Of the columns of numbers, with a blank before each.
static int numbers_width(const DemoTable *table)
{
    int width = 0;
    for (int c = 0; c < table->titles; c++)
        width += 1 + column_width(table, c);
    return width;
}

static int names_width(const DemoTable *table)
{
    int width = (int)strlen("variant");
    for (int r = 0; r < table->rows; r++)
        width = larger(width, (int)strlen(table->row[r].name));
    return width;
}

// ---- printing -------------------------------------------------------------------------------

static bool any_divided(const DemoTable *table)
{
    for (int c = 0; c < table->titles; c++)
        if (*second_piece(table->title[c]))
            return true;
    return false;
}

// A title of one piece is on the second line.
static void print_titles(const DemoTable *table, bool second, FILE *out)
{
    for (int c = 0; c < table->titles; c++) {
        const char *title = table->title[c], *rest = second_piece(title);
        const char *text = !second ? title : *rest ? rest : title;
        int n = second ? (int)strlen(text) : *rest ? divide(title) : 0;
        fprintf(out, " %*.*s", column_width(table, c), n, text);
    }
}

static void print_cells(const DemoTable *table, const DemoRow *row, int width, FILE *out)
{
    const char *below = "";
    for (int c = 0; c < row->cells; c++)
        if (is_long(row->cell[c]))
            below = row->cell[c];
        else
            fprintf(out, " %*s", column_width(table, c), row->cell[c]);
    fputc('\n', out);
    text_wrap(out, width, 2 * INDENT, below);
}

// Where a name and the numbers do not fit into a line, the numbers are below.
void demo_table_print(const DemoTable *table, int width, FILE *out)
{
    if (!table->rows)
        return;
    int names = names_width(table);
    bool below = names + 1 + RESULT + numbers_width(table) > width;
    text_wrap(out, width, 0, table->heading);
    if (any_divided(table)) {
        fprintf(out, "%*s", below ? INDENT : names + 1 + RESULT, "");
        print_titles(table, false, out);
        fputc('\n', out);
    }
    if (below)
        fprintf(out, "%*s", INDENT, "");
    else
        fprintf(out, "%-*s result", names, "variant");
    print_titles(table, true, out);
    fputc('\n', out);
    for (int r = 0; r < table->rows; r++) {
        const DemoRow *row = &table->row[r];
        fprintf(out, below ? "%-*s: %-*s" : "%-*s %-*s", below ? 0 : names, row->name,
                below ? 0 : RESULT, row->result);
        if (below)
            fprintf(out, "\n%*s", INDENT, "");
        print_cells(table, row, width, out);
    }
    for (int i = 0; i < table->log.count; i++)
        fprintf(out, "%s\n", table->log.line[i]);
    fflush(out);
}

void demo_table_free(DemoTable *table)
{
    lines_free(&table->log);
    free(table);
}
