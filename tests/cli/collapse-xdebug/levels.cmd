{
	echo 'TRACE START [2026-01-01 00:00:00.000000]'
	printf '5\t9\t1\t0.000100\t1\n'
	printf '1\t0\t0\t0.000500\t1\t{main}\t1\t\t/x.php\t0\t0\n'
	printf '2\t1\t0\t0.001500\t1\tFoo->bar;baz\t1\t\t/x.php\t3\t0\n'
	printf '3\t2\t0\t0.001600\t1\teval\t1\t\t/x.php\t3\t0\n'
	printf '2\t3\t0\t0.002000\t1\tafter\t0\t\t/x.php\t9\t0\n'
	printf '5\t4\t0\t0.002100\t1\tjump\t0\t\t/x.php\t9\t0\n'
	printf '1\t0\t1\t0.002200\t1\n'
	printf 'rubbish\n2\t1\t0\tx\t1\tf\n0\t1\t0\t1.0\t1\tf\n2\t1\t0\t1.0\t1\n'
} >in
collapse-xdebug in
echo "exit $?"
stackcollapse-xdebug.php -c in 2>/dev/null
collapse-xdebug --strict in 2>&1 | tail -n 1
