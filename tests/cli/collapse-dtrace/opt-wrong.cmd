for option in --nosuch --includeoffset=yes -x '-j x'; do
	collapse-dtrace $option </dev/null
	echo "$option: exit $?"
done
for option in --include -j4 '--includeoffset --includeoffset' '-n 1 -n 2' '-o out' --version; do
	inferno-collapse-dtrace $option </dev/null
	echo "inferno $option: exit $?"
done
