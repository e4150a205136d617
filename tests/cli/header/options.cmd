# needs: collapse-cpuprofile collapse-pprof gzip
# Options choose what is counted: the unit is theirs.
unit()
{
	"$@" 2>/dev/null | sed -n 's/^# flambeau: unit=//p'
}

unit collapse-strace --header --time "$FIXTURES"/strace/*
unit collapse-cpuprofile --header --time "$FIXTURES"/cpuprofile/*.cpuprofile
unit collapse-chrome-tracing --header --nanoseconds "$FIXTURES"/chrome-tracing/*.json
unit collapse-pprof --header --sample-type samples "$FIXTURES"/pprof/go-cpu.pb.gz
unit collapse-callgrind --header --event Dr "$FIXTURES"/callgrind/*
unit collapse-jfr --header --event-filter jdk.ObjectAllocationSample "$FIXTURES"/jfr/*
