// EXPECT patterns.map.right: larger than
// SETUP truncate -s 1T patterns.cu
// SILENT
//
// The file has a terabyte, of holes.
// never read
