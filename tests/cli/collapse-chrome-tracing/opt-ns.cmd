collapse-chrome-tracing -q --ns "$FIXTURES/chrome-tracing/open.json"
