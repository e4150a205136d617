printf 'x\n1 ms  9%%\t1 ms\t \ta;b\n1 ms  9%%\t2 ms\t \t   far\n\n1 ms  9%%\t3 ms\t \t\n' | tee in | stackcollapse-instruments.pl
echo "exit $?"
collapse-instruments --strict in
