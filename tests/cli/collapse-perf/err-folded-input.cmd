# what is folded already is not the output of perf script
printf 'demo;main;f 3\ndemo;main;g 5\n' | collapse-perf 2>message
echo "exit $?"
tail -n 1 message
