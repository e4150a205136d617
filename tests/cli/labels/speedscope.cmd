cat >in <<'END'
# flambeau: unit=ns
@time=2;@tid=8;@comm=b;main;g 1
@time=0.5;@tid=7;@comm=a;main;f 2
@time=10;@tid=7;@comm=a;main;f 2
@time=3;@tid=7;@comm=a;main;g 4
END
export-speedscope --name x in
collapse-filter --drop-label tid in | export-speedscope --name x
