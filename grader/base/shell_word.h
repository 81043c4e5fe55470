// shell_word.h - names in the commands that a report tells.
#pragma once

// A name as one word of a shell's command: as it is, in quotes, or, if it has control
// characters, as "$(printf ...)". The word is always a clean text. To be freed.
char *text_shell_word(const char *name);
