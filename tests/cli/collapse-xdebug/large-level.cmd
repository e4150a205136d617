{
	echo 'TRACE START [2026-01-01 00:00:00.000000]'
	printf '1\t0\t0\t0.000500\t1\t{main}\t1\t\t/x.php\t0\t0\n'
	printf '4294967297\t1\t0\t0.001500\t1\tjump\t0\t\t/x.php\t3\t0\n'
	printf '4294967298\t1\t1\t0.001600\t1\n'
	printf '1\t0\t1\t0.002200\t1\n'
} | collapse-xdebug
