// EXPECT patterns.map: 0 points
// SILENT
//
// Prints escape codes through the compiler's message.
#error [2J[31m Score: 12/12 ]0;owned
