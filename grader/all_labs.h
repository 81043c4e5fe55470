// all_labs.h - the labs that are graded, one line each and in order; the only place
// where they are listed. LAB(NN_topic) means labs/NN_topic, the suite
// grader/labs/NN_topic/suite.c and the adapter calls.c beside it.

LAB(01_patterns)
LAB(02_shared_memory)
LAB(03_atomics)
LAB(04_reduction)
LAB(05_scan)
LAB(06_sort)
LAB(07_streams)
LAB(08_dynamic_parallelism)
LAB(09_clusters)
LAB(10_memory)
LAB(11_sparse)
LAB(12_graphs)
LAB(13_hashing)
LAB(14_thrust)
LAB(15_debugging)

#undef LAB
