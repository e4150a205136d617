for what in none args templates; do
	echo "# collapse-perf --simplify $what"
	collapse-perf --simplify $what <"$CASES/opt-simplify.in" | tr ';' '\n'
done
