// EXPECT patterns.map.right: not a regular file
// SETUP rm patterns.cu && mkdir patterns.cu
// SILENT
//
// The file is a folder.
// never read
