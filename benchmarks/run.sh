#!/bin/sh
# Measures what benchmarks/BUILDS.md and benchmarks/LOOKUPS.md say, and prints it.
#
#   benchmarks/run.sh [builds|lookups|all] [DIR]
#
# DIR holds the databases, a few GiB (the directory for temporary files). All measurements take twenty minutes.
# Quote ratios and medians of one run: single times on a shared machine mean little.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
part=${1:-all}
work=$(mktemp -d "${2:-${TMPDIR:-/tmp}}/granary-run.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$here"

jdk=$(./granary --jdk)
mvn -q -B -DskipTests -Dspotless.check.skip package
flags=$(./granary --flags)
cores=$(getconf _NPROCESSORS_ONLN)
# The kernels that Java need not emulate on this machine.
all_kernels=$("$jdk/bin/java" $flags -jar benchmarks/target/benchmarks.jar kernels)

benchmarks() {
    "$jdk/bin/java" $flags ${more_flags:-} -jar benchmarks/target/benchmarks.jar "$@" 2>&1
}

# Builds with every solver, kernel and number of threads, and compares the manifests, which hold the files' digests.
same_files() {
    for rules in olympiad strict abapa; do
        for way in sweep:1 sweep:2 sweep:5 retrograde:2; do
            ./granary build --dir "$work/$rules-$way" --seeds 16 --rules "$rules" --solver "${way%:*}" \
                --threads "${way#*:}" >/dev/null 2>&1
        done
        for kernels in $all_kernels; do
            ./granary build --dir "$work/$rules-$kernels" --seeds 16 --rules "$rules" --kernels "$kernels" >/dev/null 2>&1
        done
        for other in sweep:2 sweep:5 retrograde:2 $all_kernels; do
            cmp "$work/$rules-sweep:1/granary.manifest" "$work/$rules-$other/granary.manifest"
        done
        rm -r "$work/$rules"-*
    done
    echo "All files to 16 seeds are the same for 1, 2 and 5 threads, all kernels ($all_kernels), both solvers: olympiad,"
    echo 'strict, abapa.'
}

# What was measured, when and where. Times are wall-clock times.
header() {
    echo "# $1"
    echo
    echo "- Machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $cores cores, $(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo | awk '{printf "%.0f GiB", $1 / 1048576}')"
    echo "- Java: $("$jdk/bin/java" -version 2>&1 | sed -n 2p)"
    echo "- Commit: $(git rev-parse --short HEAD)"
    echo "- Load when it began: $(cut -d' ' -f1-3 /proc/loadavg)"
    echo
}

builds() {
    header Builds
    echo '## Layers'
    echo
    echo 'Every solver builds all layers, in alternating runs: `benchmarks.jar builds SEEDS RUNS DIR SOLVER:THREADS ...`'
    echo
    benchmarks builds 18 3 "$work" auto:1 retrograde:1
    echo
    benchmarks builds 20 5 "$work" auto:1 "auto:$cores"
    echo
    benchmarks builds 20 3 "$work" $(printf '%s:1 ' $all_kernels)
    case " $all_kernels " in
        *" 512 "*)
            echo
            echo 'The same with `-XX:UseAVX=2`, as on processors without AVX-512:'
            echo
            more_flags=-XX:UseAVX=2 benchmarks builds 20 3 "$work" scalar:1 128:1 256:1
            ;;
    esac
    echo
    benchmarks builds 24 1 "$work" auto:1 "auto:$cores"
    echo
    echo '## Same files'
    echo
    same_files
}

lookups() {
    header Lookups
    echo '## In turn, nanoseconds each: median of all rounds (tenth to ninetieth percentile)'
    echo
    benchmarks lookups 500
    echo
    echo '## Compressed'
    echo
    ./granary build --dir "$work/packed" --seeds 20 >/dev/null 2>&1
    ./granary compress --dir "$work/packed" --out "$work/compressed" >/dev/null 2>&1
    benchmarks compressed "$work/compressed" 15
}

case $part in
    builds | all) builds ;;
esac
case $part in
    lookups | all) lookups ;;
esac
