# SPDX-License-Identifier: MIT
#
# package.nix without nixpkgs, for checks: names are in the place of packages, and lib has what it uses.
{
  fetchurl,
  mkDerivation,
  withCompat ? false,
}:

let
  package = import ./package.nix;
  names = builtins.mapAttrs (name: _: name) (builtins.functionArgs package);
in
package (
  names
  // {
    inherit fetchurl withCompat;
    lib = {
      cmakeBool = name: value: "-D${name}=${if value then "ON" else "OFF"}";
      fakeHash = "";
      licenses.mit = "MIT";
      optionals = yes: list: if yes then list else [ ];
      optionalString = yes: text: if yes then text else "";
      platforms.unix = [ ];
    };
    stdenv = {
      hostPlatform.isLinux = true;
      mkDerivation =
        attributes:
        let
          final = attributes final;
        in
        mkDerivation final;
    };
  }
)
