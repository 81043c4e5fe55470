// EXPECT patterns.map: 0 points
// SILENT
//
// Prints bytes that are not UTF-8 through the compiler's message.
BADBYTES
