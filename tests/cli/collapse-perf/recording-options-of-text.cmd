# options that only text knows are errors with a recording
{ printf 'PERFILE2\150\0\0\0\0\0\0\0'; head -c 100 /dev/zero; } >perf.data
collapse-perf --srcline perf.data
collapse-perf --inline --context perf.data
collapse-perf --srcline <perf.data
