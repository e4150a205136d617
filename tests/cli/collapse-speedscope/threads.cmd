collapse-speedscope "$FIXTURES/speedscope/threads.json"
