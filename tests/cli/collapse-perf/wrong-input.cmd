# what else it may be, and what to type, by file and by pipe
try() {
	"$@" >out 2>err
	echo "exit $?, $(wc -c <out) bytes"
	cat err
}
try collapse-perf "$FIXTURES/dtrace/c.txt" 2>&1 | sed "s,$FIXTURES,fixtures,g"
try collapse-perf <"$FIXTURES/dtrace/c.txt"
cat "$FIXTURES/jstack/$(ls "$FIXTURES/jstack" | head -n 1)" | try collapse-perf
printf 'PERFILE2 and more' >perf.data
try collapse-dtrace perf.data
try collapse-speedscope perf.data
try collapse-guess perf.data
printf 'FLR\000\000\002' >a.jfr
try collapse-jfr a.jfr
printf '# Overhead  Command\n# ........\n  12.00%%  cc1\n' >report.txt
try collapse-perf report.txt
printf '\377\376p\000e\000r\000f\000' >wide.txt
try collapse-perf wide.txt
printf 'PK\003\004zip' >a.zip
try collapse-massif a.zip
cp a.zip 'a b.zip'
try collapse-massif 'a b.zip'
printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
try collapse-perf a.svg
try collapse-xctrace a.svg
printf '<!DOCTYPE html>\n<p>' >a.html
try collapse-guess a.html
printf '{"a":[1,2]}' >a.json
try collapse-perf a.json
try collapse-guess a.json
: >empty
try collapse-perf empty
