for tool in collapse-dtrace inferno-collapse-dtrace; do
	for option in "" --includeoffset; do
		echo "# $tool $option"
		$tool $option "$CASES/opt-includeoffset.in"
	done
done
