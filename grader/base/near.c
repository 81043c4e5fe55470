// near.c - see near.h.
//
// The distance is that of Levenshtein: letters that are missing, too many or others; and two
// neighbours that have changed places count once. Capitals, and what is between words, count
// nothing.
#include "near.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

static int letter(char c)
{
    return c == ' ' || c == '-' || c == '.' ? '_' : tolower((unsigned char)c);
}

static int least(int a, int b) { return a < b ? a : b; }

static int distance(const char *a, int n, const char *b, int m)
{
    int d[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= n; i++)
        for (int k = 0; k <= m; k++) {
            d[i][k] = i && k ? 0 : i + k;
            if (!i || !k)
                continue;
            int other = letter(a[i - 1]) != letter(b[k - 1]);
            d[i][k] = least(least(d[i - 1][k], d[i][k - 1]) + 1, d[i - 1][k - 1] + other);
            if (i > 1 && k > 1 && letter(a[i - 1]) == letter(b[k - 2]) &&
                letter(a[i - 2]) == letter(b[k - 1]))
                d[i][k] = least(d[i][k], d[i - 2][k - 2] + other);
        }
    return d[n][m];
}

// A third of the letters may be wrong, or missing at the end: "red" is near to "reduction".
static int most_wrong(const char *typed, int n, const char *name, int m)
{
    int i = 0;
    while (i < n && i < m && letter(typed[i]) == letter(name[i]))
        i++;
    return i == n && n >= 3 ? m : least(n, m) / 3;
}

void near_try(Near *near, const char *name)
{
    int n = (int)strlen(near->typed), m = (int)strlen(name);
    if (n > LONGEST || m > LONGEST)
        return;
    int wrong = distance(near->typed, n, name, m);
    if (wrong > most_wrong(near->typed, n, name, m) || (near->name && wrong >= near->distance))
        return;
    near->name = name;
    near->distance = wrong;
}

const char *near_question(const Near *near)
{
    static char text[LONGEST + 32];
    text[0] = 0;
    if (near->name)
        snprintf(text, sizeof text, "; did you mean %s?", near->name);
    return text;
}
