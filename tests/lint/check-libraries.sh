#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.libraries short lint RUN @root@
#
# check-libraries.sh ROOT - the rows of packaging/libraries.txt are what CMake looks for, and the
# packages ask for them and for no other library. Debian's part is not in the tarball; there it is
# left alone.

set -u
cd "${1:?usage: check-libraries.sh ROOT}" || exit 2
bad=0

rows=$(grep -v '^#' packaging/libraries.txt)

column() # ROWS NUMBER
{
	echo "$1" | cut -d '|' -f "$2" | tr -d ' '
}

lacks() # LIST ONE
{
	! echo "$1" | grep -qxF -e "$2"
}

same() # WANTED FOUND WHERE
{
	for one in $2; do
		lacks "$1" "$one" && echo "$3: $one: no row of packaging/libraries.txt wants it" && bad=1
	done
	for one in $1; do
		lacks "$2" "$one" && echo "$3: no $one, see packaging/libraries.txt" && bad=1
	done
}

cmake_looks_for()
{
	sed -n -e 's/^[[:space:]]*flambeau_optional([A-Z0-9_]* \([a-z0-9-]*\) .*/\1/p' \
		-e 's/^[[:space:]]*pkg_check_modules(.* \([a-z0-9-]*\))$/\1/p' \
		-e 's/^[[:space:]]*find_path([A-Z_]* \([a-z0-9]*\.h\))$/\1/p' \
		-e 's/^[[:space:]]*find_program([A-Z_]* \([a-z-]*\)).*/\1/p' \
		CMakeLists.txt record/sampler/CMakeLists.txt
}

# Beside what compiles and tests.
spec_asks_for()
{
	sed -n 's/^BuildRequires: *//p' packaging/flambeau.spec | grep -e '^pkgconfig(' -e '-devel$' -e '-compiler$'
}

control_asks_for()
{
	sed -n '/^Build-Depends:/,/^$/s/^ \([^ ]*\),$/\1/p' debian/control | grep -e '-dev$' -e '-compiler$'
}

# Programs that build and test are named beside libraries in the recipes.
without() # WORD...
{
	for word; do
		set -- "$@" -e "$word"
		shift
	done
	grep -vxF "$@" | sort -u
}

formula_asks_for()
{
	sed -n 's/^ *\(depends_on\|uses_from_macos\) "\([^"]*\)".*/\2/p' packaging/homebrew/flambeau.rb |
		without cmake pkgconf
}

workflow_asks_for()
{
	sed -n 's/^ *- run: brew install //p' .github/workflows/systems.yml | tr ' ' '\n' |
		without cmake coreutils gnu-sed grep ninja pkgconf
}

nix_asks_for()
{
	sed -n -e '/buildInputs = \[$/,/\]/s/^ *\([a-z0-9]*\)$/\1/p' -e 's/^ *++ .*\[ \(.*\) \];$/\1/p' \
		packaging/nix/package.nix | without cmake ninja
}

apkbuild_asks_for()
{
	sed -n '/^makedepends="/,/"$/s/^\t\(.*-dev\)$/\1/p' packaging/alpine/APKBUILD
}

pkgbuild_asks_for()
{
	sed -n 's/^\(make\)\{0,1\}depends=(\(.*\))$/\2/p' packaging/arch/PKGBUILD | tr ' ' '\n' |
		without cmake glibc ninja
}

same "$(column "$rows" 1)" "$(cmake_looks_for)" CMakeLists.txt
same "$(column "$rows" 3)" "$(spec_asks_for)" packaging/flambeau.spec
same "$(column "$rows" 4)" "$(formula_asks_for)" packaging/homebrew/flambeau.rb
same "$(column "$rows" 4 | without libunwind)" "$(workflow_asks_for)" .github/workflows/systems.yml
same "$(column "$rows" 5)" "$(nix_asks_for)" packaging/nix/package.nix
same "$(column "$rows" 6)" "$(apkbuild_asks_for)" packaging/alpine/APKBUILD
same "$(column "$rows" 7)" "$(pkgbuild_asks_for)" packaging/arch/PKGBUILD
if [ -e debian/control ]; then
	same "$(column "$rows" 2)" "$(control_asks_for)" debian/control
fi
[ $bad -ne 0 ] || echo "$(echo "$rows" | wc -l) libraries are where they belong"
exit $bad
