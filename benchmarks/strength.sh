#!/bin/sh
# Measures what a database is worth to the engine and writes it to benchmarks/STRENGTH.md: matches of the engine against
# itself for each pair of four databases, with the same processor time for each move.
#
#   benchmarks/strength.sh [MILLISECONDS [GAMES [DIR]]]
#   benchmarks/strength.sh against COMMAND [MILLISECONDS [GAMES [DIR]]]
#
# The second form plays one match against another engine that speaks the protocol, both with 12 seeds, and keeps the games in
# benchmarks/target/games. {} in COMMAND stands for the database: "OLDER/granary uci --dir {}".
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
        "./granary uci --dir $work" "$(printf %s "$against" | sed "s|{}|$work|g")" records benchmarks/target/games 2>/dev/null
    exit
fi
./granary build --dir "$work" --seeds 20 --rules abapa >/dev/null 2>&1

strength() {
    echo '# Strength'
    echo
    echo "Written by \`benchmarks/strength.sh\`: matches of the engine with databases of up to 0, 12, 16 and 20 seeds, with the"
    echo "rules \`abapa\`, one thread and $millis ms of processor time per move. Each opening of six random moves is played with both"
    echo 'sides. The 95% bounds come from the variance of pairs of games with the same opening. Depths are those of searches that'
    echo 'did not reach a certain result.'
    echo
    echo "- Machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
    echo "- Java: $("$jdk/bin/java" -version 2>&1 | sed -n 2p)"
    echo "- Commit: $(git rev-parse --short HEAD)"
    echo
    "$jdk/bin/java" $(./granary --flags) -jar benchmarks/target/benchmarks.jar matches "$work" "$games" "$millis" 0 12 16 20 2>/dev/null
}

# Keeps the section at the end, which was measured by hand.
by_hand=$(sed -n '/^## By hand/,$p' benchmarks/STRENGTH.md)
{ strength && printf '\n%s\n' "$by_hand"; } | tee benchmarks/STRENGTH.md
