#!/bin/sh
# Prints a digest of everything that the commands produce, to compare what two versions make:
#
#   benchmarks/digests.sh [LAUNCHER] [SEEDS] > before
#
# LAUNCHER is the program of a version (./granary); SEEDS the last layer of awari (12, at least 11, the first that is sealed).
set -eu

granary=$(readlink -f -- "${1:-./granary}")
seeds=${2:-12}
work=$(mktemp -d "${TMPDIR:-/tmp}/granary-digests.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

quiet() {
    "$granary" "$@" >log 2>&1 || { cat log >&2; exit 1; }
}

for rules in olympiad strict abapa; do
    quiet build --dir "$rules" --rules "$rules" --seeds "$seeds" --distances
    quiet stats --dir "$rules"
    quiet publish --dir "$rules" --out "$rules-site"
    quiet seal --dir "$rules" --out "$rules-sealed"
    quiet unseal --dir "$rules-sealed" --out "$rules-unsealed"
    quiet stats --dir "$rules-sealed" --again
    quiet export --dir "$rules-sealed" --layers "$((seeds - 1))..$seeds" --out "$rules-raw"
    quiet export --dir "$rules" --layers "0..$seeds" --out "$rules-scores"
    quiet export --dir "$rules" --layers "0..$seeds" --distances --out "$rules-distances"
    quiet export --dir "$rules" --layers 0..6 --format csv --out "$rules.csv"
done
for pits in 2 4 5 7 8; do
    quiet build --dir "pits-$pits" --pits "$pits" --seeds 8 --distances --solver retrograde
done
quiet build --dir pits-3 --pits 3 --seeds 32
quiet seal --dir pits-3 --out pits-3-sealed
quiet build --dir chain --game chain --chips 20
quiet build --dir chomp --game chomp --squares 20
quiet build --dir chexers --game chexers --pieces 2

find . -type f ! -name log ! -name granary.builder | LC_ALL=C sort | xargs sha256sum
