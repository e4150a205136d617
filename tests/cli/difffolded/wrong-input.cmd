# a file that is not folded is named, with the command that makes it so
try() {
	"$@" >out 2>err
	echo "exit $?, $(wc -c <out) bytes"
	cat err
}
cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
cp "$FIXTURES/dtrace/node.txt" dtrace.txt
printf 'main;f 100\nmain;g 20\n' >good.folded
try difffolded perf.txt good.folded
try difffolded good.folded dtrace.txt
try difffolded - good.folded <perf.txt
printf 'PERFILE2 and more' >perf.data
try difffolded good.folded perf.data
try difffolded good.folded - <perf.data
printf '\177ELF\002\001\001' >program
try difffolded program good.folded
printf '{"a":[1,2]}' >a.json
try difffolded good.folded a.json
printf 'main;f 90\nbad\nmain;g 20\n' >some.folded
difffolded good.folded some.folded
