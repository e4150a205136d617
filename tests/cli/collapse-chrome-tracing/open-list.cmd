collapse-chrome-tracing -v <"$FIXTURES/chrome-tracing/open.json"
