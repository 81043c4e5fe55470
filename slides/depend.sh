#!/bin/sh
# depend.sh - the files that a deck includes, as rules for make.
#
#   sh slides/depend.sh NN_topic
folder=slides/$1
{
    sed -n 's/^```.*include="\([^"]*\)".*/\1/p' "$folder/slides.md"
    sed -n 's/^.*](\([^)]*\.svg\)).*/\1/p' "$folder/slides.md" | while read -r picture; do
        [ ! -e "$folder/$picture" ] || echo "$folder/$picture" # a plot is in the Makefile
    done
} | sort -u | while read -r file; do
    echo "build/slides/$1.html: $file"
    echo "$file:" # if the file is missing, pandoc reports it, not make
done
