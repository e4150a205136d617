echo 'a 1' >one
try()
{
	collapse-filter "$@" one
	echo "exit $?"
}
try --sorted
try --skip-bad
try --merge --sorted --top 3
try --merge --sorted --simplify args
try --merge --sorted --drop-label x
try --merge --sorted --scale 2
try --merge --sorted --root-label a --root-label b
try --merge --sorted --strict --skip-bad --root-label a --add-label x=y -j 1
