collapse-speedscope --ns "$FIXTURES/speedscope/threads.json"
