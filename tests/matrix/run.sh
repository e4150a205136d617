#!/bin/bash
# SPDX-License-Identifier: MIT
#
# run.sh DIR [CELL...] - build and test flambeau in each cell of cells.txt, in folders of DIR, and print
# a Markdown table of what came out. Cells that this machine has not the tools for are said to
# be skipped. Needs root for the chroot, and the network for packages of other architectures.

set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=${1:?usage: run.sh DIR [CELL...]}
shift
mkdir -p "$dir" && dir=$(cd "$dir" && pwd) || exit 2
jobs=$(nproc)

configure_and_build() # BUILD ARGUMENT...
{
	local build=$1
	shift
	cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release "$@" &&
		cmake --build "$build" -j "$jobs"
}

run_tests() # BUILD TESTS
{
	ctest --test-dir "$1" -j "$jobs" -L short -R "$2" --output-on-failure
}

build_here() # CELL ARGUMENTS TESTS
{
	# shellcheck disable=SC2086 # arguments are words
	configure_and_build "$dir/$1" $2 && run_tests "$dir/$1" "$3"
}

# Files of the build belong to nobody for the time of the tests.
build_user()
{
	# shellcheck disable=SC2086
	configure_and_build "$dir/$1" $2 && chown -R nobody "$dir/$1" &&
		setpriv --reuid nobody --regid nogroup --clear-groups env HOME=/nonexistent \
			ctest --test-dir "$dir/$1" -j "$jobs" -L short -R "$3" --output-on-failure
}

build_locale()
{
	local locale

	configure_and_build "$dir/$1" || return
	mkdir -p "$dir/locales"
	for locale in de_DE.UTF-8 tr_TR.ISO-8859-9 C.UTF-8; do
		if [ $locale != C.UTF-8 ]; then
			localedef -i "${locale%.*}" -f "${locale#*.}" "$dir/locales/$locale" || return
		fi
		LOCPATH=$dir/locales CASES_LOCALE=$locale "$root/tests/cli/run.sh" "$dir/$1/bin" || return
	done
}

# PCRE2 for musl, as a static library.
build_musl()
{
	local prefix=$dir/musl-prefix source=()

	if [ ! -e "$prefix/lib/libpcre2-8.a" ]; then
		mkdir -p "$dir/pcre2" "$dir/lists/partial" && cd "$dir/pcre2" || return
		echo "deb-src http://deb.debian.org/debian $(. /etc/os-release && echo "$VERSION_CODENAME") main" >sources.list
		source=(apt-get -q -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=-
			-o Dir::State::Lists="$dir/lists")
		"${source[@]}" update && "${source[@]}" source --download-only pcre2 &&
			dpkg-source -x pcre2_*.dsc source >/dev/null || return
		cd source && ./configure -q CC=musl-gcc --host=x86_64-linux-musl --prefix="$prefix" \
			--disable-shared --disable-jit >/dev/null && make -s -j "$jobs" && make -s install || return
	fi
	mkdir -p "$prefix/include" && cp /usr/include/ut*.h "$prefix/include/"
	# shellcheck disable=SC2086
	PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig configure_and_build "$dir/$1" -DCMAKE_C_COMPILER=musl-gcc \
		-DUTHASH_INCLUDE_DIR="$prefix/include" -DCMAKE_EXE_LINKER_FLAGS=-static $2 &&
		run_tests "$dir/$1" "$3"
}

build_i386()
{
	local chroot=$dir/i386-root
	local packages=gcc,libc6-dev,cmake,make,pkg-config,libpcre2-dev,uthash-dev,zlib1g-dev,libzstd-dev,liblzma-dev
	packages+=,libdw-dev,libyajl-dev,libexpat1-dev,python3,zstd,xz-utils,libxml2-utils,perl
	packages+=,protobuf-c-compiler,libprotobuf-c-dev,libunwind-dev

	if [ ! -e "$chroot/ready" ]; then
		debootstrap --arch=i386 --variant=minbase --include="$packages" bookworm "$chroot" &&
			touch "$chroot/ready" || return
	fi
	rm -rf "$chroot/flambeau" && mkdir "$chroot/flambeau" &&
		git -C "$root" archive HEAD | tar x -C "$chroot/flambeau" || return
	[ -e "$chroot/proc/self" ] || mount -t proc proc "$chroot/proc" || return
	chroot "$chroot" sh -c "cd /flambeau && setarch i386 cmake --preset release $2 &&
		cmake --build --preset release -j $jobs &&
		ctest --test-dir build -j $jobs -L short -R '$3' --output-on-failure"
	local code=$?
	umount "$chroot/proc"
	return $code
}

# Programs are started through qemu by scripts with their names, which pass on the name they are called by.
build_s390x()
{
	local build=$dir/$1 program

	if [ "$(dpkg --print-foreign-architectures | grep -c s390x)" = 0 ]; then
		dpkg --add-architecture s390x && apt-get update -q || return
	fi
	apt-get install -q -y --no-install-recommends gcc-s390x-linux-gnu qemu-user \
		libpcre2-dev:s390x zlib1g-dev:s390x libzstd-dev:s390x liblzma-dev:s390x libyajl-dev:s390x \
		libexpat1-dev:s390x >/dev/null || return
	# shellcheck disable=SC2086
	PKG_CONFIG_LIBDIR=/usr/lib/s390x-linux-gnu/pkgconfig:/usr/share/pkgconfig configure_and_build "$build" \
		-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=s390x -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc \
		-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-s390x $2 || return
	for program in "$build"/bin/* "$build"/tests/test_*; do
		if file -L "$program" | grep -q 'ELF.*S/390' && [ ! -L "$program" ]; then
			mv "$program" "$program.s390x"
			printf '#!/bin/sh\nexec qemu-s390x -0 "$0" "%s" "$@"\n' "$program.s390x" >"$program"
			chmod +x "$program"
		fi
	done
	run_tests "$build" "$3"
}

can() # HOW - or say what is missing
{
	local tool
	case $1 in
	user) tool=setpriv ;;
	locale) tool=localedef ;;
	musl) tool=musl-gcc ;;
	i386) tool=debootstrap ;;
	s390x) tool=apt-get ;;
	*) return 0 ;;
	esac
	command -v $tool >/dev/null || { echo "skipped: no $tool"; return 1; }
	[ "$(id -u)" -eq 0 ] || [ "$1" = locale ] || [ "$1" = musl ] || { echo "skipped: not root"; return 1; }
}

trim() # TEXT
{
	sed 's/^ *//; s/ *$//' <<<"$1"
}

echo '| cell | result | tests |'
echo '|---|---|---|'
failed=0
while IFS='|' read -r cell how arguments tests; do
	cell=$(trim "$cell")
	how=$(trim "$how")
	# A bar in an expression of tests is not the end of the column.
	case $cell in '' | '#'*) continue ;; esac
	case " ${*:-$cell} " in *" $cell "*) ;; *) continue ;; esac
	log=$dir/$cell.log
	if ! why=$(can "$how"); then
		echo "| $cell | $why | |"
		continue
	fi
	if (build_"$how" "$cell" "$(trim "$arguments")" "$(trim "$tests")") >"$log" 2>&1 </dev/null; then
		result=passed
	else
		result="**failed**"
		failed=1
	fi
	echo "| $cell | $result | $(grep -E 'tests passed|[0-9]+ passed' "$log" | tail -n 3 | paste -sd ' ') |"
done <"$here/cells.txt"
exit $failed
