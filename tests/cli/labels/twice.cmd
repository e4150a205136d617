printf '%s\n' '@cpu=1;@cpu=2;f 1' '@time=1;@time=2;f 1' '@time=x;@cpu=1;f 1' '@time=-1;f 1' '@time=4000000000;f 1' \
	'@time=1.2.3;f 1' '@time=;f 1' | collapse-filter
