#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: sampler.preload-quiet long sampler SERIAL NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ QUIET=1 RUN @bin@ @lib@/libflamesample.so.1 @made@/sampler_burner
#
# preload.sh BIN LIBRARY BURNER - libflamesample by LD_PRELOAD: every process writes its own file,
# however it ends; formats; settings; names.

library=$(realpath "${2-}") && burner=$(realpath "${3-}") || exit 2
. "$(dirname "$0")/../../begin.sh"
unset LD_LIBRARY_PATH

without() # LIBRARY - does this build lack it?
{
	case " ${WITHOUT-} " in *" $1 "*) ;; *) return 1 ;; esac
}


fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $1"
	tail -n 3 err 2>/dev/null
}

sampled() # [NAME=VALUE...] PROGRAM...
{
	env FLAMESAMPLE_OUT="${out:-out.%p.folded}" LD_PRELOAD="$library" "$@" 2>err
}

# On a busy machine ticks may miss a program for most of a second of its CPU time: again, ten times
# at most, while there are less than four samples.
sampled_well() # [NAME=VALUE...] PROGRAM...
{
	local try

	for try in 1 2 3 4 5 6 7 8 9 10; do
		sampled "$@"
		grep -q ': [0-3] samples in ' err || break
		[ "$try" = 10 ] || rm -f "$(sed -n 's/.*: \(.*\)/\1/p' err)"
	done
}

# Wait for lines of the watching process, which writes a little later.
wait_for() # COUNT PATTERN
{
	local try

	for try in $(seq 1200); do
		# shellcheck disable=SC2086
		set -- "$1" "$2" $(ls $2 2>/dev/null)
		[ $(($# - 2)) -ge "$1" ] && break
		sleep 0.05
	done
	[ $(($# - 2)) -eq "$1" ] || fail "$2: $(($# - 2)) files, not $1, try $try"
}

with() # PATTERN FILE... - samples of the lines that match
{
	local pattern=$1

	shift
	cat "$@" | grep -- "$pattern" | awk '{ n += $NF } END { print n + 0 }'
}

at_least() # WHAT PART WHOLE PERCENT
{
	[ "$3" -gt 0 ] && [ $(($2 * 100)) -ge $(($3 * $4)) ] || fail "$1: $2 of $3 samples"
}

# Only what begins with flamesample_ is seen by others.
nm -D --defined-only "$library" | grep -v ' A ' | grep -v ' T flamesample_[a-z_]*@@FLAMESAMPLE_1$' &&
	fail 'these names are exported too'
nm -D --defined-only "$library" | grep -q ' T flamesample_start@@' || fail 'flamesample_start is not exported'
readelf -d "$library" | grep -q 'SONAME.*libflamesample\.so\.1\]' || fail SONAME

# Run a check that holds only on an idle machine, as QUIET in the environment tells.
quietly() # COMMAND...
{
	[ -z "${QUIET-}" ] || "$@"
}

# A program, its name with the process in it, the summary. The C library has no frame pointers.
callers=
! without libunwind || callers='\(; [0-9]* with an incomplete call stack\)\{0,1\}'
late="\\(; [0-9]* w[a-z]* missed because the system's timer came too late or not at all\\)\\{0,1\\}"
sampled_well "$burner" mix 1
wait_for 1 'out.*.folded'
quietly at_least burn_a "$(with ';main;.*burn_a' out.*)" "$(with . out.*)" 40
grep -q "^flamesample: sampler_burner: [0-9]* samples in [0-9.]* s of CPU time, 99 Hz asked for, [0-9.]* Hz achieved$late$callers: $work/out\.[0-9]*\.folded\$" err ||
	fail summary
rm -f out.*

# It may change its folder, and say nothing.
sampled FLAMESAMPLE_QUIET=1 "$burner" chdir 0.5
wait_for 1 'out.*.folded'
[ ! -s err ] || fail 'not quiet'
rm -f out.*

# fork, in parent and child
sampled "$burner" fork 0.5
wait_for 2 'out.*.folded'
quietly at_least 'fork: burn_a' "$(with ';burn_a' out.*)" "$(with . out.*)" 40
quietly at_least 'fork: burn_b' "$(with ';burn_b' out.*)" "$(with . out.*)" 40
rm -f out.*

# exec: one process, two programs
sampled "$burner" exec 0.5
wait_for 2 'out.*.folded'
[ "$(echo out.*.2.folded)" != 'out.*.2.folded' ] || fail 'no second file of the process'
at_least exec "$(with ';burn_a' out.*)" "$(with . out.*)" 80
quietly [ "$(with . out.*)" -gt 60 ] || fail "exec: $(with . out.*) samples"
rm -f out.*

# However it ends
for how in _exit abort; do
	sampled_well "$burner" $how 0.5
	wait_for 1 'out.*.folded'
	at_least "$how" "$(with ';main;.*burn_a' out.*)" "$(with . out.*)" 80
	rm -f out.*
done
for signal in INT TERM KILL; do
	rm -f asleep
	sampled "$burner" sleep 0.5 >asleep &
	child=$!
	until [ -s asleep ]; do sleep 0.05; done
	pkill -"$signal" -P $child 2>/dev/null || kill -$signal $child
	wait $child 2>/dev/null
	wait_for 1 'out.*.folded'
	at_least "SIG$signal" "$(with ';main;.*burn_a' out.*)" "$(with . out.*)" 80
	rm -f out.*
done

# Without %p the first process has the name that was given, also after the exec of a wrapper without
# samples; its children and the programs that it executes have names of their own.
out=out.folded sampled_well nice "$burner" mix 0.5
[ "$(ls out*)" = out.folded ] || fail "one process: $(ls out*)"
grep -q ": $work/out.folded$" err || fail 'the name is not said'
first=$(cksum out.folded)
touch -d '1 minute ago' out.folded
out=out.folded sampled_well "$burner" fork 0.5
[ "$(ls out.folded out.[0-9]*.folded | wc -l)" = 2 ] || fail "fork: $(ls out*)"
[ "$(cksum out.folded)" != "$first" ] || fail 'an old file is not replaced'
rm -f out.*
out=out.folded sampled "$burner" exec 0.5
wait_for 2 'out*.folded'
[ -e out.folded ] && [ "$(ls out.[0-9]*.2.folded | wc -l)" = 1 ] || fail "exec: $(ls out*)"
rm -f out.*
out=%p/%p.x.folded sampled sh -c 'mkdir $$; exec "$0" mix 0.5' "$burner"
for folder in [0-9]*; do
	[ -s "$folder/$folder.x.folded" ] || fail "%p twice: $(ls "$folder")"
	rm -r "$folder"
done

# The text report, which collapse-pprof-rs turns into the very same folded stacks
out=out.%p.txt sampled_well "$burner" names 1
out=out.%p.txt sampled_well "$burner" mix 0.5
wait_for 2 'out.*.txt'
cat out.*.txt >all.txt
grep -q '^FRAME: .* -> THREAD: grpc-17 [0-9]*$' all.txt || fail 'no line of the text report'
for name in 'demo::Parser::read(' 'core::fmt::write' 'foo::example_function'; do
	grep -q "FRAME: $name" all.txt || fail "no $name: $(grep -o 'FRAME: [_a-z]*R[^ ]*' all.txt | head -n 1)"
done
"$bin/collapse-pprof-rs" --strict all.txt >folded 2>err || fail "collapse-pprof-rs: $?"
grep -q '^THREAD:a:b;' folded || fail 'the thread THREAD: a;b'
rm -f out.*

# Rules
sampled_well FLAMESAMPLE_RULES='^grpc-\d+$=grpc
burn_(.*)=<$1>' "$burner" names 1
wait_for 1 'out.*.folded'
grep -q '^grpc;' out.* || fail 'no thread grpc'
grep -q ';<names>' out.* || fail 'no frame <names>'
rm -f out.*

# A picture, and a pprof profile
out=out.%p.svg sampled_well "$burner" mix 0.5
wait_for 1 'out.*.svg'
grep -q '<title>.*burn_a' out.*.svg && grep -q 'Hz asked' out.*.svg || fail 'picture'
out=out.%p.pb.gz sampled_well "$burner" mix 0.5
if command -v go >/dev/null; then
	wait_for 1 'out.*.pb.gz'
	go tool pprof -raw out.*.pb.gz >raw 2>err || fail 'go tool pprof'
	grep -q 'burn_a' raw && grep -q "$burner" raw && grep -q 'thread:\[sampler_burner\]' raw ||
		fail 'pprof profile'
fi
rm -f out.*

# Other settings
sampled_well FLAMESAMPLE_HZ=200 FLAMESAMPLE_TIMER=itimer FLAMESAMPLE_UNWIND=frames FLAMESAMPLE_DEPTH=100 \
	FLAMESAMPLE_BUCKETS=16 FLAMESAMPLE_SPILL_DIR="$work" FLAMESAMPLE_SPILL_SIZE=100000 \
	FLAMESAMPLE_BLOCKLIST=nothing.so:sampler_burner "$burner" mix 0.5
wait_for 1 'out.*.folded'
grep -q '200 Hz asked' err || fail 'the rate'
with '\[truncated\];burn_a' out.* | grep -qv '^0$' || fail 'the blocklist'
rm -f out.*

sampled_well FLAMESAMPLE_TIMER=thread "$burner" mix 0.5
wait_for 1 'out.*.folded'
at_least 'a timer of the thread' "$(with ';main;.*burn_' out.*)" "$(with . out.*)" 80
rm -f out.*

# A wrong setting gives a message, and the program runs.
while read -r setting message; do
	sampled "$setting" "$burner" burn 0.1 || fail "$setting: exit code $?"
	grep -q "^flamesample: .*$message" err || fail "$setting: no '$message'"
done <<'END'
FLAMESAMPLE_HZ=many FLAMESAMPLE_HZ cannot be 'many'
FLAMESAMPLE_HZ=0 0 Hz; 1 to 10000 are possible
FLAMESAMPLE_DEPTH=1 depth 1; 2 to 65536
FLAMESAMPLE_BUCKETS=-1 FLAMESAMPLE_BUCKETS cannot be '-1'
FLAMESAMPLE_TIMER=sun FLAMESAMPLE_TIMER cannot be 'sun'
FLAMESAMPLE_UNWIND=1 FLAMESAMPLE_UNWIND cannot be '1'
FLAMESAMPLE_QUIET=yes FLAMESAMPLE_QUIET cannot be 'yes'
FLAMESAMPLE_SPILL_DIR=/nowhere temporary file: No such file
FLAMESAMPLE_SPILL_SIZE=1G FLAMESAMPLE_SPILL_SIZE cannot be '1G'
FLAMESAMPLE_RULES=nothing expected REGEX=REPLACEMENT
END
out=out.png sampled "$burner" burn 0.1
grep -q 'must end in .folded, .txt, .svg or .pb.gz' err || fail 'an unknown format'
out=/nowhere/out.folded sampled "$burner" burn 0.3
grep -q '^flamesample: .*/nowhere/out.* No such file' err || fail 'a folder that is not there'
[ "$(echo out.*)" = 'out.*' ] || fail 'files that nobody asked for'

# Without FLAMESAMPLE_OUT nothing happens.
LD_PRELOAD=$library FLAMESAMPLE_HZ=many "$burner" burn 0.1 2>err
[ ! -s err ] || fail 'not asked'

[ $failed -eq 0 ] && echo 'all files are there'
exit $((failed > 0))
