#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.man short lint NEEDS native RUN @root@ @bin@/.. @all_programs@
#
# check-man.sh ROOT BUILD PROGRAM... - every program has man/TOOL.1, with lines `.\" BEGIN X` and
# `.\" END X` for X SYNOPSIS and OPTIONS, and nothing between them; pages/ of the build tree has
# there what the program prints, the list of programs in flambeau.1, and the shared options in flambeau.7.
# README.md names all programs. Links beside programs are their other names, which their rows of
# MIGRATING.md have.

set -u
cd "${1:?usage: check-man.sh ROOT BUILD PROGRAM...}" || exit 2
build=$2
shift 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

complain()
{
	echo "$1"
	bad=1
}

tools=$(for program; do basename "$program"; done)
mkdir "$work/build" && ln -s "$(cd "$build/bin" && pwd)" "$work/build/bin"
# shellcheck disable=SC2086 # names
man/generate.sh . "$work/build" zsh '' $tools && man/generate.sh --shared . "$work/build" || exit 1

for tool in $tools; do
	grep -q "\`$tool\`" README.md || complain "README.md does not name $tool"
	[ -e "man/$tool.1" ] || complain "man/$tool.1 is missing"
	[ "$(grep -c '^\.\\" \(BEGIN\|END\) \(SYNOPSIS\|OPTIONS\)$' "man/$tool.1")" = 4 ] ||
		complain "man/$tool.1: not the lines BEGIN and END of SYNOPSIS and OPTIONS"
done
for page in "$work"/build/pages/*; do
	name=${page##*/}
	cmp -s "$page" "$build/pages/$name" ||
		complain "$build/pages/$name is not current: run cmake --build $build"
	[ "$(awk '/^\.\\" END / && last ~ /^\.\\" BEGIN / { print } { last = $0 }' "$page")" = "" ] ||
		complain "$page: a part has nothing"
	[ ! -e .git ] || # in a tarball they have all
		[ "$(awk '/^\.\\" END / && last !~ /^\.\\" BEGIN / { print } { last = $0 }' "man/$name")" = "" ] ||
		complain "man/$name: what is between BEGIN and END is written by the build"
done

for link in "$build/bin"/*; do
	[ -L "$link" ] || continue
	name=${link##*/}
	case " $(echo "$tools" | tr '\n' ' ') " in *" $name "*) continue ;; esac # a program's own name
	tool=$(readlink "$link")
	grep "^| \`${tool##*/}\` |" MIGRATING.md | grep -qF "\`$name\`" ||
		complain "MIGRATING.md: $name is not in the row of ${tool##*/}"
done

[ $bad -ne 0 ] || echo "$# pages are current"
exit $bad
