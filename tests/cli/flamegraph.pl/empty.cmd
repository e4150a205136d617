# needs: flamegraph.pl
# What automation looks for.
flamegraph.pl </dev/null
echo $?
flamegraph.pl nosuch >svg
