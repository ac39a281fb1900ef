#!/bin/sh
# Builds the reader twice from scratch and compares the jars byte for byte.
set -eu
cd "$(dirname -- "$0")/.."
first=$(mktemp -d)
trap 'rm -rf "$first"' EXIT
build() {
    mvn -q -B -pl reader clean package -DskipTests
}
build
cp reader/target/*.jar "$first"
build
for jar in "$first"/*.jar; do
    cmp "$jar" "reader/target/$(basename -- "$jar")"
done
echo "the reader's jars are the same bytes twice"
