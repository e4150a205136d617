#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: lint.recipes short lint RUN @root@
#
# check-recipes.sh ROOT - the recipes of packages are in order as far as their own tools tell, of those
# that are here: bash, shellcheck, ruby, nix-instantiate. packaging/check-recipes.sh builds by them.

set -u
cd "${1:?usage: check-recipes.sh ROOT}" || exit 2
bad=0

look() # TOOL FILE COMMAND...
{
	local tool=$1 file=$2 said

	if ! command -v "$tool" >/dev/null; then
		echo "not asked, because it is not here: $tool, about $file"
	elif ! said=$("${@:3}" 2>&1 >/dev/null </dev/null); then
		echo "$file: $said"
		bad=1
	fi
}

# With packages that have only names.
evaluate_nix() # FOLDER
{
	local state

	state=$(mktemp -d) || return
	NIX_STATE_DIR=$state NIX_STORE_DIR=$state/store nix-instantiate --eval --strict -E '
		let
		  package = import '"$PWD/$1"'/stand-in.nix { fetchurl = a: a.url; mkDerivation = a: a; };
		in builtins.deepSeq package package.src'
	local code=$?
	rm -rf "$state"
	return $code
}

for recipe in packaging/alpine/APKBUILD packaging/arch/PKGBUILD; do
	look bash $recipe bash -n $recipe
	look shellcheck $recipe shellcheck -f gcc $recipe
done
look ruby packaging/homebrew/flambeau.rb ruby -wc packaging/homebrew/flambeau.rb
look nix-instantiate packaging/nix/package.nix evaluate_nix packaging/nix
[ $bad -ne 0 ] || echo "the recipes are in order"
exit $bad
