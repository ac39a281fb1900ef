#!/bin/sh
# Measures what a database is worth to the engine (benchmarks/STRENGTH.md) and prints it: matches of the engine against itself
# for each pair of four databases, with the same processor time for each move.
#
#   benchmarks/strength.sh [MILLISECONDS [GAMES [DIR]]]
#   benchmarks/strength.sh against COMMAND [MILLISECONDS [GAMES [DIR]]]
#
# The second form plays one match against another engine that speaks the protocol, both with 12 seeds.
# {} in COMMAND stands for the database: "OLDER/granary uci --dir {}".
#
# MILLISECONDS for each move (20); GAMES of each match, an even number (200). DIR holds the database, 150 MiB (the directory
# for temporary files). It takes an hour.
# Processor time is counted, so the machine may be busy with other things.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
against=
if [ "${1:-}" = against ]; then
    against=$2
    shift 2
fi
millis=${1:-20}
games=${2:-200}
work=$(mktemp -d "${3:-${TMPDIR:-/tmp}}/granary-strength.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$here"

mvn -q -B -DskipTests -Dspotless.check.skip -Dexec.skip -Dassembly.skipAssembly -pl dist,benchmarks -am package
jdk=$(./granary --jdk)
if [ -n "$against" ]; then
    ./granary build --dir "$work" --seeds 12 --rules abapa >/dev/null 2>&1
    "$jdk/bin/java" $(./granary --flags) -jar benchmarks/target/benchmarks.jar engines "$work" "$games" "movetime $millis" \
        "./granary uci --dir $work" "$(printf %s "$against" | sed "s|{}|$work|g")" 2>/dev/null
    exit
fi
./granary build --dir "$work" --seeds 20 --rules abapa >/dev/null 2>&1

echo "Machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
echo "Java: $("$jdk/bin/java" -version 2>&1 | sed -n 2p)"
echo "Commit: $(git rev-parse --short HEAD)"
echo "Processor time of a move: $millis ms"
echo
"$jdk/bin/java" $(./granary --flags) -jar benchmarks/target/benchmarks.jar matches "$work" "$games" "$millis" 0 12 16 20 2>/dev/null
