# the largest counts there are
printf 'a 18446744073709551614\nb 1\n' >before
printf 'a 9223372036854775807\nb 9223372036854775808\n' >after
diffreport before after; diffreport --format json before after | grep -o '"self_count_[^,]*'
diffreport --budget 'b=+50' before after >/dev/null; echo "exit $?"
diffreport --budget 'b=+49.999999999' before after >/dev/null; echo "exit $?"
