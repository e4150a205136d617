# The last snapshot is what there is without --live, of text, of a recording in a file and in a pipe.
same()
{
	name=$1
	shift
	collapse-perf --no-header "$@" <"$name" >whole
	cat "$name" | collapse-perf --live 10s --window 30s --no-header "$@" >live
	grep -v '^#' live | cmp - whole && grep '^#' live
}
same "$FIXTURES/perf/cxx-fp.txt"
same "$FIXTURES/perf/gcc-fp.txt" --pid
same "$FIXTURES/../tests/docs/web.data" --kallsyms "$FIXTURES/../tests/docs/kallsyms.txt"
