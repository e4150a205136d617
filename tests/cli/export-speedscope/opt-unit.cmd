for unit in none bytes nanoseconds microseconds milliseconds seconds; do
	printf 'main 1500\n' | export-speedscope --unit $unit | grep -o '"unit":"[a-z]*"'
done
echo 'main 1' | export-speedscope --unit hours
