#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.doors short lint RUN @root@
#
# check-doors.sh ROOT - what one system alone has is behind a door: a folder whose files CMake chooses
# by the system. Nowhere else do programs ask which system they are compiled for, include a header that
# one system has, or ask for more than POSIX. In a door no function is cut by such a question.

set -u
cd "${1:?usage: check-doors.sh ROOT}" || exit 2
. tests/lint/files.sh

doors='^(common/system|record/events|record/sampler)/'
files=$(c_files '^(common|collapse|render|diff|record)/') || exit 2
[ -n "$files" ] || { echo "no C files"; exit 2; }

echo "$files" | tr '\n' '\0' | xargs -0 awk -v doors="$doors" '
BEGIN {
	word = "(__linux__|__linux|__gnu_linux__|__GLIBC__|__GLIBC_PREREQ|__UCLIBC__|__ANDROID__|" \
		"__BIONIC__|__APPLE__|__MACH__|TARGET_OS_[A-Z]+|__FreeBSD__|__NetBSD__|__OpenBSD__|" \
		"__DragonFly__|__sun|__sun__|_AIX|__CYGWIN__|_WIN32|__HAIKU__|__unix__|BSD)"
	system_question = "(^|[^A-Za-z0-9_])" word "([^A-Za-z0-9_]|$)"
	header = "^(linux/.*|asm/.*|mach/.*|mach-o/.*|elf|link|malloc|features|copyfile|libproc|sys/" \
		"(auxv|capability|epoll|event|eventfd|extattr|inotify|mount|prctl|procctl|ptrace|random|" \
		"sendfile|signalfd|sysctl|syscall|sysmacros|timerfd|user|vfs|xattr))\\.h$"
}

function complain(why) {
	printf "%s:%d: %s: %s\n", FILENAME, FNR, why, $0
	bad = 1
}

FNR == 1 {
	is_door = FILENAME ~ doors
	inside = asks = 0
}
/^\{/ { inside = 1 }
/^\}/ { inside = 0 }

# A question goes on after a backslash.
asks || /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif)([^a-z]|$)/ {
	if ($0 ~ system_question && !is_door)
		complain("asks for the system outside of a door")
	else if ($0 ~ system_question && inside)
		complain("cuts a function by the system")
	asks = /\\$/
}

/^[ \t]*#[ \t]*include[ \t]*</ && !is_door {
	name = $0
	gsub(/^[^<]*<|>.*$/, "", name)
	if (name ~ header)
		complain("includes what one system has outside of a door")
}

/^[ \t]*#[ \t]*define[ \t]+_(GNU|DEFAULT|BSD|SVID|DARWIN_C|NETBSD)_SOURCE/ && !is_door {
	complain("asks for more than POSIX outside of a door")
}

END { exit bad }
' || exit 1
echo "$(echo "$files" | grep -cvE "$doors") files are outside of the doors, and ask for POSIX"
