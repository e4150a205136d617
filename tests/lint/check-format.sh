#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-format.sh ROOT - clang-format would change nothing. Skipped (77) where it is missing.

set -u
cd "${1:?usage: check-format.sh ROOT}" || exit 2
. tests/lint/files.sh

if ! command -v clang-format >/dev/null; then
	echo "skipped: no clang-format here"
	exit 77
fi
bad=$(c_files . | while read -r file; do
	clang-format "$file" | cmp -s - "$file" || echo "$file"
done)
if [ -n "$bad" ]; then
	echo "clang-format -i would change:"
	echo "$bad"
	exit 1
fi
echo "nothing to change"
