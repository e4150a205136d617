# needs: dlopen native zstd xz
LD_TRACE_LOADED_OBJECTS=1 collapse-perf | grep -e libzstd -e liblzma
mkdir lib
for library in libzstd.so.1 liblzma.so.5; do
	: >lib/$library
done
export LD_LIBRARY_PATH=$PWD/lib
tail -c +2 "$FIXTURES/../tests/fuzz/corpus/recording/packed" >packed.data
for program in zstd xz; do
	LD_LIBRARY_PATH= $program -c "$CASES/opt-pid.in" >in
	collapse-perf in
	echo $?
done
collapse-perf --no-header --symfs=. packed.data
echo $?
rm -r lib
for program in zstd xz; do
	$program -c "$CASES/opt-pid.in" | collapse-perf
done
collapse-perf --no-header --symfs=. packed.data
