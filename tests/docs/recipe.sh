#!/bin/sh
# SPDX-License-Identifier: MIT
#
# recipe.sh PAGE NAME - the block of a manual page between .nf and .fi after the line
# `.\" RECIPE NAME`, as it is typed.

page=${1:?usage: recipe.sh PAGE NAME}
awk -v name="${2:?usage: recipe.sh PAGE NAME}" '
$1 == ".\\\"" && $2 == "RECIPE" { wanted = $3 == name; next }
$0 == ".fi" { wanted = 0; inside = 0 }
inside { sub(/^    /, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print; found = 1 }
$0 == ".nf" { inside = wanted }
END { exit !found }' "$page"
