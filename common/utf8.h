// utf8.h - which bytes are a character of UTF-8, for the simulator and the grader.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The number of bytes of the character at `text`, which has `bytes` bytes; its code in *code.
// 0: the bytes are not UTF-8 (a byte alone, an overlong form, a surrogate, a code too high).
static inline size_t utf8_character(const char *text, size_t bytes, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; // by length
    const unsigned char *p = (const unsigned char *)text;
    if (bytes == 0)
        return 0;
    size_t n = p[0] < 0x80   ? 1
               : p[0] < 0xc0 ? 0
               : p[0] < 0xe0 ? 2
               : p[0] < 0xf0 ? 3
               : p[0] < 0xf8 ? 4
                             : 0;
    if (n == 0 || n > bytes)
        return 0;
    *code = n == 1 ? p[0] : p[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (p[i] & 0x3f);
    }
    return *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000) ? 0 : n;
}
