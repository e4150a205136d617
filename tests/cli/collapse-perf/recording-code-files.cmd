# needs: python3
# code in memfd, /dev/shm and deleted files has the names of its process's perf map, whose last line with an address counts
python3 "$CASES/../../system/recordings/symbols.py" .
collapse-perf --no-header --jit --symfs code code.data 2>&1
