# needs: gcc collapse-pprof gzip
# a program whose functions are in the profile at their places, if its inode is the one that is wanted
cat >p.c <<END
static inline __attribute__((always_inline)) int inner(int n) { __asm__ volatile("inside: nop"); return n * n; }
__attribute__((noinline)) int outer(int n) { return inner(n) + 1; }
int main(int c, char **v) { (void)v; return outer(c); }
END
gcc -g -O1 -o p p.c || exit 1
set -- $(nm p | sed -n "s/^0*\\([0-9a-f]*\\) t inside/\\1/p")
heap() # INODE
{
	printf "heap_v2/4096\n  t*: 1: 4096 [0: 0]\n@ 0x%x\n  t*: 1: 4096 [0: 0]\n\nMAPPED_LIBRARIES:\n" $((0x$1 + 1 + 0x100000000))
	printf "100000000-100010000 r-xp 00000000 fe:00 %s %s/p\n" "$2" "$PWD"
}
heap $1 $(stat -c %i p) >same
heap $1 1 >other
for f in same other; do
	for s in auto always never; do collapse-jemalloc --symbols $s $f | sed "s/0x[0-9a-f]*/0x.../"; done
done
collapse-jemalloc --inline same
collapse-jemalloc --pprof same | collapse-pprof --lines | sed "s,:[0-9]*,:N,g"
