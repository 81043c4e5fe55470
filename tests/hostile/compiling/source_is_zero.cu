// EXPECT patterns.map.right: not a regular file
// SETUP ln -sf /dev/zero patterns.cu
// SILENT
//
// The file is a link to a device that never ends.
// never read
