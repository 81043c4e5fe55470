// EXPECT patterns.query.figures: resident_threads
//
// The threads of one multiprocessor in place of those of all multiprocessors.
#define device_query sound_query
#include "../solutions/01_patterns/patterns.cu"
#undef device_query

extern "C" void device_query(DeviceFigures *figures)
{
    sound_query(figures);
    figures->resident_threads = figures->threads_per_multiprocessor;
}
