// csv.c - see csv.h.
#include "csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"

enum { MAX_TABLE = 16 << 20 }; // bytes

static char find_separator(const char *text)
{
    static const char separators[] = ",;\t";
    int count[3] = {0}, best = 0;
    for (size_t n = strcspn(text, "\r\n"), i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            count[k] += text[i] == separators[k];
    for (int k = 1; k < 3; k++)
        if (count[k] > count[best])
            best = k;
    return separators[best];
}

// Cuts the next field out of the text, and ends it with a 0. *text becomes what follows it, without
// the character that ended it, which is returned.
static char next_field(char **text, char separator, int *line, char **field)
{
    char *from = *text + strspn(*text, " "), *to = from;
    *field = from;
    bool quoted = *from == '"';
    for (from += quoted; *from; from++) {
        if (quoted && *from == '"' && *++from != '"')
            quoted = false;
        if (!quoted && (*from == separator || *from == '\n' || !*from))
            break;
        *line += *from == '\n';
        *to++ = *from;
    }
    char end = *from;
    *text = from + (end != 0);
    while (to > *field && strchr(" \r", to[-1]))
        to--;
    *to = 0;
    return end;
}

static void add_row(Csv *csv, char **text, char separator, int *line)
{
    CsvRow row = {.line = *line};
    char end;
    do {
        size_t bytes = ((size_t)row.fields + 1) * sizeof *row.field;
        row.field = need(realloc(row.field, bytes));
        end = next_field(text, separator, line, &row.field[row.fields++]);
    } while (end == separator);
    *line += end == '\n';
    if (row.fields == 1 && !*row.field[0]) {
        free(row.field);
        return;
    }
    csv->row = need(realloc(csv->row, ((size_t)csv->rows + 1) * sizeof *csv->row));
    csv->row[csv->rows++] = row;
}

bool csv_read(Csv *csv, const char *path, char *problem, size_t size)
{
    size_t bytes;
    int line = 1;
    *csv = (Csv){0};
    if (file_read(path, MAX_TABLE, &csv->text, &bytes) != FILE_read) {
        snprintf(problem, size, "no such file, or it is not a regular file");
        return false;
    }
    char *text = csv->text + text_mark(csv->text, bytes), separator = find_separator(text);
    if (memchr(text, 0, bytes - (size_t)(text - csv->text))) {
        snprintf(problem, size, "it is no text in UTF-8: save it as \"CSV UTF-8\"");
        return false;
    }
    while (*text)
        add_row(csv, &text, separator, &line);
    return true;
}

void csv_free(Csv *csv)
{
    for (int i = 0; i < csv->rows; i++)
        free(csv->row[i].field);
    free(csv->row);
    free(csv->text);
    *csv = (Csv){0};
}

const char *csv_field(const CsvRow *row, int column)
{
    return column >= 0 && column < row->fields ? row->field[column] : "";
}

int csv_column(const CsvRow *row, const char *names)
{
    for (const char *name = names; name; name = strchr(name, '|') ? strchr(name, '|') + 1 : NULL)
        for (int i = 0; i < row->fields; i++)
            if (strlen(row->field[i]) == strcspn(name, "|") &&
                strncasecmp(row->field[i], name, strcspn(name, "|")) == 0)
                return i;
    return -1;
}

void csv_put(FILE *f, const char *text)
{
    char clean[1024];
    text_clean(clean, sizeof clean, text ? text : "", text ? strlen(text) : 0);
    bool formula = clean[0] && strchr("=+-@", clean[0]);
    fprintf(f, "\"%s", formula ? "'" : "");
    for (const char *c = clean; *c; c++)
        fprintf(f, *c == '"' ? "\"\"" : "%c", *c);
    fputc('"', f);
}

bool csv_write(const char *path, const char *text, size_t bytes)
{
    static const char mark[] = "\xef\xbb\xbf";
    bool ascii = true;
    char *part;
    for (size_t i = 0; i < bytes; i++)
        ascii = ascii && (unsigned char)text[i] < 0x80;
    if (asprintf(&part, "%s.part", path) < 0)
        part = need(NULL);
    FILE *f = fopen(part, "w");
    bool written =
        f && (ascii || fputs(mark, f) >= 0) && fwrite(text, 1, bytes, f) == bytes && fflush(f) == 0;
    int why = errno;
    if (f && fclose(f) != 0 && written) {
        written = false;
        why = errno;
    }
    if (written && rename(part, path) != 0) {
        written = false;
        why = errno;
    }
    if (!written)
        unlink(part);
    free(part);
    errno = why;
    return written;
}
