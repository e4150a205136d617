cat >in <<'END'
@time=2;@tid=8;main;g 1
@time=0.5;@tid=7;main;f 2
@time=10;@tid=7;main;f 2
@time=3;@tid=7;main;g 4
END
export COLUMNS=60
flamegraph --text --flamechart in
collapse-filter --drop-label tid in | flamegraph --text --flamechart
collapse-filter --drop-label time in | flamegraph --text --flamechart
