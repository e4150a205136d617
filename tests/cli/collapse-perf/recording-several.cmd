# needs: python3 gzip
# recordings one after the other in a stream or a file, of any form, are read as files are: sums are added, nothing carries over
python3 "$CASES/../../system/recordings/records.py" .
mkdir root
fold() { collapse-perf --no-header --symfs root "$@"; }
several() # RECORDING...
{
	echo "== $*"
	fold "$@" >expected
	cat "$@" >all
	fold all | cmp - expected
	fold <all | cmp - expected
	cat all | fold -j 3 | cmp - expected
	gzip -c all | fold | cmp - expected
	cat all | fold --live 10s | grep -v '^#' | cmp - expected
}
for recordings in 'new.data exec.data' 'exec.pipe new.pipe' 'new.data old-big.pipe' 'chains-big.pipe new.data' \
	'untimed.data outside.pipe outside-big.data deep.pipe untimed.pipe'; do
	several $recordings 2>/dev/null
done
cat expected | cut -c 1-60
echo "== one process, other programs at the same addresses"
several same-1.pipe same-2.pipe same-3.data 2>/dev/null
cat expected
echo "== code of processes that cannot exist, whose names are looked up at the end"
for pid in 4194401 4194402; do
	for place in 0 1 2 3 4 5 6 7 8 9 a b c d e f; do echo "4000${place}0 10 f_$place"; done >/tmp/perf-$pid.map
	echo "400100 10 main_of_$pid" >>/tmp/perf-$pid.map
done
collapse-perf --no-header made-1.pipe made-2.pipe >files
cat made-1.pipe made-2.pipe | collapse-perf --no-header | cmp - files
sed -n '1p;17p' files && wc -l <files
rm /tmp/perf-4194401.map /tmp/perf-4194402.map
echo "== messages"
fold --stats all 2>&1 >/dev/null | grep -e bytes, | grep -v lines
head -c -8 new.pipe | cat - exec.data | fold
cat new.data exec.data >all
head -c -8 all | fold >/dev/null
printf PERFILE2 | cat new.pipe - | fold
printf PERFILE2 | cat new.pipe - | fold --strict
