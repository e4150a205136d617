cat "$FIXTURES/chrome-tracing/node.json" "$FIXTURES/chrome-tracing/node.json" | collapse-chrome-tracing -q --ns >one
collapse-chrome-tracing -q --ns "$FIXTURES/chrome-tracing/node.json" "$FIXTURES/chrome-tracing/node.json" | cmp one -
cat "$FIXTURES/chrome-tracing/open.json" "$FIXTURES/chrome-tracing/open.json" | collapse-chrome-tracing -q
