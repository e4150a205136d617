#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: law.folded short law sanitize threads TIMEOUT 1800 RUN @bin@ @many@
#
# folded.sh BIN SIZE - flamegraph and difffolded make the same of a large input however it is read: on
# any number of threads, from a file or a pipe, in any order of the lines, and whether stacks are
# joined as text or, where filters want that, one by one. SIZE: about 10 kB each; 200 are a chunk for
# each of three threads.

. "$(dirname "$0")/../begin.sh"
size=$1

same() # WHAT EXPECTED GOT
{
	checks=$((checks + 1))
	cmp -s "$2" "$3" && return
	failed=$((failed + 1))
	echo "FAILED $1"
}

# More than a chunk for each of several threads: few names, so that stacks share frames and some
# are equal; names that sort on either side of the semicolon; two columns now and then.
generate() # SEED LINES COLUMNS
{
	awk -v seed="$1" -v lines="$2" -v columns="$3" '
	BEGIN {
		srand(seed)
		n = split("a|a b|a::b|a<b>||b|std::vector<int>::push_back|std::vector<int>::pop|\377|z", name, "|")
		for (i = 0; i < lines; i++) {
			line = "main"
			for (depth = int(rand() * 24); depth > 0; depth--)
				line = line ";" name[1 + int(rand() * rand() * n)]
			line = line (rand() < .5 ? ";leaf " : ";x ") int(rand() * 30)
			print line (columns > 1 && rand() < .1 ? " " int(rand() * 9) : "")
		}
	}'
}

flamegraphs() # NAME OPTION...
{
	local name=$1 threads
	shift
	"$bin/flamegraph" -j 1 "$@" "$name" >expected.svg
	for threads in 2 3 8; do
		"$bin/flamegraph" -j $threads "$@" "$name" >got.svg
		same "flamegraph -j $threads $* $name" expected.svg got.svg
	done
	"$bin/flamegraph" "$@" <"$name" >got.svg
	same "flamegraph $* <$name" expected.svg got.svg
	# shellcheck disable=SC2002 # a pipe is the point
	cat "$name" | "$bin/flamegraph" "$@" >got.svg
	same "cat $name | flamegraph $*" expected.svg got.svg
	sort "$name" | "$bin/flamegraph" "$@" >got.svg
	same "sort $name | flamegraph $*" expected.svg got.svg
}

generate 1 $((150 * size)) 1 >one
generate 2 $((150 * size)) 1 >other
generate 3 $((60 * size)) 2 >columns

flamegraphs one
flamegraphs one --minwidth 0.001%
flamegraphs one --minwidth 20%
flamegraphs columns --minwidth 0.5

# As many frames are drawn or counted as there are different beginnings of stacks.
all=$(awk '{ sub(/ [0-9]+$/, ""); n = split($0, f, ";"); p = ""
	for (i = 1; i <= n; i++) { p = p f[i] ";"; seen[p] = 1 } }
	END { n = 0; for (p in seen) n++; print n + 1 }' one)
"$bin/flamegraph" -v one 2>&1 >/dev/null | sed -n 's/.* of \([0-9]*\) frames drawn.*/\1/p' >got
echo "$all" >expected
same "the number of frames" expected got

"$bin/difffolded" --exclude '^$' one other >expected
for threads in 1 2 3 8; do
	"$bin/difffolded" -j $threads one other >got
	same "difffolded -j $threads" expected got
done
"$bin/difffolded" - other <one >got
same "difffolded -" expected got
"$bin/difffolded" <(sort one) <(sort -r other) >got
same "difffolded of sorted files" expected got

# Of small files the stacks are joined as text alone, of standard input never.
head -n $((40 * size)) one >one.small
head -n $((40 * size)) other >other.small
"$bin/difffolded" - other.small <one.small >expected
cp expected expected.plain
for threads in 1 2 3 8; do
	"$bin/difffolded" -j $threads one.small other.small >got
	same "difffolded -j $threads of small files" expected got
done
"$bin/difffolded" -n --strip-hex --exclude x - other.small <one.small >expected
"$bin/difffolded" -n --strip-hex --exclude x one.small other.small >got
same "difffolded -n --strip-hex --exclude of small files" expected got
# How much text a compressed file has is not known before.
if command -v gzip >/dev/null && [[ " ${WITHOUT-} " != *" gzip "* ]]; then
	gzip -c one.small >one.small.gz
	"$bin/difffolded" one.small.gz other.small >got
	same "difffolded of a compressed file" expected.plain got
fi

# Stacks with leaves of their own are added together, unless they have labels.
seq 5000 | awk '{
	print "a;b;f" $1 " 1"; print "g" $1 % 4000 " 2"
	if ($1 % 700 == 0) print "@tid=1;a;b;f" $1 " 3"
	if ($1 % 90 == 0) print "a;b " $1
}' >leaves
awk '{ count = $NF; sub(/ [0-9]*$/, ""); sum[$0] += count } END { for (stack in sum) print stack, sum[stack] }' leaves |
	LC_ALL=C sort >expected
for threads in 1 2 3 8; do
	"$bin/collapse-filter" -j $threads leaves >got
	same "collapse-filter -j $threads of new leaves" expected got
done
LC_ALL=C sort -r leaves | "$bin/collapse-filter" >got
same "collapse-filter of sorted new leaves" expected got

# The other names have no option for it: threads are the processors that may be used.
sums() # what the columns are together
{
	awk '{ before += $(NF - 1); after += $NF } END { printf "%d %d\n", before, after }'
}

"$bin/difffolded" one other | sums >expected
for tool in difffolded.pl inferno-diff-folded; do
	taskset -c 0 "$bin/$tool" one other >alone
	"$bin/$tool" one other >got
	same "$tool on all processors" alone got
	sums <got >got.sums
	same "the sums of $tool" expected got.sums
done
for tool in flamegraph.pl inferno-flamegraph; do
	taskset -c 0 "$bin/$tool" one >alone
	"$bin/$tool" one >got
	same "$tool on all processors" alone got
done

finish checks
