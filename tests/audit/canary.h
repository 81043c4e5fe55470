// canary.h - what no submission may touch or see: a folder outside of the course, servers, the
// course's own files.
#pragma once

#include <stdbool.h>

enum { MAX_PLACE = 512, MAX_COMPLAINT = 512 };

extern char audit_folder[MAX_PLACE]; // everything of this audit; removed at the end
extern char audit_tree[MAX_PLACE];   // a copy of the course in it

// Makes the folder outside and starts to listen; writes the header that tells the attacks.
void canary_place(void);
// Makes whatever was found changed as it was.
void canary_restore(void);

// Remembers the course's files as they are now.
void canary_note_tree(void);

// What has been touched since the last call, in words; NULL: nothing.
const char *canary_complaint(void);

// Whether the text holds what only the secret files hold.
bool canary_is_in(const char *text);
