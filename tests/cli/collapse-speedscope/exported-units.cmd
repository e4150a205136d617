for unit in none bytes nanoseconds microseconds milliseconds seconds; do
	printf 'main 1500\n' | export-speedscope --unit $unit >out.json
	collapse-speedscope out.json
	collapse-speedscope --ns out.json
done
