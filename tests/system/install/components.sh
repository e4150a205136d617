#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: install.components short install RUN @CMAKE_COMMAND@ @CMAKE_BINARY_DIR@ '@FLAMBEAU_PROGRAM_PREFIX@'
#
# components.sh CMAKE BUILD [PREFIX] - the installed components fit together: a program has its
# page, which calls it by its name, a row in the list of flambeau, and a completion for each shell;
# an original's name leads to a program, and its page to the program's. PREFIX is what the programs'
# names begin with. Names of one program are links, and each is the program that its name ends with.

set -u
cmake=${1:?usage: components.sh CMAKE BUILD [PREFIX]}
build=${2:?usage: components.sh CMAKE BUILD [PREFIX]}
prefix=${3-}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

complain()
{
	echo "$1"
	bad=1
}

install_component() # NAME - below $work/NAME, wherever the build's folders are
{
	DESTDIR=$work/$1 "$cmake" --install "$build" --component "$1" >"$work/log" || {
		cat "$work/log"
		complain "component $1 cannot be installed"
	}
}

file_of() # COMPONENT PATTERN - the file of the component whose path ends so
{
	find "$1" -path "*/$2" | grep . || echo "/no $2 in $1"
}

for component in programs man completions compat; do
	install_component $component
done
cd "$work" || exit 2

count=0
files=0
for program in $(find programs ! -type d); do
	name=${program##*/}
	roff_name=$(echo "$name" | sed 's/-/\\\\-/g')
	count=$((count + 1))
	[ -L "$program" ] || files=$((files + 1))
	case $name in
	"$prefix"*) ;;
	*) complain "$name: does not begin with $prefix" ;;
	esac
	ln -s "$work/$program" "other-$name"
	for called in "$program" "./other-$name"; do
		"$called" --help | head -n 1 | grep -q "^${called##*/} - " ||
			complain "$called --help: not its name"
	done
	if [ "$("$program" --help | sed "s/$name/NAME/g")" != \
		"$("./other-$name" --help | sed "s/other-$name/NAME/g")" ]; then
		complain "$name: is another program by the name other-$name"
	fi
	[ "$name" = "${prefix}flambeau" ] ||
		"$(file_of programs "${prefix}flambeau")" | grep -q "^  $name  *[a-z]" ||
		complain "$name: flambeau does not list it"
	page=$(file_of man "man1/$name.1")
	grep -q "^$roff_name \\\\- " "$page" || complain "the page of $name: not its name"
	for file in "bash-completion/completions/$name" "zsh/*/_$name" \
		"fish/vendor_completions.d/$name.fish"; do
		grep -q "$name" "$(file_of completions "$file")" || complain "$file: not for $name"
	done
done
[ $count -gt 0 ] || complain "no programs"
[ $files -le 16 ] || complain "$files programs: those that few use are names of one"

pages=$(find man -name '*.1' | wc -l)
[ "$pages" -eq $count ] || complain "$count programs, but $pages pages"
completions=$(find completions -type f | wc -l)
[ "$completions" -eq $((3 * count)) ] || complain "$count programs, but $completions completions"

links=$(find compat -type l)
for link in $links; do
	name=${link##*/}
	program=$(readlink "$link")
	[ -x "$(file_of programs "$program")" ] || complain "$name leads to $program, which is not there"
	[ "$(cat "$(file_of compat "man1/$name.1")")" = ".so man1/$program.1" ] ||
		complain "$name.1 does not lead to $program.1"
done
[ -n "$links" ] || complain "no names of the originals"

[ $bad -ne 0 ] || echo "$count names of $files programs and $(echo "$links" | wc -l) other names are complete"
exit $bad
