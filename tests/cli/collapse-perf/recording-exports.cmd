# needs: gcc strip python3
# of a stripped library exported functions have names, but that samples are in others is said
cat >lib.c <<'END'
__attribute__((noinline)) static int hidden(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x;
}

int shown(int x)
{
	return hidden(x) + 1;
}
END
gcc -O1 -shared -fPIC -Wl,--build-id=none -o libdemo.so lib.c || exit
address() # FUNCTION
{
	nm libdemo.so | sed -n "s/^0*\([0-9a-f]*\) . $1\$/0x\1/p"
}
hidden=$(address hidden) shown=$(address shown)
record() # ADDRESS...
{
	python3 -B "$CASES/../../system/recordings/split.py" record libdemo.so "$@" && collapse-perf --no-header program.data
}
strip libdemo.so
record $hidden $shown $hidden $shown
record $shown $shown
