#!/bin/bash
# SPDX-License-Identifier: MIT
#
# check-reproducible.sh [WORK] - two builds of the Debian packages, with other paths, times, time
# zones, locales, umasks, users and numbers of jobs, have to give the same bytes. Tests are not run:
# check-debian.sh does. WORK (/var/tmp/flambeau-debian) is that of check-debian.sh; its base is
# used.

set -uo pipefail
. "$(dirname "$0")/lib.sh"
work=${1:-/var/tmp/flambeau-debian}
mkdir -p "$work" || exit 2
work=$(cd "$work" && pwd)
need debootstrap=debootstrap unshare=util-linux ip=iproute2 cmake=cmake
be_root

fill()
{
	fill_build_root "$1" &&
		online "$1" apt-get install -y -q --no-install-recommends faketime locales &&
		enter "$1" localedef -i tr_TR -f UTF-8 tr_TR.UTF-8 &&
		enter "$1" useradd -m -d /srv/another another
}

one=/home/builder/one
two=/srv/another/a/longer/way/two

# build USER FOLDER SETTINGS COMMAND...: as USER in FOLDER of the root, after the shell has run
# SETTINGS.
build()
{
	local user=$1 folder=$2 settings=$3

	shift 3
	unpack_source "$work/reproducible$folder" &&
		enter "$work/reproducible" chown -R "$user:" "$folder" &&
		enter "$work/reproducible" su "$user" -c \
			"cd $folder/flambeau-$version && $settings && $* dpkg-buildpackage -us -uc -b"
}

in_one_way()
{
	build builder $one "umask 022 && export LC_ALL=C.UTF-8 TZ=UTC DEB_BUILD_OPTIONS='nocheck parallel=$jobs'"
}

in_another_way()
{
	build another $two "umask 077 && export LC_ALL=tr_TR.UTF-8 LANGUAGE=tr TZ=Asia/Kathmandu \
		DEB_BUILD_OPTIONS='nocheck parallel=1'" faketime -f +400d
}

compare()
{
	local deb other status=0 count=0

	for deb in "$work/reproducible$one"/*.deb; do
		other=$work/reproducible$two/$(basename "$deb")
		count=$((count + 1))
		if ! cmp "$deb" "$other"; then
			status=1
			! command -v diffoscope >/dev/null || diffoscope "$deb" "$other"
		fi
	done
	(cd "$work/reproducible$one" && sha256sum ./*.deb)
	[ $status -ne 0 ] || echo "$count packages: identical bytes"
	return $status
}

step tarball make_tarball
step base debootstrap_base
step reproducible-root make_root reproducible fill
step one in_one_way
step two in_another_way
STEP_LINES=20 step identical compare
printf '\nThe Debian packages are reproducible.\n'
