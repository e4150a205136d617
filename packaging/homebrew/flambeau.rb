# SPDX-License-Identifier: MIT
# frozen_string_literal: true

# The url and sha256 are those of a release: see packaging/README.md.
class Flambeau < Formula
  desc "Flame graphs from the output of profilers"
  homepage "https://example.org/flambeau"
  url "https://example.org/flambeau/flambeau-0.3.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on "uthash" => :build
  depends_on "pcre2"
  depends_on "utf8proc"
  depends_on "xz"
  depends_on "yajl"
  depends_on "zstd"

  uses_from_macos "expat"
  uses_from_macos "ncurses"
  uses_from_macos "zlib"

  on_linux do
    depends_on "libunwind"
  end

  def install
    system "cmake", "-S", ".", "-B", "build", "-DBUILD_TESTING=OFF", "-DFLAMBEAU_LOAD=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"in.folded").write("main;work 3\nmain 1\n")
    assert_match "75.00%", shell_output("#{bin}/flamegraph in.folded")
    assert_match "main;work 3", shell_output("#{bin}/collapse-recursive --no-header in.folded")
  end
end
