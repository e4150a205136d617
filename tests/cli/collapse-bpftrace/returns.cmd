printf '@[\r\n    a+1\r\n    b+2\r\n, c]: 4\r\n' | stackcollapse-bpftrace.pl
