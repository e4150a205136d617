# needs: gcc nm dwz python3
# what programs share, which dwz puts into a file: beside the program, by its build id, missing, of another build
. "$CASES/inline-own.sh"
cp program other
cp program plain
dwz -m shared.debug program other || exit
nm program >symbols
python3 -B "$CASES/../../system/recordings/split.py" record program $(address inner_here) $(address main_here)
show()
{
	echo "-- $1"
	collapse-perf --no-header --inlined program.data
	sample 0 | collapse-perf --no-header --inline --context
}
show "beside the program"
mv shared.debug away
show "missing"
cp plain shared.debug
show "another one"
echo "-- in folders of --debug-dir"
build=$(readelf -n away | sed -n 's/.*Build ID: *\(..\)/\1 /p')
mkdir -p "ids/.build-id/${build% *}" flat
cp away "ids/.build-id/${build% *}/${build#* }.debug"
cp away flat/shared.debug
for folder in ids flat; do
	collapse-perf --no-header --inlined --debug-dir $folder program.data
done
echo "== below another root"
id=$(readelf -n away | sed -n 's/.*Build ID: *\(..\)/\1 /p')
mkdir -p "root/usr/lib/debug/.build-id/${id% *}" "root$PWD"
cp away "root/usr/lib/debug/.build-id/${id% *}/${id#* }.debug"
collapse-perf --no-header --inlined --symfs root program.data | sed 's/^/before: /'
cp program "root$PWD/program"
collapse-perf --no-header --inlined --symfs root program.data
