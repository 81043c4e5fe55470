// EXPECT patterns.map: 0 points
// AFTER the solution
// SILENT
//
// An older file, as unpacked from an archive, that does not compile.
no such thing
