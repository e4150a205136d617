#!/bin/bash
# SPDX-License-Identifier: MIT
#
# check-debian.sh [WORK] - the Debian packages, from source to purge: built in a clean chroot
# without network, looked at by lintian, blhc and hardening-check, installed in another clean
# chroot, tested there by autopkgtest, purged, and nothing may be left over. WORK
# (/var/tmp/flambeau-debian) keeps the roots for the next time, and the logs.

set -uo pipefail
. "$(dirname "$0")/lib.sh"
work=${1:-/var/tmp/flambeau-debian}
mkdir -p "$work" || exit 2
work=$(cd "$work" && pwd)
need debootstrap=debootstrap lintian=lintian blhc=blhc hardening-check=devscripts \
	autopkgtest=autopkgtest unshare=util-linux ip=iproute2 cmake=cmake
be_root

packages() # - the binary packages, without those of debugging symbols
{
	find "$work/debs" -name '*.deb' ! -name '*-dbgsym_*' | sort
}

build()
{
	unpack_source "$work/build/home/builder/source" &&
		enter "$work/build" chown -R builder: /home/builder/source &&
		enter "$work/build" su builder -c "cd ~/source/flambeau-$version &&
			DEB_BUILD_OPTIONS=parallel=$jobs dpkg-buildpackage -us -uc" || return 1
	rm -rf "$work/debs"
	mkdir "$work/debs" && find "$work/build/home/builder/source" -maxdepth 1 -type f \
		-exec cp {} "$work/debs/" \;
}

look_by_lintian()
{
	# The suppressed tag finds words in machine code: "wTH" once.
	lintian --allow-root --suppress-tags spelling-error-in-binary --info --display-info --pedantic \
		--fail-on error,warning,info "$work"/debs/*.changes && echo "lintian: nothing to say"
}

# Protection of the control flow needs a libc that has it; Debian 12's has not.
look_at_hardening()
{
	local deb status=0 file

	blhc --all --debian "$work/dpkg-buildpackage.log" || status=1
	rm -rf "$work/unpacked"
	mkdir "$work/unpacked"
	for deb in $(packages); do
		dpkg-deb -x "$deb" "$work/unpacked/$(basename "$deb" | cut -d_ -f1)" || status=1
	done
	find "$work/unpacked" -type f \( -path '*/bin/*' -o -name '*.so.*' \) >"$work/binaries"
	while read -r file; do
		hardening-check --nocfprotection "$file" || status=1
	done <"$work/binaries"
	[ $status -ne 0 ] || echo "$(wc -l <"$work/binaries") binaries are hardened"
	return $status
}

sizes()
{
	xargs stat -c '%s %n' <"$work/binaries" | sed "s,$work/unpacked/,," | sort -k2
	for deb in $(packages); do
		dpkg-deb -W --showformat='${Package}: ${Installed-Size} KiB installed, ' "$deb"
		echo "$(stat -c %s "$deb") bytes packed"
	done
}

# Install the dependencies of packages and tests, but not the packages themselves: these come and
# go.
fill_test_root()
{
	local own needs deb

	own=$(sed -n 's/^Package: //p' "$work/debian/control" | paste -sd '|')
	needs=$({
		for deb in $(packages); do
			dpkg-deb -W --showformat='${Depends}\n' "$deb"
		done
		sed -n 's/^ \([a-z0-9.+-]*\),$/\1/p' "$work/debian/tests/control"
	} | tr ',' '\n' | sed 's/^ *//' | grep -vE "^($own)( |\$)" | grep . | sort -u | paste -sd ,)
	online "$1" apt-get update -q &&
		online "$1" apt-get satisfy -y -q --no-install-recommends "$needs, apt-utils, dpkg-dev"
}

files_in() # ROOT - all but what the package manager and its caches keep for themselves
{
	(cd "$1" && find . -path ./proc -prune -o -path ./sys -prune -o -path ./dev -prune -o \
		-path ./tmp -prune -o -path ./var/lib/dpkg -prune -o -path ./var/lib/apt -prune -o \
		-path ./var/cache -prune -o -path ./var/log -prune -o -print | sort)
}

install_packages()
{
	rm -rf "$work/test/tmp/debs"
	cp -r "$work/debs" "$work/test/tmp/debs" &&
		enter "$work/test" sh -c "cd /tmp/debs && dpkg -i $(packages | xargs -n 1 basename | paste -sd ' ')"
}

run_autopkgtest()
{
	local status=0

	rm -rf "$work/autopkgtest"
	unshare --net --mount --pid --fork -- sh -c '
		ip link set lo up && mount --make-rprivate / && mount -t proc proc /proc &&
			mount -t proc proc "$0/test/proc" && mount --rbind /dev "$0/test/dev" &&
			exec autopkgtest --output-dir="$0/autopkgtest" "$@"' \
		"$work" $(packages) "$work"/debs/*.dsc -- chroot "$work/test" || status=1
	cat "$work/autopkgtest/summary"
	return $status
}

purge_packages()
{
	enter "$work/test" dpkg --purge $(packages | while read -r deb; do
		dpkg-deb -f "$deb" Package
	done) || return 1
	! enter "$work/test" dpkg -l | grep flambeau
}

nothing_left()
{
	files_in "$work/test" >"$work/files-after"
	diff "$work/files-before" "$work/files-after" &&
		echo "$(wc -l <"$work/files-after") files before and after: nothing left behind"
}

step tarball make_tarball
step base debootstrap_base
step build-root make_root build fill_build_root
step dpkg-buildpackage build
step lintian look_by_lintian
step hardening look_at_hardening
STEP_LINES=200 step size sizes
rm -rf "$work/test"
step test-root make_root test fill_test_root
files_in "$work/test" >"$work/files-before"
step install install_packages
STEP_LINES=6 step autopkgtest run_autopkgtest
step purge purge_packages
step left-behind nothing_left
printf '\nThe Debian packages are in order.\n'
