# Compile a program and write what perf script prints for a sample in it. BASE is added to the
# addresses: 0, or where the program was mapped.

cat >program.c <<'END'
volatile int sink;

static inline __attribute__((always_inline)) void inner(int x)
{
	sink += x;
	__asm__ volatile("inner_here: nop");
}

static inline __attribute__((always_inline)) void middle(int x)
{
	inner(x + 1);
}

__attribute__((noinline)) void outer(int x)
{
	middle(x);
	sink++;
}

int main(void)
{
	outer(1);
	__asm__ volatile("main_here: nop");
	return 0;
}
END
gcc -O2 -g -o program program.c || exit
nm program >symbols

address() # SYMBOL
{
	echo $((0x$(sed -n "s/ . $1\$//p" symbols)))
}

stack_line() # LABEL FUNCTION BASE [MODULE]
{
	printf '\t%16x %s+0x%x (%s)\n' $(($(address "$1") + $3)) "$2" \
		$(($(address "$1") - $(address "$2"))) "${4-$PWD/program}"
}

sample() # BASE [MODULE]
{
	echo 'program 7/7 [000] 1.0: 10 cycles:'
	stack_line inner_here outer "$@"
	stack_line main_here main "$@"
	echo
}
