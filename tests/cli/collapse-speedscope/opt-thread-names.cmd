collapse-speedscope --thread-names "$FIXTURES/speedscope/threads.json"
