#!/bin/sh
# draw.sh - the lab's pictures, from runs of slides/07_streams/examples.cu in the simulator:
#   make cudasim && sh labs/07_streams/pictures/draw.sh
cd "$(dirname "$0")/../../.." || exit 1
pictures=labs/07_streams/pictures
program=build/examples_07_streams
"${NVCC:-nvcc}" -O2 -arch=compute_90 -code=compute_90 -cudart shared -o $program slides/07_streams/examples.cu || exit 1
draw() { # draw NAME [OPTION]...: its timeline
    name=$1
    shift
    build/cudasim "$@" --timeline-svg build/$name.svg $program $name || exit 1
    awk -f common/cudasim/look/pack.awk <build/$name.svg >$pictures/$name.svg
}
for name in one_way two_ways three_ways four_ways; do
    draw $name
done
for name in case_a case_b case_b_in_turns case_c case_c_in_turns case_d; do
    draw $name --queue single
done
