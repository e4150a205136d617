for option in '--where cpu' '--where time=1' '--where cpu=[' '--time 1' '--time a,b' '--add-label x' '--add-label time=1'; do
	collapse-filter $option </dev/null
	echo $?
done
