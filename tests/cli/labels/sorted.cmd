printf '%s\n' '@time=9;@tid=1;b 1' '@time=10;@cpu=3;a 1' '@time=10;@cpu=12;a 1' '@cpu=3;(x) 1' '@cpu=3;@tid=1;a 1' \
	'@cpu=3;a 1' '@cpu=3;@@ 1' 'a 1' '(x) 1' '@zone=1;a 1' '@@ 1' | collapse-filter | tee out
sed 's/ 1$//' out | sort -c
