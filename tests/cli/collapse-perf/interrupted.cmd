# needs: python3
# Ctrl-C in a pipeline: who reads a recording that goes on, or has not got a byte yet, waits for the end of its input
[ -r /proc/self/status ] || exit
python3 -B "$CASES/../../system/recordings/interrupts.py" "$FIXTURES/perf/threads-fp.txt"
