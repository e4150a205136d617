# SPDX-License-Identifier: MIT
#
# The url and hash are those of a release: see packaging/README.md.
{
  lib,
  stdenv,
  fetchurl,
  cmake,
  ninja,
  pkg-config,
  expat,
  libunwind,
  ncurses,
  pcre2,
  utf8proc,
  uthash,
  xz,
  yajl,
  zlib,
  zstd,
  # the names of the originals, too
  withCompat ? false,
}:

stdenv.mkDerivation (finalAttrs: {
  pname = "flambeau";
  version = "0.3.0";

  src = fetchurl {
    url = "https://example.org/flambeau/flambeau-${finalAttrs.version}.tar.gz";
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [
    cmake
    ninja
    pkg-config
  ];

  buildInputs = [
    expat
    ncurses
    pcre2
    utf8proc
    uthash
    xz
    yajl
    zlib
    zstd
  ]
  ++ lib.optionals stdenv.hostPlatform.isLinux [ libunwind ];

  # Libraries have no place where the loader looks for their names.
  cmakeFlags = [
    (lib.cmakeBool "FLAMBEAU_LOAD" false)
    (lib.cmakeBool "BUILD_TESTING" false)
  ];

  postInstall = lib.optionalString withCompat ''
    cmake --install . --component compat
  '';

  meta = {
    description = "Flame graphs from the output of profilers";
    homepage = "https://example.org/flambeau";
    license = lib.licenses.mit;
    mainProgram = "flambeau";
    platforms = lib.platforms.unix;
  };
})
