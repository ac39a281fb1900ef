#!/bin/sh
# Builds a layer with a share of its working memory in main memory, bounded by a control group (version 1, as root), and prints its
# phases, what it read and wrote, how much of the working memory was in memory, and the time of processors.
#
#   benchmarks/out-of-core.sh DIR LAYER BYTES      DIR has all layers below, and gets the layer; BYTES of its working memory;
#                                                 HEAP gibibytes of Java heap, 2 if not set: layer 35 needs 3
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
gigabytes=${HEAP:-2}
heap=$(((gigabytes << 30) * 8 / 9)) # what Java counts of the heap below: one of its two spaces for survivors is not
group=/sys/fs/cgroup/memory/granary.$$
mkdir "$group"
trap 'rmdir "$group"' EXIT
# What MainMemory leaves for working memory: all but heap, process and margin.
echo $((($3 + heap + (160 << 20)) * 32 / 31)) >"$group/memory.limit_in_bytes"
uptime
time sh -c "echo \$\$ >$group/tasks; GRANARY_JAVA_OPTIONS=-Xmx${gigabytes}g exec $here/granary build --dir $1 --seeds $2 -v"
