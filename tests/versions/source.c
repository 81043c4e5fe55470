// source.c - a CUDA file, cut into its pieces: functions, types, variables, directives.
//
// This is no compiler. A piece begins at the beginning of a line, and ends with the line where all
// brackets are closed and the last character is `;` or `}`. Its names are those that it defines;
// every other word in it may be the name of another piece.
#include "versions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/alloc.h"
#include "grader/base/hash.h"
#include "tests/regions.h"

// ---- words ----------------------------------------------------------------------------------

static char *table[WORDS];

int word_number(const char *word, size_t size)
{
    char *copy = strndup(word, size);
    uint64_t at = hash_text(copy, 0) % WORDS;
    while (table[at] && strcmp(table[at], copy))
        at = (at + 1) % WORDS;
    if (table[at])
        free(copy);
    else
        table[at] = copy;
    return (int)at;
}

const char *word_text(int word) { return table[word]; }

bool words_have(const Words *words, int word)
{
    for (int i = 0; i < words->count; i++)
        if (words->word[i] == word)
            return true;
    return false;
}

void words_add(Words *words, int word)
{
    if (words_have(words, word))
        return;
    words->word = must_realloc(words->word, (size_t)words->count + 1, sizeof *words->word);
    words->word[words->count++] = word;
}

static void add_token(Words *words, const Lexeme *token)
{
    words_add(words, word_number(token->begin, token->size));
}

static bool is_comment(const char *at) { return at[0] == '/' && (at[1] == '/' || at[1] == '*'); }

static const char *after_comment(const char *at)
{
    if (at[1] == '/')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

// The end of a text or character constant.
static const char *after_quoted(const char *at)
{
    const char *end = at + 1;
    while (*end && *end != *at && *end != '\n')
        end += end[0] == '\\' && end[1] ? 2 : 1;
    return end + (*end == *at);
}

bool next_token(const char **at, Lexeme *token)
{
    const char *begin = *at;
    while (isspace((unsigned char)*begin) || is_comment(begin))
        begin = is_comment(begin) ? after_comment(begin) : begin + 1;
    const char *end = begin;
    token->is_word = isalpha((unsigned char)*begin) || *begin == '_';
    if (token->is_word || isdigit((unsigned char)*begin))
        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
    else if (*begin == '"' || *begin == '\'')
        end = after_quoted(begin);
    else
        end += (begin[0] == '-' && begin[1] == '>') + (*begin != '\0');
    token->begin = begin;
    token->size = (size_t)(end - begin);
    *at = end;
    return end != begin;
}

bool token_is(const Lexeme *token, const char *text)
{
    return token->size == strlen(text) && !memcmp(token->begin, text, token->size);
}

static bool is_one_of(const Lexeme *token, const char *const *texts)
{
    while (*texts && !token_is(token, *texts))
        texts++;
    return *texts != NULL;
}

bool is_member(const Lexeme *before) { return token_is(before, ".") || token_is(before, "->"); }

// +1 for an opening bracket, -1 for a closing one.
static int bracket(const Lexeme *token)
{
    if (token->size != 1)
        return 0;
    return strchr("([{", *token->begin) ? 1 : strchr(")]}", *token->begin) ? -1 : 0;
}

// ---- what a piece defines -------------------------------------------------------------------

// Words that may be in front of a bracket, and are no name.
static const char *const no_names[] = {"__launch_bounds__", "__cluster_dims__", "__align__",
                                       "alignas",           "__attribute__",    NULL};
// The host cannot call these from another file.
static const char *const not_called[] = {"static",     "inline",    "__global__",
                                         "__device__", "constexpr", NULL};

static const char *after_template(const char *text)
{
    const char *at = text;
    Lexeme token;
    if (!next_token(&at, &token) || !token_is(&token, "template"))
        return text;
    for (int depth = 0; next_token(&at, &token);) {
        depth += token_is(&token, "<") - token_is(&token, ">");
        if (!depth)
            break;
    }
    return at;
}

// `enum Name { A, B = 1 }`: all names.
static void name_enumerators(Piece *piece, const char *at)
{
    Lexeme token, before = {"", 0, false};
    for (int depth = 0; next_token(&at, &token); before = token) {
        depth += bracket(&token);
        bool first = token_is(&before, "{") || token_is(&before, ",");
        if (token.is_word && (depth == 1 ? first : !depth && !before.size))
            add_token(&piece->defines, &token);
        if (token_is(&token, "}") && !depth)
            return;
    }
}

static void name_type(Piece *piece, const char *at)
{
    Lexeme token;
    while (next_token(&at, &token))
        if (token.is_word && !is_one_of(&token, no_names)) {
            add_token(&piece->defines, &token);
            return;
        } else if (!token.is_word && !bracket(&token)) {
            return;
        }
}

// `typedef void (*Name)(int)` or `typedef int Name`.
static void name_typedef(Piece *piece, const char *at)
{
    Lexeme token, before = {"", 0, false}, name = before;
    for (bool pointer = false; next_token(&at, &token) && !pointer; before = token) {
        pointer = token_is(&before, "*") && token.is_word && before.begin[-1] == '(';
        if (token.is_word)
            name = token;
    }
    add_token(&piece->defines, &name);
}

// A function, or variables: the name in front of the first bracket, or in front of each `=`, `[`,
// `{`, `,` and `;` outside of a value.
static void name_function(Piece *piece, const char *at)
{
    Lexeme token, before = {"", 0, false};
    bool callable = at == piece->text;
    for (int depth = 0, value = 0; next_token(&at, &token); before = token) {
        bool named = before.is_word && !is_one_of(&before, no_names);
        callable = callable && !is_one_of(&token, not_called);
        if (!depth && token_is(&token, "(") && named && !piece->defines.count && !value) {
            add_token(&piece->defines, &before);
            piece->is_entry = callable && strchr(at, '{');
            return;
        }
        if (!depth && !value && named && token.size == 1 && strchr("=[{,;", *token.begin))
            add_token(&piece->defines, &before);
        depth += bracket(&token);
        if (!depth)
            value = (value || token_is(&token, "=")) && !token_is(&token, ",");
    }
}

static void name_directive(Piece *piece)
{
    char name[VERSION_PATH];
    piece->is_include = sscanf(piece->text, "#include %*1[<\"]%511[^>\"]", name) == 1;
    if (piece->is_include || sscanf(piece->text, "#define %511[a-zA-Z0-9_]", name) == 1)
        words_add(&piece->defines, word_number(name, strlen(name)));
}

static void name_piece(Piece *piece)
{
    const char *at = after_template(piece->text), *begin = at;
    Lexeme token;
    if (*piece->text == '#')
        name_directive(piece);
    if (*piece->text == '#' || !next_token(&at, &token) || token_is(&token, "static_assert"))
        return;
    if (token_is(&token, "enum"))
        name_enumerators(piece, at);
    else if (token_is(&token, "typedef"))
        name_typedef(piece, at);
    else if (token_is(&token, "struct") || token_is(&token, "class") || token_is(&token, "using") ||
             token_is(&token, "namespace"))
        name_type(piece, at);
    else
        name_function(piece, begin);
}

static void find_uses(Piece *piece)
{
    const char *at = piece->text;
    Lexeme token, before = {"", 0, false};
    if (piece->is_include)
        return;
    for (; next_token(&at, &token); before = token)
        if (token.is_word && !is_member(&before))
            add_token(&piece->uses, &token);
}

// ---- pieces ----------------------------------------------------------------------------------

static const char *after_directive(const char *line)
{
    const char *end = next_line(line);
    while (*end && end - line > 1 && end[-2] == '\\')
        end = next_line(end);
    return end;
}

static const char *after_piece(const char *line)
{
    const char *at = line;
    Lexeme token;
    if (*line == '#')
        return after_directive(line);
    if (*line == '\n' || is_comment(line))
        return next_line(*line == '\n' ? line : after_comment(line));
    for (int depth = 0; next_token(&at, &token);) {
        depth += bracket(&token);
        if (depth || !(token_is(&token, ";") || token_is(&token, "}")))
            continue;
        const char *rest = at + strspn(at, " \t");
        if (*rest == '\n' || is_comment(rest))
            return next_line(rest);
    }
    return at + strlen(at);
}

void source_read(Source *source, const char *text)
{
    *source = (Source){.count = 0};
    for (const char *line = text, *end; *line; line = end) {
        end = after_piece(line);
        source->piece =
            must_realloc(source->piece, (size_t)source->count + 1, sizeof *source->piece);
        Piece *piece = &source->piece[source->count++];
        *piece = (Piece){.text = strndup(line, (size_t)(end - line))};
        name_piece(piece);
        piece->given = piece->defines.count;
        find_uses(piece);
    }
}

// The pieces of a text in place of one piece. What the piece was stays its name.
void piece_set(Piece *piece, char *text)
{
    Source source;
    source_read(&source, text);
    Words defines = {NULL, 0};
    for (int i = 0; i < piece->defines.count; i++)
        words_add(&defines, piece->defines.word[i]);
    piece->defines = defines;
    piece->uses = (Words){NULL, 0};
    for (int i = 0; i < source.count; i++) {
        const Piece *part = &source.piece[i];
        for (int k = 0; k < part->defines.count; k++)
            words_add(&piece->defines, part->defines.word[k]);
        for (int k = 0; k < part->uses.count; k++)
            words_add(&piece->uses, part->uses.word[k]);
    }
    piece->was = piece->was ? piece->was : piece->text;
    piece->text = text;
}

// A copy of which pieces can be set.
Source source_copy(const Source *source)
{
    Source copy = {malloc((size_t)source->count * sizeof *copy.piece), source->count};
    memcpy(copy.piece, source->piece, (size_t)source->count * sizeof *copy.piece);
    return copy;
}

// ---- macros that define functions -----------------------------------------------------------

// One line of a macro's body, with `T` and `name##T` replaced.
static void write_line(FILE *f, const char *line, size_t size, const char *from, const char *to)
{
    size_t n = strlen(from);
    for (size_t i = 0; i < size; i++) {
        bool glued = !strncmp(line + i, "##", 2);
        const char *word = line + i + (glued ? 2 : 0);
        bool begins = glued || i == 0 || !(isalnum((unsigned char)word[-1]) || word[-1] == '_');
        if (begins && !strncmp(word, from, n) && !isalnum((unsigned char)word[n]) &&
            word[n] != '_') {
            fputs(to, f);
            i += n - 1 + (glued ? 2 : 0);
        } else {
            fputc(line[i], f);
        }
    }
}

char *replaced(const char *text, const char *from, const char *to)
{
    char *out;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    write_line(f, text, strlen(text), from, to);
    fclose(f);
    return out;
}

// The body without the backslashes at the ends of its lines, and indented by one level less.
static char *body_of(const char *line)
{
    char *out;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    for (const char *end = after_directive(line); (line = next_line(line)) < end;) {
        size_t indent = strspn(line, " "), n = strcspn(line, "\\\n");
        while (n && line[n - 1] == ' ')
            n--;
        indent = indent > 4 ? 4 : indent;
        fprintf(f, "%.*s\n", (int)(n - indent), line + indent);
    }
    fclose(f);
    return out;
}

// The functions that the line `NAME(a, b)` defines, if NAME is a macro of the file with a body of
// functions; or NULL. The caller frees them.
static char *functions_of(const char *text, const char *line)
{
    char name[64], values[2][64] = {"", ""}, define[80], parameters[2][64] = {"", ""};
    if (!isupper((unsigned char)*line) ||
        sscanf(line, "%63[A-Z_](%63[a-zA-Z_], %63[a-zA-Z_])", name, values[0], values[1]) < 2)
        return NULL;
    snprintf(define, sizeof define, "\n#define %s(", name);
    const char *macro = strstr(text, define);
    if (!macro)
        return NULL;
    sscanf(macro + strlen(define), "%63[a-zA-Z_], %63[a-zA-Z_]", parameters[0], parameters[1]);
    char *body = body_of(macro + 1);
    for (int i = 0; i < 2 && *parameters[i]; i++) {
        char *other = replaced(body, parameters[i], values[i]);
        free(body);
        body = other;
    }
    return body;
}

char *source_expanded(const char *text)
{
    char *out;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    for (const char *line = text; *line; line = next_line(line)) {
        char *functions = functions_of(text, line);
        if (functions)
            fputs(functions, f);
        else
            fprintf(f, "%.*s", (int)(next_line(line) - line), line);
        free(functions);
    }
    fclose(f);
    return out;
}
