#!/bin/sh
# program.sh - compiles a student's own program for the simulator, and prints where it is. What nvcc
# has made already is taken as it is.
#
#   sh common/setup/program.sh COMMAND NVCC PROGRAM FLAGS...
#
# COMMAND is the make command that needs it: debug (-G: all variables) or program (-lineinfo). One
# line says what is wrong with PROGRAM; the status is then 2.
command=$1
nvcc=$2
source=$3
shift 3

refuse() {
    echo "$1" >&2
    exit 2
}

again="make $command PROGRAM=NAME.cu"
[ -n "$source" ] || refuse "which program? $again"
[ ! -d "$source" ] || refuse "$source is a folder: $again names a file"
if [ ! -e "$source" ]; then
    [ ! -e "$source.cu" ] || refuse "no such file: $source; did you mean $source.cu?"
    refuse "no such file: $source"
fi
[ -r "$source" ] || refuse "$source cannot be read: permission denied"
case $source in
*.cu) ;;
*)
    if [ "$(head -c 4 "$source" | tr -d '\0' | tail -c 3)" = ELF ]; then
        case $source in */*) ;; *) source=./$source ;; esac
        echo "$source"
        exit
    fi
    refuse "$source is no CUDA source, whose name ends with .cu"
    ;;
esac
[ "$(tr -d '\0' <"$source" | wc -c)" -eq "$(wc -c <"$source")" ] ||
    refuse "$source is no text in UTF-8: is it UTF-16? Save it as UTF-8"
case $command in
debug) kind=-G ;;
*) kind='-lineinfo -g' ;; # lines of kernels, and of host code that crashes
esac
built=build/$command/$(basename "$source" .cu)
mkdir -p "build/$command"
"$nvcc" $kind -arch=compute_90 -cudart shared -Icommon -o "$built" "$source" "$@" >&2 || {
    grep -q '\<main *(' "$source" || echo "$source has no main: a lab is run by make grade LAB=NAME, and debugged by make debug LAB=NAME PART=N" >&2
    exit 3
}
echo "$built"
