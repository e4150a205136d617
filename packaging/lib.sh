# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# For the scripts beside it: steps with a log each, the source as a tarball, and Debian roots.

suite=${FLAMBEAU_SUITE:-bookworm}
mirror=${FLAMBEAU_MIRROR:-http://deb.debian.org/debian}
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -n 's/^#define FLAMBEAU_VERSION "\(.*\)"$/\1/p' "$top/common/base/base.h")
jobs=$(nproc)

need() # COMMAND=PACKAGE...
{
	local one

	for one; do
		if ! command -v "${one%%=*}" >/dev/null; then
			echo "$(basename "$0"): no ${one%%=*} here (Debian: ${one#*=})" >&2
			exit 77
		fi
	done
}

be_root()
{
	if [ "$(id -u)" -ne 0 ]; then
		echo "$(basename "$0"): only root can make a chroot" >&2
		exit 77
	fi
}

# step NAME COMMAND...: everything into WORK/NAME.log; its last lines are shown, all if it fails.
step()
{
	local name=$1 log=$work/$1.log

	shift
	printf '\n== %s\n' "$name"
	if "$@" </dev/null >"$log" 2>&1; then
		tail -n "${STEP_LINES:-3}" "$log"
	else
		tail -n 200 "$log"
		echo "FAILED: $name, see $log" >&2
		exit 1
	fi
}

make_tarball() # - WORK/flambeau-VERSION.tar.gz, by cpack; and debian/ as it is now
{
	rm -rf "$work/debian" && cp -r "$top/debian" "$work/debian" || return 1
	rm -rf "$work/cpack" && mkdir "$work/cpack" &&
		cmake -S "$top" -B "$work/cpack" -DBUILD_TESTING=OFF -DFLAMBEAU_SAMPLER=OFF \
			-DFLAMBEAU_LIBRARY=OFF && cmake --build "$work/cpack" -j "$(nproc)" &&
		(cd "$work/cpack" && cpack -G TGZ) &&
		mv "$work/cpack/flambeau-$version.tar.gz" "$work/" && rm -r "$work/cpack"
}

# The environment in a chroot: nothing of the caller's, whose CFLAGS or compiler may not be there.
clean=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root)

# offline COMMAND...: without network, but with a loopback interface, as build machines have it.
offline()
{
	unshare --map-root-user --net -- sh -c 'ip link set lo up && exec "$@"' sh "$@"
}

# enter ROOT COMMAND...: likewise, in a chroot, with its own processes and mounts.
enter()
{
	unshare --net --mount --pid --fork -- sh -c '
		ip link set lo up && mount --make-rprivate / && mount -t proc proc "$0/proc" &&
			mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' "$1" "${clean[@]}" "${@:2}"
}

# online ROOT COMMAND...: in a chroot, with network, to install what a root is made of.
online()
{
	local root=$1

	cp /etc/resolv.conf /etc/hosts "$root/etc/"
	unshare --mount --pid --fork -- sh -c '
		mount --make-rprivate / && mount -t proc proc "$0/proc" &&
			exec chroot "$0" "$@"' "$root" "${clean[@]}" DEBIAN_FRONTEND=noninteractive LC_ALL=C "${@:2}"
}

install_in() # ROOT PACKAGE... - what is there already costs nothing
{
	local root=$1

	shift
	online "$root" dpkg-query -W "$@" >/dev/null 2>&1 ||
		online "$root" apt-get install -y -q --no-install-recommends "$@"
}

debootstrap_base() # - WORK/base: the smallest Debian, kept for the next time
{
	[ ! -e "$work/base/.complete" ] || { echo "as it was left"; return; }
	rm -rf "$work/base"
	debootstrap --variant=minbase "$suite" "$work/base" "$mirror" &&
		online "$work/base" apt-get clean && touch "$work/base/.complete"
}

# make_root NAME FUNCTION: WORK/NAME, a copy of the base; FUNCTION ROOT puts in what is needed.
make_root()
{
	local root=$work/$1 needs

	needs=$(sed -n '/^Build-Depends/,/^$/p' "$top/debian/control")
	if [ "$(cat "$root/.made-for" 2>/dev/null)" = "$needs" ]; then
		echo "as it was left"
		return
	fi
	rm -rf "$root"
	cp -a --reflink=auto "$work/base" "$root" && "$2" "$root" &&
		online "$root" apt-get clean && echo "$needs" >"$root/.made-for"
}

fill_build_root() # ROOT - what Build-Depends asks for, and a user to build as
{
	mkdir -p "$1/tmp/control" && cp -r "$top/debian" "$1/tmp/control/" &&
		online "$1" apt-get install -y -q --no-install-recommends build-essential fakeroot &&
		online "$1" sh -c 'cd /tmp/control && apt-get build-dep -y -q --no-install-recommends .' &&
		rm -r "$1/tmp/control" && online "$1" useradd -m builder
}

unpack_source() # DIRECTORY - the tree to build in and the tarball beside it
{
	rm -rf "$1" && mkdir -p "$1" &&
		cp "$work/flambeau-$version.tar.gz" "$1/flambeau_$version.orig.tar.gz" &&
		tar -C "$1" -xzf "$work/flambeau-$version.tar.gz" &&
		cp -r "$work/debian" "$1/flambeau-$version/"
}
