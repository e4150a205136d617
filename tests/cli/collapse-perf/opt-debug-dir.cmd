# needs: python3
# folders with files by their build ids, laid out as others lay them out; a file of another build id is never used
python3 "$CASES/../../system/recordings/symbols.py" .
mkdir empty
export HOME="$PWD/empty"
unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME
for place in places/*; do
	echo "== $place"
	collapse-perf --no-header --symfs empty --debug-dir "$place" places.data 2>&1
done
echo "== only a debug file of the program, without and with its offsets; a stripped program"
collapse-perf --no-header --symfs empty --debug-dir alone places.data 2>&1
collapse-perf --no-header --symfs stripped --debug-dir empty --debug-dir places/debug places.data 2>&1
collapse-perf --no-header --symfs stripped places.data 2>&1
echo "== a file that was deleted, found by its build id; one of its path that is another build"
collapse-perf --no-header --symfs empty --debug-dir places/debuginfo deleted.data 2>&1
collapse-perf --no-header --symfs places/root deleted.data 2>&1
collapse-perf --no-header --symfs places/other deleted.data 2>&1
for place in kernels/*; do
	echo "== $place"
	collapse-perf --no-header --symfs empty --debug-dir "$place" kernel.data 2>&1
done
echo "== --symfs, too, takes what perf archive packed"
collapse-perf --no-header --symfs places/archive places.data 2>&1
collapse-perf --no-header --symfs places/archive deleted.data 2>&1
collapse-perf --no-header --symfs places/other places.data 2>&1
collapse-perf --no-header --symfs kernels/list-archive kernel.data 2>&1
echo "== what is no folder; text"
collapse-perf --debug-dir nosuch places.data 2>&1
collapse-perf --debug-dir places.data places.data 2>&1
echo | collapse-perf --debug-dir empty 2>&1
echo | collapse-perf --debuginfod 2>&1
