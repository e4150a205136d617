head -c 1300 "$FIXTURES/chrome-tracing/node.json" | collapse-chrome-tracing --ns
echo "exit $?"
printf '\357\273\277[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":7,"name":"a"}\n,\n]' | collapse-chrome-tracing
