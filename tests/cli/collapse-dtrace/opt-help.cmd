# on standard output, under our name and inferno's
for option in -h --help; do
	collapse-dtrace $option | sed -n '/^usage/p'
	inferno-collapse-dtrace $option | sed -n '/^usage/p'
done
collapse-dtrace --help >help
echo "exit $?"
for name in includeoffset threads nthreads strict stats output quiet verbose help version; do
	grep -q -e "--$name\\>" help || echo "$name is missing"
done
inferno-collapse-dtrace --help | grep -e --strict -e --output -e --version
test $? -eq 1
