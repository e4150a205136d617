printf '%s\n' 'Tracing off-CPU time (ms) of all threads by user + kernel stack... Hit Ctrl-C to end.' '^C' 'vi;read;-;schedule 103' 'my worker 1;a 2 5' 'alone 7' 'what is this' 'vi;read;-;schedule 1' | tee in | collapse-offcpu -v
collapse-offcpu --strict in
