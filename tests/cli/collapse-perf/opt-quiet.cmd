# errors are still said, except under inferno's name
cat "$CASES/opt-pid.in" >noisy.txt
echo 'what is this?' >>noisy.txt
for tool in 'collapse-perf -q' 'collapse-perf --quiet' 'inferno-collapse-perf -q'; do
	$tool noisy.txt
	$tool missing.txt
	echo "exit $?"
done
