# stacks that several threads have read are counted once
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "a;b%d;c%d;a long name to fill some bytes 1\n", i % 7, i % 1000 }' >many
for threads in 1 2 3; do
	flamegraph -j $threads --base nosuch many >$threads 2>&1
	cmp $threads 1 && echo same
done
head -c 200 1
