collapse-chrome-tracing --strict <"$FIXTURES/chrome-tracing/open.json"
