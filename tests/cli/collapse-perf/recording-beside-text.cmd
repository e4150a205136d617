# a recording behind a text is refused
printf 'PERFILE2 and more' >perf.data
mkdir folder
cp perf.data folder/data
cp "$FIXTURES/perf/cxx-fp.txt" text
for files in "text perf.data" "text folder"; do
	collapse-perf $files 2>&1 <text
done
