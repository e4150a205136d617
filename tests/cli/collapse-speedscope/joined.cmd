cat "$FIXTURES/speedscope/threads.json" "$FIXTURES/speedscope/threads.json" | collapse-speedscope --ns --thread-names >one
collapse-speedscope --ns --thread-names "$FIXTURES/speedscope/threads.json" "$FIXTURES/speedscope/threads.json" | cmp one - && tail -n 1 one
