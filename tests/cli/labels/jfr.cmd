# needs: collapse-jfr
collapse-jfr -q --no-header --labels time=1ms,thread,tid,state,event "$FIXTURES/jfr/tiny.jfr"
collapse-jfr -q --list-labels "$FIXTURES/jfr/shop-17.jfr"
collapse-jfr -q --no-header --labels event,thread --event lock --event io "$FIXTURES/jfr/shop-17.jfr" | cut -d ';' -f 1,2 | sort -u
collapse-jfr -q --no-header --labels time=1s --absolute-time "$FIXTURES/jfr/tiny.jfr" | head -1
collapse-jfr -q --labels time=1s,thread,state "$FIXTURES/jfr/samples.txt" | cut -d ';' -f 1-4 | sort -u
collapse-jfr --labels cpu,tid "$FIXTURES/jfr/samples.txt" | wc -l
for file in async.jfr java.jfr killed.jfr samples.txt shop-17.jfr short.txt strings.jfr tiny.jfr; do
	collapse-jfr -q --no-header "$FIXTURES/jfr/$file" >without
	for threads in 1 2 5; do
		collapse-jfr -q --no-header -j "$threads" --labels time=1ms,thread,state,event,tid "$FIXTURES/jfr/$file" >"with.$threads"
	done
	cmp with.1 with.2 && cmp with.1 with.5
	collapse-filter --drop-label all with.1 | cmp - without
done
