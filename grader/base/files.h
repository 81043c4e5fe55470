// files.h - reading and writing files that others may have made. What a submission holds is
// data: a name is never given to a shell, and only regular files of bounded size are read.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    FILE_read,
    FILE_missing,    // there is no such file, or no permission to see it
    FILE_irregular,  // a link, a folder, a device, a pipe
    FILE_too_large,  // more than the limit
    FILE_unreadable, // no permission, or an error of the device
} FileState;

// Reads a whole file of at most `limit` bytes. *data gets a 0 after its *bytes bytes, and
// is the caller's to free; NULL unless the result is FILE_read.
FileState file_read(const char *path, size_t limit, char **data, size_t *bytes);
// The same of a file of the course, of any size, through links too. False: it cannot be read.
bool file_read_ours(const char *path, char **data, size_t *bytes);

// A number for the names of unfinished files: another process's number is another one, even in
// another container with the same folder, where processes have the same numbers.
unsigned file_number(void);

// Writes the file under another name, then renames it: no process sees it half written.
bool file_write(const char *path, const void *data, size_t bytes);

// Makes the folders that lead to `path`.
void file_make_folders(const char *path);
