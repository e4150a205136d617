# needs: gcc nm strip
# a program without debugging information has its functions' names from its symbol table; one without that has none
cat >p.c <<END
__attribute__((noinline, noclone)) int work(int n) { __asm__ volatile("inside: nop"); return n * n; }
int main(int c, char **v) { (void)v; return work(c); }
END
gcc -g0 -O1 -o p p.c && cp p bare || exit 1
strip bare
at=$(nm p | sed -n "s/^0*\\([0-9a-f]*\\) t inside/\\1/p")
for f in p bare; do
	printf "heap_v2/4096\n  t*: 1: 4096 [0: 0]\n@ 0x%x\n  t*: 1: 4096 [0: 0]\n\nMAPPED_LIBRARIES:\n" $((0x$at + 1 + 0x100000000)) >heap
	printf "100000000-100010000 r-xp 00000000 fe:00 %s %s/$f\n" $(stat -c %i $f) "$PWD" >>heap
	collapse-jemalloc heap | sed "s/0x[0-9a-f]*/0x.../"
done
