f=$FIXTURES/jfr/short.txt
collapse-jfr -v --event-filter jdk.ObjectAllocationSample "$f"
collapse-jfr --event-filter jdk.ObjectAllocationSample --event-filter=jdk.ExecutionSample "$f"
collapse-jfr --event-filter jdk.ThreadPark "$f"
