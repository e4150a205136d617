collapse-chrome-tracing <"$FIXTURES/chrome-tracing/node.json"
