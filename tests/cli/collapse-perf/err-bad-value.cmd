for option in '-j x' -j-1 -j99999 --threads= '-n 1.5' '--simplify all' '--time 5' '--time x,y' \
	'--time 1,2,3' '--comm (' '--cpu x' '--pid-filter x' '--tid-filter 1x' --comm --kernel=yes; do
	collapse-perf $option </dev/null
	echo "$option: exit $?"
done
