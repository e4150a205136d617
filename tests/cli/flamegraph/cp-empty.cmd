# Without stacks the file stays as it is.
echo 'anything' >palette.map
flamegraph --cp </dev/null >svg
echo $?
cat palette.map
