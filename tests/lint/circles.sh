#!/bin/sh
# SPDX-License-Identifier: MIT
#
# circles.sh <EDGES - a line an edge, "FROM TO": exit 1, with what is in a circle, if there is one.

set -u
edges=$(cat)
[ -n "$edges" ] || { echo "no edges"; exit 1; }
problem=$(echo "$edges" | tsort 2>&1 >/dev/null)
[ -z "$problem" ] && exit
echo "$problem"
exit 1
