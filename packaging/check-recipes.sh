#!/bin/bash
# SPDX-License-Identifier: MIT
#
# check-recipes.sh [WORK] - do what the recipes of Arch, Alpine, nixpkgs and Homebrew say, on Debian:
# PKGBUILD by makepkg; package.nix by nix-build with a stand-in for nixpkgs; the functions of APKBUILD and
# of the formula by stand-ins for abuild and brew, which set the same variables. Libraries are those of
# Debian. WORK (/var/tmp/flambeau-recipes) keeps the logs.

set -uo pipefail
. "$(dirname "$0")/lib.sh"
work=${1:-/var/tmp/flambeau-recipes}
mkdir -p "$work" || exit 2
work=$(cd "$work" && pwd)
need makepkg=makepkg bsdtar=libarchive-tools fakeroot=fakeroot setpriv=util-linux ruby=ruby cmake=cmake ninja=ninja-build nix-build=nix-bin
be_root

# The one source, from here and unpacked where it is built.
source_in() # FOLDER
{
	rm -rf "$1" && mkdir -p "$1" && tar -xzf "$work/flambeau-$version.tar.gz" -C "$1"
}

arch()
{
	rm -rf "$work/arch" && mkdir "$work/arch" && cp "$work/flambeau-$version.tar.gz" "$work/arch/" &&
		sed 's,^source=.*,source=("flambeau-$pkgver.tar.gz"),' "$top/packaging/arch/PKGBUILD" >"$work/arch/PKGBUILD" &&
		chown -R nobody "$work/arch" && cd "$work/arch" &&
		setpriv --reuid nobody --regid nogroup --clear-groups "${clean[@]}" HOME="$work/arch" PKGEXT=.pkg.tar.gz \
			makepkg --nodeps --skipinteg --nocheck --force &&
		for package in *.pkg.tar.gz; do
			echo "$package: $(bsdtar -tf "$package" | grep -c /bin/.) programs"
		done
}

# As abuild does, default_dev and its like excepted.
alpine()
{
	source_in "$work/alpine/src" || return
	bash -euc '
		pkgdir=$1/pkg builddir=$1/src/flambeau-$3
		. "$2"
		cd "$builddir"
		build
		package
		subpkgdir=$1/compat
		compat
		echo "$pkgname: $(ls "$pkgdir/usr/bin" | wc -l) programs; with compat $(ls "$subpkgdir/usr/bin" | wc -l) more names"
	' bash "$work/alpine" "$top/packaging/alpine/APKBUILD" "$version"
}

# As nix-build does, without network, into a store of its own. The folders are absolute, as nixpkgs gives
# them to CMake.
nixpkgs()
{
	local nix=$work/nix

	rm -rf "$nix" && mkdir "$nix" && cp "$work/flambeau-$version.tar.gz" "$nix/source.tar.gz" || return
	cat >"$nix/builder.sh" <<'END'
tar -xzf "$src"
cd "$pname-$version"
cmake -G Ninja -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$out" \
	-DCMAKE_INSTALL_BINDIR="$out/bin" -DCMAKE_INSTALL_LIBDIR="$out/lib" \
	-DCMAKE_INSTALL_INCLUDEDIR="$out/include" -DCMAKE_INSTALL_MANDIR="$out/share/man" $cmakeFlags
cmake --build build -j "$NIX_BUILD_CORES"
cd build
cmake --install .
eval "$postInstall"
END
	cat >"$nix/default.nix" <<END
import $top/packaging/nix/stand-in.nix {
  withCompat = true;
  fetchurl = _: ./source.tar.gz;
  mkDerivation = a: derivation {
    inherit (a) pname version src cmakeFlags postInstall;
    name = "\${a.pname}-\${a.version}";
    system = builtins.currentSystem;
    builder = "/bin/bash";
    args = [ "-eux" ./builder.sh ];
    PATH = "/usr/bin:/bin";
  };
}
END
	NIX_STORE_DIR=$nix/store NIX_STATE_DIR=$nix/state NIX_LOG_DIR=$nix/log NIX_CONF_DIR=$nix \
		nix-build "$nix" --out-link "$nix/result" --cores "$jobs" --option build-users-group '' \
		--option sandbox true --option substitute false \
		--option sandbox-paths '/bin /etc/alternatives /lib /lib64 /usr' &&
		"$nix/result/bin/flamegraph" --version &&
		echo "$(ls "$nix/result/bin" | wc -l) programs, with the names of the originals"
}

# As brew does: class methods describe, install() and the block of the test are run.
homebrew()
{
	source_in "$work/homebrew/src" && cd "$work/homebrew/src/flambeau-$version" &&
		ruby - "$work/homebrew" "$top/packaging/homebrew/flambeau.rb" <<'END'
require 'pathname'

class Formula
  PREFIX = Pathname.new(ARGV[0]) / 'prefix'
  class << self
    attr_reader :test_block

    %i[desc homepage url sha256 license depends_on uses_from_macos].each { |word| define_method(word) { |*| } }
    def on_linux = yield
    def test(&block) = @test_block = block
  end

  def std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=#{PREFIX}", '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_INSTALL_LIBDIR=lib']
  def bin = PREFIX / 'bin'
  def testpath = Pathname.new(ARGV[0])
  def system(*words) = Kernel.system(*words) || abort("failed: #{words.join(' ')}")
  def shell_output(command) = `#{command}`.tap { abort("failed: #{command}") unless $?.success? }
  def assert_match(text, all) = all.include?(text) || abort("not in it: #{text}")
end

load ARGV[1]
formula = Flambeau.new
formula.install
Dir.chdir(formula.testpath) { formula.instance_exec(&Flambeau.test_block) }
puts "#{formula.bin.children.size} programs"
END
}

step tarball make_tarball
STEP_LINES=4 step arch arch
STEP_LINES=1 step alpine alpine
STEP_LINES=2 step nix nixpkgs
STEP_LINES=1 step homebrew homebrew
printf '\nThe recipes do what they say.\n'
