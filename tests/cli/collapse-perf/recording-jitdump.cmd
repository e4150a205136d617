# needs: python3
# a dump of a just-in-time compiler that the recording maps: its functions, the last of several, those that moved; cut; none
python3 "$CASES/../../system/recordings/inlines.py" .
collapse-perf --no-header --jit --symfs jit jit.data
head -c 150 jit/tmp/jit-7.dump >cut && mv cut jit/tmp/jit-7.dump
collapse-perf --no-header --jit --symfs jit jit.data
rm jit/tmp/jit-7.dump
collapse-perf --no-header --jit --symfs jit jit.data
