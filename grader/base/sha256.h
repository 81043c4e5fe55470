// sha256.h - the digest that names a submission.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// 64 hex digits and a 0. False, and an empty string, if the file cannot be read.
bool sha256_file(const char *path, char digest[65]);
void sha256_text(const void *data, size_t bytes, char digest[65]);
