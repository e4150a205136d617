#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: install.bootstrap short install NEEDS native !prefix RUN @root@ @bin@
#
# bootstrap.sh SOURCE BIN - output and actions of ./bootstrap, in a copy of its files, with
# stand-ins for apt-get, dpkg-query, sudo, cmake and browsers; the programs are those of BIN.

set -u
source=${1:?usage: bootstrap.sh SOURCE BIN}
bin=${2:?usage: bootstrap.sh SOURCE BIN}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
bad=0

complain()
{
	echo "$1"
	sed 's/^/    /' "$work/out" "$work/err"
	bad=1
}

stand_in() # NAME, its lines on standard input
{
	(echo '#!/bin/sh' && cat) >"$work/bin/$1"
	chmod +x "$work/bin/$1"
}

run() # CODE ARGUMENT... - does bootstrap end with this code?
{
	local code=$1 got

	shift
	: >"$work/log"
	PATH=$work/bin:$PATH LOG=$work/log "$tree/bootstrap" "$@" >"$work/out" 2>"$work/err"
	got=$?
	[ $got -eq "$code" ] || complain "bootstrap $*: exit $got, not $code"
}

line_of() # PATTERN FILE - the number of the first line with it
{
	grep -n -m 1 -e "$1" "$2" | cut -d : -f 1
}

mkdir -p "$work/bin" "$tree/build" "$tree/packaging"
cp "$source/bootstrap" "$tree"
cp "$source/packaging/libraries.txt" "$tree/packaging"
cp -R "$source/fixtures" "$tree"
ln -s "$bin" "$tree/build/bin"
stand_in sudo <<<'exec "$@"'
stand_in cmake <<<'echo "cmake $*" >>"$LOG"'
for browser in xdg-open open sensible-browser firefox chromium www-browser; do
	stand_in $browser <<<"echo opened $browser"' >>"$LOG"'
done
stand_in dpkg-query <<<'exit 1'
stand_in apt-get <<'END'
echo "apt-get $*" >>"$LOG"
case $* in
*--print-uris*)
	echo '0 upgraded, 7 newly installed, 0 to remove and 3 not upgraded.'
	echo 'Need to get 8,765 kB of archives.'
	echo 'After this operation, 43.2 MB of additional disk space will be used.'
	echo "'http://example.org/a.deb' a.deb 1 MD5Sum:1"
	;;
install*) echo 'Unpacking' ;;
esac
END

for option in --help -h; do
	run 0 $option
	[ -s "$work/err" ] && complain "bootstrap $option: a message"
	for package in libpcre2-dev chromium-headless-shell rustc; do
		grep -qw -e $package "$work/out" || complain "bootstrap $option: no $package"
	done
	[ -s "$work/log" ] && complain "bootstrap $option ran $(cat "$work/log")"
done

run 2
grep -q 'bootstrap demo ' "$work/err" || complain "bootstrap: no usage"
[ -s "$work/out" ] && complain "bootstrap: usage is no output"
run 2 unknown
run 2 check
run 2 check no-such-program

run 0 demo
size=$(line_of 'After this operation, 43.2 MB' "$work/out")
installs=$(line_of '^Unpacking' "$work/out")
[ "${size:-9999}" -lt "${installs:-0}" ] || complain "demo: no size before what is installed"
grep -q 'Need to get 8,765 kB' "$work/out" || complain "demo: does not say what is downloaded"
grep -q 'example.org' "$work/out" && complain "demo: lists addresses"
[ "$(tail -n 1 "$work/out" | grep -c -F "$tree/flamegraph.svg")" = 1 ] ||
	complain "demo: the last line does not name the picture"
grep -q 'opened' "$work/log" && complain "demo: opened a browser"
grep -q '^</svg>' "$tree/flamegraph.svg" || complain "demo: no picture"
capture=$(sed -n 's/^== collapse-perf --header \([^ ]*\) .*/\1/p' "$work/out")
samples=$("$bin/collapse-perf" --stats "$tree/$capture" 2>&1 >"$work/folded" |
	sed -n 's/.* \([0-9]*\) samples.*/\1/p')
[ "${samples:-0}" -gt 2000 ] || complain "demo: a picture of ${samples:-no} samples"
grep -qx 'cmake --preset release -DBUILD_TESTING=OFF' "$work/log" || complain "demo: builds the tests"
echo 'BUILD_TESTING:BOOL=ON' >"$tree/build/CMakeCache.txt"
run 0 demo
grep -qx 'cmake --preset release -DBUILD_TESTING=ON' "$work/log" ||
	complain "demo: takes the tests from a build that has them"
rm "$tree/build/CMakeCache.txt"

stand_in dpkg-query <<<'printf installed'
for command in gcc make pkg-config protoc-c; do
	stand_in $command <<<':'
done
run 0 demo
grep 'apt-get' "$work/log" && complain "demo: asks apt-get where nothing is missing"

exit $bad
