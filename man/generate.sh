#!/bin/sh
# SPDX-License-Identifier: MIT
#
# generate.sh SOURCE BUILD ZSH_DIR PREFIX TOOL... - what programs print for manual pages and
# completions. With a PREFIX, programs have it in front of their names; completions have, too.
#   BUILD/pages/TOOL.1          SOURCE/man/TOOL.1, with SYNOPSIS and OPTIONS between its markers, and
#                               in flambeau(1) the list of programs
#   BUILD/completions/...       of bash, zsh and fish
# generate.sh --shared SOURCE BUILD - BUILD/pages/flambeau.7, with the options that programs share.
# RUN: what runs a program, if this machine cannot.

set -eu

# The lines between `.\" BEGIN X` and `.\" END X` of PAGE are those of the standard input.
page() # PAGE RESULT
{
	awk '
	/^\.\\" END / { part = "" }
	FNR == NR { if (part != "") text[part] = text[part] $0 "\n" }
	FNR != NR && part == "" { print }
	/^\.\\" BEGIN / {
		part = $3
		if (FNR != NR)
			printf "%s", text[part]
	}' - "$1" >"$2.new"
	mv "$2.new" "$2"
}

run() # PROGRAM WORD...
{
	${RUN-} "$@"
}

list_programs() # what flambeau prints, as a part of its page
{
	echo '.\" BEGIN PROGRAMS'
	run "$build/bin/flambeau" | sed -n 's/-/\\-/g
		s/^\([^ ].*\):$/.SS \1/p
		s/^  \([^ ]*\)  *\(.*\)/.TP\n.BR \1 (1)\n\2/p'
	echo '.\" END PROGRAMS'
}

if [ "$1" = --shared ]; then
	source=$2 build=$3
	mkdir -p "$build/pages"
	run "$build/bin/collapse-perf" --generate=shared | page "$source/man/flambeau.7" "$build/pages/flambeau.7"
	exit
fi

source=$1 build=$2 zsh_dir=$3 prefix=$4
shift 4
bash=$build/completions/bash-completion/completions
zsh=$build/completions/$zsh_dir
fish=$build/completions/fish/vendor_completions.d
mkdir -p "$build/pages" "$bash" "$zsh" "$fish"
for tool; do
	run "$build/bin/$tool" --generate=man >"$build/pages/$tool.part"
	[ "$tool" != flambeau ] || list_programs >>"$build/pages/$tool.part"
	page "$source/man/$tool.1" "$build/pages/$tool.1" <"$build/pages/$tool.part"
	rm "$build/pages/$tool.part"
	program=$build/bin/$prefix$tool
	run "$program" --generate=bash >"$bash/$prefix$tool"
	run "$program" --generate=zsh >"$zsh/_$prefix$tool"
	run "$program" --generate=fish >"$fish/$prefix$tool.fish"
done
