#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: install.wheel short install NEEDS native !prefix RUN @root@ @CMAKE_BINARY_DIR@
#
# wheel.sh ROOT BUILD - the wheel of the build, installed by pip without network, has every program
# under every name, and each is the program that it is called as. Skipped (77) without Python or pip.

set -u
root=$(cd "${1:?usage: wheel.sh ROOT BUILD}" && pwd) || exit 2
build=$(cd "${2:?usage: wheel.sh ROOT BUILD}" && pwd) || exit 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

complain()
{
	echo "$1"
	bad=1
}

python3 -m pip --version >/dev/null 2>&1 || { echo "skipped: no pip here"; exit 77; }
wheel=$(python3 -B "$root/packaging/wheel/make.py" "$build" "$work") || exit 1
cp "$wheel" "$work/first" && python3 -B "$root/packaging/wheel/make.py" "$build" "$work" >/dev/null || exit 1
cmp "$wheel" "$work/first" || complain "two wheels of one build differ"

python3 -m pip install -q --no-index --no-deps --disable-pip-version-check --no-compile \
	--target "$work/site" "$wheel" 2>"$work/err" || { cat "$work/err"; exit 1; }
export PYTHONPATH="$work/site" PYTHONDONTWRITEBYTECODE=1

DESTDIR=$work/root cmake --install "$build" --component programs >/dev/null &&
	DESTDIR=$work/root cmake --install "$build" --component compat >/dev/null || exit 1
names=$(find "$work/root" -path '*/bin/*' | sed 's,.*/,,' | LC_ALL=C sort)
[ "$names" = "$(find "$work/site/bin" -type f | sed 's,.*/,,' | LC_ALL=C sort)" ] ||
	complain "the names of the wheel are not those that are installed"

printf 'main;work 3\nmain 1\n' >"$work/in"
"$work/site/bin/flamegraph.pl" "$work/in" >"$work/svg" && grep -q 'work (3 samples, 75.00%)' "$work/svg" ||
	complain "flamegraph.pl draws nothing"
"$build/bin/collapse-sample" "$root/fixtures/sample/rust.txt" >"$work/expected" || bad=1
"$work/site/bin/collapse-sample" "$root/fixtures/sample/rust.txt" | cmp - "$work/expected" ||
	complain "collapse-sample is another program"
grep -q '^CMAKE_INSTALL_MANDIR:[A-Z]*=/' "$build/CMakeCache.txt" ||
	[ -e "$work/site/share/man/man1/flamegraph.1" ] || complain "no manual pages"
[ $bad -ne 0 ] || echo "$(echo "$names" | wc -l) names of a wheel run"
exit $bad
