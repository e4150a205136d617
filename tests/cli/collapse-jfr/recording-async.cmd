# async-profiler's: native frames by their names alone, states tell processor samples from wall clock ones
f=$FIXTURES/jfr/async.jfr
for event in cpu wall jdk.ExecutionSample cpu,jdk.ExecutionSample profiler.WallClockSample; do
	echo "$event"
	collapse-jfr --no-header --event $event --lines "$f"
done
