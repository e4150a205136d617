cat >in <<'END'
@time=1;@cpu=0;@tid=7;main;f 1
@time=2;@cpu=1;@tid=7;main;f 2
@cpu=1;main;g 4
main;g 8
END
collapse-filter --where cpu=1 in
collapse-filter --where cpu=1 --where 'tid=^7$' in
collapse-filter --where-not cpu=1 in
collapse-filter --time 1,2 in
collapse-filter --time 2, in
collapse-filter --where cpu=9 in
