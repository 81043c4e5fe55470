// edited.h - which part a person works on, from two saves of a file.
#pragma once

// The part whose TODO regions have changed between the two texts; 0: none of them, or those of
// several parts, or a text whose marks do not fit together.
int edited_part(const char *before, const char *now);
