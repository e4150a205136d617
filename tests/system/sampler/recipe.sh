#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: sampler.recipe short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN @root@ @CMAKE_COMMAND@ @CMAKE_BINARY_DIR@ @made@/sampler_burner '@CMAKE_LIBRARY_ARCHITECTURE@'
#
# recipe.sh SOURCE CMAKE BUILD BURNER [ARCHITECTURE] - LD_PRELOAD as README.md and flamesample(3)
# show it, word by word: in the build tree, below a prefix of which the loader knows nothing, and
# where distributions put libraries.

set -u
source=${1:?usage: recipe.sh SOURCE CMAKE BUILD BURNER [ARCHITECTURE]}
cmake=$2
build=$3
burner=$4
architecture=${5-}
export LC_ALL=C
unset LD_LIBRARY_PATH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

# shellcheck disable=SC2016 # they are run below
recipes=$(grep -h '^ *LD_PRELOAD=.* \./program$' "$source/README.md"
	sed -n 's/\\-/-/g; /^ *LD_PRELOAD=.* \.\/program$/p' "$source/man/flamesample.3")
[ "$(echo "$recipes" | wc -l)" = 2 ] || { echo "FAILED recipes: $recipes"; exit 1; }
printf '#!/bin/sh\nexec "%s" mix 1\n' "$burner" >program
chmod +x program

try() # PLACE PROGRAMS
{
	while read -r recipe; do
		rm -f out.*
		PATH=$2:$PATH bash -c "$recipe" >said 2>&1
		case $(ls out.*) in
		out.svg) grep -q '<title>.*burn_a' out.svg ;;
		out.folded) grep -q 'burn_a' out.folded ;;
		*) false ;;
		esac && continue
		failed=$((failed + 1))
		echo "FAILED $1: $recipe"
		cat said
		ls
	done <<-END
		$recipes
	END
}

try 'the build tree' "$build/bin"
"$cmake" --install "$build" --prefix "$work/local" >log 2>&1 || { cat log; exit 1; }
try 'a prefix' "$work/local/bin"
if [ -n "$architecture" ] && [ ! -d "local/lib/$architecture" ]; then
	mkdir "local/lib/$architecture"
	mv local/lib/libflamesample* "local/lib/$architecture"
	try 'a folder of the architecture' "$work/local/bin"
fi
[ $failed -gt 0 ] || echo 'the recipes work'
exit $((failed > 0))
