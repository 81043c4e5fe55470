#!/bin/sh
# picture.sh - makes the picture of a real page for the project's README: common/cudasim/look/page.png.
#
#   sh common/cudasim/look/picture.sh NVCC
#
# The page is that of part 2 of lab 04 without the barrier at the end of the loop. Needs build/grade,
# build/look/page.html and Chromium.
set -eu
here=build/look/picture
rm -rf $here
mkdir -p $here/04_reduction
cp solutions/04_reduction/* $here/04_reduction/
awk '
    /^__global__ void consecutive/ { inside = 1 }
    inside && added && /__syncthreads/ { inside = 0; next }
    { added = /s\[left\] \+= s\[left \+ stride\]/; print }
' solutions/04_reduction/reduction.cu >$here/04_reduction/reduction.cu
build/grade --nvcc "$1" --submission $here --look $here/page --part 2 --case 'int n=255' 04_reduction
sh slides/chromium.sh --window-size=1280,900 --screenshot="$PWD/$here/page.png" "file://$PWD/$here/page/look.html"
mv $here/page.png common/cudasim/look/page.png
