# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# For tests of flamegraph-record: a PATH in which nothing is but plain tools and the stand-ins for
# profilers that a test asks for.
#
# only NAME... - PATH is ./path, with these stand-ins and that for record-stacks; our programs are found beside
#     flamegraph-record
# copy_tools NAME... - a flamegraph-record in ./bin with links to our programs, but for those that
#     are named: the test writes these
# svg - a graph that was there before; kept - is it there still?
# constant - what was said, or printed, without what differs from run to run and machine to machine

stand_ins=${STAND_INS:-$TESTS/system/record/stand-in}
record=$(command -v flamegraph-record)
tools=$(dirname "$record")

all_programs=$PATH

only()
{
	PATH=$all_programs
	rm -rf path && mkdir path
	for tool in sh bash env cat cp sed grep sort head tail tr wc true false sleep kill rm ls mkdir touch chmod \
		printf echo seq dirname basename cmp python3 ln mv od find cut stat mkfifo; do
		for place in /bin /usr/bin; do
			[ ! -x "$place/$tool" ] || ln -sf "$place/$tool" "path/$tool"
		done
	done
	for tool; do
		ln -s "$stand_ins/$tool" "path/$tool"
	done
	mkdir path/ours
	ln -s "$record" path/ours/flamegraph-record
	ln -s "$stand_ins/record-stacks" path/ours/record-stacks
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$PWD/path/ours/flamegraph-record" >path/flamegraph-record
	chmod +x path/flamegraph-record
	PATH=$PWD/path
	export PATH
}

copy_tools()
{
	rm -rf bin && mkdir bin
	cp "$record" bin/
	ln -s "$stand_ins/record-stacks" bin/
	for tool in collapse-perf collapse-dtrace collapse-jfr flamegraph difffolded; do
		case " $* " in
		*" $tool "*) ;;
		*) ln -s "$tools/$tool" bin/ ;;
		esac
	done
	PATH=$PWD/bin:$PATH
	export PATH
}

svg()
{
	echo 'the one before' >flamegraph.svg
}

kept()
{
	if [ "$(cat flamegraph.svg)" = 'the one before' ]; then
		echo 'the graph of before is there'
	else
		echo 'THE GRAPH OF BEFORE IS GONE'
	fi
	find . -maxdepth 1 -name '*.part' | sed 's/^/left: /'
}

constant()
{
	sed -e 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,g' -e '/looks like a container/d' \
		-e '/perf_event_paranoid/d' -e 's/, [0-9.]* s, /, T s, /'
}
