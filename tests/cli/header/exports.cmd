# needs: collapse-pprof gzip
# Types and units of other formats come from the header.
printf '%s\n' '# flambeau: event=cpu' '# flambeau: unit=us' '# flambeau: duration=1.5s' 'a;b 2' >time
printf '%s\n' '# flambeau: event=page-faults unit=faults' 'a;b 2' >faults
for file in time faults; do
	export-pprof $file | collapse-pprof --header
	export-pprof --sample-type x/y $file | collapse-pprof --header
	export-speedscope $file | grep -o '"unit":"[a-z]*"'
	export-speedscope --unit bytes $file | grep -o '"unit":"[a-z]*"'
done
for file in time faults; do
	export-top $file
	export-top --format markdown $file
	export-top --format json $file
done
difffolded time time | export-top
