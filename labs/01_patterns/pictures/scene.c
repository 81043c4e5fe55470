// scene.c - draws scene.pgm, the picture that lab 01 blurs: four balls on a chequered
// floor, lit from the left, by casting a ray for every pixel.
//
//   cc scene.c -lm -o scene && ./scene > ../scene.pgm
#include <math.h>
#include <stdio.h>

enum { WIDTH = 320, HEIGHT = 240 };

typedef struct {
    double x, y, z;
} Vector;

static const struct {
    Vector centre;
    double radius, shade;
} ball[] = {
    {{-1.3, 1.0, 4.6}, 1.0, 0.9},
    {{0.7, 0.7, 3.6}, 0.7, 0.55},
    {{1.9, 1.2, 5.6}, 1.2, 0.75},
    {{-0.2, 0.3, 2.7}, 0.3, 1.0},
};
enum { BALLS = sizeof ball / sizeof *ball };

static Vector along(Vector a, double t, Vector b)
{
    return (Vector){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}

static double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static Vector unit(Vector a) { return along((Vector){0, 0, 0}, 1 / sqrt(dot(a, a)), a); }

// How far along a ray of length 1 the first ball is, and which; -1: none.
static int hit(Vector from, Vector way, double *far)
{
    int which = -1;
    *far = 1e9;
    for (int i = 0; i < BALLS; i++) {
        Vector to = along(from, -1, ball[i].centre);
        double b = dot(to, way), d = b * b - dot(to, to) + ball[i].radius * ball[i].radius;
        double t = d < 0 ? -1 : -b - sqrt(d);
        if (t > 1e-6 && t < *far) {
            *far = t;
            which = i;
        }
    }
    return which;
}

static double light(Vector from, Vector way)
{
    static const Vector sun = {-0.6, 0.7, -0.4};
    Vector to_sun = unit(sun);
    double far, shadow;
    int which = hit(from, way, &far);
    if (which < 0 && way.y > -1e-3)
        return 0.55 + 0.35 * way.y; // sky
    Vector at, up = {0, 1, 0};
    double shade;
    if (which >= 0) {
        at = along(from, far, way);
        up = unit(along(at, -1, ball[which].centre));
        shade = ball[which].shade;
    } else {
        at = along(from, -from.y / way.y, way);
        shade = ((int)floor(at.x) + (int)floor(at.z)) % 2 ? 0.25 : 0.8;
    }
    double lit = fmax(0, dot(up, to_sun));
    if (hit(at, to_sun, &shadow) >= 0)
        lit = 0;
    double shine = which >= 0 ? pow(fmax(0, dot(unit(along(to_sun, -1, way)), up)), 60) : 0;
    return shade * (0.2 + 0.8 * lit) + (lit > 0 ? 0.5 * shine : 0);
}

int main(void)
{
    printf("P5\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            Vector way = {(x - WIDTH / 2 + 0.5) / HEIGHT, (HEIGHT * 0.42 - y) / HEIGHT, 1.1};
            double l = light((Vector){0, 1.3, -1.2}, unit(way));
            putchar((int)(255 * fmin(1, l) + 0.5));
        }
    return 0;
}
