// EXPECT patterns.map: 0 points
// SETUP cd .. && rm -r 01_patterns && ln -s "$TREE/solutions/01_patterns" 01_patterns
// SILENT
//
// The folder of the lab is a link to that of the solutions.
// never read
