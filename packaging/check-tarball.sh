#!/bin/bash
# SPDX-License-Identifier: MIT
#
# check-tarball.sh [WORK] - the tarball of `cpack -G TGZ` holds what git knows but debian/, and
# builds and passes the quick tests without network; and so does the static build. WORK
# (/var/tmp/flambeau-tarball) keeps the logs.

set -uo pipefail
. "$(dirname "$0")/lib.sh"
work=${1:-/var/tmp/flambeau-tarball}
mkdir -p "$work" || exit 2
work=$(cd "$work" && pwd)
need cmake=cmake unshare=util-linux ip=iproute2
tree=$work/flambeau-$version

same_files()
{
	rm -rf "$tree" && tar -C "$work" -xzf "$work/flambeau-$version.tar.gz" || return 1
	if ! git -C "$top" rev-parse >/dev/null 2>&1; then
		echo "skipped: no git here to compare with"
		return
	fi
	(cd "$tree" && find . -type f -o -type l | sed 's,^\./,,' | sort) >"$work/in-tarball"
	git -C "$top" ls-files --cached --others --exclude-standard | grep -v '^debian/' |
		sort >"$work/in-git"
	diff "$work/in-git" "$work/in-tarball" && echo "$(wc -l <"$work/in-tarball") files, as in git"
}

in_tree() # COMMAND... - without network
{
	(cd "$tree" && offline "$@")
}

build() # PRESET
{
	in_tree cmake --preset "$1" && in_tree cmake --build --preset "$1" -j "$jobs"
}

step tarball make_tarball
step files same_files
step build build release
STEP_LINES=30 step tests in_tree ctest --preset short -j "$jobs"
step build-static build static
STEP_LINES=12 step tests-static in_tree ctest --test-dir build-static -L 'install|cli' -LE long -j "$jobs" \
	--output-on-failure
printf '\nThe tarball is in order.\n'
