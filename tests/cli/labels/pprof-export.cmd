# needs: collapse-pprof gzip
cat >in <<'END'
@time=01.250;@bytes=4096B;@cpu=03;@comm=a b;main;f 2
@time=10.500;@tid=7;main;f 3
main;f 1
END
export-pprof in | collapse-pprof --list-labels
export-pprof in | collapse-pprof --labels time=250ms,bytes,cpu,comm,tid
export-pprof --no-gzip in >one
export-pprof in | collapse-pprof --labels time=1ms,all | export-pprof --no-gzip | cmp - one
for profile in go-cpu go-allocs go-block; do
	collapse-pprof --labels all "$FIXTURES/pprof/$profile.pb.gz" >folded
	export-pprof folded | collapse-pprof --labels all | cmp - folded
done
