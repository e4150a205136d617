#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.planted short fault NEEDS Linux RUN @bin@ @all_writers@ diffreport collapse-files flamegraph-record
# ctest: fault.planted-recorder short fault NEEDS Linux events RUN @bin@ record-stacks
#
# planted.sh BIN TOOL... - in a directory like /tmp no program writes to what another user planted under the name of its
# output: a link to a file of the caller's, a link to a device, a FIFO, a file. It says why, and nothing is changed. The
# caller's own links, and open files by their numbers, are written to. As root, and as a user without rights. Skipped (77)
# where this is not run by root. The kernel's own rules (fs.protected_symlinks and others) may be off: they are not relied
# on, and what refuses is seen in the message.

. "$(dirname "$0")/../begin.sh"
chmod 755 .
printf 'main;a 1\n' >ok
touch owned
if ! chown 12345 owned 2>/dev/null; then
	echo 'skipped: only root can give files away'
	exit 77
fi
mkdir shared

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $tool as $user, $what: $1"
	head -n 3 err
}

as_user() # COMMAND...
{
	if [ "$user" = root ]; then "$@"; else setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; fi
}

# With `-o FILE` after its options; a FIFO that is opened would wait for its reader.
run() # FILE
{
	checks=$((checks + 1))
	case $tool in
	record-stacks) as_user timeout -k 2 10 "$bin/$tool" -q -o "$1" -- true ;;
	flamegraph-record) as_user timeout -k 2 30 "$bin/$tool" -q -o "$1" -- true ;;
	collapse-files) as_user timeout -k 2 10 "$bin/$tool" -q -o "$1" . ;;
	range-perf) as_user timeout -k 2 10 "$bin/$tool" -q -o "$1" 0 1 ok ;;
	difffolded | diffreport) as_user timeout -k 2 10 "$bin/$tool" -q -o "$1" ok ok ;;
	*) as_user timeout -k 2 10 "$bin/$tool" -q -o "$1" ok ;;
	esac >out 2>err
}

plant() # KIND
{
	chmod 755 shared
	rm -f shared/out
	case $1 in
	link) ln -s "$work/victim" shared/out ;;
	device) ln -s /dev/null shared/out ;;
	fifo) mkfifo -m 666 shared/out ;;
	file) echo precious >shared/out && chmod 666 shared/out ;;
	esac
	chown -h 12345 shared/out
	chmod 1777 shared
}

refused()
{
	local before
	echo precious >victim
	before=$(stat -c '%i %u %a %s' shared/out)
	if run shared/out; then fail "exit code 0"; fi
	grep -q 'of another user, in a directory that others may write' err || fail "that is not what it says"
	[ "$(<victim)" = precious ] || fail "the file that the link leads to is changed"
	[ "$(stat -c '%i %u %a %s' shared/out)" = "$before" ] || fail "what was planted is changed"
	[ "$(ls shared)" = out ] || fail "something is left: $(ls shared)"
}

# A user without rights reaches a copy where the programs are below a directory of root's own, such as /root.
users=root user=nobody
if ! as_user env "$bin/flamegraph" --version >/dev/null 2>&1; then
	cp -a "$bin" bin && chmod 755 bin && bin=$work/bin
fi
as_user env "$bin/flamegraph" --version >/dev/null 2>&1 && users='root nobody'
for tool; do
	"$bin/$tool" --help 2>/dev/null | grep -q -e '--output' || continue
	for user in $users; do
		for what in link device fifo file; do
			plant $what
			refused
		done
	done
done

# The caller's own links and open files are written to.
tool=collapse-filter user=root what='the own link'
rm -f shared/out && echo old >victim && ln -s "$work/victim" shared/out
run shared/out || fail "exit code $?"
[ "$(<victim)" = 'main;a 1' ] || fail "it is not written to"
what='an open file'
run /dev/fd/9 9>opened || fail "exit code $?"
[ "$(<opened)" = 'main;a 1' ] || fail "it is not written to"
what='standard output'
run /dev/stdout || fail "exit code $?"
[ "$(<out)" = 'main;a 1' ] || fail "it is not written to"
what='a process'
run >(cat >opened) || fail "exit code $?"
wait $!
[ "$(<opened)" = 'main;a 1' ] || fail "it is not written to"

echo "$checks checks as $users, $failed failed; fs.protected_symlinks is $(cat /proc/sys/fs/protected_symlinks)"
[ $failed -eq 0 ]
