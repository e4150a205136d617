#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: library.examples short docs NEEDS library !sanitizers RUN @root@ @bin@ @lib@ @CMAKE_C_COMPILER@
#
# examples.sh SOURCE BIN LIB CC - the examples, built as a user does and run: the pictures of the
# programs. The header alone is C99 and C++11. Without a compiler of C++ or Python what needs it is left out.

set -u
source=${1:?usage: examples.sh SOURCE BIN LIB CC}
bin=${2:?} lib=${3:?} cc=${4:?}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
flags="-Wall -Wextra -Wpedantic -Werror -I$source/common/library"
link="-L$lib -lflambeau -Wl,-rpath,$lib"
input=$source/fixtures/perf/cxx-fp.F-comm-tid-time.txt

fail()
{
	echo "$1"
	exit 1
}

# shellcheck disable=SC2086 # lists of words
{
	echo '#include <flambeau.h>' >alone.c
	cp alone.c alone.cpp
	"$cc" -std=c99 $flags -fsyntax-only alone.c || fail "flambeau.h is not C99"
	"$cc" -std=gnu11 -O1 $flags "$source/examples/picture.c" -o picture-c $link || fail picture.c
	"$cc" -std=gnu11 -O1 -fno-omit-frame-pointer -rdynamic $flags "$source/examples/self_profile.c" \
		-o profiler $link -ldl || fail self_profile.c
	if command -v c++ >/dev/null; then
		c++ -std=c++11 $flags -fsyntax-only alone.cpp || fail "flambeau.h is not C++11"
		c++ -std=c++11 $flags "$source/examples/picture.cpp" -o picture-c++ $link ||
			fail picture.cpp
	fi
}
if command -v python3 >/dev/null; then
	printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec python3 -B %s "$@"\n' "$lib" \
		"$source/examples/picture.py" >picture-python
	chmod +x picture-python
fi

"$bin/collapse-perf" "$input" | tee folded | "$bin/flamegraph" >want.svg
"$bin/export-pprof" <folded >want.pb.gz
for program in picture-*; do
	"./$program" "$program.svg" "$program.pb.gz" <"$input" || fail "$program"
	cmp want.svg "$program.svg" || fail "$program: another picture"
	cmp want.pb.gz "$program.pb.gz" || fail "$program: another profile"
	"./$program" "$program.svg" "$program.pb.gz" </dev/null 2>problem && fail "$program: no error"
	grep -q 'empty' problem || fail "$program: $(cat problem)"
done

./profiler >own.svg || fail "profiler"
grep -q '<title>heavy ' own.svg || fail "profiler: heavy() is not in the picture"
grep -q '</svg>' own.svg || fail "profiler: no picture"
echo "$(find . -name 'picture-*.svg' | wc -l) pictures are the same"
