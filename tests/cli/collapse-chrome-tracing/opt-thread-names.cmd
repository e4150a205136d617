collapse-chrome-tracing -q --thread-names "$FIXTURES/chrome-tracing/open.json"
