# needs: python3
# functions that the recording names (FILE, FILE2): of the kernel, modules, libraries, dex, code that was made
python3 -B "$CASES/../../system/recordings/simpleperf.py" .
collapse-perf --no-header file.data
collapse-perf -q --no-header file.data >named
for data in file.data file2.data; do
	for threads in 1 3; do
		collapse-perf -q --no-header -j $threads $data | cmp - named
		cat $data | collapse-perf -q --no-header -j $threads | cmp - named
		gzip <$data | collapse-perf -q --no-header -j $threads | cmp - named
	done
done
echo "== marks"
collapse-perf -q --no-header --jit --kernel --simplify none file.data | grep _\\[
stackcollapse-perf.pl file.data 2>/dev/null | head -n 2
echo "== options add to them"
mkdir -p root/tmp
echo "500010 10 of_the_map" | tee root/tmp/perf-7.map >root/tmp/perf-8.map
printf '%s\n' "ffffffc010000000 T _text" "ffffffc010000100 T not_asked" "ffffffc010000180 T of_kallsyms" >kallsyms
collapse-perf -q --no-header --symfs root --kallsyms kallsyms file.data | diff named -
