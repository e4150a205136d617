cat >in <<'END'
@time=1;@cpu=0;@tid=7;main;f 1
@time=2;@cpu=1;@tid=7;main;f 2
main;f 8
END
collapse-filter --drop-label cpu --drop-label time in
collapse-filter --drop-label all in
