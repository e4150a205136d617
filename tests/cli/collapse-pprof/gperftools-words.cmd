# needs: python3
# 32 and 64 bits, both orders of bytes; $build in a path
cat >make.py <<END
import struct, sys
size, order = sys.argv[1:]
words = (0, 4, 0, 10000, 0, 99, 2, 2, 0x1010, 0x1021, 1, 1, 0x1010, 0, 1, 0)
text = b"build=/src\n1000-2000 r-xp 00000000 00:00 1 \$build/app\nodd\n"
sys.stdout.buffer.write(struct.pack(order + str(len(words)) + size, *words) + text)
END
for size in Q I; do for order in "<" ">"; do
	python3 make.py $size "$order" >in
	collapse-pprof in 2>/dev/null
	collapse-guess -q in | tail -n 1
done; done
for n in 24 40 56 80 104 120; do head -c $n "$FIXTURES/pprof/gperftools.prof" | collapse-pprof -q; done
