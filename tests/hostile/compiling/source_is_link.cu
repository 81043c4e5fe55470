// EXPECT patterns.map.right: not a regular file
// SETUP ln -sf "$TREE/solutions/01_patterns/patterns.cu" patterns.cu
// SILENT
//
// The file is a link to the solution.
// never read
