#!/bin/sh
# Prints a digest of every layer's scores and distances as raw bytes, for all games and rule sets, to compare what two versions compute:
#
#   benchmarks/digests.sh [LAUNCHER] [SEEDS] > before
#
# LAUNCHER is the program of a version (./granary); SEEDS the last layer of awari with six pits a side (12; distances end four before it).
set -eu

granary=$(readlink -f -- "${1:-./granary}")
seeds=${2:-12}
work=$(mktemp -d "${TMPDIR:-/tmp}/granary-digests.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

run() {
    "$granary" "$@" >log 2>&1 </dev/null || { cat log >&2; exit 1; }
}

# Prints the digests of layers of the database db under a name: digests NAME LAST [--distances]
digests() {
    name=$1 last=$2
    shift 2
    run export --dir db --layers "0..$last" --out raw "$@"
    (cd raw && sha256sum -- *) | sed "s|  |  $name |"
    rm -r raw
}

for rules in olympiad strict abapa; do
    run build --dir db --rules "$rules" --seeds "$seeds"
    digests "$rules" "$seeds"
    run build --dir db --rules "$rules" --seeds "$((seeds - 4))" --distances
    digests "$rules" "$((seeds - 4))" --distances
    rm -r db
done
for pits in 2 3 4 5 7 8; do
    run build --dir db --pits "$pits" --seeds 9 --distances
    digests "pits-$pits" 9
    digests "pits-$pits" 9 --distances
    rm -r db
done
while read -r game unit last; do
    run build --dir db --game "$game" "--$unit" "$last"
    digests "$game" "$last"
    rm -r db
done <<END
chain chips 24
chomp squares 24
chexers pieces 2
END
