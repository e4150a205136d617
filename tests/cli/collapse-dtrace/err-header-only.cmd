printf 'CPU     ID                    FUNCTION:NAME\n  8  36208        :tick-60s\n' >in
printf 'CPU     ID                    FUNCTION:NAME\n  8  36208        :tick-60s\n\n\n' >blank
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	for file in in blank; do
		$tool $file
		echo "$tool: exit $?"
	done
done
