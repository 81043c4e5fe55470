// test_demangle.c - names as users wrote them. The expected text is the usual form in C++. Names
// that are not mangled, or that the demangler does not understand, do not change.
#include "common/cudasim/ptx/ptx.h"

#include "suite.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *mangled, *plain;
} names[] = {
    // Functions and parameters
    {"_Z6reducePiPKii", "reduce(int*, int const*, int)"},
    {"_Z5emptyv", "empty()"},
    {"_Z1fbchstjlmxyfd", "f(bool, char, unsigned char, short, unsigned short, unsigned int, long, "
                         "unsigned long, long long, unsigned long long, float, double)"},
    {"_Z1fPFviE", "f(void (*)(int))"},
    {"_Z1fPFPFifEvE", "f(int (*(*)())(float))"},
    {"_Z1fRA4_A5_Ki", "f(int const (&) [4][5])"},
    {"_Z1fM1AFivE", "f(int (A::*)())"},
    {"_Z1fOiRVd", "f(int&&, double volatile&)"},
    {"_Z1fiz", "f(int, ...)"},
    // Scopes
    {"_ZN3foo3bar4funcEv", "foo::bar::func()"},
    {"_ZNK3Vec3getEi", "Vec::get(int) const"},
    {"_ZN3VecC1Ei", "Vec::Vec(int)"},
    {"_ZN3VecIfED2Ev", "Vec<float>::~Vec()"},
    {"_ZN3VecplERKS_", "Vec::operator+(Vec const&)"},
    {"_ZN3VeccvfEv", "Vec::operator float()"},
    {"_ZN12_GLOBAL__N_11fEv", "(anonymous namespace)::f()"},
    {"_ZSt4swapIiEvRT_S1_", "void std::swap<int>(int&, int&)"},
    {"_ZN5outer5innerE", "outer::inner"},
    {"_ZL6hiddenv", "hidden()"},
    // The compiler's wrapping of a file's own functions
    {"_ZN28_INTERNAL_3c193e71_4_a_cu_gx6kernelEPi", "kernel(int*)"},
    // Templates
    {"_Z5scaleIfEvPT_i", "void scale<float>(float*, int)"},
    {"_Z4tmplIfLi300EEvPT_1Si", "void tmpl<float, 300>(float*, S, int)"},
    {"_Z1fILb1ELj3ELin7EEvv", "void f<true, 3u, -7>()"},
    {"_Z1fI3VecIiEEvT_", "void f<Vec<int>>(Vec<int>)"},
    {"_Z1fIJifEEvDpT_", "void f<int, float>(int, float)"},
    {"_Z1fIJEEvDpT_", "void f<>()"},
    {"_Z1fIJifEEvDpRKT_", "void f<int, float>(int const&, float const&)"},
    {"_Z1fIiEvT_S0_PS0_", "void f<int>(int, int, int*)"},
    {"_Z1fIL_Z1gvEEvv", "void f<g()>()"},
    {"_Z1fIRiEvOT_", "void f<int&>(int&)"},
    // Repetition
    {"_ZN1a1b1fENS_1cES1_PS1_", "a::b::f(a::c, a::c, a::c*)"},
    {"_Z1fP3VecS0_S_", "f(Vec*, Vec*, Vec)"},
    // Lambdas and local names
    {"_Z3runIZ4mainEUliE_EvT_", "void run<main::{lambda(int)#1}>(main::{lambda(int)#1})"},
    {"_ZZ4hostvENKUlvE0_clEv", "host()::{lambda()#2}::operator()() const"},
    {"_ZZ6kernelPiE4tile", "kernel(int*)::tile"},
    // Not mangled, or nothing we know
    {"kernel", "kernel"},
    {"_Z", "_Z"},
    {"_Z5", "_Z5"},
    {"_Z99toolong", "_Z99toolong"},
    {"_Z1fS5_", "_Z1fS5_"},
    {"_Z1fT_", "_Z1fT_"},
    {"_Z1fi!", "_Z1fi!"},
    {"", ""},
};

START_TEST(names_are_demangled)
{
    char *got = demangle(names[_i].mangled);
    ck_assert_str_eq(got, names[_i].plain);
    free(got);
}
END_TEST

// Each part repeats the one before twice: the text would double forever.
START_TEST(length_of_a_name_is_bounded)
{
    char text[4096] = "_Z1fI1a";
    for (int i = 0; i < 100; i++)
        strcat(text, i ? "1bIS0_S0_E" : "1bIS_S_E");
    strcat(text, "Evv");
    free(demangle(text));
    memset(text, 'P', sizeof text - 1);
    memcpy(text, "_Z1f", 4);
    text[sizeof text - 1] = '\0';
    char *got = demangle(text);
    ck_assert_str_eq(got, text);
    free(got);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "names", length_of_a_name_is_bounded);
    tcase_add_loop_test(t, names_are_demangled, 0, sizeof names / sizeof *names);
}
