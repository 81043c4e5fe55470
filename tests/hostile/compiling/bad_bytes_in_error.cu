// EXPECT patterns.map: 0 points
// SETUP printf '#error \377\376 \033[31m\nint \200\303(;\n' >patterns.cu
// SILENT
//
// Prints bytes that are not UTF-8 through the compiler's message.
// its bytes are made by the set-up
