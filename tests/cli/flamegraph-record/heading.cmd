# the picture says what was recorded: the command as it was typed, event, frequency, duration, samples; the date if asked for
. "$CASES/../../system/record/stand-in.sh"; only perf dtrace; SCRIPT=$PWD/script; export SCRIPT
say() { flamegraph-record -q --text --columns 120 "$@" 2>/dev/null | head -n 2 | constant | sed 's/, [0-9-]* [0-9:]* [+-][0-9]*$/, DATE/'; }
for i in 1 2; do printf 'a b 1/2 [000] %s.5: 250 cycles:u: \n\t1 f (x)\n\nodd:1.5 2: 3 [1] %s.6: branches: \n\t1 g (x)\n\n' $i $i; done >script
say -F 99 -- true 'two words' "it's" '$x' "$(printf 'a\nb')"; say --date -- true; say --event-filter branches -- true; say --perf-args '-c 1000' -- true
say -- true "$(printf '%0100d' 0)"; say -- true "$(printf 'é%.0s' $(seq 71))"; say -a; say -p 1; say --perfdata script; say --date --perfdata script
say --title '' --subtitle mine -- true; say --profiler dtrace -- true
flamegraph-record -q --output-dir a --perfdata script; flamegraph-record -q --output-dir b --perfdata script; cmp a/flamegraph.svg b/flamegraph.svg
