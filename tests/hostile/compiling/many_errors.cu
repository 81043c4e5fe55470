// EXPECT patterns.map: 0 points
// SILENT
//
// A million lines that are wrong.
x y;
#define A x y; x y; x y; x y; x y; x y; x y; x y; x y; x y;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
D D D D D D D D D D
