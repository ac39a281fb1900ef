#!/bin/sh
# Loads the explorer's server: benchmarks/serve.sh DIR SEEDS [SECONDS]
# GRANARY names another launcher. DIR is a database of awari of SEEDS seeds. Needs wrk (Debian: wrk), curl and python3. Clients and server share the machine.
set -eu
here=$(cd "$(dirname -- "$0")/.." && pwd)
directory=$1
seeds=$2
seconds=${3:-20}
port=18080
url=http://127.0.0.1:$port

"${GRANARY:-$here/granary}" serve --dir "db=$directory" --port $port &
server=$!
trap 'kill $server 2>/dev/null' EXIT
until curl -sf $url/health >/dev/null; do
    kill -0 $server
    sleep 0.1
done

memory() {
    awk '/VmRSS|Threads/ { printf "%s %s  ", $1, $2 }' /proc/$server/status
    curl -s $url/metrics | awk '/^granary_heap_used_bytes/ { printf "heap %.0f MiB  ", $2 / 1048576 }
        /^granary_http_requests_total/ { n += $2 } END { print n " requests" }'
}

load() {
    echo "== $1"
    shift
    wrk -t2 -d"${seconds}s" --latency -s "$here/benchmarks/serve.lua" "$@" | grep -E '50%|90%|99%|Requests/sec|errors'
}

load "warm-up" -c16 $url -- db "$seeds" 1
memory
load "single positions, 16 connections" -c16 $url -- db "$seeds" 1
memory
load "batches of 100 positions, 16 connections" -c16 $url -- db "$seeds" 100
memory
load "single positions, 256 connections" -c256 $url -- db "$seeds" 1
memory

echo "== single positions beside 500 clients that send a byte a second"
python3 "$here/benchmarks/slow_clients.py" $port 500 $((seconds + 10)) &
slow=$!
sleep 5
load "single positions, 16 connections" -c16 $url -- db "$seeds" 1
memory
wait $slow || true

echo "== clients that are killed in the middle of answers"
i=0
while [ $i -lt 10 ]; do
    wrk -t2 -c64 -d1s -s "$here/benchmarks/serve.lua" $url -- db "$seeds" 100 >/dev/null &
    client=$!
    sleep 0.3
    kill -9 $client
    wait $client 2>/dev/null || true
    i=$((i + 1))
done
sleep 2
memory
curl -s $url/metrics | grep running

echo "== stopped while requests are under way"
wrk -t1 -c8 -d4s -s "$here/benchmarks/serve.lua" $url -- db "$seeds" 1 >/dev/null &
sleep 1
begun=$(date +%s%N)
kill $server
wait $server || true
echo "stopped in $((($(date +%s%N) - begun) / 1000000)) ms"
