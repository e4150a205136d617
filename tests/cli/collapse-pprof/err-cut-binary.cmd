# needs: gzip
# Binary input is not taken for text, however much some of its bytes look like it.
for size in 5661 6745; do
	gzip -dc "$FIXTURES"/pprof/go-cpu.pb.gz | head -c $size | collapse-pprof
	echo "exit $?"
done
