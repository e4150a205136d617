#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.js short lint RUN @root@
#
# check-js.sh ROOT - the scripts of the picture and of the page, joined as CMakeLists.txt lists
# their files, are valid, and make no markup or script of text. (What eslint has to say is a test of
# tests/web.)

set -u
cd "${1:?usage: check-js.sh ROOT}" || exit 2

if ! command -v node >/dev/null; then
	echo "skipped: no node here"
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

graph=$(sed -n 's/^set(web_graph \(.*\))$/\1/p' CMakeLists.txt)
for name in picture page; do
	files=$(sed -n "s/^set(web_$name \(.*\))\$/\1/p" CMakeLists.txt)
	files=$(echo "begin.js $graph $files end.js")
	for file in $files; do
		cat "render/web/$file" || exit 1
	done >"$work/joined.js"
	node --check "$work/joined.js" || exit 1
	if grep -i -e '</script' -e '<!--' "$work/joined.js"; then
		echo "the $name: its script would end there"
		exit 1
	fi
	if grep -nE -e '(inner|outer)HTML|insertAdjacentHTML|setHTML|DOMParser|srcdoc|ContextualFragment' \
		-e 'document\.write|javascript:|\beval\(|new Function|set(Timeout|Interval)\("' "$work/joined.js"; then
		echo "the $name: names could become markup or script there"
		exit 1
	fi
	echo "$name: $(echo "$files" | wc -w) files make a valid script"
done
