for list in time=0ms time=5 time=2days cpu=5 , ''; do
	collapse-perf --labels "$list" </dev/null
	echo $?
done
collapse-massif --labels time </dev/null
echo $?
