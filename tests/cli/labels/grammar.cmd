printf '%s\n' '@time=3.24;@cpu=5;@tid=1240;nginx;main;accept 3' '@tid=9;@cpu=12;@time=12.5;nginx;main 7' \
	'nginx;@cpu=1;f 1' '@cpu;f 1' '@=1;f 1' '@a b=1;f 1' '@cpu=1 2' '@cpu=;f 1' '@cpu=3;@x=y 1' | collapse-filter
