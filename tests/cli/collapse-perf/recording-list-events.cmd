# needs: python3
# symbols do not matter to a list of events: none is read, and none is missing
python3 "$CASES/../../system/recordings/symbols.py" .
collapse-perf --list-events --symfs . events.data
collapse-perf --list-events --symfs . -j 1 events.data
collapse-perf --list-events --kallsyms nosuch events.data
