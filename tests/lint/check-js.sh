#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-js.sh ROOT - the script of the pictures, joined as CMakeLists.txt lists its files, is
# valid. (What eslint has to say is a test of tests/web.)

set -u
cd "${1:?usage: check-js.sh ROOT}" || exit 2

if ! command -v node >/dev/null; then
	echo "skipped: no node here"
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=$(sed -n 's/^set(web_script \(.*\))$/\1/p' CMakeLists.txt)
for file in $files; do
	cat "render/web/$file" || exit 1
done >"$work/joined.js"
node --check "$work/joined.js" || exit 1
echo "$(echo "$files" | wc -w) files make a valid script"
