// slides.h - the slides that the grader names: "04.7" is the heading `## 04.7 Title` of the
// deck slides/04_topic/slides.md.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The title of a slide; false, and an empty title, if no deck has it.
bool slides_title(const char *number, char *title, size_t size);
// Where `make slides` puts it: "build/slides/04_reduction.html#7"; false if no deck has it.
bool slides_path(const char *number, char *path, size_t size);
