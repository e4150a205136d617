# needs: gcc nm python3
# a profile of gperftools: the symbols of a file whose inode is the one that was mapped; of any; of none
cat >p.c <<'C'
__attribute__((noinline, noclone)) int work(int n) { __asm__ volatile("inside: nop"); return n * n; }
int main(int c, char **v) { (void)v; return work(c); }
C
gcc -g0 -O1 -o p p.c || exit 1
at=$(nm p | sed -n 's/^0*\([0-9a-f]*\) t inside/\1/p')
profile() # INODE
{
	python3 -c 'import struct, sys
at = int(sys.argv[1], 16) + 0x100000000
text = "100000000-100010000 r-xp 00000000 fe:00 %s %s/p\n" % tuple(sys.argv[2:])
sys.stdout.buffer.write(struct.pack("<11Q", 0, 3, 0, 10000, 0, 7, 1, at, 0, 1, 0) + text.encode())' \
		"$at" "$1" "$PWD"
}
profile "$(stat -c %i p)" >same
profile 1 >other
for file in same other; do
	for symbols in auto always never; do
		collapse-pprof --symbols $symbols $file | sed 's/0x[0-9a-f]*/0x.../'
	done
done
