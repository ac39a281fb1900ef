#!/bin/sh
# Measures what a database is worth to the engine and writes it to benchmarks/STRENGTH.md: matches of the engine against
# itself, some games for each two of four databases, with the same processor time for each move.
#
#   benchmarks/strength.sh [MILLISECONDS [GAMES [DIR]]]
#
# MILLISECONDS for each move (20); GAMES, an even number, for each two (200). DIR holds the database, 150 MiB (the directory
# for temporary files). An hour.
# Processor time is counted, so the machine may be busy with other things.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
millis=${1:-20}
games=${2:-200}
work=$(mktemp -d "${3:-${TMPDIR:-/tmp}}/granary-strength.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$here"

mvn -q -B -DskipTests -Dspotless.check.skip -Dexec.skip -Dassembly.skipAssembly -pl dist,benchmarks -am package
jdk=$(./granary --jdk)
./granary build --dir "$work" --seeds 20 --rules abapa >/dev/null 2>&1

strength() {
    echo '# Strength'
    echo
    echo "Written by \`benchmarks/strength.sh\`: the engine with databases to 0, 12, 16 and 20 seeds, rules \`abapa\`, $millis ms of"
    echo 'processor time a move, one thread, openings of six random moves, each played with both sides. 95% bounds by the'
    echo 'variance of pairs of games with the same opening. Depths are those of searches that did not reach a certain result.'
    echo
    echo "- Machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
    echo "- Java: $("$jdk/bin/java" -version 2>&1 | sed -n 2p)"
    echo "- Commit: $(git rev-parse --short HEAD)"
    echo
    "$jdk/bin/java" $(./granary --flags) -jar benchmarks/target/benchmarks.jar matches "$work" "$games" "$millis" 0 12 16 20 2>/dev/null
}

# What was measured by hand, at the end, stays.
by_hand=$(sed -n '/^## By hand/,$p' benchmarks/STRENGTH.md)
{ strength && printf '\n%s\n' "$by_hand"; } | tee benchmarks/STRENGTH.md
