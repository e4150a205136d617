#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.format short lint RUN @root@
#
# check-format.sh ROOT - clang-format 14 would change nothing; others have other opinions. Skipped
# (77) where it is missing.

set -u
cd "${1:?usage: check-format.sh ROOT}" || exit 2
. tests/lint/files.sh

for format in clang-format-14 clang-format; do
	$format --version 2>/dev/null | grep -q ' version 14\.' && break
	format=
done
if [ -z "$format" ]; then
	echo "skipped: no clang-format 14 here"
	exit 77
fi
if ! c_files . | xargs -P "$(nproc)" -n 40 "$format" --dry-run -Werror; then
	echo "$format -i would change these"
	exit 1
fi
echo "nothing to change"
