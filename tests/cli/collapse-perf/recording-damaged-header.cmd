# what is no header is named, by file, pipe and guess; nothing is printed
try() {
	"$@" >out 2>&1
	echo "exit $?"
	cat out
}
printf 'PERFILE2' >short.data
printf 'PERFFILExxxxxxxx and what is no header' >first.data
{ printf 'PERFILE2\150\0\0\0\0\0\0\0'; head -c 100 /dev/zero; } >empty.data
{ printf 'PERFILE2\020\0\0\0\0\0\0\0'; } >pipe.data
for file in short first empty pipe; do
	try collapse-perf $file.data
	cat $file.data | try collapse-perf
	try collapse-guess $file.data
done
