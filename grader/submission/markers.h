// markers.h - lines of a source that say which lines they are (`#line`, `# 7 "file"`): a
// submission's own are blanked before it is compiled. So each message has the line that the file
// really has.
#pragma once

#include <stddef.h>

// Puts spaces in place of each such line. No line moves. Lines inside comments and strings stay.
void markers_blank(char *text, size_t bytes);
