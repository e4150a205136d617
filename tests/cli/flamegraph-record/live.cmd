flamegraph-record --live=x -- true
flamegraph-record --window 1s -- true
flamegraph-record --live --html -- true
flamegraph-record --live -o x.svg -- true
flamegraph-record --live --profiler=perf -- true
flamegraph-record --live
flamegraph-record compare --live -- true -- true
echo $?
flamegraph-record --live -- ./nope; flamegraph-record --live -p 99999999; flamegraph-record --live --cwd ./nope -- true
