// types.h - PTX's fundamental types: TYPE(id, text, bytes, class).
// Class: B untyped bits, U unsigned, S signed, F floating point, P predicate,
// H packed or narrow floating point. The parser reads the words from this table.

// clang-format off
TYPE(b8,  "b8",  1, B)    TYPE(b16, "b16", 2, B)   TYPE(b32, "b32", 4, B)
TYPE(b64, "b64", 8, B)    TYPE(b128, "b128", 16, B)
TYPE(u8,  "u8",  1, U)    TYPE(u16, "u16", 2, U)   TYPE(u32, "u32", 4, U)   TYPE(u64, "u64", 8, U)
TYPE(s8,  "s8",  1, S)    TYPE(s16, "s16", 2, S)   TYPE(s32, "s32", 4, S)   TYPE(s64, "s64", 8, S)
TYPE(f16, "f16", 2, F)    TYPE(f32, "f32", 4, F)   TYPE(f64, "f64", 8, F)
TYPE(f16x2, "f16x2", 4, H)      TYPE(bf16, "bf16", 2, F)     TYPE(bf16x2, "bf16x2", 4, H)
TYPE(tf32, "tf32", 4, H)        TYPE(e4m3x2, "e4m3x2", 2, H) TYPE(e5m2x2, "e5m2x2", 2, H)
TYPE(u16x2, "u16x2", 4, H)      TYPE(s16x2, "s16x2", 4, H)
// Elements of matrices
TYPE(e4m3, "e4m3", 1, H)        TYPE(e5m2, "e5m2", 1, H)
TYPE(s4, "s4", 1, S)            TYPE(u4, "u4", 1, U)         TYPE(b1, "b1", 1, B)
TYPE(pred, "pred", 0, P)
// Opaque: a variable of such a type has an address and no value that a program may know.
TYPE(texref, "texref", 8, B)    TYPE(samplerref, "samplerref", 8, B)
TYPE(surfref, "surfref", 8, B)
// clang-format on
#undef TYPE
