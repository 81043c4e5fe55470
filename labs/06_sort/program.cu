// Lab 06, part 9: a program that sorts the lines of a file
//
//   program FILE       prints the lines of FILE in the order of the numbers that they begin with;
//                      lines with equal numbers keep their order
//
// Goal    Records: their keys go to the device, each with the number of its line; so any sort is
//         stable.
// Write   TODO 9a to TODO 9d; 39 short lines in all.
// Try     make program PROGRAM=labs/06_sort/program.cu ARGS=FILE
// Grade   make grade LAB=sort PART=9
// Pass    1. all lines, in order, on standard output; status 0, also if there are none
//         2. no race, no invalid access, no leak
//         3. no file, or a line that begins with no number: a message, and a status that is not 0
//         4. a CUDA call fails: the same
// Stuck?  make hint LAB=sort PART=9

#include "lab.h"
#include <cerrno>
#include <climits>
#include <cstring>

enum { BLOCK = 256, FAILURE = 1 };

// The lines of a file: text and key, in the order of the file.
typedef struct {
    int n, room;
    char **text;
    int *key;
} Lines;

// Ends the program with a message.
static void give_up(const char *path, const char *why)
{
    fprintf(stderr, "program: %s %s\n", path, why);
    exit(FAILURE);
}

static void append(Lines *lines, char *text, int key)
{
    if (lines->n == lines->room) {
        lines->room = lines->room ? 2 * lines->room : 1024;
        lines->text = (char **)realloc(lines->text, lines->room * sizeof *lines->text);
        lines->key = (int *)realloc(lines->key, lines->room * sizeof *lines->key);
        if (!lines->text || !lines->key)
            give_up("the file", "has too many lines");
    }
    lines->text[lines->n] = text;
    lines->key[lines->n++] = key;
}

static Lines read_lines(const char *path)
{
    Lines lines = {0};
    // BEGIN TODO 9a (about 15 lines): open the file, or give_up(). getline(&text, &room, file)
    // reads a line of any length; if text is NULL before, into memory that it allocates. It returns
    // -1 at the end. The last line may have no '\n'. The key is a whole number (strtol) that fits
    // into an int. A blank follows it, or nothing. Otherwise give_up(). append() keeps the line.
    // END TODO 9a
    return lines;
}

// A key and the number of its line, from 0 on, as one number: in the order of the keys; where keys
// are equal, in the order of the lines.
static unsigned long long pack(int key, int line)
{
    unsigned long long packed = 0;
    // BEGIN TODO 9b (about 1 line): the key is in the upper half, the line in the lower one. In
    // unsigned numbers the negative keys would be the largest: flip the key's sign bit.
    // END TODO 9b
    return packed;
}

// A step of the bitonic network: item i and item i ^ step, ascending where i has no bit `run`.
__global__ void exchange(unsigned long long *item, int n, int run, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ step;
    // BEGIN TODO 9c (about 7 lines): the thread with the smaller index swaps the two, if they are
    // in the wrong order.
    // END TODO 9c
}

// Sorts n items on the device.
static void sort(unsigned long long *item, int n)
{
    // BEGIN TODO 9d (about 16 lines): the network needs a power of two: fill up with the largest
    // number (cudaMemset sets bytes). run = 2, 4 ... all; for each, step = run / 2 ... 2, 1. An
    // empty file needs no device.
    // END TODO 9d
}

int main(int argc, char **argv)
{
    if (argc != 2)
        give_up("FILE", "is the only argument");
    Lines lines = read_lines(argv[1]);
    unsigned long long *item = (unsigned long long *)malloc((lines.n + 1) * sizeof *item);
    if (!item)
        give_up(argv[1], "has too many lines");
    for (int i = 0; i < lines.n; i++)
        item[i] = pack(lines.key[i], i);
    sort(item, lines.n);
    for (int i = 0; i < lines.n; i++) {
        const char *text = lines.text[(unsigned)item[i]];
        printf("%.*s\n", (int)strcspn(text, "\r\n"), text);
    }
    for (int i = 0; i < lines.n; i++)
        free(lines.text[i]);
    free(lines.text);
    free(lines.key);
    free(item);
    return 0;
}
