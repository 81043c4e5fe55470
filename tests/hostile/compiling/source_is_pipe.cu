// EXPECT patterns.map.right: not a regular file
// SETUP rm patterns.cu && mkfifo patterns.cu
// SILENT
//
// The file is a named pipe that nobody writes to.
// never read
