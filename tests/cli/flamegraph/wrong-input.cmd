# an input that is not folded is named, with the command that reads it; nothing is drawn
try() {
	"$@" >out 2>err
	echo "exit $?, $(wc -c <out) bytes"
	sed "s,$FIXTURES,fixtures,g" err
}
# formats whose lines are no stacks, and formats in which some or most of them could be
for file in perf/cxx-fp.txt perf/cxx-fp.F-no-time.txt dtrace/node.txt callgrind/callers.out \
	jfr/samples.txt xdebug/shop.xt pprof-rs/plain.txt heaptrack/leaks.txt; do
	try flamegraph "$FIXTURES/$file"
	try flamegraph <"$FIXTURES/$file"
done
cat "$FIXTURES/jstack/work.txt" | try flamegraph --text
try flamegraph --flamechart "$FIXTURES/perf/java-fp.txt"
try flamegraph -q "$FIXTURES/perf/java-fp.txt"
# the file that is wrong is the one that is named; it need not be the first
printf 'main;f 1\n' >good.folded
try flamegraph good.folded "$FIXTURES/perf/cxx-fp.txt"
cp "$FIXTURES/perf/cxx-fp.txt" 'a b.txt'
try flamegraph 'a b.txt'
# an old picture stays
echo old >old.svg
try flamegraph -o old.svg "$FIXTURES/perf/cxx-fp.txt"
cat old.svg
# files that no program reads
printf 'PERFILE2 and more' >perf.data
try flamegraph perf.data
try flamegraph <perf.data
printf '\177ELF\002\001\001' >program
try flamegraph program
try flamegraph <program
printf '\377\376p\000e\000r\000f\000' >wide.txt
try flamegraph wide.txt
try flamegraph <wide.txt
printf 'BZh91AY' >a.bz2
try flamegraph a.bz2
try flamegraph <a.bz2
printf 'PK\003\004zip' >a.zip
try flamegraph a.zip
flamegraph good.folded >a.svg 2>err
try flamegraph a.svg
printf '<!DOCTYPE html>\n<p>' >a.html
try flamegraph a.html
printf '{"a":[1,2]}' >a.json
try flamegraph a.json
try flamegraph <a.json
