# The same bytes on every run and for every number of threads.
awk 'BEGIN { for (i = 0; i < 5000; i++) print "main;f" i % 97 ";g" i % 89 ";h" i, i }' >in
flamegraph in >first
for threads in 1 2 7; do
	flamegraph -j $threads in | cmp - first
done
sort -r in | flamegraph | cmp - first
grep -c '<rect' first
