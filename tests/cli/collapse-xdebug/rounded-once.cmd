{
	echo 'TRACE START [x]'
	printf '1\t0\t0\t0.0000001\t1\t{main}\t1\n'
	printf '2\t1\t0\t0.0000005\t1\tf\t1\n2\t1\t1\t0.0000009\t1\n'
	printf '2\t1\t0\t0.0000009\t1\tf\t1\n2\t1\t1\t0.0000014\t1\n1\t0\t1\t0.0000014\t1\n'
	echo 'TRACE END'
} | collapse-xdebug -v
