cat >in <<'END'
@time=2;@tid=8;main;g 1
@time=0.5;@tid=7;main;f 2
@time=10;@tid=7;main;f 2
@time=3;@tid=7;main;g 4
END
export COLUMNS=60
flamegraph --text --flamechart in
# how long a sample is: by its unit, by their frequency; the busiest bin is full; widths are counts
{ echo "# flambeau: unit=ms"; sed 's/.$/&00/' in; } | flamegraph --text --flamechart
{ echo "# flambeau: unit=samples"; echo "# flambeau: frequency=2"; cat in; } | flamegraph --text --flamechart
{ echo "# flambeau: unit=bytes"; cat in; } | flamegraph --text --flamechart
flamegraph --text --flamechart --countname calls in
collapse-filter --drop-label tid in | flamegraph --text --flamechart
collapse-filter --drop-label time in | flamegraph --text --flamechart
# the clock of the recording, and no end of time
printf '%s\n' '@time=1700000000.00;f 1' '@time=1700000000.02;g 2' '@time=1700000000.06;f 2' | flamegraph --text --flamechart
printf '%s\n' '@time=0;@tid=1;f 1' '@time=3999999999;@tid=1;f 1' '@time=0;@tid=2;f 1' '@time=3999999999;@tid=2;f 1' \
	'@time=0;@tid=3;f 1' '@time=3999999999;@tid=3;f 1' | flamegraph --text --flamechart
