# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# For the checks beside it, which stand in the root of the project.
# project_files - the files of the project, one per line: those that git knows or would add;
# without git or a repository, all but build trees.

project_files()
{
	git ls-files --cached --others --exclude-standard 2>/dev/null | grep . && return
	find . -type f ! -path './.git/*' ! -path './build*' ! -path '*/node_modules/*' |
		sed 's,^\./,,'
}

# c_files PATTERN - the C files that are there and match.
c_files()
{
	project_files | grep '\.[ch]$' | grep -E "$1" | while read -r file; do
		[ ! -f "$file" ] || echo "$file"
	done
}
