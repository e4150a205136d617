# Lines that are too long are left out, counted and named.
printf 'a 1 1.0: 1 ev:\n\t1 %s\n\n\t1 f\n\n' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >in
range-perf --max-record 20 0 1 in
cat in | range-perf --max-record 20 0 1
