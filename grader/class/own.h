// own.h - what a student has written, and not the course.
#pragma once

#include "work.h"

// The lab's file as students get it, to be freed; "" if it has none.
char *own_skeleton(const Lab *lab, const char *name);
// A file of a work as it is graded, to be freed; NULL: there is none.
char *own_file(const StudentClass *class, const ClassWork *work, const char *name);

// Has nothing been written into a part; NULL: into any? Blanks and ends of lines do not count.
bool own_is_empty(const StudentClass *class, const ClassWork *work, const Part *part);

// The lines of a text that the skeleton does not have, with the rest blank: so a line keeps its
// number. Blanks at the edges of a line, and how it ends, do not count. To be freed.
char *own_lines(const char *text, const char *skeleton);
