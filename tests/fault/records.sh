#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: fault.records short fault NEEDS !sanitizers RUN @bin@ @made@/meter
#
# records.sh BIN METER - an input that is one endless record takes no more than 100 MiB, from a file
# or a pipe: it is left out, and that is said. 150 MB stand for any size above the limit of 64 MiB.

. "$(dirname "$0")/../begin.sh"
meter=$1

limit=102400 # KiB

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $name: $1"
	head -n 3 err
}

# shellcheck disable=SC2002 # a pipe is the point
check() # FILE TOOL ARG... - `-` is the file
{
	file=$1
	shift
	dash=-
	case $1 in inferno-*) dash= ;; esac # which read standard input without a file
	for how in file pipe; do
		name="$* of $file, $how"
		checks=$((checks + 1))
		tool=$bin/$1
		case $how in
		file) "$meter" out "$tool" ${2+"$2"} ${3+"$3"} "$file" 2>err ;;
		pipe) cat "$file" | "$meter" out "$tool" ${2+"$2"} ${3+"$3"} $dash 2>err ;;
		esac >metered
		peak=$(cut -d ' ' -f 4 metered)
		[ "$peak" -le $limit ] || fail "takes $peak KiB"
		grep -q 'longer than --max-record' err || fail "says nothing"
	done
}

words() # BEGINNING - and no record any more
{
	printf '%b' "$1"
	yes foo | head -c 150000000
}

endless() # BEGINNING - and no line end any more
{
	printf '%b' "$1"
	head -c 150000000 /dev/zero
}

words 'a 1 1.0: 1 ev:\n\t1 f (/bin/x)\n\na 1 1.1: 1 ev:\n' >perf
words '\n   a`f+0x1\n   2\n   a`g+0x1\n' >dtrace
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf collapse-guess; do
	check perf $tool
done
check dtrace collapse-dtrace
endless 'a;b 1\n' | tr '\0' a >line
endless 'a;b 1\n' >zeros
check line flamegraph
check zeros flamegraph --reverse
check zeros difffolded line
check line collapse-filter
check line collapse-guess
check zeros collapse-perf
check line collapse-stap
check line range-perf 0 1
finish runs
