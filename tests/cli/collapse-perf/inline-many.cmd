# needs: gcc nm python3
# more inlined functions than the lines of a stack are worth: 40 are shown, 120 are not, but for a stack of many lines
deep() # COUNT
{
	python3 - "$1" >"deep$1.c" <<-'END'
		import sys
		name = "inlined_into_another_" * 8
		print("volatile int sink;")
		for i in range(int(sys.argv[1]) + 1):
		    call = f"{name}{i - 1}();" if i else '__asm__ volatile("here: nop");'
		    print(f"static inline __attribute__((always_inline)) void {name}{i}(void) {{ sink++; {call} }}")
		print(f"__attribute__((noinline)) void outer(void) {{ {name}{sys.argv[1]}(); sink++; }}")
		print("int main(void) { outer(); return sink; }")
	END
	gcc -O2 -g -o "deep$1" "deep$1.c" || exit
	nm "deep$1" >symbols
}
address() # SYMBOL
{
	echo $((0x$(sed -n "s/ . $1\$//p" symbols)))
}
lines() # COUNT PROGRAM
{
	echo 'program 7/7 [000] 1.0: 10 cycles:'
	printf "\t%x outer+0x$(printf %x $(($(address here) - $(address outer)))) ($PWD/$2)\n" "$(address here)"
	for i in $(seq 2 "$1"); do
		echo "	$i caller+0x1 (/nowhere)"
	done
	echo
}
names() # frames by their names
{
	sed 's/inlined_into_another_[a-z_]*/f/g; s/;caller/;c/g' | awk -F ';' '{ print $1, NF, $NF }'
}
deep 35
lines 1 deep35 | collapse-perf --no-header --inline | names
deep 120
lines 1 deep120 | collapse-perf --no-header --inline | names
{ lines 1 deep120 && lines 1 deep120; } | collapse-perf --no-header --inline | names
lines 40 deep120 | collapse-perf --no-header --inline | names
echo "== the same of a recording"
PYTHONPATH=$CASES/../../system/recordings python3 - "$(address here)" <<-'END' >deep.data
	import sys
	from inlines import recording, MAP
	here = int(sys.argv[1])
	page = here & ~0xfff
	chains = [[here], [here], [here] + [8 * i for i in range(1, 41)]]
	sys.stdout.buffer.write(recording(maps=((MAP, b"/deep120", page),), chains=chains, shift=MAP - page))
END
collapse-perf --no-header --symfs . deep.data | names
