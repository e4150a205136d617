stackcollapse-chrome-tracing.py - <"$FIXTURES/chrome-tracing/open.json"
stackcollapse-chrome-tracing.py --ns x
echo "exit $?"
echo "{\"traceEvents\":[]}" | stackcollapse-chrome-tracing.py
