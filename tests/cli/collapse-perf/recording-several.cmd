# needs: python3 gzip
# recordings one after the other in a stream or a file, of any form, are read as files are: sums are added, nothing carries over
python3 "$CASES/../../recordings/records.py" .
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
echo "== messages"
fold --stats all 2>&1 >/dev/null | grep -e bytes, | grep -v lines
head -c -8 new.pipe | cat - exec.data | fold
cat new.data exec.data >all
head -c -8 all | fold >/dev/null
