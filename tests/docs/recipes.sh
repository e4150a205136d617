#!/bin/bash
# SPDX-License-Identifier: MIT
#
# recipes.sh [SUITE [DIR [ARGUMENT...]]] - recipes.py, with ARGUMENTs, on a fresh Debian (bookworm,
# trixie, ...): a minbase root in DIR, the compilers, languages and profilers that Debian has,
# `./bootstrap demo` as the README says, the programs installed. The table is DIR/recipes.txt. Takes
# half an hour; run it before a release, one at a time: beside a recording of the whole system, such as
# one of its recipes makes, the kernel may mark the mappings of another recording as having build IDs,
# and perf ends by SIGABRT (perf 6.1, Linux 6.1). Root only; needs debootstrap. Exit 1: a recipe does
# not hold.

set -u
FLAMBEAU_SUITE=${1:-bookworm}
export FLAMBEAU_SUITE
work=${2:-$(mktemp -d)}
. "$(dirname "$0")/../../packaging/lib.sh"
mkdir -p "$work"
be_root
need debootstrap=debootstrap git=git

packages=(ca-certificates cargo curl default-jdk-headless g++ gcc git golang-go heaptrack libc6-dbg libc6-dev
	linux-perf make man-db nginx-light nodejs php-cli php-xdebug procps python3 ruby ruby-stackprof rustc
	sysvinit-utils valgrind zstd)
root=$work/base

copy_project()
{
	rm -rf "$root/root/project" && git clone -q "$top" "$root/root/project"
}

build_and_install()
{
	online "$root" sh -c 'cd /root/project && ./bootstrap demo && cmake --install build && ldconfig'
}

type_recipes() # ARGUMENT...
{
	mkdir -p "$root/sys"
	unshare --mount --pid --fork -- sh -c '
		mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --rbind /sys "$0/sys" &&
			mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' "$root" "${clean[@]}" \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		python3 -B /root/project/tests/docs/recipes.py --table /root/recipes.txt "$@" \
		/root/project /usr/local/bin
	local code=$?

	cp "$root/root/recipes.txt" "$work/recipes.txt"
	return $code
}

step base debootstrap_base
step packages install_in "$root" "${packages[@]}"
step project copy_project
step build build_and_install
printf '\n== recipes\n'
type_recipes "${@:3}"
