collapse-speedscope --locations "$FIXTURES/speedscope/threads.json"
