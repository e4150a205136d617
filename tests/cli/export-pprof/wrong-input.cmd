# needs: gzip
# an input that is not folded is named, with the command that reads it
try() {
	"$@" >out 2>err
	echo "exit $?, $(wc -c <out) bytes"
	cat err
}
cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
cp "$FIXTURES/callgrind/callers.out" callgrind.txt
printf 'main;f 1\n' >good.folded
try export-pprof perf.txt
try export-pprof <perf.txt
try export-pprof callgrind.txt
try export-pprof good.folded perf.txt
printf 'PERFILE2 and more' >perf.data
try export-pprof perf.data
try export-pprof <perf.data
printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
try export-pprof a.svg
printf '{"a":[1,2]}' >a.json
try export-pprof a.json
printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
export-pprof some.folded | wc -l
