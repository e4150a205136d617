#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: real.perf long real SERIAL RUN @bin@
#
# perf.sh BIN - record a small program with perf and draw it: the functions that burn the time
# must be frames with the share of it that the program gives them. Skipped (77), with the
# reason, where the machine cannot or may not record.

set -u
bin=$(cd "${1:?usage: perf.sh BIN}" && pwd) || exit 2

skip()
{
	echo "skipped: $1"
	exit 77
}

fail()
{
	echo "FAILED: $1"
	head -n 20 "$work/stderr" 2>/dev/null
	exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C

command -v perf >/dev/null || skip "no perf here"
compiler=$(command -v cc || command -v gcc || command -v clang) || skip "no C compiler here"

# burn_three runs three times as long as burn_one, below a common caller, in 0.8 s of CPU time.
cat >burner.c <<'END'
#include <time.h>

static volatile unsigned long sink;

static double cpu_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

__attribute__((noinline)) void spin(double seconds)
{
	double end = cpu_seconds() + seconds;
	unsigned long i;

	while (cpu_seconds() < end)
		for (i = 0; i < 200000; i++)
			sink += i * i;
	sink++;
}

__attribute__((noinline)) void burn_one(void)
{
	spin(0.02);
	sink++;
}

__attribute__((noinline)) void burn_three(void)
{
	spin(0.06);
	sink++;
}

int main(void)
{
	int i;

	for (i = 0; i < 10; i++) {
		burn_one();
		burn_three();
	}
	return 0;
}
END
"$compiler" -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -o burner burner.c 2>stderr ||
	fail "the program does not compile"
perf record -e cpu-clock -F 999 -g -o perf.data -- ./burner >stdout 2>stderr ||
	skip "perf record does not work: $(grep . stderr | head -n 1)"
perf script -i perf.data >script.txt 2>stderr || skip "perf script does not work: $(head -n 1 stderr)"
grep -q burn_three script.txt || skip "perf recorded no stack of the program"

"$bin/collapse-perf" script.txt >folded 2>stderr || fail "collapse-perf"
"$bin/flamegraph" folded >graph.svg 2>stderr || fail "flamegraph"
perf script -i perf.data 2>/dev/null | "$bin/collapse-perf" -q | "$bin/flamegraph" >piped.svg 2>stderr ||
	fail "the pipe"
cmp -s graph.svg piped.svg || fail "the pipe draws another picture"

share() # FUNCTION - percent of all samples with it on the stack
{
	awk -v name="$1" '
	{ all += $NF }
	index(";" $0, ";" name ";") || index(";" $0, ";" name " ") { n += $NF }
	END { printf "%d\n", 100 * n / all }' folded
}

one=$(share burn_one)
three=$(share burn_three)
echo "burn_one $one %, burn_three $three % of $(awk '{ n += $NF } END { print n }' folded)"
if [ "$one" -lt 12 ] || [ "$one" -gt 38 ]; then
	fail "burn_one should have about 25 %"
fi
if [ "$three" -lt 55 ] || [ "$three" -gt 88 ]; then
	fail "burn_three should have about 75 %"
fi
grep -q '^burner;.*;main;burn_three;spin' folded || grep -q '^burner;main;burn_three;spin' folded ||
	fail "no stack burner;...;main;burn_three;spin"
for name in main burn_one burn_three spin; do
	grep -q "$name (" graph.svg || fail "no frame $name in the picture"
done
if command -v xmllint >/dev/null; then
	xmllint --nonet --noout graph.svg 2>stderr || fail "the picture is not well-formed"
fi
