# needs: collapse-cpuprofile
collapse-cpuprofile --labels time "$FIXTURES/cpuprofile/shop.cpuprofile"
collapse-cpuprofile --labels time=10ms --time "$FIXTURES/cpuprofile/shop.cpuprofile" | head -4
collapse-cpuprofile --labels time --absolute-time "$FIXTURES/cpuprofile/shop.cpuprofile" | head -2
collapse-chrome-tracing -q --labels time=10us,pid,tid "$FIXTURES/chrome-tracing/open.json"
collapse-speedscope --labels all "$FIXTURES/speedscope/threads.json"
for tool in cpuprofile/shop.cpuprofile cpuprofile/shop.heapprofile chrome-tracing/node.json chrome-tracing/open.json speedscope/threads.json; do
	collapse-${tool%/*} -q "$FIXTURES/$tool" >without
	collapse-${tool%/*} -q --labels time=1ms,pid,tid,thread "$FIXTURES/$tool" | collapse-filter --drop-label all | cmp - without
done
