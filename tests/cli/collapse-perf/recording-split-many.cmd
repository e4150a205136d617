# needs: gcc objcopy readelf python3 ulimit
# one file of many units that were split off is read once, and a unit belongs to one skeleton
tool() { python3 -B "$CASES/../../system/recordings/split.py" "$@"; }
for id in '' 7; do
	tool many 2000 $id && gcc -c skeletons.s && gcc -c split.s -o split.dwo || exit
	gcc -nostdlib -Wl,-e,f0 -o program skeletons.o && tool every program || exit
	collapse-perf -j 1 --max-memory 40M --no-header --inlined program.data >out; echo "exit $?"
	wc -l <out; head -n 2 out
done
