# needs: python3 gcc nm
# a program or a perf map of this machine is not the phone's, unless it is of the same build; --symfs says that it is
cat >program.c <<'END'
int recorded_here(int n) { return n + 1; }
int other(int n) { return n * 3; }
int main(void) { return recorded_here(1) + other(2); }
END
gcc -O0 -Wl,--build-id=none -o program program.c || exit
address() { nm program | sed -n "s/^\([0-9a-f]*\) T $1\$/0x\1/p"; }
python3 -B "$CASES/../../system/recordings/simpleperf.py" . "$PWD/program" $(address recorded_here) $(address other)
for data in program unnamed; do
	echo "== $data"
	collapse-perf --no-header $data.data
	echo "-- symfs"
	collapse-perf -q --no-header --symfs / $data.data
done
