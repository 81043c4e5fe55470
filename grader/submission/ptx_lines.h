// ptx_lines.h - the lines of the source in what ptxas says.
#pragma once

// What ptxas has said, with "ptxas FILE, line 31; error   : TEXT" as "NAME(5): error: TEXT
// (ptxas)", each such line once: NAME and 5 are of the source, as the `.loc` before the line of
// FILE says. Lines without a place, or of a FILE that cannot be read, stay as they are. The result
// is to be freed.
char *ptx_lines(const char *said);
